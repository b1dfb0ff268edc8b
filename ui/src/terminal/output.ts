/** The text of a stretch of the buffer, as a person would copy it: wrapped lines joined, blanks at ends removed. */
import type { IBuffer } from "@xterm/xterm";

export interface Spot {
  line: number;
  column: number;
}

export function textBetween(buffer: Pick<IBuffer, "getLine">, from: Spot, to: Spot): string {
  const lines: string[] = [];
  for (let y = from.line; y <= to.line; y += 1) {
    const line = buffer.getLine(y);
    if (!line) continue;
    const start = y === from.line ? from.column : 0;
    const text = line.translateToString(true, start, y === to.line ? to.column : undefined);
    const wraps = line.isWrapped && lines.length > 0;
    lines.push(wraps ? `${lines.pop() ?? ""}${text}` : text);
  }
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}
