/** The notes of the pretended engine: drafts and who holds them, open and done ones, and those that can still be brought back. */
import type { Note } from "./generated/Note";
import type { NoteKind } from "./generated/NoteKind";

export interface FakeDraft {
  id: string;
  session: string | null;
  run: number | null;
  kind: NoteKind;
  body: string;
}

export class FakeNotes {
  private readonly notes = new Map<string, Note>();
  private readonly erased = new Map<string, Note>();
  /** Which window holds which draft. */
  private readonly holders = new Map<string, string>();

  constructor(notes: readonly Note[]) {
    for (const note of notes) this.notes.set(note.id, note);
  }

  /** Oldest first, all drafts among them. */
  of(session: string | null): Note[] {
    return [...this.notes.values()]
      .filter((note) => note.session === session)
      .sort((one, other) => one.createdAt - other.createdAt);
  }

  /** What `notes.changed` tells: all but the drafts. */
  told(session: string | null): Note[] {
    return this.of(session).filter((note) => note.state !== "draft");
  }

  drafts(session: string | null): Note[] {
    return this.of(session).filter((note) => note.state === "draft");
  }

  /** For this window: the open and done ones, and its own draft, or one that nobody holds. Further ones become notes. */
  read(session: string | null, window: string): Note[] {
    const drafts = this.drafts(session);
    const forgotten = drafts.filter(({ id }) => !this.holders.has(id));
    const draft = drafts.find(({ id }) => this.holders.get(id) === window) ?? forgotten.at(-1);
    for (const { id } of forgotten) if (id !== draft?.id) this.change(id, { state: "open" });
    if (draft) this.holders.set(draft.id, window);
    return [...this.told(session), ...(draft ? [draft] : [])];
  }

  /** Answers false where the id is a note's already. */
  draft(draft: FakeDraft, window: string): boolean {
    const known = this.notes.get(draft.id);
    if (known && known.state !== "draft") return false;
    if (draft.body === "") {
      this.notes.delete(draft.id);
      this.holders.delete(draft.id);
    } else {
      this.put(draft, "draft");
      this.holders.set(draft.id, window);
    }
    return true;
  }

  park(draft: FakeDraft): Note {
    this.holders.delete(draft.id);
    return this.put({ ...draft, body: draft.body.trim() }, "open");
  }

  /** The window is closed: its drafts are anybody's. */
  leave(window: string): void {
    for (const [draft, holder] of this.holders) if (holder === window) this.holders.delete(draft);
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

  private put(draft: FakeDraft, state: Note["state"]): Note {
    const now = Date.now();
    const note = { createdAt: now, editedAt: now, logOffset: 0, ...draft, state };
    // At the end, as what was written last.
    this.notes.delete(note.id);
    this.notes.set(note.id, note);
    return note;
  }
}
