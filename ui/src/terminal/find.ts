/**
 * Finding in the pane: in all that is kept of the session, which is loaded first. Every match is counted; those in
 * view are marked, so that a word on every line costs no more to draw than one that stands there once.
 */
import type { IDecoration, IDisposable, IMarker, Terminal } from "@xterm/xterm";
import type { Depth } from "./depth";
import {
  cellsOf,
  firstBelow,
  linesOf,
  matchesIn,
  nearest,
  type Line,
  type Match,
  type Query,
} from "./matches";

export interface Found {
  /** Older lines are on their way. */
  loading: boolean;
  count: number;
  /** Of the one that is shown; -1 for none. */
  at: number;
}

export const NOTHING: Found = { loading: false, count: 0, at: -1 };

/** While a program prints, matches are looked for anew after so long, and at most a fifth of the time. */
const AGAIN_MS = 200;
/** Rows that the bar may cover at the top, and a band at the bottom. */
const COVERED = { top: 3, bottom: 5 };

export class Find implements IDisposable {
  private query: Query | null = null;
  private lines: Line[] | null = null;
  private matches: Match[] = [];
  private at = -1;
  /** Where the match that is shown stands, whatever leaves above it. */
  private anchor: IMarker | null = null;
  private loading = false;
  private drawn: IDecoration[] = [];
  private drawnFor = "";
  private changes = 0;
  private frame: number | null = null;
  private again: ReturnType<typeof setTimeout> | null = null;
  private took = 0;
  private readonly handlers: IDisposable[];

  constructor(
    private readonly term: Terminal,
    private readonly depth: Depth,
    private readonly tell: (found: Found) => void,
  ) {
    const changed = (): void => this.changed();
    this.handlers = [
      term.onWriteParsed(changed),
      term.onResize(changed),
      term.onScroll(() => this.drawSoon()),
      term.buffer.onBufferChange(changed),
    ];
  }

  /** Loads all that is kept, and looks for the newest match above the end of what is in view. */
  async seek(query: Query): Promise<void> {
    const isFirst = this.query === null;
    this.query = query;
    if (isFirst) {
      this.loading = true;
      this.told();
      await this.depth.everything();
      this.loading = false;
      // It may have been closed meanwhile.
      if (this.isClosed()) return;
      this.lines = null;
    }
    if (this.loading) return;
    const from = this.anchorRow() ?? this.term.buffer.active.viewportY + this.term.rows - 1;
    this.look();
    this.show(nearest(this.matches, from));
  }

  /** The pane was given another picture, of the usual depth. */
  renew(): void {
    const query = this.query;
    if (!query) return;
    this.query = null;
    void this.seek(query);
  }

  /** Something is looked for. */
  get isOpen(): boolean {
    return this.query !== null;
  }

  step(direction: "previous" | "next"): void {
    const count = this.matches.length;
    if (count === 0) return;
    this.show((this.at + (direction === "next" ? 1 : count - 1)) % count);
  }

  close(): void {
    this.query = null;
    this.lines = null;
    this.matches = [];
    this.show(-1);
    if (this.again !== null) clearTimeout(this.again);
    this.again = null;
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.frame = null;
  }

  dispose(): void {
    this.close();
    this.handlers.forEach((handler) => handler.dispose());
  }

  // A method, since it changes during a wait, which the type checker cannot see.
  private isClosed(): boolean {
    return this.query === null;
  }

  private look(): void {
    if (!this.query) return;
    const started = performance.now();
    this.lines ??= linesOf(this.term.buffer.active);
    this.matches = matchesIn(this.lines, this.query);
    this.changes += 1;
    this.took = performance.now() - started;
  }

  private show(at: number): void {
    this.at = at;
    this.anchor?.dispose();
    this.anchor = null;
    const match = this.matches[at];
    if (match) {
      this.reveal(cellsOf(this.term.buffer.active, match)[0]?.row ?? match.row);
      this.anchor = this.marker(match.row);
    }
    this.changes += 1;
    this.draw();
    this.told();
  }

  private reveal(row: number): void {
    const { viewportY } = this.term.buffer.active;
    const first = viewportY === 0 ? 0 : viewportY + COVERED.top;
    if (row >= first && row < viewportY + this.term.rows - COVERED.bottom) return;
    this.term.scrollToLine(Math.max(0, row - (this.term.rows >> 1)));
  }

  private changed(): void {
    this.lines = null;
    if (this.query === null || this.loading) return;
    this.again ??= setTimeout(
      () => {
        this.again = null;
        const row = this.anchorRow();
        const before = this.matches[this.at];
        this.look();
        // The one that is shown, if it is still there; the learner is not taken anywhere.
        const same = this.matches.findIndex((match) => match.row === row && match.from === before?.from);
        this.at = same >= 0 ? same : nearest(this.matches, row ?? this.term.buffer.active.viewportY);
        this.draw();
        this.told();
      },
      Math.max(AGAIN_MS, 4 * this.took),
    );
  }

  private anchorRow(): number | null {
    return this.anchor && !this.anchor.isDisposed ? this.anchor.line : null;
  }

  /** Once a frame at most: output scrolls with every line. */
  private drawSoon(): void {
    if (this.query === null) return;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  private draw(): void {
    const { viewportY } = this.term.buffer.active;
    const wanted = `${viewportY} ${this.changes}`;
    if (wanted === this.drawnFor) return;
    this.drawnFor = wanted;
    this.drawn.forEach((decoration) => decoration.dispose());
    this.drawn = [];
    // A long line may begin above the view.
    const last = firstBelow(this.matches, viewportY + this.term.rows - 1);
    for (let at = last - 1; at >= 0; at -= 1) {
      const match = this.matches[at];
      if (!match || !this.mark(match, at === this.at, viewportY)) break;
    }
  }

  /** Answers whether there may be more in view above it. */
  private mark(match: Match, isShown: boolean, viewportY: number): boolean {
    const cells = cellsOf(this.term.buffer.active, match);
    for (const { row, x, width } of cells) {
      if (row < viewportY || row >= viewportY + this.term.rows) continue;
      const marker = this.marker(row);
      const decoration = marker && this.term.registerDecoration({ marker, x, width, layer: "top" });
      if (!decoration) continue;
      decoration.onRender((element) => {
        element.classList.add("find-match");
        element.classList.toggle("shown", isShown);
      });
      decoration.onDispose(() => marker.dispose());
      this.drawn.push(decoration);
    }
    return match.row >= viewportY || (cells.at(-1)?.row ?? -1) >= viewportY;
  }

  private marker(row: number): IMarker | null {
    const { baseY, cursorY, type } = this.term.buffer.active;
    return type === "normal" ? this.term.registerMarker(row - baseY - cursorY) : null;
  }

  private told(): void {
    this.tell({ loading: this.loading, count: this.matches.length, at: this.at });
  }
}
