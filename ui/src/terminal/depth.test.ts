import { Terminal } from "@xterm/xterm";
import { describe, expect, it, vi } from "vitest";
import { deeper, Depth, EVERYTHING, rowsOf, type Reach, type Wanted } from "./depth";

const reach = (over: Partial<Reach>): Reach => ({
  viewportY: 0,
  baseY: 2000,
  rows: 24,
  above: 50_000,
  ...over,
});

describe("how far back the pane reaches", () => {
  it.each<[string, Partial<Reach>, Wanted | null]>([
    ["twice as far, near the first line", {}, { first: 48_000, lines: 4000 }],
    ["twice as far as it holds, where more came since", { baseY: 9000 }, { first: 41_000, lines: 18_000 }],
    ["as far as usual, where a program has cleared it", { baseY: 0 }, { first: 48_000, lines: 2000 }],
    ["no further while the first line is more than a screen away", { viewportY: 24 }, null],
    ["further within a screen of it", { viewportY: 23 }, { first: 48_000, lines: 4000 }],
    ["no further where there is nothing above", { above: 0 }, null],
    ["to the first line, and not beyond", { above: 700 }, { first: 0, lines: 2700 }],
    [
      "to all that is kept, and not beyond",
      { baseY: 150_000, above: 90_000 },
      { first: 0, lines: EVERYTHING },
    ],
  ])("goes %s", (_, over, wanted) => {
    expect(deeper(reach(over))).toEqual(wanted);
  });

  it("makes room for the rows of long lines", () => {
    expect(rowsOf(new TextEncoder().encode(`one\r\n${"x".repeat(100)}\r\ntwo`), 10)).toBeGreaterThanOrEqual(
      12,
    );
  });
});

describe("what a pane asks for while output comes", () => {
  const written = (term: Terminal, data: string): Promise<void> =>
    new Promise((resolve) => term.write(data, resolve));
  const numbers = (from: number, to: number): string =>
    Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\r\n`).join("");

  /** A pane whose first line is the session's line 5000, with 100 lines above its screen. */
  async function pane(scrollback: number): Promise<{ term: Terminal; depth: Depth; asked: Wanted[] }> {
    const term = new Terminal({ allowProposedApi: true, cols: 20, rows: 5, scrollback });
    const asked: Wanted[] = [];
    const depth = new Depth(term, (wanted) => {
      asked.push(wanted);
      return Promise.resolve(false);
    });
    await written(term, numbers(5000, 5103));
    depth.taken(5000);
    return { term, depth, asked };
  }
  const look = async (term: Terminal, depth: Depth): Promise<void> => {
    term.scrollToTop();
    await vi.waitFor(() => expect(depth.isAsked).toBe(false));
  };

  it("begins at the same line, whatever was printed since", async () => {
    const { term, depth, asked } = await pane(1000);
    await written(term, numbers(5104, 5503));
    await look(term, depth);
    expect(asked).toEqual([{ first: 3000, lines: 2500 }]);
  });

  it("counts what a full pane has dropped, however often over", async () => {
    const { term, depth, asked } = await pane(200);
    await written(term, numbers(5104, 6303));
    expect(term.buffer.active.getLine(0)?.translateToString(true)).toBe("line 6100");
    await look(term, depth);
    const [wanted] = asked;
    // A line or two may not be counted where a marker follows another.
    expect(wanted?.first).toBeLessThanOrEqual(4100);
    expect(wanted?.first).toBeGreaterThan(4080);
  });

  it("counts what a program has cleared", async () => {
    const { term, depth, asked } = await pane(1000);
    await written(term, `\x1b[H\x1b[2J\x1b[3J${numbers(1, 20)}`);
    await look(term, depth);
    expect(asked).toEqual([{ first: 3100, lines: 2016 }]);
  });

  it("counts no lines as dropped that were joined in a wider pane", async () => {
    const { term, depth, asked } = await pane(1000);
    term.resize(5, 5);
    term.resize(40, 5);
    await look(term, depth);
    expect(asked[0]?.first).toBe(3000);
  });
});
