/**
 * The xterm.js of a pane, set up as the window wants it: fonts, widths, colours, links, and how it is drawn. One goes
 * from session to session, since each weighs megabytes that a web view is slow to give back, and making one takes a
 * while; `spare.ts` keeps those that wait.
 */
import { FitAddon } from "@xterm/addon-fit";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import { Terminal, type IDisposable } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import type { GridSize } from "../backend/generated/GridSize";
import type { Platform } from "../backend/generated/Platform";
import { drawBlinking } from "./blink";
import { SCROLLBACK } from "./depth";
import { drawnSize, rendererOf, type Drawing } from "./drawing";
import { MONO, redrawWithLateFonts } from "./fonts";
import { linkTarget } from "./link-target";
import { linkHandler, linkProvider, type OpenLink } from "./links";
import { forgetMarkers, forgetMarkersAtReset } from "./markers";
import { steadyCursor } from "./motion";
import { settleSheets } from "./sheets";
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
  /** Into this place, for one session. */
  enter(host: HTMLElement, setup: Setup): void;
  /**
   * Out of its place. Whoever heard of it there must have stopped to. Resolves, once what was written is parsed, as
   * nothing of the session is left in it: whether another one may have it.
   */
  leave(): Promise<boolean>;
  dispose(): void;
}

/** Ends a sequence that was cut off (CAN), and a full-screen program with its screen. */
const PARTING = "\x18\x1b[?1049l";
/** Colours as the theme has them: a reset leaves those that a program set. */
const OWN_COLOURS = "\x1b]104\x07\x1b]110\x07\x1b]111\x07\x1b]112\x07";
/** OSC numbers that set or ask for colours. */
const COLOURS = [4, 10, 11, 12] as const;

/** In the page, with nothing in it, and deaf to keys until a run is attached. */
export function openXterm(host: HTMLElement, setup: Setup): Xterm {
  let { drawing } = setup;
  const term = new Terminal({
    allowProposedApi: true,
    cols: USUAL_SIZE.columns,
    rows: USUAL_SIZE.rows,
    cursorInactiveStyle: "outline",
    disableStdin: true,
    fontFamily: MONO,
    fontSize: drawnSize(drawing.fontSize),
    lineHeight: 1.15,
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
  let isWhole = true;
  const drawWith = rendererOf(term, () => (isWhole = false));
  const drawAs = (changed: Drawing): void => {
    drawing = changed;
    draw();
    drawWith(drawing.renderer);
    if (term.element) settleSheets(term.element);
  };
  forgetMarkersAtReset(term);
  const steady = steadyCursor(term);
  const blinking = drawBlinking(term);
  const settle = redrawWithLateFonts(term);
  let links: IDisposable | null = null;
  let isRecoloured = false;
  for (const colour of COLOURS) {
    term.parser.registerOscHandler(colour, () => {
      isRecoloured = true;
      return false;
    });
  }

  function enter(place: HTMLElement, { platform, drawing: now, openLink }: Setup): void {
    const target = linkTarget(place, platform);
    term.options.linkHandler = linkHandler(platform, openLink, target);
    links = term.registerLinkProvider(linkProvider(term, platform, openLink, target));
    if (term.element) place.append(term.element);
    drawAs(now);
  }

  async function leave(): Promise<boolean> {
    links?.dispose();
    links = null;
    term.options.linkHandler = null;
    term.attachCustomKeyEventHandler(() => true);
    // A web view that takes the focus from what leaves the page does not say so.
    term.blur();
    term.element?.remove();
    await new Promise<void>((resolve) => term.write(PARTING, resolve));
    // Only where it is needed: every change of a colour is one of the style sheets.
    if (isRecoloured) await new Promise<void>((resolve) => term.write(OWN_COLOURS, resolve));
    isRecoloured = false;
    forgetMarkers(term);
    term.reset();
    term.options = { disableStdin: true, scrollback: SCROLLBACK, screenReaderMode: false };
    return isWhole;
  }

  enter(host, setup);
  return {
    term,
    fit,
    draw: drawAs,
    enter,
    leave,
    dispose: () => {
      unfollow();
      settle();
      steady.dispose();
      blinking.dispose();
      term.dispose();
    },
  };
}
