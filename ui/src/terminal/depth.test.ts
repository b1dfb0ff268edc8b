import { describe, expect, it } from "vitest";
import { deeper, EVERYTHING, type Reach } from "./depth";

const reach = (over: Partial<Reach>): Reach => ({
  viewportY: 0,
  baseY: 2000,
  rows: 24,
  isFull: false,
  above: 50_000,
  depth: 2000,
  ...over,
});

describe("how far back the pane reaches", () => {
  it.each<[string, Partial<Reach>, number | null]>([
    ["more than twice as far, near the first line", {}, 8000],
    [
      "beyond twice as far as it was asked for, where lines were joined in a wider pane",
      { depth: 8000 },
      20_000,
    ],
    ["beyond twice as far as it holds, where more came since", { baseY: 9000 }, 22_000],
    ["no further while the first line is more than a screen away", { viewportY: 24 }, null],
    ["further within a screen of it", { viewportY: 23 }, 8000],
    ["no further where there is nothing above", { above: 0 }, null],
    ["no further than to all that is kept", { depth: EVERYTHING }, null],
    ["further where lines were dropped since", { above: 0, isFull: true, baseY: 10_000 }, 24_000],
    [
      "no further than all that is kept, however full it is of wrapped lines",
      { depth: EVERYTHING, isFull: true },
      null,
    ],
    ["to all that is kept, and not beyond", { depth: 150_000 }, EVERYTHING],
  ])("goes %s", (_, over, lines) => {
    expect(deeper(reach(over))).toBe(lines);
  });
});
