/** What jsdom lacks and the window uses. */

const neverDark: Pick<MediaQueryList, "matches" | "media" | "addEventListener" | "removeEventListener"> = {
  matches: false,
  media: "",
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

Object.defineProperty(window, "matchMedia", { writable: true, value: () => neverDark });
Object.defineProperty(Element.prototype, "scrollIntoView", { writable: true, value: () => undefined });
