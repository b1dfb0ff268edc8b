/**
 * What becomes of two sessions, `seven` (run 7) and `eight` (run 8), in every order in which ends, answers and
 * lists can arrive. A session is written as its status and run, and after the dot how its last run ended:
 * `live 9 · 7 idle` lives by run 9, and run 7 ended as idle. `…` marks one whose opening is on its way.
 */
import { expect, it } from "vitest";
import type { SessionRow } from "../backend/generated/SessionRow";
import type { Heard, State } from "./reducer";
import {
  after,
  asleep,
  chosen,
  deleted,
  eight,
  ended,
  listed,
  opened,
  opening,
  reclaimed,
  resumed,
  runGone,
  seven,
} from "./reducer.samples";

interface Case {
  rows: SessionRow[];
  heard: Heard[];
  seven: string;
  /** Where it is another than at the start. */
  eight?: string;
  /** The session in view at the end. */
  view?: string;
}

const TABLE: Record<string, Case> = {
  // One run goes.
  "a reclaim puts its session to sleep": {
    rows: [seven],
    heard: [reclaimed(7, "seven")],
    seven: "asleep · 7 idle",
  },
  "an end ends its session": {
    rows: [seven],
    heard: [ended(7, "seven")],
    seven: "ended · 7 exited",
  },
  "a bystander is kept": {
    rows: [seven, eight],
    heard: [reclaimed(8, "eight")],
    seven: "live 7",
    eight: "asleep · 8 idle",
  },
  "an unknown run id changes nothing": {
    rows: [seven, eight],
    heard: [reclaimed(77, "stranger"), ended(78, "seven"), runGone(79, null)],
    seven: "live 7",
    eight: "live 8",
  },
  "an empty run id changes nothing": {
    rows: [seven],
    heard: [reclaimed(0, "seven"), ended(Number.NaN, "seven"), runGone(0, "seven")],
    seven: "live 7",
  },
  "an event that comes twice is heard once": {
    rows: [seven],
    heard: [reclaimed(7, "seven"), reclaimed(7, "seven")],
    seven: "asleep · 7 idle",
  },
  "a second end of the same run says nothing new: the first reason wins": {
    rows: [seven],
    heard: [reclaimed(7, "seven"), ended(7, "seven")],
    seven: "asleep · 7 idle",
  },

  // The view.
  "a reclaim of the session in view leaves it in view": {
    rows: [seven, eight],
    heard: [chosen("seven"), reclaimed(7, "seven")],
    seven: "asleep · 7 idle",
    view: "seven",
  },
  "a reclaim of one in the background does not change the view": {
    rows: [seven, eight],
    heard: [chosen("eight"), reclaimed(7, "seven")],
    seven: "asleep · 7 idle",
    view: "eight",
  },
  "an end of one in the background does not change the view": {
    rows: [seven, eight],
    heard: [chosen("eight"), ended(7, "seven")],
    seven: "ended · 7 exited",
    view: "eight",
  },

  // Events and lists.
  "an event before the list that names it holds when the list comes": {
    rows: [],
    heard: [reclaimed(7, "seven"), listed(seven)],
    seven: "asleep · 7 idle",
  },
  "the list that follows an event says the last word": {
    rows: [seven],
    heard: [ended(7, "seven"), listed(asleep)],
    seven: "asleep · 7 idle",
  },
  "a list that was on its way when the run ended does not bring it back": {
    rows: [seven],
    heard: [reclaimed(7, "seven"), listed({ ...seven, revision: 12 })],
    seven: "asleep · 7 idle",
  },
  "an older row never replaces a newer one": {
    rows: [asleep],
    heard: [listed(seven)],
    seven: "asleep · 7 idle",
  },

  // Events and the answer `RunGone`.
  "RunGone before the event": {
    rows: [seven],
    heard: [runGone(7, "seven"), reclaimed(7, "seven")],
    seven: "asleep · 7 idle",
  },
  "RunGone after the event": {
    rows: [seven],
    heard: [ended(7, "seven"), runGone(7, "seven")],
    seven: "ended · 7 exited",
  },
  "RunGone that knows no reason, and no event": {
    rows: [seven],
    heard: [runGone(7, null)],
    seven: "asleep · 7 owner_lost",
  },
  "RunGone that knows no reason, then the event that does": {
    rows: [seven],
    heard: [runGone(7, null), ended(7, "seven")],
    seven: "ended · 7 exited",
  },
  "RunGone of a run before the one that lives": {
    rows: [resumed],
    heard: [runGone(7, null), runGone(7, "seven")],
    seven: "live 9 · 7 idle",
  },

  // An earlier run while a later one lives.
  "an ended event of an earlier run while a later one lives": {
    rows: [resumed],
    heard: [ended(7, "seven")],
    seven: "live 9 · 7 idle",
  },
  "a reclaim of an earlier run while a later one lives": {
    rows: [resumed],
    heard: [reclaimed(7, "seven")],
    seven: "live 9 · 7 idle",
  },

  // In the middle of a resume.
  "a resume is on its way until its answer": {
    rows: [asleep],
    heard: [opening("seven")],
    seven: "asleep · 7 idle …",
  },
  "a resume: the row of the answer lives": {
    rows: [asleep],
    heard: [opening("seven"), opened(resumed, 9)],
    seven: "live 9 · 7 idle",
  },
  "the end of the old run in the middle of a resume does not end the resume": {
    rows: [asleep],
    heard: [opening("seven"), ended(7, "seven")],
    seven: "asleep · 7 idle …",
  },
  "the end of the old run in the middle of a resume, then the answer": {
    rows: [asleep],
    heard: [opening("seven"), ended(7, "seven"), opened(resumed, 9)],
    seven: "live 9 · 7 idle",
  },
  "the end of the new run before the answer that names it": {
    rows: [asleep],
    heard: [opening("seven"), ended(9, "seven"), opened(resumed, 9)],
    seven: "ended · 9 exited",
  },
  "the end of the new run between the list that names it and the answer": {
    rows: [asleep],
    heard: [opening("seven"), listed(resumed), reclaimed(9, "seven"), opened(resumed, 9)],
    seven: "asleep · 9 idle",
  },
  "a reclaim of a run that was to be attached to, while it is opened": {
    rows: [{ ...seven, run: null }],
    heard: [opening("seven"), reclaimed(7, "seven"), opened({ ...seven, revision: 12 }, 7)],
    seven: "asleep · 7 idle",
  },

  // Deleted.
  "a deleted session leaves": {
    rows: [seven],
    heard: [deleted("seven")],
    seven: "none",
  },
  "an end of a deleted session brings nothing back": {
    rows: [seven, eight],
    heard: [chosen("seven"), deleted("seven"), ended(7, "seven")],
    seven: "none",
    view: "eight",
  },
  "a deleted session does not come back with an older row": {
    rows: [seven],
    heard: [deleted("seven"), listed(seven)],
    seven: "none",
  },
  "a deleted session comes back with a newer row: undo": {
    rows: [asleep],
    heard: [deleted("seven"), listed({ ...asleep, revision: 16 })],
    seven: "asleep · 7 idle",
  },

  // Whole lists.
  "a whole list removes what is not in it": {
    rows: [seven, eight],
    heard: [{ heard: "listed", rows: [eight] }],
    seven: "none",
  },
  "a whole list keeps what was made after it was read": {
    rows: [eight, { ...seven, revision: 30 }],
    heard: [{ heard: "listed", rows: [eight] }],
    seven: "live 7",
  },
};

function written(state: State, session: string): string {
  const row = state.rows.get(session);
  if (!row) return "none";
  const run = row.run === null ? "" : ` ${row.run}`;
  const last = row.lastRun ? ` · ${row.lastRun.id} ${row.lastRun.reason}` : "";
  return `${row.status}${run}${last}${state.opening.has(session) ? " …" : ""}`;
}

it.each(Object.entries(TABLE))("%s", (_, { rows, heard, seven: expected, eight: other, view }) => {
  const state = after(rows, ...heard);
  expect(written(state, "seven")).toBe(expected);
  if (other !== undefined) expect(written(state, "eight")).toBe(other);
  if (view !== undefined) expect(state.view).toEqual({ page: "session", session: view });
});
