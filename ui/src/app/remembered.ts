/** Small things that a window remembers, where the web view lets it: hints, never the learner's work. */

/** `forever` is for every window, `reload` for this one until it is closed. */
type For = "forever" | "reload";

/** The session in view, for the page that is loaded again after a crash of the web view. */
export const SHOWN = "shown";
/** The sessions side by side, for the same. */
export const HALVES = "halves";

const storage = (how: For): Storage => (how === "forever" ? localStorage : sessionStorage);

export function remembered(key: string, how: For): string | null {
  try {
    return storage(how).getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string, how: For): void {
  try {
    storage(how).setItem(key, value);
  } catch {
    // Storage may be switched off or full; then the next window starts as usual.
  }
}
