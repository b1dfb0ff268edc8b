/** What the kinds of notes are called: on a chip that is chosen, and on a note that was made. */
import type { NoteKind } from "../backend/generated/NoteKind";

export const KINDS: readonly { kind: NoteKind; choose: string; is: string }[] = [
  { kind: "park", choose: "Park", is: "Parked" },
  { kind: "win", choose: "Win", is: "Win" },
  { kind: "struggle", choose: "Struggle", is: "Struggle" },
  { kind: "question", choose: "Question", is: "Question" },
  { kind: "note", choose: "Note", is: "Note" },
];

export function nameOf(kind: NoteKind): string {
  return KINDS.find((each) => each.kind === kind)?.is ?? "Note";
}
