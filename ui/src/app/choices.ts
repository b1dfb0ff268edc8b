/** What can be done with the session in view: the same list for its menu and for the palette. */
import type { Platform } from "../backend/generated/Platform";
import type { SessionRow } from "../backend/generated/SessionRow";
import type { Doing } from "../palette/matches";
import type { MenuItem } from "../pane/menu";
import { keyName } from "./keys";

export interface Choices {
  newSession: () => void;
  open: (session: string) => void;
  rename: () => void;
  pin: (session: string, pinned: boolean) => void;
  end: (session: string) => void;
  remove: (session: string) => void;
  openWindow: (session: string) => void;
  /** Asks which session is to come beside the one in view. */
  beside: () => void;
  closeHalf: (session: string) => void;
  useOther: () => void;
  /** Finds in what the session has printed. */
  find: () => void;
  copyLastOutput: () => void;
  park: () => void;
  /** Shows the desk, or hides it. */
  toggleDesk: () => void;
  settings: () => void;
  quit: () => void;
}

export interface Given {
  platform: Platform;
  deskOpen: boolean;
  /** Two sessions are side by side. */
  split: boolean;
}

export function menuFor(row: SessionRow, choices: Choices, { platform, split }: Given): MenuItem[] {
  const items: MenuItem[] = [
    { id: "rename", label: "Rename", key: "F2", act: choices.rename },
    { id: "pin", label: row.pinned ? "Unpin" : "Pin", act: () => choices.pin(row.id, !row.pinned) },
    { id: "open-window", label: "Open in a new window", act: () => choices.openWindow(row.id) },
    {
      id: "open-beside",
      label: "Open another beside",
      key: keyName("Shift B", platform),
      act: choices.beside,
    },
    { id: "find", label: "Find…", key: keyName("F", platform), act: choices.find },
    { id: "copy-last-output", label: "Copy last output", act: choices.copyLastOutput },
  ];
  if (split) items.push({ id: "close-half", label: "Close this half", act: () => choices.closeHalf(row.id) });
  if (row.status === "live") {
    items.push({ id: "end-session", label: "End session", act: () => choices.end(row.id) });
  }
  // What runs in another program cannot be taken away from here.
  if (row.status !== "elsewhere") {
    items.push({ id: "delete", label: "Delete", act: () => choices.remove(row.id) });
  }
  return items;
}

export function doingsFor(row: SessionRow | null, choices: Choices, given: Given): Doing[] {
  const { platform, deskOpen } = given;
  return [
    { id: "new-session", name: "New session", key: keyName("N", platform), act: choices.newSession },
    ...(row ? doingsWith(row, choices, given) : []),
    { id: "park", name: "Park a thought", key: keyName("Shift P", platform), act: choices.park },
    { id: "desk", name: deskOpen ? "Hide the notes" : "Show the notes", act: choices.toggleDesk },
    { id: "settings", name: "Settings", key: keyName(",", platform), act: choices.settings },
    { id: "quit", name: "Quit Inglenook", act: choices.quit },
  ];
}

function doingsWith(row: SessionRow, choices: Choices, given: Given): Doing[] {
  const doings: Doing[] = [];
  if (row.status === "asleep") {
    doings.push({ id: "resume", name: `Resume “${row.title}”`, act: () => choices.open(row.id) });
  } else if (row.status === "ended") {
    doings.push({ id: "start-again", name: `Start “${row.title}” again`, act: () => choices.open(row.id) });
  }
  for (const item of menuFor(row, choices, given)) {
    doings.push({ id: item.id, name: nameOf(item, row), key: item.key, act: item.act });
  }
  if (given.split) {
    const key = keyName("Shift O", given.platform);
    doings.push({ id: "use-other", name: "Go to the other half", key, act: choices.useOther });
  }
  return doings;
}

function nameOf(item: MenuItem, row: SessionRow): string {
  if (item.id === "copy-last-output") return item.label;
  if (item.id === "find") return "Find in this session…";
  if (item.id === "end-session") return `End “${row.title}”`;
  if (item.id === "open-window") return `Open “${row.title}” in a new window`;
  if (item.id === "open-beside") return `Open another session beside “${row.title}”`;
  if (item.id === "close-half") return `Close the half of “${row.title}”`;
  return `${item.label} “${row.title}”`;
}
