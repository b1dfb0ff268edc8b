/**
 * Where a text stands in a buffer. Pure. Lines that were wrapped are searched as one; places in a line are counted in
 * UTF-16, and become cells only for the few matches that are drawn.
 */
import type { IBuffer, IBufferLine } from "@xterm/xterm";

export interface Query {
  text: string;
  matchCase: boolean;
}

/** A whole line, whatever it was wrapped into. */
export interface Line {
  /** Its first row. */
  row: number;
  text: string;
}

export interface Match {
  /** The first row of its line. */
  row: number;
  from: number;
  to: number;
}

export interface Cells {
  row: number;
  x: number;
  width: number;
}

export function linesOf(buffer: Pick<IBuffer, "getLine" | "length">): Line[] {
  const lines: Line[] = [];
  for (let row = 0; row < buffer.length; row += 1) {
    const line = buffer.getLine(row);
    if (!line) continue;
    const next = buffer.getLine(row + 1);
    const text = textOf(line, next);
    const above = lines.at(-1);
    if (line.isWrapped && above) above.text += text;
    else lines.push({ row, text });
  }
  return lines;
}

export function matchesIn(lines: readonly Line[], { text, matchCase }: Query): Match[] {
  if (text === "") return [];
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), matchCase ? "gu" : "giu");
  const matches: Match[] = [];
  for (const line of lines) {
    for (const found of line.text.matchAll(pattern)) {
      matches.push({ row: line.row, from: found.index, to: found.index + found[0].length });
    }
  }
  return matches;
}

/** The cells of a match, row by row. */
export function cellsOf(buffer: Pick<IBuffer, "getLine">, { row, from, to }: Match): Cells[] {
  const cells: Cells[] = [];
  let at = 0;
  for (let y = row; at < to; y += 1) {
    const line = buffer.getLine(y);
    if (!line || (y > row && !line.isWrapped)) break;
    const here: Cells = { row: y, x: -1, width: 0 };
    for (let x = 0; x < widthOf(line, buffer.getLine(y + 1)) && at < to; x += 1) {
      const cell = line.getCell(x);
      const width = cell?.getWidth() ?? 1;
      if (width === 0) continue;
      if (at >= from) {
        if (here.x < 0) here.x = x;
        here.width = x + width - here.x;
      }
      at += cell?.getChars().length ? cell.getChars().length : 1;
    }
    if (here.x >= 0) cells.push(here);
  }
  return cells;
}

/** The newest match at this row or above; the first of all where they are all below, -1 where there is none. */
export function nearest(matches: readonly Match[], row: number): number {
  if (matches.length === 0) return -1;
  return Math.max(0, firstBelow(matches, row) - 1);
}

/** The index of the first match below a row. */
export function firstBelow(matches: readonly Match[], row: number): number {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[middle]?.row ?? Infinity) <= row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As many columns as its text has: a wide character that did not fit left the last one empty. */
function widthOf(line: IBufferLine, next: IBufferLine | undefined): number {
  if (!next?.isWrapped || next.getCell(0)?.getWidth() !== 2) return line.length;
  const last = line.getCell(line.length - 1);
  return last?.getWidth() === 1 && last.getCode() === 0 ? line.length - 1 : line.length;
}

function textOf(line: IBufferLine, next: IBufferLine | undefined): string {
  return next?.isWrapped
    ? line.translateToString(false, 0, widthOf(line, next))
    : line.translateToString(true);
}
