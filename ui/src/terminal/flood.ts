/**
 * More output than anybody could read: the pane leaves out what is past already and draws the present instead, so that
 * the program and the engine have the computer to themselves. Nothing is lost: the lines are in the log, and the
 * pane takes them in again as soon as it is quiet, or when the learner scrolls back.
 */
import type { IDisposable, Terminal } from "@xterm/xterm";
import type { Pace } from "../backend/backend";
import type { Pacer } from "./viewer";

/** Bytes between two reads which are parsed still: a fast build or a long listing stays whole. */
const PATIENCE = 128 * 1024;
/**
 * While it lasts, the page's thread works a tenth of the time: without a graphics card, other threads work as long
 * again on each picture.
 */
const REST_FOR_WORK = 9;
/** But what is shown is never older than this, in milliseconds, beside what drawing takes. */
const LONGEST_REST = 250;
/** Who types sees what comes of it. */
const LONGEST_REST_OF_TYPIST = 50;
/** So long after a key somebody counts as one who types. */
const TYPING = 1000;
/** Without a frame for so long the window is hidden. */
const FRAME_PATIENCE = 100;
/** After the last skip and its rest, until the pane takes in what is above the screen. */
const QUIET = 300;

/** Milliseconds until the next read, where the last took `work` to parse and to draw. */
export function restFor(work: number, sinceTyped: number): number {
  const longest = sinceTyped < TYPING ? LONGEST_REST_OF_TYPIST : LONGEST_REST;
  return Math.round(Math.min(longest, REST_FOR_WORK * work));
}

export class Flood implements Pacer, IDisposable {
  private quiet: ReturnType<typeof setTimeout> | null = null;
  private rest = 0;
  private typedAt = -Infinity;
  private isDisposed = false;

  /** `isLookedThrough`: all lines are wanted; `refill` is called when it is quiet. */
  constructor(
    private readonly term: Pick<Terminal, "buffer" | "hasSelection">,
    private readonly isLookedThrough: () => boolean,
    private readonly refill: () => void,
  ) {}

  /** Who has scrolled back, selects or finds is given every line, since these are about to be read. */
  pace(): Pace | null {
    const rest = this.rest;
    this.rest = 0;
    const { viewportY, baseY } = this.term.buffer.active;
    const isAtEnd = viewportY === baseY;
    return isAtEnd && !this.term.hasSelection() && !this.isLookedThrough()
      ? { patience: PATIENCE, rest }
      : null;
  }

  /** A picture with little above the screen is there, and what is above it comes when it is quiet. */
  begins(): void {
    this.refillAfter(QUIET);
  }

  /** A key was pressed. */
  typed(): void {
    this.typedAt = performance.now();
  }

  async skipped(took: number): Promise<void> {
    this.begins();
    const work = took + (await drawn());
    if (this.isDisposed) return;
    this.rest = restFor(work, performance.now() - this.typedAt);
    this.refillAfter(this.rest + QUIET);
  }

  dispose(): void {
    this.isDisposed = true;
    this.forget();
  }

  private forget(): void {
    if (this.quiet !== null) clearTimeout(this.quiet);
  }

  private refillAfter(milliseconds: number): void {
    this.forget();
    this.quiet = setTimeout(() => {
      this.quiet = null;
      this.refill();
    }, milliseconds);
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
