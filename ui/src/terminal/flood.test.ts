import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Flood, restFor } from "./flood";
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
  expect(restFor(5)).toBe(45);
  expect(restFor(1000)).toBe(80);
});

it("what is above a first picture comes when it is quiet", async () => {
  const { one, refill } = flood();
  one.begins();
  await vi.advanceTimersByTimeAsync(200);
  expect(refill).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(refill).toHaveBeenCalledOnce();
});

it("a skip is followed by a rest, and what was left out comes when it is quiet", async () => {
  const { one, refill } = flood();
  let isTime = false;
  const rested = one.skipped(1000).then(() => (isTime = true));
  await vi.advanceTimersByTimeAsync(20);
  expect(isTime).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await rested;
  void one.skipped(10);
  await vi.advanceTimersByTimeAsync(250);
  expect(refill, "the flood went on").not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(refill).toHaveBeenCalledOnce();
});

it("a pane that went takes in nothing more", async () => {
  const { one, refill } = flood();
  void one.skipped(10);
  one.dispose();
  await vi.advanceTimersByTimeAsync(1000);
  expect(refill).not.toHaveBeenCalled();
});
