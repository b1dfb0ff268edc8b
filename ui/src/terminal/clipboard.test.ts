import { afterEach, expect, it, vi } from "vitest";
import { pasteByChoice, pasteWithin } from "./clipboard";

afterEach(() => {
  vi.unstubAllGlobals();
});

const clipboard = (readText: () => Promise<string>): void => {
  vi.stubGlobal("navigator", { clipboard: { readText } });
};

it.each([
  ["reads the clipboard", () => Promise.resolve("text"), false, ["text"], 0],
  ["lets the web view paste where it may not read", () => Promise.reject(new Error("no")), true, [], 0],
  ["says where neither works", () => Promise.reject(new Error("no")), false, [], 1],
])("pasting from a menu %s", async (_name, readText, webViewPastes, pasted, refusals) => {
  clipboard(readText);
  const command = vi.fn(() => webViewPastes);
  Object.assign(document, { execCommand: command });
  const paste = vi.fn<(text: string) => void>();
  const refused = vi.fn();
  pasteByChoice(paste, refused);
  await new Promise((resolve) => setTimeout(resolve));
  expect(paste.mock.calls.flat()).toEqual(pasted);
  expect(refused).toHaveBeenCalledTimes(refusals);
});

it.each([
  ["once, where the web view pastes by itself", true, []],
  ["by reading the clipboard, where it does not", false, ["text"]],
])("the keys for it paste %s", (_name, webViewPastes, read) => {
  vi.useFakeTimers();
  const host = document.createElement("div");
  const paste = vi.fn<(text: string) => void>();
  const reading = vi.fn(() => ({ then: (take: (text: string) => void) => take("text") }));
  clipboard(reading as unknown as () => Promise<string>);
  pasteWithin(host, paste);
  if (webViewPastes) host.dispatchEvent(new Event("paste"));
  vi.advanceTimersByTime(100);
  vi.useRealTimers();
  expect(paste.mock.calls.flat()).toEqual(read);
});
