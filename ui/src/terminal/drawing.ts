/** How a terminal is drawn, as the settings say: at its opening, and at every change while it is in view. */
import { WebglAddon } from "@xterm/addon-webgl";
import type { Terminal } from "@xterm/xterm";
import type { Renderer } from "../backend/generated/Renderer";

export interface Drawing {
  renderer: Renderer;
  /** In CSS pixels. */
  fontSize: number;
  /** Of text with what is behind it, as WCAG 2.1 reckons it: 1 to 21. */
  minimumContrast: number;
}

/** JetBrains Mono is 0.6 em wide. */
const EM = 0.6;
/** So much wider than whole pixels that rounding never costs one. */
const SPARE = 0.04;

/**
 * The size that is drawn for a size that was chosen. WebGL cuts a cell's width down to whole device pixels: at 13 px
 * that would be 7 of 7.8, and cramped; 13.4 px makes 8.04, which stays 8 at every usual scale.
 */
export function drawnSize(chosen: number): number {
  const width = Math.round(chosen * EM);
  return width < chosen * EM - SPARE ? chosen : (width + SPARE) / EM;
}

/** Draws with WebGL where that is wished and works, else with the DOM; answers what changes it. */
export function rendererOf(term: Terminal, lost: () => void = () => undefined): (wished: Renderer) => void {
  let before: Renderer = "dom";
  let webgl: WebglAddon | null = null;
  const stop = (): void => {
    webgl?.dispose();
    webgl = null;
  };
  return (wished) => {
    if (wished === before) return;
    before = wished;
    if (wished === "auto") {
      webgl = drawWithWebgl(term, () => {
        stop();
        lost();
      });
    } else stop();
  };
}

function drawWithWebgl(term: Terminal, lost: () => void): WebglAddon | null {
  try {
    const webgl = new WebglAddon();
    // Without its context the terminal would stay black; without the addon xterm draws with the DOM.
    webgl.onContextLoss(lost);
    term.loadAddon(webgl);
    return webgl;
  } catch (thrown) {
    console.info("No WebGL here; the terminal draws with the DOM.", thrown);
    return null;
  }
}
