/**
 * What the learner types into one run: in order, whole, one write outstanding; what queues meanwhile is
 * joined. It is refused, never dropped: what could not be sent is handed back.
 */
import type { Failure } from "../backend/generated/Failure";
import { isFailure } from "../backend/backend";

export type Write = (run: number, data: string, binary: boolean) => Promise<void>;

interface Chunk {
  data: string;
  binary: boolean;
}

export class InputQueue {
  private readonly waiting: Chunk[] = [];
  private sending = false;
  private gone: Failure | null = null;

  constructor(
    readonly run: number,
    private readonly write: Write,
    /** Called with what was not sent, and why. */
    private readonly refused: (data: string, why: Failure) => void,
  ) {}

  send(data: string, binary: boolean): void {
    if (data === "") return;
    if (this.gone) {
      this.refused(binary ? "" : data, this.gone);
      return;
    }
    const last = this.waiting.at(-1);
    if (last?.binary === binary) last.data += data;
    else this.waiting.push({ data, binary });
    if (!this.sending) void this.drain();
  }

  private async drain(): Promise<void> {
    this.sending = true;
    try {
      for (let chunk = this.waiting.shift(); chunk; chunk = this.waiting.shift()) {
        try {
          await this.write(this.run, chunk.data, chunk.binary);
        } catch (thrown) {
          this.refuse(chunk, thrown);
        }
      }
    } finally {
      this.sending = false;
    }
  }

  private refuse(chunk: Chunk, thrown: unknown): void {
    const why = isFailure(thrown) ? thrown : internal(thrown);
    if (why.code !== "RunGone") {
      this.refused(textOf([chunk]), why);
      return;
    }
    // Nothing after it can be sent either, so it is handed back in one piece.
    this.gone = why;
    this.refused(textOf([chunk, ...this.waiting.splice(0)]), why);
  }
}

/** Binary chunks are mouse reports: nobody would want them back. */
function textOf(chunks: readonly Chunk[]): string {
  return chunks.map((chunk) => (chunk.binary ? "" : chunk.data)).join("");
}

function internal(thrown: unknown): Failure {
  return {
    code: "Internal",
    message: thrown instanceof Error ? thrown.message : String(thrown),
    hint: "",
    session: null,
    reason: null,
  };
}

/** What was typed as a person would read it: keys that are no text are left out, Enter is a mark. */
export function readable(typed: string): string {
  return typed
    .replace(/\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?/g, "")
    .replace(/\r/g, "⏎")
    .replace(/[\x00-\x1f\x7f-\x9f]/g, "")
    .replace(/^⏎+|⏎+$/g, "")
    .trim();
}
