import { Terminal } from "@xterm/xterm";
import { afterEach, expect, it, vi } from "vitest";
import { steadyCursor } from "./motion";

let term: Terminal | null = null;

/** A terminal on a system that asks for less motion, or does not; and the switch. */
function begin(reduce: boolean) {
  let change = (): void => undefined;
  const query = {
    matches: reduce,
    addEventListener: (_: string, listener: () => void) => (change = listener),
    removeEventListener: () => undefined,
  };
  vi.spyOn(window, "matchMedia").mockReturnValue(query as unknown as MediaQueryList);
  const one = new Terminal({ allowProposedApi: true });
  term = one;
  steadyCursor(one);
  /** What xterm.js draws by: there is no public way to read it. */
  const cursor = (): { style: unknown; blinks: boolean } => {
    const core = one as unknown as {
      _core: { coreService: { decPrivateModes: { cursorStyle?: string; cursorBlink?: boolean } } };
    };
    const modes = core._core.coreService.decPrivateModes;
    return {
      style: modes.cursorStyle ?? one.options.cursorStyle,
      blinks: modes.cursorBlink ?? one.options.cursorBlink ?? false,
    };
  };
  const written = (data: string): Promise<void> => new Promise((resolve) => one.write(data, resolve));
  const wish = (matches: boolean): void => {
    query.matches = matches;
    change();
  };
  return { written, cursor, wish };
}

afterEach(() => {
  term?.dispose();
});

it.each([
  ["\x1b[ q", "block"],
  ["\x1b[0 q", "block"],
  ["\x1b[1 q", "block"],
  ["\x1b[3 q", "underline"],
  ["\x1b[4 q", "underline"],
  ["\x1b[5 q", "bar"],
  ["\x1b[5 q\x1bc", "block"],
  ["\x1b[?12h", "block"],
  ["\x1b[?12;25h", "block"],
])("under reduced motion %j makes a steady %s", async (data, style) => {
  const { written, cursor } = begin(true);
  await written(data);
  expect(cursor()).toEqual({ style, blinks: false });
});

it("leaves the cursor to the program where motion is welcome", async () => {
  const { written, cursor } = begin(false);
  await written("\x1b[5 q");
  expect(cursor()).toEqual({ style: "bar", blinks: true });
});

it("stops a cursor that blinks when the wish comes", async () => {
  const { written, cursor, wish } = begin(false);
  await written("\x1b[?12h\x1b[5 q");
  wish(true);
  await written("");
  expect(cursor().blinks).toBe(false);
});
