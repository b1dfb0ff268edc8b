import { expect, it } from "vitest";
import { milliseconds } from "./duration";

it.each([
  ["6h", 21_600_000],
  ["1h 30m", 5_400_000],
  ["90s", 90_000],
  ["2d", 172_800_000],
  ["1s 500ms", 1_500],
  ["never", null],
  ["", null],
  ["soon", null],
  ["6h or so", null],
])("%j is %s", (written, ms) => {
  expect(milliseconds(written)).toBe(ms);
});
