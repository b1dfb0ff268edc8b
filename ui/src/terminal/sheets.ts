/**
 * The style sheets of xterm.js, kept where they are. It puts them among its rows, and writes them anew whenever any of
 * its options changes. For a sheet that comes, goes or is written, WebKit makes the fonts of the whole page anew, which
 * takes it a while, and keeps the old ones: megabytes for each session that is shown.
 */

/** Moves them to the head of the page, and has them take only text that differs from what they have. */
export function settleSheets(element: HTMLElement): void {
  for (const sheet of element.querySelectorAll("style")) {
    document.head.append(sheet);
    takeOnlyChanges(sheet);
  }
}

function takeOnlyChanges(sheet: HTMLStyleElement): void {
  let text = sheet.textContent;
  Object.defineProperty(sheet, "textContent", {
    configurable: true,
    get: () => text,
    set(changed: string) {
      if (changed === text) return;
      text = changed;
      sheet.replaceChildren(changed);
    },
  });
}
