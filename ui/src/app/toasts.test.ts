import { expect, it, vi } from "vitest";
import { Announcer } from "./announcer.svelte";
import { Toasts } from "./toasts.svelte";

it("at most three messages are shown, the newest; an undo stays its time", () => {
  vi.useFakeTimers();
  try {
    const toasts = new Toasts(() => undefined);
    toasts.offerUndo("Deleted.", () => undefined);
    for (const text of ["one", "two", "three", "four", "five"]) toasts.say(text);
    expect(toasts.list.map(({ text }) => text)).toEqual(["Deleted.", "three", "four", "five"]);
    vi.advanceTimersByTime(8_000);
    expect(toasts.list.map(({ text }) => text)).toEqual(["Deleted."]);
    vi.advanceTimersByTime(2_000);
    expect(toasts.list).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

it("every toast is said aloud, and two in one breath are both heard", () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
  try {
    const announcer = new Announcer();
    const toasts = new Toasts((text) => announcer.say(text));
    toasts.say("One.");
    toasts.say("Two.");
    expect(announcer.text).toBe("One. Two.");
    vi.advanceTimersByTime(1_000);
    toasts.say("Three.");
    expect(announcer.text).toBe("Three.");
  } finally {
    vi.useRealTimers();
  }
});
