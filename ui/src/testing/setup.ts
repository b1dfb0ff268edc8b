/** What jsdom lacks and the window uses. */

const neverDark: Pick<MediaQueryList, "matches" | "media" | "addEventListener" | "removeEventListener"> = {
  matches: false,
  media: "",
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
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
