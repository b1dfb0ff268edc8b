/** Copying from the terminal, and reading what is to be pasted. */
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
 * Most web views paste by themselves on Ctrl+Shift+V, with no question about permissions: the host hears the
 * `paste` event. Where that event does not come, the clipboard is read.
 */
export function pasteWithin(host: HTMLElement, paste: (text: string) => void): void {
  let pasted = false;
  const hear = (): void => {
    pasted = true;
  };
  host.addEventListener("paste", hear, { capture: true, once: true });
  window.setTimeout(() => {
    host.removeEventListener("paste", hear, { capture: true });
    if (pasted) return;
    navigator.clipboard.readText().then(paste, (thrown: unknown) => {
      console.info("The clipboard cannot be read here.", thrown);
    });
  }, OWN_PASTE_MS);
}

/** For a menu, where no key has pasted. `refused` is called where the web view gives the clipboard to nobody. */
export function pasteByChoice(paste: (text: string) => void, refused: () => void): void {
  navigator.clipboard.readText().then(paste, () => {
    // The terminal's field has the focus, and a `paste` event comes to it where this works.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else works there
    if (!document.execCommand("paste")) refused();
  });
}
