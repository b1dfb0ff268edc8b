/**
 * A copy of what the visible pane shows, for whole-app tests that compare it with the engine's screen cell
 * by cell. It reads and changes nothing; `window.__inglenook_terminal()` answers it, or null without a pane.
 */
import type { Terminal } from "@xterm/xterm";

export interface Dump {
  columns: number;
  rows: number;
  cursor: { x: number; y: number };
  alternate: boolean;
  /** Index of the first line that belongs to the screen; the lines before it are the scrollback. */
  base: number;
  lines: { text: string; isWrapped: boolean }[];
}

export function dumpOf(term: Pick<Terminal, "buffer" | "cols" | "rows">): Dump {
  const buffer = term.buffer.active;
  const lines: Dump["lines"] = [];
  for (let y = 0; y < buffer.length; y += 1) {
    const line = buffer.getLine(y);
    lines.push({ text: line?.translateToString(true) ?? "", isWrapped: line?.isWrapped ?? false });
  }
  return {
    columns: term.cols,
    rows: term.rows,
    cursor: { x: buffer.cursorX, y: buffer.cursorY },
    alternate: buffer.type === "alternate",
    base: buffer.baseY,
    lines,
  };
}

declare global {
  interface Window {
    __inglenook_terminal?: () => Dump | null;
  }
}
