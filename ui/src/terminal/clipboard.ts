/** Ctrl+Shift+C and Ctrl+Shift+V in the terminal. */
import type { Terminal } from "@xterm/xterm";

/** How long the web view may take to paste by itself before we read the clipboard. */
const OWN_PASTE_MS = 60;

export function copySelection(term: Terminal): void {
  const text = term.getSelection();
  if (text === "") return;
  navigator.clipboard.writeText(text).catch(() => {
    // Some web views refuse the asynchronous way; xterm answers the `copy` event with its selection.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else works there
    document.execCommand("copy");
  });
}

/**
 * Most web views paste by themselves on Ctrl+Shift+V, with no question about permissions: xterm hears the
 * `paste` event. Where that event does not come, the clipboard is read.
 */
export function pasteWithin(host: HTMLElement, term: Terminal): void {
  let pasted = false;
  const hear = (): void => {
    pasted = true;
  };
  host.addEventListener("paste", hear, { capture: true, once: true });
  window.setTimeout(() => {
    host.removeEventListener("paste", hear, { capture: true });
    if (pasted) return;
    navigator.clipboard.readText().then(
      (text) => term.paste(text),
      (thrown: unknown) => console.info("The clipboard cannot be read here.", thrown),
    );
  }, OWN_PASTE_MS);
}
