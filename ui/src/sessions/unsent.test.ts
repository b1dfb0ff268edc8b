import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeBackend } from "../backend/fake";
import { sampleRow } from "../backend/fake-samples";
import { Sessions } from "./store.svelte";

const numpy = sampleRow({ id: "numpy", status: "live", activity: "prompt", run: 13 });

async function open(): Promise<{ backend: FakeBackend; sessions: Sessions }> {
  const backend = new FakeBackend({ rows: [numpy] });
  const sessions = new Sessions(backend, await backend.snapshot(null));
  await backend.listen((event) => sessions.hear(event));
  sessions.sizes.fits("numpy", { columns: 80, rows: 24 });
  return { backend, sessions };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("what was not sent", () => {
  it("stays for a while after the session is open again, and then goes", async () => {
    const { backend, sessions } = await open();
    backend.retire(13, "idle");
    sessions.notSent("numpy", { typed: "ls", hidden: false });
    await sessions.open("numpy");
    await vi.advanceTimersByTimeAsync(29_000);
    expect(sessions.unsent.of("numpy")).toBe("ls");
    await vi.advanceTimersByTimeAsync(1000);
    expect(sessions.unsent.of("numpy")).toBeNull();
  });

  it("is not taken by the timer of an opening before it", async () => {
    const { backend, sessions } = await open();
    backend.retire(13, "idle");
    sessions.notSent("numpy", { typed: "ls", hidden: false });
    await sessions.open("numpy");
    await vi.advanceTimersByTimeAsync(20_000);
    sessions.notSent("numpy", { typed: "make", hidden: false });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sessions.unsent.of("numpy"), "typed after that opening").toBe("make");
    await sessions.open("numpy");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(sessions.unsent.of("numpy")).toBeNull();
  });

  it("at a hidden prompt is known as a fact, without its text", async () => {
    const { sessions } = await open();
    sessions.notSent("numpy", { typed: "", hidden: true });
    expect([sessions.unsent.of("numpy"), sessions.unsent.hid("numpy")]).toEqual([null, true]);
    sessions.settle("numpy");
    expect(sessions.unsent.hid("numpy")).toBe(false);
  });
});
