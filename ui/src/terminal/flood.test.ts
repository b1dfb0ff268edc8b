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
  expect(flood(given).one.pace() !== null).toBe(skips);
});

it("the pane rests longer than it works, and not for long", () => {
  expect(restFor(5, Infinity)).toBe(45);
  expect(restFor(1000, Infinity)).toBe(250);
});

it("what is above a first picture comes when it is quiet", async () => {
  const { one, refill } = flood();
  one.begins();
  await vi.advanceTimersByTimeAsync(200);
  expect(refill).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(refill).toHaveBeenCalledOnce();
});

it("who types waits less", () => {
  expect(restFor(1000, 100)).toBe(50);
  expect(restFor(1000, 5000)).toBe(250);
});

async function skipped(one: Flood, took: number): Promise<void> {
  const drawn = one.skipped(took);
  await vi.advanceTimersByTimeAsync(20);
  await drawn;
}

it("a skip is followed by a rest, once", async () => {
  const { one } = flood();
  expect(one.pace()?.rest, "nothing was skipped yet").toBe(0);
  await skipped(one, 1000);
  expect(one.pace()?.rest).toBe(250);
  expect(one.pace()?.rest, "what comes next was not skipped").toBe(0);
  one.typed();
  await skipped(one, 1000);
  expect(one.pace()?.rest).toBe(50);
});

it("what was left out comes when it is quiet", async () => {
  const { one, refill } = flood();
  await skipped(one, 1000);
  await vi.advanceTimersByTimeAsync(400);
  await skipped(one, 1000);
  await vi.advanceTimersByTimeAsync(500);
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
