import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failure } from "../backend/fake";
import { Saver } from "./saver";

/** An engine that answers when the test says so. */
function slow() {
  const sent: string[] = [];
  const answers: ((ok: boolean) => void)[] = [];
  const call = (text: string): Promise<void> => {
    sent.push(text);
    return new Promise((resolve, reject) => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the border does
      answers.push((ok) => (ok ? resolve() : reject(failure("StoreFull", "The disk is full"))));
    });
  };
  const told = { saved: vi.fn(), failed: vi.fn() };
  const answer = async (ok = true): Promise<void> => {
    answers.shift()?.(ok);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { saver: new Saver(call, told), call, sent, told, answer };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("what is typed", () => {
  it("goes to the engine at once, one call at a time, and then only the newest", async () => {
    const { saver, sent, answer, told } = slow();
    for (const text of ["w", "wh", "why"]) saver.put(text);
    expect(sent).toEqual(["w"]);
    await answer();
    expect(sent).toEqual(["w", "why"]);
    expect(told.saved, "there was something newer").not.toHaveBeenCalled();
    await answer();
    expect(told.saved).toHaveBeenCalledOnce();
    expect(saver.unsaved).toBe(false);
  });

  it("that was refused is kept, said, and tried again by itself", async () => {
    const { saver, sent, answer, told } = slow();
    saver.put("why");
    await answer(false);
    expect(told.failed).toHaveBeenCalledOnce();
    expect(saver.unsaved).toBe(true);
    expect(sent).toEqual(["why"]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toEqual(["why", "why"]);
    await answer();
    expect(told.saved).toHaveBeenCalledOnce();
    expect(saver.unsaved).toBe(false);
  });

  it("that was refused gives way to something newer", async () => {
    const { saver, sent, answer } = slow();
    saver.put("why");
    await answer(false);
    saver.put("why not");
    await answer();
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toEqual(["why", "why not"]);
  });

  it("is handed over at once when the page goes, whatever is in flight", async () => {
    const { saver, sent } = slow();
    saver.put("w");
    saver.put("why");
    saver.flush();
    expect(sent).toEqual(["w", "why"]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent, "and only once").toEqual(["w", "why"]);
  });

  it("waits behind what is done in its place, and what waited before is forgotten", async () => {
    const { saver, call, sent, answer } = slow();
    saver.put("w");
    saver.put("why");
    const parked = saver.instead(() => call("park: why"));
    saver.put("next");
    expect(sent).toEqual(["w"]);
    await answer();
    expect(sent).toEqual(["w", "park: why"]);
    await answer();
    await parked;
    expect(sent).toEqual(["w", "park: why", "next"]);
  });

  it("goes on after what was done in its place failed", async () => {
    const { saver, call, sent, answer } = slow();
    const parked = expect(saver.instead(() => call("park"))).rejects.toMatchObject({ code: "StoreFull" });
    saver.put("next");
    await answer(false);
    await parked;
    expect(sent).toEqual(["park", "next"]);
  });
});
