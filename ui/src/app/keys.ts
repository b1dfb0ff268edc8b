/** Which keys are the app's own, wherever the focus is. Everything else belongs to what has the focus. */
import type { Platform } from "../backend/generated/Platform";

export type AppKey =
  "new-session" | "palette" | "next-live" | "park" | "beside" | "other-half" | "menu" | "settings" | SizeKey;
export type SizeKey = "larger" | "smaller" | "usual-size";

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** With Ctrl and Shift a letter is nothing that a terminal could send. */
const SHIFTED: Readonly<Record<string, AppKey>> = { p: "park", b: "beside", o: "other-half", m: "menu" };

export function appKey(event: Pressed, platform: Platform): AppKey | null {
  if (event.altKey) return null;
  if (event.key === "Tab") return event.ctrlKey && !event.metaKey && !event.shiftKey ? "next-live" : null;
  const command = platform === "macos" ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!command) return null;
  const key = event.key.toLowerCase();
  const size = sizeKey(key);
  if (size) return size;
  if (event.shiftKey) return SHIFTED[key] ?? null;
  switch (key) {
    case "n":
      return "new-session";
    case "k":
      return "palette";
    case ",":
      return "settings";
    default:
      return null;
  }
}

/** By what the key writes, with Shift or without: where `+`, `=` and `0` lie differs from layout to layout. */
function sizeKey(key: string): SizeKey | null {
  switch (key) {
    case "+":
    case "=":
      return "larger";
    case "-":
      return "smaller";
    case "0":
      return "usual-size";
    default:
      return null;
  }
}

/** Ctrl+Shift+C and V on Linux and Windows; on a Mac the web view itself does Cmd+C and V. */
export function clipboardKey(event: Pressed, platform: Platform): "copy" | "paste" | null {
  if (platform === "macos" || !event.ctrlKey || !event.shiftKey || event.altKey || event.metaKey) return null;
  const key = event.key.toLowerCase();
  return key === "c" ? "copy" : key === "v" ? "paste" : null;
}

/** Ctrl/Cmd+↑ and ↓ in a terminal whose shell marks its commands. */
export function commandKey(event: Pressed, platform: Platform): "previous" | "next" | null {
  const command = platform === "macos" ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!command || event.shiftKey || event.altKey) return null;
  return event.key === "ArrowUp" ? "previous" : event.key === "ArrowDown" ? "next" : null;
}

/** Ctrl+F, Cmd+F on a Mac; `always` with Shift, where the other one is wanted by the program. */
export function findKey(event: Pressed, platform: Platform): "find" | "always" | null {
  const command = platform === "macos" ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!command || event.altKey || event.key.toLowerCase() !== "f") return null;
  return event.shiftKey ? "always" : "find";
}

/**
 * Whether this key belongs to an input method that composes a character (Enter takes its proposal, Escape drops
 * it), and so to nothing of ours. Some web views say it by the old key code 229 only.
 */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other sign in those web views
  return event.isComposing || event.keyCode === 229;
}

/** Where a session opens that is chosen from a list. */
export type Where = "here" | "apart" | "beside";

/** Ctrl or Cmd: in a window of its own. Shift: beside the one in view. */
export function whereTo(event: Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey">): Where {
  if (event.ctrlKey || event.metaKey) return "apart";
  return event.shiftKey ? "beside" : "here";
}

/** As the learner reads it on this computer: `Ctrl N`, `⌘ N`. */
export function keyName(key: string, platform: Platform): string {
  return platform === "macos" ? `⌘ ${key}` : `Ctrl ${key}`;
}
