/**
 * Text that blinks (SGR 5), which xterm.js keeps but does not draw: a cover in the colour of what is behind the text
 * comes and goes over it. All covers do so together, and under reduced motion there are none, so the text is there.
 */
import type { IBufferCell, IBufferLine, IDisposable, ITheme, Terminal } from "@xterm/xterm";

export interface Cover {
  x: number;
  width: number;
  colour: string;
}

const NAMES = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"] as const;
const BRIGHT = [
  "brightBlack",
  "brightRed",
  "brightGreen",
  "brightYellow",
  "brightBlue",
  "brightMagenta",
  "brightCyan",
  "brightWhite",
] as const;
/** Of the colour cube in the palette, as xterm has them. */
const STEPS = [0, 95, 135, 175, 215, 255] as const;

/** What is to be covered of a row. */
export function coversOf(line: IBufferLine, columns: number, theme: ITheme, scratch: IBufferCell): Cover[] {
  const covers: Cover[] = [];
  for (let x = 0; x < columns; x += 1) {
    const cell = line.getCell(x, scratch);
    if (!cell?.isBlink()) continue;
    const colour = behind(cell, theme);
    const last = covers.at(-1);
    if (last && last.x + last.width === x && last.colour === colour) last.width += 1;
    else covers.push({ x, width: 1, colour });
  }
  return covers;
}

/** Follows what is drawn. To be called once the terminal is in the page. */
export function drawBlinking(term: Terminal): IDisposable {
  const screen = term.element?.querySelector(".xterm-screen");
  const scratch = term.buffer.active.getNullCell();
  const covers = document.createElement("div");
  covers.className = "blinking";
  covers.setAttribute("aria-hidden", "true");
  const rows = new Map<number, HTMLElement[]>();
  const drawn = term.onRender(({ start, end }) => {
    const { active } = term.buffer;
    for (let y = start; y <= end; y += 1) {
      const line = active.getLine(active.viewportY + y);
      const found = line ? coversOf(line, term.cols, term.options.theme ?? {}, scratch) : [];
      rows.get(y)?.forEach((element) => element.remove());
      rows.delete(y);
      if (found.length === 0) continue;
      rows.set(
        y,
        found.map((cover) => elementOf(cover, y, term)),
      );
      covers.append(...(rows.get(y) ?? []));
    }
    // A hidden part of the page would be one more to lay out.
    if (rows.size === 0) covers.remove();
    else if (!covers.isConnected) screen?.append(covers);
  });
  // Rows that a smaller grid no longer has are not drawn again.
  const resized = term.onResize(() => {
    rows.clear();
    covers.replaceChildren();
  });
  return {
    dispose: () => {
      drawn.dispose();
      resized.dispose();
      covers.remove();
    },
  };
}

/** In parts of the grid, whatever its cells measure. */
function elementOf({ x, width, colour }: Cover, y: number, { cols, rows }: Terminal): HTMLElement {
  const element = document.createElement("div");
  element.style.left = `${(x / cols) * 100}%`;
  element.style.width = `${(width / cols) * 100}%`;
  element.style.top = `${(y / rows) * 100}%`;
  element.style.height = `${100 / rows}%`;
  element.style.background = colour;
  return element;
}

function behind(cell: IBufferCell, theme: ITheme): string {
  if (cell.isInverse()) {
    if (cell.isFgDefault()) return theme.foreground ?? "currentColor";
    return colourOf(cell.isFgRGB(), cell.getFgColor(), theme);
  }
  if (cell.isBgDefault()) return theme.background ?? "transparent";
  return colourOf(cell.isBgRGB(), cell.getBgColor(), theme);
}

function colourOf(isRgb: boolean, colour: number, theme: ITheme): string {
  if (isRgb) return `#${colour.toString(16).padStart(6, "0")}`;
  const name = NAMES[colour] ?? BRIGHT[colour - 8];
  if (name) return theme[name] ?? "transparent";
  if (colour >= 232) {
    const grey = 8 + 10 * (colour - 232);
    return `rgb(${grey}, ${grey}, ${grey})`;
  }
  const at = colour - 16;
  const part = (by: number): number => STEPS[Math.floor(at / by) % 6] ?? 0;
  return `rgb(${part(36)}, ${part(6)}, ${part(1)})`;
}
