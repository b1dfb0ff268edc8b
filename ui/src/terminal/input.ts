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
  /** Typed at a prompt that does not show it, such as one for a password. */
  hidden: boolean;
}

export interface Refused {
  /** What was not sent and may be shown. */
  typed: string;
  /** Something else was not sent, which may not. */
  hidden: boolean;
}

export class InputQueue {
  private readonly waiting: Chunk[] = [];
  private sending = false;
  private gone: Failure | null = null;

  constructor(
    readonly run: number,
    private readonly write: Write,
    /** Called with what was not sent, and why. */
    private readonly refused: (what: Refused, why: Failure) => void,
    /** Whether what is typed now is not to be shown. */
    private readonly hidden: () => boolean,
  ) {}

  send(data: string, binary: boolean): void {
    if (data === "") return;
    const chunk = { data, binary, hidden: this.hidden() };
    if (this.gone) {
      this.refused(whatOf([chunk]), this.gone);
      return;
    }
    const last = this.waiting.at(-1);
    if (last?.binary === binary && last.hidden === chunk.hidden) last.data += data;
    else this.waiting.push(chunk);
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
    const gone = why.code === "RunGone";
    // Nothing after it can be sent either, so it is handed back in one piece.
    const back = gone ? [chunk, ...this.waiting.splice(0)] : [chunk];
    // That a prompt hides what is typed may become known a moment after the first keys.
    if (this.hidden()) for (const each of back) each.hidden = true;
    if (gone) this.gone = why;
    this.refused(whatOf(back), why);
  }
}

/** Binary chunks are mouse reports: nobody would want them back. */
function whatOf(chunks: readonly Chunk[]): Refused {
  const keys = chunks.filter((chunk) => !chunk.binary);
  const shown = keys.filter((chunk) => !chunk.hidden);
  return { typed: shown.map((chunk) => chunk.data).join(""), hidden: shown.length < keys.length };
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
