/**
 * Where the learner has scrolled to, kept while the grid or its cells change their size: the line at the top stays
 * there, or the end. xterm.js keeps the number of that line, whatever wraps anew above it, and a scrollbar in pixels,
 * which it reads as another line once cells are larger.
 */
import type { IMarker, Terminal } from "@xterm/xterm";

/** What the terminal in the window and the one without a window share. */
export interface Scrolled extends Pick<Terminal, "scrollToLine" | "scrollToTop" | "scrollToBottom"> {
  buffer: { active: { viewportY: number; baseY: number; cursorY: number } };
  registerMarker(offset: number): Top | undefined;
}

type Top = Pick<IMarker, "line" | "isDisposed" | "dispose">;

export class Place {
  private kept: Top | "end" | null = null;
  private turn = 0;
  private moving = false;

  /** `settled`: calls back once the scrollbar has its new length. */
  constructor(
    private readonly term: Scrolled,
    private readonly settled: (then: () => void) => void = afterTwoFrames,
  ) {}

  /** Changes something; of several changes at once, the place before the first is kept. */
  keep(change: () => void): void {
    this.kept ??= this.find();
    change();
    this.turn += 1;
    const turn = this.turn;
    this.settled(() => {
      if (turn === this.turn) this.restore();
    });
  }

  /** It is scrolled from here, and not by the learner. */
  get isMoving(): boolean {
    return this.moving;
  }

  /** Another picture comes, with a place of its own. */
  forget(): void {
    this.turn += 1;
    if (this.kept !== "end") this.kept?.dispose();
    this.kept = null;
  }

  dispose(): void {
    this.forget();
  }

  private find(): Top | "end" {
    const { viewportY, baseY, cursorY } = this.term.buffer.active;
    // Markers move with their lines when these wrap anew.
    return (viewportY < baseY && this.term.registerMarker(viewportY - baseY - cursorY)) || "end";
  }

  private restore(): void {
    const kept = this.kept;
    this.kept = null;
    this.moving = true;
    // By way of the top, where line and scrollbar agree.
    this.term.scrollToTop();
    if (kept === null || kept === "end" || kept.isDisposed) this.term.scrollToBottom();
    else this.term.scrollToLine(kept.line);
    this.moving = false;
    if (kept !== "end") kept?.dispose();
  }
}

/** xterm.js sets the length of its scrollbar at the end of the frame that draws. */
function afterTwoFrames(then: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(then));
}
