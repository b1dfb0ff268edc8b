/**
 * Links in the output. What a program prints is hostile, so a link opens only on Ctrl/Cmd+click, only
 * `http`, `https` and `mailto`, and only through the backend.
 */
import type { IBufferRange, ILink, ILinkHandler, ILinkProvider, Terminal } from "@xterm/xterm";
import type { Platform } from "../backend/generated/Platform";
import type { LinkTarget } from "./link-target";

export type OpenLink = (url: string) => void;

/** The address as it may be opened, or nothing. */
export function safeLink(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
}

export function opensLink(event: Pick<MouseEvent, "ctrlKey" | "metaKey">, platform: Platform): boolean {
  return platform === "macos" ? event.metaKey : event.ctrlKey;
}

/** For OSC 8. */
export function linkHandler(platform: Platform, open: OpenLink, target: LinkTarget): ILinkHandler {
  return {
    // xterm asks us for other protocols too, so that we refuse them here and it shows no question of its own.
    allowNonHttpProtocols: true,
    activate(event, text) {
      const url = safeLink(text);
      if (url && opensLink(event, platform)) open(url);
    },
    hover: (_event, text) => target.show(text),
    leave: () => target.hide(),
  };
}

// Text that reads as an address, up to what ends one in prose. Brackets and quotes end it.
const ADDRESS = /\b(?:https?:\/\/|mailto:)[^\s<>"'`{}|\\^[\]]+/gi;
const TRAILING = /[.,;:!?)]+$/;

export interface Found {
  text: string;
  /** Offset of the first character in the line. */
  at: number;
}

/** Addresses in a line of text. A closing bracket belongs to the address only if it was opened in it. */
export function findAddresses(line: string): Found[] {
  const found: Found[] = [];
  for (const match of line.matchAll(ADDRESS)) {
    let text = match[0].replace(TRAILING, "");
    const closing = match[0].slice(text.length).startsWith(")") && text.includes("(");
    if (closing) text += ")";
    if (safeLink(text)) found.push({ text, at: match.index });
  }
  return found;
}

/** For addresses that are printed as plain text, also where they wrap. */
export function linkProvider(
  term: Terminal,
  platform: Platform,
  open: OpenLink,
  target: LinkTarget,
): ILinkProvider {
  return {
    provideLinks(row, callback) {
      const { text, cells } = wrappedLine(term, row);
      const links = findAddresses(text).flatMap((found): ILink[] => {
        const start = cells[found.at];
        const end = cells[found.at + found.text.length - 1];
        if (!start || !end) return [];
        const range: IBufferRange = { start, end };
        return [
          {
            range,
            text: found.text,
            activate: (event) => {
              const url = safeLink(found.text);
              if (url && opensLink(event, platform)) open(url);
            },
            hover: () => target.show(found.text),
            leave: () => target.hide(),
          },
        ];
      });
      callback(links.length > 0 ? links : undefined);
    },
  };
}

/** The whole line that a row belongs to, and for each UTF-16 unit of it the cell where it stands (from 1). */
function wrappedLine(term: Terminal, row: number): { text: string; cells: { x: number; y: number }[] } {
  const buffer = term.buffer.active;
  let y = row - 1;
  while (y > 0 && buffer.getLine(y)?.isWrapped) y -= 1;
  let text = "";
  const cells: { x: number; y: number }[] = [];
  for (let line = buffer.getLine(y); line; line = buffer.getLine(y)) {
    for (let x = 0; x < line.length; x += 1) {
      const cell = line.getCell(x);
      if (!cell || cell.getWidth() === 0) continue;
      const chars = cell.getChars() || " ";
      text += chars;
      for (let unit = 0; unit < chars.length; unit += 1) cells.push({ x: x + 1, y: y + 1 });
    }
    y += 1;
    if (!buffer.getLine(y)?.isWrapped) break;
  }
  return { text, cells };
}
