/** Failures as the window handles them: whatever was thrown becomes one, and one becomes a sentence. */
import { isFailure } from "./backend";
import type { Failure } from "./generated/Failure";

export function failureOf(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "Internal", message, hint: "", session: null, reason: null };
}

/** What happened, and what to do. */
export function wordsOf(failure: Failure): string {
  return [failure.message, failure.hint]
    .map(sentence)
    .filter((part) => part !== "")
    .join(" ");
}

/** With a full stop, where it has no end of its own. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" || /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
