/** Which keys xterm.js may have. The others are the app's, the marks', the clipboard's, or at rest the window's. */
import type { Terminal } from "@xterm/xterm";
import { appKey, clipboardKey, commandKey, findKey, isComposing } from "../app/keys";
import type { Platform } from "../backend/generated/Platform";
import { copySelection, pasteWithin } from "./clipboard";
import type { CommandMarks } from "./command-marks";
import type { Depth } from "./depth";
import type { Pasting } from "./pasting";

export interface KeyTakers {
  host: HTMLElement;
  term: Terminal;
  platform: Platform;
  marks: CommandMarks;
  pasting: Pasting;
  depth: Depth;
  says: (text: string) => void;
}

export function xtermMayHave(event: KeyboardEvent, takers: KeyTakers): boolean {
  const { host, term, platform, marks, pasting, depth, says } = takers;
  if (isComposing(event)) return true;
  if (appKey(event, platform)) return false;
  const isDown = event.type === "keydown";
  const direction = commandKey(event, platform);
  if (direction && marks.canJump()) {
    event.preventDefault();
    if (isDown) says(marks.jump(direction) ?? "The end.");
    return false;
  }
  // A full-screen program pages with Ctrl+F, and has no history to find anything in. The window hears the key.
  const find = findKey(event, platform);
  if (find === "always" || (find && term.buffer.active.type === "normal")) return false;
  const clipboard = clipboardKey(event, platform);
  if (clipboard === "copy") {
    if (isDown) copySelection(term);
    event.preventDefault();
    return false;
  }
  if (clipboard === "paste") {
    if (isDown) pasteWithin(host, (text) => pasting.offer(text));
    return false;
  }
  const scrolls = event.shiftKey && /^(?:Page|Home|End)/.test(event.key);
  // The pane may be at its first line already, and nothing would scroll.
  if (isDown && scrolls) depth.look();
  // At rest keys are the window's (Enter resumes, Tab moves on), but for those that scroll.
  if (term.options.disableStdin) return scrolls;
  return true;
}
