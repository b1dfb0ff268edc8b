/** Beside which field of the form a failure is said, and with what words. */
import { wordsOf } from "../backend/failure";
import type { Failure } from "../backend/generated/Failure";

export type Place = "directory" | "command" | "form";

export interface FormError {
  place: Place;
  text: string;
}

export function formErrorOf(failure: Failure, profile: string): FormError {
  const text = wordsOf(failure);
  switch (failure.code) {
    case "DirectoryMissing":
      return { place: "directory", text };
    case "CommandNotFound":
      // The field is only there for a command of the learner's own.
      return { place: profile === "command" ? "command" : "form", text };
    default:
      return { place: "form", text };
  }
}
