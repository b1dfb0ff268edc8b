/**
 * The notes of every session that was looked at, with what is being typed in each. They outlive the desk, so
 * nothing is lost when it closes or another session comes into view.
 */
import type { Toasts } from "../app/toasts.svelte";
import type { Backend } from "../backend/backend";
import { failureOf, wordsOf } from "../backend/failure";
import type { Note } from "../backend/generated/Note";
import { Edit } from "./edit.svelte";
import { Entry } from "./entry.svelte";

export class SessionNotes {
  readonly entry: Entry;
  #list = $state.raw<readonly Note[]>([]);
  #edits = $state.raw<ReadonlyMap<string, Edit>>(new Map());
  /** Grows with every list that was told: one that was read before it is old. */
  private told = 0;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly session: string | null,
    private readonly backend: Backend,
    private readonly toasts: Toasts,
  ) {
    this.entry = new Entry(session, backend);
  }

  /** Open and done ones. One that is being changed stays, even if it was deleted elsewhere. */
  get list(): readonly Note[] {
    const lost = [...this.#edits.values()].filter(({ note }) => !this.#list.some(({ id }) => id === note.id));
    return lost.length === 0 ? this.#list : [...this.#list, ...lost.map(({ note }) => note)];
  }

  /** How this note is being changed; null where it is not. */
  editOf(note: string): Edit | null {
    return this.#edits.get(note) ?? null;
  }

  /** Reads the notes and, where there is one for this window, a draft; rejects with a `Failure`. */
  read(): Promise<void> {
    this.reading ??= this.fetch().finally(() => (this.reading = null));
    return this.reading;
  }

  /** The whole list, as the engine told every window. */
  hear(notes: readonly Note[]): void {
    this.replace(notes);
    this.entry.hear(notes);
  }

  /** Answers whether it is parked now; if not, the text is back in the entry field, with why. */
  async park(): Promise<boolean> {
    const note = await this.entry.park();
    if (!note) return false;
    this.replace([...this.#list.filter(({ id }) => id !== note.id), note]);
    // There is room now for the draft that an earlier window left.
    if (this.entry.waiting) void this.attempt(() => this.read());
    return true;
  }

  edit(note: Note): void {
    if (this.#edits.has(note.id)) return;
    const edit = new Edit(note, this.backend, (text) => this.change(note.id, text));
    this.#edits = new Map(this.#edits).set(note.id, edit);
  }

  /** Closes the field of a note, once its text is saved. */
  async finish(note: string): Promise<void> {
    const edit = this.#edits.get(note);
    if (!edit || !(await edit.finish())) return;
    this.#edits = new Map([...this.#edits].filter(([id]) => id !== note));
  }

  async mark(note: string, done: boolean): Promise<void> {
    const ok = await this.attempt(() => this.backend.markNote(note, done));
    if (ok) this.change(note, { state: done ? "done" : "open" });
  }

  /** Deletes at once, with ten seconds to take it back. */
  async remove(note: string): Promise<void> {
    const ok = await this.attempt(() => this.backend.deleteNote(note));
    if (!ok) return;
    this.replace(this.#list.filter(({ id }) => id !== note));
    this.#edits = new Map([...this.#edits].filter(([id]) => id !== note));
    this.toasts.offerUndo("Note deleted.", () => void this.attempt(() => this.backend.undeleteNote(note)));
  }

  flush(): void {
    this.entry.flush();
    for (const edit of this.#edits.values()) edit.flush();
  }

  private async fetch(): Promise<void> {
    const { told } = this;
    const { version } = this.entry;
    const notes = await this.backend.notes(this.session);
    const parked = notes.filter((note) => note.state !== "draft");
    if (told === this.told) this.#list = parked;
    this.entry.hear(parked);
    this.entry.adopt(notes.find((note) => note.state === "draft") ?? null, version);
  }

  private replace(notes: readonly Note[]): void {
    this.told += 1;
    this.#list = notes;
  }

  private change(note: string, with_: Partial<Note>): void {
    this.replace(this.#list.map((each) => (each.id === note ? { ...each, ...with_ } : each)));
  }

  private async attempt(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (thrown) {
      this.toasts.say(`${wordsOf(failureOf(thrown))} Your notes are as they were.`);
      return false;
    }
  }
}

export class Notes {
  private readonly bySession = new Map<string | null, SessionNotes>();

  constructor(
    private readonly backend: Backend,
    private readonly toasts: Toasts,
  ) {}

  /** `null`: thoughts without a session. */
  of(session: string | null): SessionNotes {
    const known = this.bySession.get(session);
    if (known) return known;
    const notes = new SessionNotes(session, this.backend, this.toasts);
    this.bySession.set(session, notes);
    return notes;
  }

  /** Reads those of a session that comes into view. */
  async show(session: string | null): Promise<void> {
    try {
      await this.of(session).read();
    } catch (thrown) {
      this.toasts.say(`The notes could not be read. ${wordsOf(failureOf(thrown))}`);
    }
  }

  hear(session: string | null, notes: readonly Note[]): void {
    this.of(session).hear(notes);
  }

  /** The page goes away. */
  flush(): void {
    for (const notes of this.bySession.values()) notes.flush();
  }
}
