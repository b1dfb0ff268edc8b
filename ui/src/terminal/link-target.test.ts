import { expect, it } from "vitest";
import { linkTarget } from "./link-target";

it.each([
  ["https://example.org/a", "linux", "https://example.org/aCtrl+click to open"],
  ["https://example.org/a", "macos", "https://example.org/a⌘+click to open"],
  // The letters that turn the direction of text are written out.
  ["https://example.org/\u202egpj.exe", "linux", "https://example.org/%E2%80%AEgpj.exeCtrl+click to open"],
  ["javascript:alert(1)", "linux", "This kind of link is not opened."],
] as const)("the target of %s is shown while the pointer is on it, on %s", (link, platform, shown) => {
  const host = document.createElement("div");
  const target = linkTarget(host, platform);
  const place = host.firstElementChild as HTMLElement;
  expect(place.hidden).toBe(true);
  target.show(link);
  expect([place.hidden, place.textContent]).toEqual([false, shown]);
  target.hide();
  expect(place.hidden).toBe(true);
});
