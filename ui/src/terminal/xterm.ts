/** The xterm.js of a pane, set up as the window wants it: fonts, widths, colours, links, and how it is drawn. */
import { FitAddon } from "@xterm/addon-fit";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import { WebglAddon } from "@xterm/addon-webgl";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import type { GridSize } from "../backend/generated/GridSize";
import type { Platform } from "../backend/generated/Platform";
import type { Renderer } from "../backend/generated/Renderer";
import { SCROLLBACK } from "./depth";
import { MONO, redrawWithLateFonts } from "./fonts";
import { linkHandler, linkProvider, type OpenLink } from "./links";
import { steadyCursor } from "./motion";
import { followSystemLook } from "./theme";

/** A shape for the time before the pane was measured, and for places where nothing can be (tests). */
export const USUAL_SIZE: GridSize = { columns: 80, rows: 24 };
/**
 * JetBrains Mono is 0.6 em wide. WebGL cuts a cell's width down to whole device pixels: at 13 px that would be
 * 7 of 7.8, and cramped; 13.4 px makes 8.04, which stays 8 at every usual scale.
 */
const FONT_SIZE = 13.4;

export interface Setup {
  platform: Platform;
  renderer: Renderer;
  openLink: OpenLink;
}

export interface Xterm {
  term: Terminal;
  fit: FitAddon;
  dispose(): void;
}

/** In the page, with nothing in it, and deaf to keys until a run is attached. */
export function openXterm(host: HTMLElement, { platform, renderer, openLink }: Setup): Xterm {
  const term = new Terminal({
    allowProposedApi: true,
    cols: USUAL_SIZE.columns,
    rows: USUAL_SIZE.rows,
    cursorInactiveStyle: "outline",
    disableStdin: true,
    fontFamily: MONO,
    fontSize: FONT_SIZE,
    lineHeight: 1.15,
    linkHandler: linkHandler(platform, openLink),
    scrollback: SCROLLBACK,
  });
  const fit = new FitAddon();
  term.loadAddon(new Unicode11Addon());
  term.unicode.activeVersion = "11";
  term.loadAddon(fit);
  const unfollow = followSystemLook((look) => (term.options = look));
  term.open(host);
  if (renderer === "auto") drawWithWebgl(term);
  const steady = steadyCursor(term);
  term.registerLinkProvider(linkProvider(term, platform, openLink));
  const settle = redrawWithLateFonts(term);
  return {
    term,
    fit,
    dispose: () => {
      unfollow();
      settle();
      steady.dispose();
      term.dispose();
    },
  };
}

function drawWithWebgl(term: Terminal): void {
  try {
    const webgl = new WebglAddon();
    // Without its context the terminal would stay black; without the addon xterm draws with the DOM.
    webgl.onContextLoss(() => webgl.dispose());
    term.loadAddon(webgl);
  } catch (thrown) {
    console.info("No WebGL here; the terminal draws with the DOM.", thrown);
  }
}
