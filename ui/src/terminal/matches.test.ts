import { Terminal } from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { cellsOf, firstBelow, linesOf, matchesIn, nearest } from "./matches";

async function bufferOf(text: string, cols = 10) {
  const term = new Terminal({ allowProposedApi: true, cols, rows: 4 });
  await new Promise<void>((resolve) => term.write(text, resolve));
  return term.buffer.active;
}

async function found(text: string, query: string, matchCase = false) {
  const buffer = await bufferOf(text);
  const matches = matchesIn(linesOf(buffer), { text: query, matchCase });
  return matches.map((match) => cellsOf(buffer, match));
}

describe("where a text stands in the terminal", () => {
  it("is every place, in whatever case", async () => {
    expect(await found("Ab ab\r\ncd aB", "ab")).toEqual([
      [{ row: 0, x: 0, width: 2 }],
      [{ row: 0, x: 3, width: 2 }],
      [{ row: 1, x: 3, width: 2 }],
    ]);
    expect(await found("Ab ab\r\ncd aB", "ab", true)).toEqual([[{ row: 0, x: 3, width: 2 }]]);
  });

  it("takes every character for itself", async () => {
    expect(await found("a.b a+b (a)\\", "a+b")).toHaveLength(1);
    expect(await found("a.b a+b", ".")).toHaveLength(1);
    expect(await found("[x]/-{1}", "]/-{")).toHaveLength(1);
  });

  it("goes on where a line was wrapped, and not from line to line", async () => {
    expect(await found("12345678needle90", "needle")).toEqual([
      [
        { row: 0, x: 8, width: 2 },
        { row: 1, x: 0, width: 4 },
      ],
    ]);
    expect(await found("nee\r\ndle", "needle")).toEqual([]);
  });

  it("is right behind wide and combined characters", async () => {
    expect(await found("漢字 x", "x")).toEqual([[{ row: 0, x: 5, width: 1 }]]);
    expect(await found("漢字 x", "字")).toEqual([[{ row: 0, x: 2, width: 2 }]]);
    expect(await found("e\u0301 x", "x")).toEqual([[{ row: 0, x: 2, width: 1 }]]);
    // The wide one did not fit into the last column.
    expect(await found("123456789漢 x", "9漢 x")).toEqual([
      [
        { row: 0, x: 8, width: 1 },
        { row: 1, x: 0, width: 4 },
      ],
    ]);
  });

  it("is nothing where nothing is looked for", async () => {
    expect(await found("a b", "")).toEqual([]);
  });

  it("is counted to the last of very many", async () => {
    const buffer = await bufferOf("x x x\r\n".repeat(900));
    expect(matchesIn(linesOf(buffer), { text: "x", matchCase: false })).toHaveLength(2700);
  });

  it("is chosen by what is in view", () => {
    const matches = [2, 2, 9, 20].map((row) => ({ row, from: 0, to: 1 }));
    expect([0, 2, 8, 9, 30].map((row) => nearest(matches, row))).toEqual([0, 1, 1, 2, 3]);
    expect([0, 2, 9, 30].map((row) => firstBelow(matches, row))).toEqual([0, 2, 3, 4]);
    expect(nearest([], 4)).toBe(-1);
  });
});
