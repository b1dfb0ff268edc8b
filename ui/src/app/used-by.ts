/**
 * Whether the window is used by keys or by a pointer now, for the ring around what has the focus: the web view draws
 * none where a script moved the focus, also not where a key asked for it.
 */

const MODIFIERS = ["Control", "Shift", "Alt", "Meta", "AltGraph"];

/** Says it in `data-used-by` of the page's root. */
export function noteWhatUses(page: Document): void {
  const note = (by: "keys" | "pointer"): void => void (page.documentElement.dataset.usedBy = by);
  const capture = { capture: true };
  page.addEventListener("keydown", ({ key }) => MODIFIERS.includes(key) || note("keys"), capture);
  page.addEventListener("pointerdown", () => note("pointer"), capture);
}
