/** What may be pasted into a terminal, and when a question comes before it. */

/** What the question before a paste shows. */
export interface PasteQuestion {
  lines: number;
  /** The first of them. */
  preview: string[];
}

/** Enough to recognise what it is. */
const PREVIEW_LINES = 4;

/**
 * The text without control characters other than tab and newline (C0, DEL, C1): no paste can press keys, and
 * none can end a bracketed paste early by an `ESC [201~` of its own.
 */
export function pastable(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}

/**
 * A program that has switched bracketed paste on takes several lines as one text. Another one takes every line
 * as it comes, and a shell runs it; so the learner is asked. One line with its line end is asked for by nobody.
 */
export function questionFor(text: string, bracketed: boolean): PasteQuestion | null {
  const lines = text.replace(/\n+$/, "").split("\n");
  if (bracketed || lines.length < 2) return null;
  return { lines: lines.length, preview: lines.slice(0, PREVIEW_LINES) };
}
