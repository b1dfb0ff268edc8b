/**
 * How far back the pane reaches. It begins with the usual depth; a learner who scrolls near its first line is given
 * twice as much, and again, up to all that is kept. Finding asks for all of it at once.
 */
import type { IDisposable, Terminal } from "@xterm/xterm";

/** Lines of history in a keyframe that nobody asked to be deeper: the engine's number. */
const USUAL = 2000;
/** As many as the engine keeps of a session. */
export const EVERYTHING = 200_000;
/** What a pane holds of its own, as many lines as the engine's screen. */
export const SCROLLBACK = 10_000;
/** Rows that a line may take where the pane is narrower than it was; more are cut off at the top. */
const ROWS_A_LINE = 3;

/** Lines that may be printed before the answer: what is in view has to be among those that come. */
const MEANWHILE = 4000;

export interface Reach {
  viewportY: number;
  baseY: number;
  rows: number;
  /** The oldest lines are dropped as new ones come. */
  isFull: boolean;
  /** Lines that the store has above the first one. */
  above: number;
  /** Lines that were asked for last. */
  depth: number;
}

/** How many lines to ask for, as the first one is near; null where it is not, or where it is the first of all. */
export function deeper({ viewportY, baseY, rows, isFull, above, depth }: Reach): number | null {
  const hasMore = depth < EVERYTHING && (isFull || above > 0);
  if (viewportY >= rows || !hasMore) return null;
  return Math.min(EVERYTHING, 2 * Math.max(depth, baseY) + MEANWHILE);
}

export class Depth implements IDisposable {
  private above = 0;
  private depth = USUAL;
  private asked: { lines: number; answered: Promise<void>; answer: () => void } | null = null;
  private readonly handlers: IDisposable[];

  /** `ask` answers whether a keyframe will come; `isMoved` whether it is not the learner who scrolls now. */
  constructor(
    private readonly term: Terminal,
    private readonly ask: (lines: number) => Promise<boolean>,
    isMoved: () => boolean = () => false,
  ) {
    this.handlers = [
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
    const { above, depth, isFull } = this;
    const lines = deeper({ viewportY, baseY, rows, isFull, above, depth });
    if (lines !== null) void this.request(lines);
  }

  /** Resolves when the pane has all that is kept, or all that can be had. */
  async everything(): Promise<void> {
    await this.asked?.answered;
    if (this.above > 0 || this.isFull) await this.request(EVERYTHING);
  }

  /** To be called where a keyframe may have brought less than that. */
  async usual(): Promise<void> {
    const held = this.term.buffer.normal.length - this.term.rows;
    if (!this.asked && this.above > 0 && held < USUAL) await this.request(USUAL);
  }

  /** Another picture begins, at the usual depth. */
  reset(): void {
    this.depth = USUAL;
    this.term.options.scrollback = SCROLLBACK;
    this.answered();
  }

  /** A deeper keyframe is on its way. */
  get isAsked(): boolean {
    return this.asked !== null;
  }

  /** To be called before a keyframe is written in the place of a picture. */
  makeRoom(): void {
    if (!this.asked) return;
    const room = SCROLLBACK + ROWS_A_LINE * this.asked.lines;
    if ((this.term.options.scrollback ?? 0) < room) this.term.options.scrollback = room;
  }

  /** A keyframe is on the sheet. */
  taken(above: number): void {
    this.above = above;
    // One that nobody asked for has the usual depth, whatever the pane held before.
    this.depth = this.asked?.lines ?? USUAL;
    this.answered();
    // More was printed than that, or lines were joined: the first one may be near still.
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

  private get isFull(): boolean {
    return this.term.buffer.normal.length >= this.term.rows + (this.term.options.scrollback ?? 0);
  }

  private async request(lines: number): Promise<void> {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const asked = { lines, answered, answer };
    this.asked = asked;
    const comes = await this.ask(lines).catch((thrown: unknown) => {
      console.warn("older lines", thrown);
      return false;
    });
    if (!comes && this.asked === asked) this.answered();
    await answered;
  }

  private cleared(all: boolean): false {
    if (!all) return false;
    this.above += this.term.buffer.normal.baseY;
    this.depth = USUAL;
    return false;
  }
}
