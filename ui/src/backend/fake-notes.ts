/** The notes of the pretended engine: drafts, open and done ones, and those that can still be brought back. */
import type { Note } from "./generated/Note";
import type { NoteKind } from "./generated/NoteKind";

export class FakeNotes {
  private readonly notes = new Map<string, Note>();
  private readonly erased = new Map<string, Note>();
  private ids = 1;

  constructor(notes: readonly Note[]) {
    for (const note of notes) this.notes.set(note.id, note);
  }

  /** Oldest first, the draft among them. */
  of(session: string | null): Note[] {
    return [...this.notes.values()]
      .filter((note) => note.session === session)
      .sort((one, other) => one.createdAt - other.createdAt);
  }

  /** What `notes.changed` tells: all but the draft. */
  told(session: string | null): Note[] {
    return this.of(session).filter((note) => note.state !== "draft");
  }

  draft(session: string | null, run: number | null, kind: NoteKind, body: string): void {
    const draft = this.of(session).find((note) => note.state === "draft");
    if (draft) this.notes.delete(draft.id);
    if (body !== "") this.add({ session, run, kind, body, state: "draft" });
  }

  park(session: string | null, run: number | null, kind: NoteKind, body: string): Note {
    this.draft(session, run, kind, "");
    return this.add({ session, run, kind, body: body.trim(), state: "open" });
  }

  /** Answers the session whose notes changed; nothing where there is no such note. */
  change(id: string, with_: Partial<Note>): { session: string | null } | null {
    const note = this.notes.get(id);
    if (!note) return null;
    this.notes.set(id, { ...note, ...with_, editedAt: Date.now() });
    return note;
  }

  remove(id: string): { session: string | null } | null {
    const note = this.notes.get(id);
    if (!note) return null;
    this.notes.delete(id);
    this.erased.set(id, note);
    return note;
  }

  restore(id: string): { session: string | null } | null {
    const note = this.erased.get(id);
    if (!note) return null;
    this.notes.set(id, note);
    return note;
  }

  private add(with_: Pick<Note, "session" | "run" | "kind" | "body" | "state">): Note {
    const now = Date.now();
    const note = { id: `new-${this.ids++}`, createdAt: now, editedAt: now, logOffset: 0, ...with_ };
    this.notes.set(note.id, note);
    return note;
  }
}
