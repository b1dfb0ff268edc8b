/** What the window shows first, asked for before the code that draws it is read: the two take turns for no reason. */
import type { Backend } from "../backend/backend";
import type { Event } from "../backend/generated/Event";
import type { Snapshot } from "../backend/generated/Snapshot";
import { ROWS_AT_FIRST } from "../sessions/groups";
import { remembered, SHOWN } from "./remembered";

export interface Asked {
  snapshot: Promise<Snapshot>;
  /** Hands over what was told since listening began, and what will be. */
  hear(handler: (event: Event) => void): void;
}

export function askFirst(backend: Backend): Asked {
  const early: Event[] = [];
  let hear = (event: Event): void => void early.push(event);
  const snapshot = listenAndRead(backend, (event) => hear(event));
  // Whoever shows it may not be there yet to hear that it failed.
  snapshot.catch(() => undefined);
  return {
    snapshot,
    hear: (handler) => {
      hear = handler;
      early.splice(0).forEach(handler);
    },
  };
}

/** Listening starts before the list is read, so that no change falls between the two. */
async function listenAndRead(backend: Backend, heard: (event: Event) => void): Promise<Snapshot> {
  const stopListening = await backend.listen(heard);
  try {
    // A page that is loaded again shows what it showed, which may be any session.
    return await backend.snapshot(remembered(SHOWN, "reload") === null ? ROWS_AT_FIRST : null);
  } catch (thrown) {
    stopListening();
    throw thrown;
  }
}
