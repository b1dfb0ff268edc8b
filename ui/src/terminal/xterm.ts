/** The xterm.js of a pane, set up as the window wants it: fonts, widths, colours, links, and how it is drawn. */
import { FitAddon } from "@xterm/addon-fit";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import type { GridSize } from "../backend/generated/GridSize";
import type { Platform } from "../backend/generated/Platform";
import { drawBlinking } from "./blink";
import { SCROLLBACK } from "./depth";
import { drawnSize, rendererOf, type Drawing } from "./drawing";
import { MONO, redrawWithLateFonts } from "./fonts";
import { linkTarget } from "./link-target";
import { linkHandler, linkProvider, type OpenLink } from "./links";
import { steadyCursor } from "./motion";
import { followSystemLook, type Look } from "./theme";

/** A shape for the time before the pane was measured, and for places where nothing can be (tests). */
export const USUAL_SIZE: GridSize = { columns: 80, rows: 24 };

export interface Setup {
  platform: Platform;
  drawing: Drawing;
  openLink: OpenLink;
}

export interface Xterm {
  term: Terminal;
  fit: FitAddon;
  draw(drawing: Drawing): void;
  dispose(): void;
}

/** In the page, with nothing in it, and deaf to keys until a run is attached. */
export function openXterm(host: HTMLElement, { platform, drawing, openLink }: Setup): Xterm {
  const target = linkTarget(host, platform);
  const term = new Terminal({
    allowProposedApi: true,
    cols: USUAL_SIZE.columns,
    rows: USUAL_SIZE.rows,
    cursorInactiveStyle: "outline",
    disableStdin: true,
    fontFamily: MONO,
    fontSize: drawnSize(drawing.fontSize),
    lineHeight: 1.15,
    linkHandler: linkHandler(platform, openLink, target),
    scrollback: SCROLLBACK,
  });
  const fit = new FitAddon();
  term.loadAddon(new Unicode11Addon());
  term.unicode.activeVersion = "11";
  term.loadAddon(fit);
  let wished: Look | null = null;
  const draw = (): void => {
    const { theme, contrast = 1 } = wished ?? {};
    const minimumContrastRatio = Math.max(contrast, drawing.minimumContrast);
    term.options = { theme, minimumContrastRatio, fontSize: drawnSize(drawing.fontSize) };
  };
  const unfollow = followSystemLook((look) => {
    wished = look;
    draw();
  });
  term.open(host);
  const drawWith = rendererOf(term);
  drawWith(drawing.renderer);
  const steady = steadyCursor(term);
  const blinking = drawBlinking(term);
  term.registerLinkProvider(linkProvider(term, platform, openLink, target));
  const settle = redrawWithLateFonts(term);
  return {
    term,
    fit,
    draw: (changed) => {
      drawing = changed;
      draw();
      drawWith(drawing.renderer);
    },
    dispose: () => {
      unfollow();
      settle();
      steady.dispose();
      blinking.dispose();
      term.dispose();
    },
  };
}
