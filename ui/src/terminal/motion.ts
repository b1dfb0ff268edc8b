/**
 * Under reduced motion the cursor does not blink, whatever a program wishes (DECSCUSR, mode 12). Its shape is
 * the program's still. The other blinking that programs know, SGR 5, is in `blink.ts`.
 */
import type { IDisposable, Terminal } from "@xterm/xterm";

const BLINK_MODE = 12;
/** Back to what the options say. */
const OWN_CURSOR = "\x1b[0 q";

type Cursor = Pick<Terminal, "parser" | "options" | "write">;

export function steadyCursor(term: Cursor): IDisposable {
  const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");
  let passing = false;
  const applies = (): boolean => reduced.matches && !passing;

  const handlers = [
    term.parser.registerCsiHandler({ intermediates: " ", final: "q" }, (params) => {
      if (!applies()) return false;
      term.options.cursorStyle = shapeOf(params[0]);
      return true;
    }),
    term.parser.registerCsiHandler({ prefix: "?", final: "h" }, (params) => {
      // It may stand beside other modes, so xterm.js sets them all, and this one is taken back.
      if (applies() && params.includes(BLINK_MODE)) queueMicrotask(stop);
      return false;
    }),
    term.parser.registerEscHandler({ final: "c" }, () => {
      if (applies()) term.options.cursorStyle = "block";
      return false;
    }),
  ];

  function stop(): void {
    term.options.cursorBlink = false;
  }

  function change(): void {
    if (!reduced.matches) return;
    stop();
    passing = true;
    term.write(OWN_CURSOR, () => (passing = false));
  }
  reduced.addEventListener("change", change);

  return {
    dispose: () => {
      reduced.removeEventListener("change", change);
      handlers.forEach((handler) => handler.dispose());
    },
  };
}

/** DECSCUSR: each shape has a blinking and a steady number. */
function shapeOf(param: number | number[] | undefined): "block" | "underline" | "bar" {
  if (param === 3 || param === 4) return "underline";
  if (param === 5 || param === 6) return "bar";
  return "block";
}
