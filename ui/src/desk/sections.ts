/** Which notes stand where on the desk; the newest first in each part. */
import type { Note } from "../backend/generated/Note";

export interface Sections {
  /** Written in the run that lives, or of no session at all. */
  now: Note[];
  /** Written in an earlier run, and still open. */
  before: Note[];
  done: Note[];
}

/** `run`: the live run of the session in view; `undefined` where no session is in view. */
export function sectionsOf(notes: readonly Note[], run: number | null | undefined): Sections {
  const sections: Sections = { now: [], before: [], done: [] };
  for (const note of [...notes].sort((one, other) => other.createdAt - one.createdAt)) {
    if (note.state === "done") sections.done.push(note);
    else if (run === undefined || (run !== null && note.run === run)) sections.now.push(note);
    else sections.before.push(note);
  }
  return sections;
}
