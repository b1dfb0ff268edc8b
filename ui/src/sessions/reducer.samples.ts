/** Sessions and what is heard of them, for the tests of the reducer. */
import { failure } from "../backend/fake";
import { sampleRow } from "../backend/fake-samples";
import type { Event } from "../backend/generated/Event";
import type { LastRun } from "../backend/generated/LastRun";
import type { SessionRow } from "../backend/generated/SessionRow";
import { reduce, start, type Heard, type State } from "./reducer";

export const endOf = (run: number, with_: Partial<LastRun> = {}): LastRun => ({
  id: run,
  startedAt: 1,
  endedAt: 99,
  reason: "idle",
  exit: null,
  owner: "app",
  ...with_,
});

/** A session that lives by run 7. */
export const seven = sampleRow({
  id: "seven",
  status: "live",
  activity: "prompt",
  run: 7,
  revision: 10,
  lastActiveAt: 50,
});
/** Another, that lives by run 8. */
export const eight = sampleRow({
  id: "eight",
  status: "live",
  activity: "busy",
  run: 8,
  revision: 11,
  lastActiveAt: 40,
});
/** The session `seven` after run 7. */
export const asleep: SessionRow = {
  ...seven,
  status: "asleep",
  activity: null,
  run: null,
  revision: 15,
  lastRun: endOf(7),
};
/** The session `seven` again, by run 9. */
export const resumed: SessionRow = { ...seven, run: 9, revision: 20, lastRun: endOf(7) };

export const told = (event: Event): Heard => ({ heard: "event", event });
export const reclaimed = (run: number, session: string): Heard =>
  told({ event: "session.reclaimed", run, session, reason: "idle", endedAt: 99 });
export const ended = (run: number, session: string): Heard =>
  told({
    event: "session.ended",
    run,
    session,
    reason: "exited",
    exit: { kind: "code", code: 139 },
    endedAt: 99,
  });
export const listed = (...rows: SessionRow[]): Heard => told({ event: "sessions.changed", rows, gone: [] });
export const deleted = (...gone: string[]): Heard => told({ event: "sessions.changed", rows: [], gone });
/** An answer; one that does not know the session does not know the reason either. */
export const runGone = (run: number, session: string | null): Heard => ({
  heard: "run-gone",
  run,
  now: 98,
  failure: failure("RunGone", "It is over.", { session, reason: session ? "idle" : null }),
});
export const opening = (session: string): Heard => ({ heard: "opening", session });
export const opened = (row: SessionRow, run: number): Heard => ({ heard: "opened", row, run });
export const chosen = (session: string): Heard => ({ heard: "chosen", view: { page: "session", session } });

export function after(rows: SessionRow[], ...all: Heard[]): State {
  return all.reduce(reduce, start(rows));
}
