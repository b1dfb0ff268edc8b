/** The entry field of one session: what is being typed, kept in the engine as its draft until it is parked. */
import type { Backend } from "../backend/backend";
import { failureOf, wordsOf } from "../backend/failure";
import type { Note } from "../backend/generated/Note";
import type { NoteKind } from "../backend/generated/NoteKind";
import { Saver } from "./saver";

interface Typed {
  kind: NoteKind;
  body: string;
}

export class Entry {
  kind = $state<NoteKind>("park");
  body = $state("");
  /** Grows with every change by the learner: a draft that was read before it is old. */
  version = 0;
  #notParked = $state<string | null>(null);
  #notKept = $state<string | null>(null);
  private readonly saver: Saver<Typed>;
  /** Until the engine's draft was read, nothing is sent that could take its place. */
  private ready = false;

  /** `read` fetches the draft and hands it to {@link adopt}. */
  constructor(
    private readonly session: string | null,
    private readonly backend: Pick<Backend, "draftNote" | "parkNote">,
    private readonly read: () => Promise<void>,
  ) {
    this.saver = new Saver(({ kind, body }) => backend.draftNote(session, kind, body), {
      saved: () => (this.#notKept = null),
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

  /** The engine's draft, as it was read when the entry had this version. */
  adopt(draft: Note | null, version: number): void {
    const first = !this.ready;
    this.ready = true;
    if (this.version === version && !this.saver.unsaved) {
      this.body = draft?.body ?? "";
      this.kind = draft?.kind ?? this.kind;
    } else if (first) {
      // Typed before the draft came: both are kept, in the order in which they were written.
      if (draft) this.body = joined(draft.body, this.body);
      this.keep();
    }
  }

  /** Makes a note of it. Null where there was nothing to park, or where it failed: then the text is back. */
  async park(): Promise<Note | null> {
    const { kind } = this;
    const body = this.body.trim();
    if (body === "") return null;
    this.body = "";
    this.kind = "park";
    this.#notParked = null;
    this.version += 1;
    try {
      if (!this.ready) await this.read();
      const note = await this.saver.instead(() => this.backend.parkNote(this.session, kind, body));
      // The draft went with the parked text; what was typed since, or came with an earlier draft, is one again.
      if (this.body !== "") this.keep();
      return note;
    } catch (thrown) {
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

  private changed(): void {
    this.version += 1;
    this.#notParked = null;
    if (this.ready) this.keep();
    else
      this.read().catch(
        (thrown: unknown) => (this.#notKept = `Not saved yet. ${wordsOf(failureOf(thrown))}`),
      );
  }

  private keep(): void {
    if (!this.ready) return;
    const empty = this.body.trim() === "";
    this.saver.put({ kind: this.kind, body: empty ? "" : this.body });
  }
}

function joined(earlier: string, later: string): string {
  return [earlier, later].filter((part) => part !== "").join("\n");
}
