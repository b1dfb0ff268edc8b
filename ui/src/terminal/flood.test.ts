import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Flood, restFor } from "./flood";
import type { Frame } from "./frames";

const keyframe: Frame = {
  kind: "keyframe",
  columns: 80,
  rows: 24,
  offset: 0n,
  above: 0n,
  bytes: new Uint8Array(),
};
const output: Frame = { kind: "output", bytes: new Uint8Array() };

/** At the end of what there is, unless told otherwise. */
function flood({ viewportY = 5, selects = false, finds = false } = {}) {
  const term = { buffer: { active: { viewportY, baseY: 5 } }, hasSelection: () => selects };
  const refill = vi.fn();
  return { refill, one: new Flood(term as ConstructorParameters<typeof Flood>[0], () => finds, refill) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it.each([
  ["at the end", {}, true],
  ["who has scrolled back", { viewportY: 4 }, false],
  ["who selects", { selects: true }, false],
  ["who finds", { finds: true }, false],
])("a learner %s is spared what is past: %s", (_who, given, skips) => {
  expect(flood(given).one.patience() !== null).toBe(skips);
});

it("the pane rests longer than it works, and not for long", () => {
  expect(restFor(5)).toBe(20);
  expect(restFor(1000)).toBeLessThan(100);
});

it("output that comes as it was printed is read on at once", async () => {
  const { one, refill } = flood();
  await one.applied([output], 1000);
  vi.runAllTimers();
  expect(refill).not.toHaveBeenCalled();
});

it("a skip is followed by a rest, and what was left out comes when it is quiet", async () => {
  const { one, refill } = flood();
  let isTime = false;
  const rested = one.applied([keyframe], 1000).then(() => (isTime = true));
  await vi.advanceTimersByTimeAsync(20);
  expect(isTime).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await rested;
  void one.applied([keyframe], 10);
  await vi.advanceTimersByTimeAsync(250);
  expect(refill, "the flood went on").not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(refill).toHaveBeenCalledOnce();
});

it("a pane that went takes in nothing more", async () => {
  const { one, refill } = flood();
  void one.applied([keyframe], 10);
  one.dispose();
  await vi.advanceTimersByTimeAsync(1000);
  expect(refill).not.toHaveBeenCalled();
});
