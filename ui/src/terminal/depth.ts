/**
 * How far back the pane reaches. It begins with the usual depth; a learner who scrolls near its first line is given
 * twice as much, and again, up to all that is kept. Finding asks for all of it at once.
 */
import type { IDisposable, Terminal } from "@xterm/xterm";
import { Dropped } from "./lines-dropped";
import type { Keyframe } from "./frames";

/** Lines of history in a keyframe that nobody asked to be deeper: the engine's number. */
const USUAL = 2000;
/** As many as the engine keeps of a session. */
export const EVERYTHING = 200_000;
/** What a pane holds of its own, as many lines as the engine's screen. */
export const SCROLLBACK = 10_000;

export interface Reach {
  viewportY: number;
  baseY: number;
  rows: number;
  /** Lines that the session has above the first one. */
  above: number;
}

/** What is asked for: of a session that runs by its line, as it may print any number before the answer. */
export interface Wanted {
  /** The line of the session to begin with. */
  first: number;
  /** The same as a number of lines above the screen, where nothing is printed meanwhile. */
  lines: number;
}

/** What to ask for, as the first line is near: twice as much; null where it is not, or where it is the first of all. */
export function deeper({ viewportY, baseY, rows, above }: Reach): Wanted | null {
  if (viewportY >= rows || above === 0) return null;
  const first = Math.max(0, above - Math.max(USUAL, baseY));
  return { first, lines: Math.min(EVERYTHING, baseY + above - first) };
}

/** At least as many rows as a keyframe may take: a line that is longer than the pane is wide wraps. */
export function rowsOf(bytes: Uint8Array, columns: number): number {
  let lines = 1;
  for (const byte of bytes) if (byte === 0x0a) lines += 1;
  return lines + Math.ceil(bytes.length / columns);
}

export class Depth implements IDisposable {
  private readonly dropped: Dropped;
  /** Lines of the session above the first one that the last keyframe brought, or that is left after a clear. */
  private before = 0;
  private asked: { answered: Promise<void>; answer: () => void } | null = null;
  private readonly handlers: IDisposable[];

  /** `ask` answers whether a keyframe will come; `isMoved` whether it is not the learner who scrolls now. */
  constructor(
    private readonly term: Terminal,
    private readonly ask: (wanted: Wanted) => Promise<boolean>,
    isMoved: () => boolean = () => false,
  ) {
    this.dropped = new Dropped(term);
    this.handlers = [
      this.dropped,
      term.onScroll(() => {
        const { viewportY, baseY } = term.buffer.active;
        if (viewportY < baseY && !isMoved()) this.look();
      }),
      // What a program clears away here is in the store.
      term.parser.registerCsiHandler({ final: "J" }, ([what]) => this.cleared(what === 3)),
      term.parser.registerEscHandler({ final: "c" }, () => this.cleared(true)),
    ];
  }

  /** The learner wants to see what is further up. */
  look(): void {
    if (this.asked || this.term.buffer.active.type !== "normal") return;
    const { viewportY, baseY } = this.term.buffer.active;
    const { rows } = this.term;
    const wanted = deeper({ viewportY, baseY, rows, above: this.above });
    if (wanted) void this.request(wanted);
  }

  /** Resolves when the pane has all that is kept, or all that can be had. */
  async everything(): Promise<void> {
    await this.asked?.answered;
    if (this.above > 0) await this.request({ first: 0, lines: EVERYTHING });
  }

  /** To be called where a keyframe may have brought less than that. */
  async usual(): Promise<void> {
    const held = this.term.buffer.normal.length - this.term.rows;
    if (this.asked || this.above === 0 || held >= USUAL) return;
    await this.request({ first: Math.max(0, this.above + held - USUAL), lines: USUAL });
  }

  /** Another picture begins, at the usual depth. */
  reset(): void {
    this.term.options.scrollback = SCROLLBACK;
    this.answered();
  }

  /** A deeper keyframe is on its way. */
  get isAsked(): boolean {
    return this.asked !== null;
  }

  /** To be called before a keyframe is written in the place of a picture. */
  makeRoom({ bytes, columns }: Pick<Keyframe, "bytes" | "columns">): void {
    if (!this.asked) return;
    const room = SCROLLBACK + rowsOf(bytes, columns);
    if ((this.term.options.scrollback ?? 0) < room) this.term.options.scrollback = room;
  }

  /** A keyframe is on the sheet. */
  taken(above: number): void {
    this.before = above;
    this.dropped.begin();
    this.answered();
    // Lines were joined: the first one may be near still.
    const { viewportY, baseY } = this.term.buffer.active;
    if (viewportY < baseY) this.look();
  }

  /** Nobody will answer any more. */
  answered(): void {
    this.asked?.answer();
    this.asked = null;
  }

  dispose(): void {
    this.handlers.forEach((handler) => handler.dispose());
    this.answered();
  }

  private get above(): number {
    return this.before + this.dropped.lines;
  }

  private async request(wanted: Wanted): Promise<void> {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const asked = { answered, answer };
    this.asked = asked;
    const comes = await this.ask(wanted).catch((thrown: unknown) => {
      console.warn("older lines", thrown);
      return false;
    });
    if (!comes && this.asked === asked) this.answered();
    await answered;
  }

  private cleared(all: boolean): false {
    if (!all) return false;
    this.before = this.above + this.term.buffer.normal.baseY;
    this.dropped.begin();
    return false;
  }
}
