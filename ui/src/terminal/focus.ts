/** Whether the terminal may take the keys by itself, when a run is attached or its pane has opened. */

/** Not from somebody who types elsewhere, and not from a question. */
export function mayTakeFocus(host: HTMLElement): boolean {
  const has = document.activeElement;
  if (!has || host.contains(has)) return true;
  return has.closest("input, textarea, select, [role=dialog], [role=alertdialog], [role=menu]") === null;
}
