/** Which keys are the app's own, wherever the focus is. Everything else belongs to what has the focus. */
import type { Platform } from "../backend/generated/Platform";

export type AppKey = "new-session" | "palette" | "next-live" | "park" | "settings";

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

export function appKey(event: Pressed, platform: Platform): AppKey | null {
  if (event.altKey) return null;
  if (event.key === "Tab") return event.ctrlKey && !event.metaKey && !event.shiftKey ? "next-live" : null;
  const command = platform === "macos" ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!command) return null;
  const key = event.key.toLowerCase();
  if (event.shiftKey) return key === "p" ? "park" : null;
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

/** Ctrl+Shift+C and V on Linux and Windows; on a Mac the web view itself does Cmd+C and V. */
export function clipboardKey(event: Pressed, platform: Platform): "copy" | "paste" | null {
  if (platform === "macos" || !event.ctrlKey || !event.shiftKey || event.altKey || event.metaKey) return null;
  const key = event.key.toLowerCase();
  return key === "c" ? "copy" : key === "v" ? "paste" : null;
}

/** As the learner reads it on this computer: `Ctrl N`, `⌘ N`. */
export function keyName(key: string, platform: Platform): string {
  return platform === "macos" ? `⌘ ${key}` : `Ctrl ${key}`;
}
