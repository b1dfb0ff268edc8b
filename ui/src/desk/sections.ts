/** Which notes stand where on the desk; the newest first in each part. */
import type { Note } from "../backend/generated/Note";
import type { SessionRow } from "../backend/generated/SessionRow";

export type Runs = Pick<SessionRow, "run" | "lastRun">;

export interface Sections {
  /** Written in the run that lives, or since the last one ended, or of no session at all. */
  now: Note[];
  /** Written in an earlier run, and still open. */
  before: Note[];
  done: Note[];
}

/** `runs`: those of the session in view; `null` where no session is in view. */
export function sectionsOf(notes: readonly Note[], runs: Runs | null): Sections {
  const sections: Sections = { now: [], before: [], done: [] };
  for (const note of [...notes].sort((one, other) => other.createdAt - one.createdAt)) {
    if (note.state === "done") sections.done.push(note);
    else if (runs === null || isOfThisTime(note, runs)) sections.now.push(note);
    else sections.before.push(note);
  }
  return sections;
}

function isOfThisTime(note: Note, { run, lastRun }: Runs): boolean {
  // A run that was killed has ended with its last output, and a note may be younger.
  if (note.run !== null) return note.run === run;
  return lastRun === null || note.createdAt > lastRun.endedAt;
}
