/** A note that is being changed in place: every change goes to the engine while it is typed. */
import type { Backend } from "../backend/backend";
import { wordsOf } from "../backend/failure";
import type { Note } from "../backend/generated/Note";
import type { NoteKind } from "../backend/generated/NoteKind";
import { Saver } from "./saver";

type Text = Pick<Note, "kind" | "body">;

export class Edit {
  kind: NoteKind = $state("note");
  body = $state("");
  fault = $state<string | null>(null);
  private readonly saver: Saver<Text>;

  constructor(
    readonly note: Note,
    backend: Pick<Backend, "editNote">,
    saved: (text: Text) => void,
  ) {
    this.kind = note.kind;
    this.body = note.body;
    let sent: Text = note;
    this.saver = new Saver(
      (text) => {
        sent = text;
        return backend.editNote(note.id, text.kind, text.body);
      },
      {
        saved: () => {
          this.fault = null;
          saved(sent);
        },
        failed: (failure) => (this.fault = `Not saved. ${wordsOf(failure)} Your text stays here.`),
      },
    );
  }

  type(body: string): void {
    this.body = body;
    // A note without words is none; whoever wants that deletes it.
    if (body.trim() !== "") this.keep();
  }

  choose(kind: NoteKind): void {
    this.kind = kind;
    if (this.body.trim() !== "") this.keep();
  }

  /** Answers whether all is saved, so that the field may close. One that was emptied has its words again. */
  async finish(): Promise<boolean> {
    if (this.body.trim() === "") this.type(this.note.body);
    await this.saver.settled();
    return !this.saver.unsaved;
  }

  flush(): void {
    this.saver.flush();
  }

  private keep(): void {
    this.saver.put({ kind: this.kind, body: this.body });
  }
}
