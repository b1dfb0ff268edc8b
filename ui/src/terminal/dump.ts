/**
 * A copy of what the visible pane shows, for whole-app tests that compare it with the engine's screen cell
 * by cell. It reads and changes nothing; `window.__inglenook_terminal()` answers it, or null without a pane.
 */
import type { IBufferCell, IBufferLine, IModes, Terminal } from "@xterm/xterm";

export interface Dump {
  columns: number;
  rows: number;
  cursor: { x: number; y: number; hidden: boolean };
  modes: IModes;
  alternate: boolean;
  /** Index of the first line that belongs to the screen; the lines before it are the scrollback. */
  base: number;
  /** Index of the first line in view. */
  view: number;
  /** `cells` only where asked for: every cell's text, width, colours and attributes. */
  lines: { text: string; isWrapped: boolean; cells?: string }[];
}

/** What xterm.js keeps to itself: there is no public way to learn whether the cursor shows. */
interface Inside {
  _core?: { coreService?: { isCursorHidden?: boolean } };
}

export function dumpOf(term: Pick<Terminal, "buffer" | "cols" | "rows" | "modes">, withCells = false): Dump {
  const buffer = term.buffer.active;
  const lines: Dump["lines"] = [];
  for (let y = 0; y < buffer.length; y += 1) {
    const line = buffer.getLine(y);
    lines.push({
      text: line?.translateToString(true) ?? "",
      isWrapped: line?.isWrapped ?? false,
      ...(withCells && line ? { cells: cellsOf(line, buffer.getNullCell()) } : {}),
    });
  }
  const hidden = (term as Inside)._core?.coreService?.isCursorHidden ?? false;
  return {
    columns: term.cols,
    rows: term.rows,
    cursor: { x: buffer.cursorX, y: buffer.cursorY, hidden },
    modes: term.modes,
    alternate: buffer.type === "alternate",
    base: buffer.baseY,
    view: buffer.viewportY,
    lines,
  };
}

function cellsOf(line: IBufferLine, cell: IBufferCell): string {
  const cells: string[] = [];
  for (let x = 0; x < line.length; x += 1) {
    line.getCell(x, cell);
    const colours = [cell.getFgColorMode(), cell.getFgColor(), cell.getBgColorMode(), cell.getBgColor()];
    const flags = [
      cell.isBold(),
      cell.isDim(),
      cell.isItalic(),
      cell.isUnderline(),
      cell.isBlink(),
      cell.isInverse(),
      cell.isInvisible(),
      cell.isStrikethrough(),
      cell.isOverline(),
    ];
    cells.push(
      [cell.getChars(), cell.getWidth(), ...colours, ...flags.map((flag) => (flag ? 1 : 0))].join(","),
    );
  }
  return cells.join("|");
}

declare global {
  interface Window {
    __inglenook_terminal?: (withCells?: boolean) => Dump | null;
  }
}
