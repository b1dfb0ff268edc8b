/**
 * How many lines a full pane has let go of at its top. xterm.js tells that of markers alone: one just above the screen,
 * where no program erases it, moves up with its line, and is gone when that is. Too few may be counted, never too many:
 * what is asked for by them begins too early then, and not too late.
 */
import type { IDisposable, IMarker, Terminal } from "@xterm/xterm";

export class Dropped implements IDisposable {
  private before = 0;
  private anchor: { marker: IMarker; from: number } | null = null;
  private readonly handlers: IDisposable[];

  constructor(private readonly term: Terminal) {
    this.handlers = [
      term.onScroll(() => {
        if (!this.anchor) this.set();
      }),
      // Lines that wrap anew move it as well.
      term.onResize(() => this.set()),
    ];
  }

  /** From now on. */
  begin(): void {
    this.before = 0;
    this.set();
  }

  get lines(): number {
    return this.before + (this.anchor ? this.anchor.from - this.anchor.marker.line : 0);
  }

  dispose(): void {
    this.handlers.forEach((handler) => handler.dispose());
    this.leave();
  }

  private set(): void {
    this.leave();
    const { type, baseY, cursorY } = this.term.buffer.active;
    if (type !== "normal" || baseY === 0) return;
    const from = baseY - 1;
    const marker = this.term.registerMarker(-cursorY - 1);
    this.anchor = { marker, from };
    marker.onDispose(() => {
      if (this.anchor?.marker !== marker) return;
      if (this.isFull()) this.before += from + 1;
      this.anchor = null;
    });
  }

  private leave(): void {
    const { anchor } = this;
    this.anchor = null;
    anchor?.marker.dispose();
  }

  private isFull(): boolean {
    return this.term.buffer.normal.length >= this.term.rows + (this.term.options.scrollback ?? 0);
  }
}
