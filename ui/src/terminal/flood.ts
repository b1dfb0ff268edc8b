/**
 * More output than anybody could read: the pane leaves out what is past already and draws the present instead, so that
 * the program and the engine have the computer to themselves. Nothing is lost: the lines are in the log, and the
 * pane takes them in again as soon as it is quiet, or when the learner scrolls back.
 */
import type { IDisposable, Terminal } from "@xterm/xterm";
import type { Pace } from "./viewer";

/** Bytes between two reads which are parsed still: a fast build or a long listing stays whole. */
const PATIENCE = 128 * 1024;
/**
 * While it lasts, the page's thread works a tenth of the time: without a graphics card, other threads work as long
 * again on each picture.
 */
const REST_FOR_WORK = 9;
/** But what is shown is never older than this, in milliseconds, beside what drawing takes. */
const LONGEST_REST = 80;
/** Without a frame for so long the window is hidden. */
const FRAME_PATIENCE = 100;
/** After the last skip, until the pane takes in what is above the screen. */
const QUIET = 300;

/** Milliseconds until the next read, where the last took so many to parse and to draw. */
export function restFor(work: number): number {
  return Math.min(LONGEST_REST, REST_FOR_WORK * work);
}

export class Flood implements Pace, IDisposable {
  private quiet: ReturnType<typeof setTimeout> | null = null;

  /** `isLookedThrough`: all lines are wanted; `refill` is called when it is quiet. */
  constructor(
    private readonly term: Pick<Terminal, "buffer" | "hasSelection">,
    private readonly isLookedThrough: () => boolean,
    private readonly refill: () => void,
  ) {}

  /** Who has scrolled back, selects or finds is given every line, since these are about to be read. */
  patience(): number | null {
    const { viewportY, baseY } = this.term.buffer.active;
    const isAtEnd = viewportY === baseY;
    return isAtEnd && !this.term.hasSelection() && !this.isLookedThrough() ? PATIENCE : null;
  }

  /** A picture with little above the screen is there, and what is above it comes when it is quiet. */
  begins(): void {
    this.dispose();
    this.quiet = setTimeout(() => {
      this.quiet = null;
      this.refill();
    }, QUIET);
  }

  async skipped(took: number): Promise<void> {
    this.begins();
    const work = took + (await drawn());
    await new Promise((resolve) => setTimeout(resolve, restFor(work)));
  }

  dispose(): void {
    if (this.quiet !== null) clearTimeout(this.quiet);
  }
}

/** Resolves when the next frame is drawn: with the milliseconds that it took. */
function drawn(): Promise<number> {
  return new Promise((resolve) => {
    const late = setTimeout(() => {
      cancelAnimationFrame(frame);
      resolve(0);
    }, FRAME_PATIENCE);
    const frame = requestAnimationFrame((began) => {
      clearTimeout(late);
      setTimeout(() => resolve(performance.now() - began));
    });
  });
}
