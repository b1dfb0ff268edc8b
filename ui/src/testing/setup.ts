/** What jsdom lacks and the window uses. */
import { configure } from "@testing-library/svelte";

configure({ asyncUtilTimeout: 15_000 });

/** A system that is never dark and never changes; xterm.js still uses the older names too. */
const neverDark = {
  matches: false,
  media: "",
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
};

Object.defineProperty(window, "matchMedia", { writable: true, value: () => neverDark });
Object.defineProperty(Element.prototype, "scrollIntoView", { writable: true, value: () => undefined });

class NeverResized implements ResizeObserver {
  observe(): void {
    // Nothing has a size here.
  }
  unobserve(): void {
    // See above.
  }
  disconnect(): void {
    // See above.
  }
}
window.ResizeObserver = NeverResized;
