/**
 * The entry field of one session in this window: what is being typed, kept in the engine as this window's own
 * draft until it is parked. Every window has its own, so none can write over another's.
 */
import { remember, remembered } from "../app/remembered";
import type { Backend } from "../backend/backend";
import { failureOf, wordsOf } from "../backend/failure";
import type { Note } from "../backend/generated/Note";
import type { NoteKind } from "../backend/generated/NoteKind";
import { Saver } from "./saver";

interface Typed {
  draft: string;
  kind: NoteKind;
  body: string;
  /** A draft whose text is in this one too, and which goes once this one is saved. */
  absorbed: string | null;
}

export class Entry {
  kind = $state<NoteKind>("park");
  body = $state("");
  /** Grows with every change by the learner and every answer to one: a draft that was read before it is old. */
  version = 0;
  /** The engine has a draft that found no room here, since this field has a text of its own. */
  waiting = false;
  #notParked = $state<string | null>(null);
  #notKept = $state<string | null>(null);
  private readonly saver: Saver<Typed>;
  /**
   * Under which id the text is kept. A new page begins with a new one, even where the page before it left a
   * text: until that was read, nothing may be written over it.
   */
  private draft = crypto.randomUUID() as string;
  private absorbed: string | null = null;
  /** The draft that the page before this one had, where the window was loaded again. */
  private readonly left: string | null;

  constructor(
    private readonly session: string | null,
    private readonly backend: Pick<Backend, "draftNote" | "parkNote">,
  ) {
    this.left = remembered(this.place, "reload");
    this.saver = new Saver((typed) => this.send(typed), {
      saved: () => {
        this.version += 1;
        this.absorbed = null;
        this.#notKept = null;
      },
      failed: (failure) => (this.#notKept = `Not saved yet. ${wordsOf(failure)} Your text stays here.`),
    });
  }

  /** Why the text is not safe, in words. */
  get fault(): string | null {
    return this.#notParked ?? this.#notKept;
  }

  type(body: string): void {
    this.body = body;
    this.changed();
  }

  choose(kind: NoteKind): void {
    this.kind = kind;
    if (this.body !== "") this.changed();
  }

  /** The draft that the engine offers, asked for when the entry had this version. */
  adopt(draft: Note | null, version: number): void {
    this.waiting = false;
    if (!draft || draft.id === this.draft) return;
    if (this.body === "" && this.version === version && !this.saver.unsaved) {
      this.take(draft);
    } else if (this.body !== "" && draft.id === this.left) {
      // This very field had it before the page was loaded again: both are kept, in the order of writing.
      this.absorbed = this.draft;
      this.take({ ...draft, body: joined(draft.body, this.body) });
      this.keep();
    } else {
      this.waiting = true;
    }
  }

  /** What is a note by now: where the own draft became one, by whatever hand, this field is done with it. */
  hear(notes: readonly Note[]): void {
    const parked = notes.find(({ id }) => id === this.draft);
    if (!parked) return;
    const same = parked.body.trim() === this.body.trim();
    this.draft = crypto.randomUUID();
    this.version += 1;
    if (same) this.empty();
    // Something was typed that the note lacks.
    else if (this.body !== "") this.keep();
  }

  /** Makes a note of it. Null where there was nothing to park, or where it failed: then the text is back. */
  async park(): Promise<Note | null> {
    const { kind, draft } = this;
    const body = this.body.trim();
    if (body === "") return null;
    this.empty();
    this.#notParked = null;
    this.version += 1;
    // What is typed from now on is another thought.
    this.draft = crypto.randomUUID();
    try {
      const note = await this.saver.instead(() => this.backend.parkNote(draft, this.session, kind, body));
      this.version += 1;
      if (this.body !== "" || this.absorbed !== null) this.keep();
      return note;
    } catch (thrown) {
      // What was typed meanwhile may have been kept under an id of its own.
      if (this.body !== "") this.absorbed = this.draft;
      this.draft = draft;
      this.body = joined(body, this.body);
      this.kind = kind;
      this.#notParked = `Not parked. ${wordsOf(failureOf(thrown))} Your text is still here.`;
      this.keep();
      return null;
    }
  }

  flush(): void {
    this.saver.flush();
  }

  private get place(): string {
    return `draft ${this.session ?? ""}`;
  }

  private take(draft: Pick<Note, "id" | "kind" | "body">): void {
    this.draft = draft.id;
    this.kind = draft.kind;
    this.body = draft.body;
    remember(this.place, draft.id, "reload");
  }

  private empty(): void {
    this.body = "";
    this.kind = "park";
  }

  private changed(): void {
    this.version += 1;
    this.#notParked = null;
    this.keep();
  }

  private keep(): void {
    const { draft, kind, absorbed } = this;
    const body = this.body.trim() === "" ? "" : this.body;
    if (body !== "") remember(this.place, draft, "reload");
    this.saver.put({ draft, kind, body, absorbed });
  }

  private async send({ draft, kind, body, absorbed }: Typed): Promise<void> {
    await this.backend.draftNote(draft, this.session, kind, body);
    if (absorbed !== null) await this.backend.draftNote(absorbed, this.session, kind, "");
  }
}

function joined(earlier: string, later: string): string {
  return [earlier, later].filter((part) => part !== "").join("\n");
}
