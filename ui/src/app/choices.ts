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
}

export function menuFor(row: SessionRow, choices: Choices): MenuItem[] {
  const items: MenuItem[] = [
    { id: "rename", label: "Rename", key: "F2", act: choices.rename },
    { id: "pin", label: row.pinned ? "Unpin" : "Pin", act: () => choices.pin(row.id, !row.pinned) },
  ];
  if (row.status === "live") {
    items.push({ id: "end-session", label: "End session", act: () => choices.end(row.id) });
  }
  // What runs in another program cannot be taken away from here.
  if (row.status !== "elsewhere") {
    items.push({ id: "delete", label: "Delete", act: () => choices.remove(row.id) });
  }
  return items;
}

export function doingsFor(row: SessionRow | null, choices: Choices, platform: Platform): Doing[] {
  const doings: Doing[] = [
    { id: "new-session", name: "New session", key: keyName("N", platform), act: choices.newSession },
  ];
  if (!row) return doings;
  if (row.status === "asleep") {
    doings.push({ id: "resume", name: `Resume “${row.title}”`, act: () => choices.open(row.id) });
  } else if (row.status === "ended") {
    doings.push({ id: "start-again", name: `Start “${row.title}” again`, act: () => choices.open(row.id) });
  }
  for (const item of menuFor(row, choices)) {
    const name = item.id === "end-session" ? `End “${row.title}”` : `${item.label} “${row.title}”`;
    doings.push({ id: item.id, name, key: item.key, act: item.act });
  }
  return doings;
}
