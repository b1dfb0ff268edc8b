/** The desk of a session in a whole window, for the tests of what is written on it. */
import { screen, within, type BoundFunctions, type queries } from "@testing-library/svelte";
import { expect } from "vitest";
import { sampleNote } from "../backend/fake-samples";
import type { Note } from "../backend/generated/Note";
import { openWindow, type OpenWindow } from "./app";
import { eventually } from "./eventually";

const now = Date.now();
export const NOTES: Note[] = [
  sampleNote({
    id: "old",
    session: "numpy",
    run: 2,
    kind: "question",
    body: "Axes?",
    createdAt: now - 90_000_000,
  }),
  sampleNote({ id: "gone", session: "numpy", run: 2, body: "Read", state: "done", createdAt: now - 9 }),
  sampleNote({ id: "first", session: "numpy", run: 13, body: "Why -1?", createdAt: now - 3 * 3_600_000 }),
  sampleNote({
    id: "late",
    session: "numpy",
    run: 13,
    kind: "win",
    body: "It works",
    createdAt: now - 120_000,
  }),
  sampleNote({ id: "bread", body: "Buy bread", createdAt: now }),
];
export const PARK = "{Control>}{Shift>}p{/Shift}{/Control}";

/** A window with these notes, the session `numpy` in view and its terminal in use. */
export async function openDesk(notes = NOTES): Promise<OpenWindow> {
  const opened = await openWindow({ notes });
  await opened.user.click(opened.row("numpy"));
  await eventually(() => expect(terminalHasFocus()).toBe(true));
  return opened;
}

export const field = (): HTMLTextAreaElement => screen.getByTestId("note-body");
export const terminalHasFocus = (): boolean => document.activeElement === screen.getByTestId("terminal-keys");
export const ids = (within_: HTMLElement): (string | undefined)[] =>
  within(within_)
    .queryAllByTestId("note")
    .map((note) => note.dataset.noteId);
export const card = (id: string): HTMLElement => {
  const found = screen.getAllByTestId("note").find((note) => note.dataset.noteId === id);
  if (!found) throw new Error(`no note ${id}`);
  return found;
};
export const inCard = (id: string): BoundFunctions<typeof queries> => within(card(id));
