import { describe, expect, it } from "vitest";
import { failure } from "../backend/fake";
import { sampleRow } from "../backend/fake-samples";
import type { Event } from "../backend/generated/Event";
import type { LastRun } from "../backend/generated/LastRun";
import type { SessionRow } from "../backend/generated/SessionRow";
import {
  homeOf,
  needsHealing,
  reduce,
  rowInView,
  start,
  statusAfter,
  type Heard,
  type State,
} from "./reducer";

const seven = sampleRow({
  id: "seven",
  status: "live",
  activity: "prompt",
  run: 7,
  revision: 10,
  lastActiveAt: 50,
});
const eight = sampleRow({
  id: "eight",
  status: "live",
  activity: "busy",
  run: 8,
  revision: 11,
  lastActiveAt: 40,
});
const atRest = (run: number, with_: Partial<LastRun> = {}): LastRun => ({
  id: run,
  startedAt: 1,
  endedAt: 99,
  reason: "idle",
  exit: null,
  ...with_,
});

const told = (event: Event): Heard => ({ heard: "event", event });
const reclaimed = (run: number, session: string): Heard =>
  told({ event: "session.reclaimed", run, session, reason: "idle", endedAt: 99 });
const ended = (run: number, session: string): Heard =>
  told({
    event: "session.ended",
    run,
    session,
    reason: "exited",
    exit: { kind: "code", code: 139 },
    endedAt: 99,
  });
const listed = (...rows: SessionRow[]): Heard => told({ event: "sessions.changed", rows, gone: [] });
const runGone = (run: number, session: string | null): Heard => ({
  heard: "run-gone",
  run,
  now: 98,
  failure: failure("RunGone", "It is over.", { session, reason: session ? "idle" : null }),
});
const opened = (row: SessionRow, run: number): Heard => ({ heard: "opened", row, run });
const chosen = (session: string): Heard => ({ heard: "chosen", view: { page: "session", session } });

function after(rows: SessionRow[], ...all: Heard[]): State {
  return all.reduce(reduce, start(rows));
}

const brief = (
  state: State,
  session: string,
): [status: string, run: number | null, last: number | null] | null => {
  const row = state.rows.get(session);
  return row ? [row.status, row.run, row.lastRun?.id ?? null] : null;
};

const resumed: SessionRow = { ...seven, run: 9, revision: 20, lastRun: atRest(7) };
const asleep: SessionRow = {
  ...seven,
  status: "asleep",
  activity: null,
  run: null,
  revision: 15,
  lastRun: atRest(7),
};

interface Case {
  name: string;
  rows: SessionRow[];
  heard: Heard[];
  /** What the session `seven` is afterwards. */
  seven: ReturnType<typeof brief>;
}

const CASES: Case[] = [
  {
    name: "a reclaim puts its session to sleep",
    rows: [seven],
    heard: [reclaimed(7, "seven")],
    seven: ["asleep", null, 7],
  },
  { name: "an end ends its session", rows: [seven], heard: [ended(7, "seven")], seven: ["ended", null, 7] },
  {
    name: "a bystander is kept",
    rows: [seven, eight],
    heard: [reclaimed(8, "eight")],
    seven: ["live", 7, null],
  },
  {
    name: "an unknown run id changes no row",
    rows: [seven],
    heard: [reclaimed(77, "stranger")],
    seven: ["live", 7, null],
  },
  {
    name: "an empty run id changes no row",
    rows: [seven],
    heard: [reclaimed(0, "seven")],
    seven: ["live", 7, null],
  },
  {
    name: "an event that comes twice is heard once",
    rows: [seven],
    heard: [reclaimed(7, "seven"), reclaimed(7, "seven")],
    seven: ["asleep", null, 7],
  },
  {
    name: "an event before the list that names it holds when the list comes",
    rows: [],
    heard: [reclaimed(7, "seven"), listed(seven)],
    seven: ["asleep", null, 7],
  },
  {
    name: "the list that follows an event says the last word",
    rows: [seven],
    heard: [reclaimed(7, "seven"), listed({ ...asleep, lines: 5 })],
    seven: ["asleep", null, 7],
  },
  {
    name: "a list that was on its way when the run ended does not bring it back",
    rows: [seven],
    heard: [reclaimed(7, "seven"), listed({ ...seven, revision: 12 })],
    seven: ["asleep", null, 7],
  },
  {
    name: "an older row never replaces a newer one",
    rows: [asleep],
    heard: [listed(seven)],
    seven: ["asleep", null, 7],
  },
  {
    name: "RunGone before the event",
    rows: [seven],
    heard: [runGone(7, "seven"), reclaimed(7, "seven")],
    seven: ["asleep", null, 7],
  },
  {
    name: "RunGone after the event",
    rows: [seven],
    heard: [ended(7, "seven"), runGone(7, "seven")],
    seven: ["ended", null, 7],
  },
  {
    name: "RunGone that says nothing more",
    rows: [seven],
    heard: [runGone(7, null)],
    seven: ["asleep", null, 7],
  },
  {
    name: "RunGone that says nothing, then the event that does",
    rows: [seven],
    heard: [runGone(7, null), ended(7, "seven")],
    seven: ["ended", null, 7],
  },
  {
    name: "RunGone that says nothing of a run before the one that lives",
    rows: [resumed],
    heard: [runGone(7, null), ended(7, "seven")],
    seven: ["live", 9, 7],
  },
  {
    name: "an ended event of an earlier run while a later one lives",
    rows: [resumed],
    heard: [ended(7, "seven")],
    seven: ["live", 9, 7],
  },
  {
    name: "a resume: the row of the answer lives",
    rows: [asleep],
    heard: [{ heard: "opening", session: "seven" }, opened(resumed, 9)],
    seven: ["live", 9, 7],
  },
  {
    name: "the end of the old run in the middle of a resume",
    rows: [asleep],
    heard: [{ heard: "opening", session: "seven" }, ended(7, "seven"), opened(resumed, 9)],
    seven: ["live", 9, 7],
  },
  {
    name: "the end of the new run before the answer that names it",
    rows: [asleep],
    heard: [{ heard: "opening", session: "seven" }, ended(9, "seven"), opened(resumed, 9)],
    seven: ["ended", null, 9],
  },
  {
    name: "a deleted session leaves",
    rows: [seven],
    heard: [told({ event: "sessions.changed", rows: [], gone: ["seven"] })],
    seven: null,
  },
  {
    name: "a deleted session does not come back with an older row",
    rows: [seven],
    heard: [told({ event: "sessions.changed", rows: [], gone: ["seven"] }), listed(seven)],
    seven: null,
  },
  {
    name: "a deleted session comes back with a newer row: undo",
    rows: [asleep],
    heard: [
      told({ event: "sessions.changed", rows: [], gone: ["seven"] }),
      listed({ ...asleep, revision: 16 }),
    ],
    seven: ["asleep", null, 7],
  },
  {
    name: "a whole list removes what is not in it",
    rows: [seven, eight],
    heard: [{ heard: "listed", rows: [eight] }],
    seven: null,
  },
  {
    name: "a whole list keeps what was made after it was read",
    rows: [eight, { ...seven, revision: 30 }],
    heard: [{ heard: "listed", rows: [eight] }],
    seven: ["live", 7, null],
  },
];

describe("the session list", () => {
  it.each(CASES)("$name", ({ rows, heard, seven: expected }) => {
    expect(brief(after(rows, ...heard), "seven")).toEqual(expected);
  });

  it("is the very same when an event comes twice, or has no run id", () => {
    const once = after([seven], reclaimed(7, "seven"));
    expect(reduce(once, reclaimed(7, "seven"))).toBe(once);
    expect(reduce(once, reclaimed(Number.NaN, ""))).toBe(once);
    expect(reduce(once, runGone(7, "seven"))).toBe(once);
  });

  it("keeps the rows as they are for a run that nobody knows", () => {
    const before = start([seven, eight]);
    const state = reduce(before, ended(77, "stranger"));
    expect(state.rows).toBe(before.rows);
    expect(state.view).toBe(before.view);
  });

  it("says how a run ended, from its event, before any list does", () => {
    expect(after([seven], ended(7, "seven")).rows.get("seven")?.lastRun).toMatchObject({
      endedAt: 99,
      reason: "exited",
      exit: { kind: "code", code: 139 },
    });
  });

  it("forgets the oldest ends, not the newest", () => {
    const many = Array.from({ length: 600 }, (_, run) => ended(run + 1, "stranger"));
    const state = after([seven], ...many);
    expect(state.over.size).toBe(512);
    expect(state.over.has(600)).toBe(true);
  });
});

describe("the view", () => {
  it("stays on a session that is reclaimed while it is in view", () => {
    const state = after([seven, eight], chosen("seven"), reclaimed(7, "seven"));
    expect(rowInView(state)).toMatchObject({ id: "seven", status: "asleep" });
  });

  it("does not change when one in the background is reclaimed", () => {
    const before = after([seven, eight], chosen("seven"));
    expect(reduce(before, reclaimed(8, "eight")).view).toBe(before.view);
  });

  it("starts with the session that was used last, and opens nothing", () => {
    const state = start([eight, asleep]);
    expect(state.view).toEqual({ page: "session", session: "seven" });
    expect(state.opening.size).toBe(0);
    expect(start([]).view).toEqual({ page: "new-session" });
  });

  it("goes to what is left when its session is deleted", () => {
    const gone = told({ event: "sessions.changed", rows: [], gone: ["seven"] });
    expect(after([seven, eight], chosen("seven"), gone).view).toEqual({ page: "session", session: "eight" });
    expect(after([seven], gone).view).toEqual(homeOf(new Map()));
    expect(after([seven, eight], chosen("eight"), gone).view).toEqual({ page: "session", session: "eight" });
  });
});

describe("opening", () => {
  const refused = failure("DirectoryMissing", "The directory is gone.");

  it("is over with its answer", () => {
    const state = after([asleep], { heard: "opening", session: "seven" }, opened(resumed, 9));
    expect(state.opening.has("seven")).toBe(false);
  });

  it("goes on when an older run of the session ends", () => {
    const state = after([asleep], { heard: "opening", session: "seven" }, ended(7, "seven"));
    expect(state.opening.has("seven")).toBe(true);
  });

  it("that failed is kept for the band, until it is tried again", () => {
    const failed = after(
      [asleep],
      { heard: "opening", session: "seven" },
      { heard: "failed", session: "seven", failure: refused },
    );
    expect(failed.opening.has("seven")).toBe(false);
    expect(failed.failures.get("seven")).toBe(refused);
    expect(reduce(failed, { heard: "opening", session: "seven" }).failures.size).toBe(0);
    expect(reduce(failed, { heard: "settled", session: "seven" }).failures.size).toBe(0);
  });
});

describe("a failure", () => {
  const elsewhere: SessionRow = { ...asleep, status: "elsewhere", revision: 16 };
  const failed = (code: "OpenElsewhere" | "StartFailed", row: SessionRow): State =>
    after([row], { heard: "failed", session: "seven", failure: failure(code, "It did not open.") });

  it("is forgotten when the other program lets go, or the session lives", () => {
    const released = reduce(failed("OpenElsewhere", elsewhere), listed({ ...asleep, revision: 17 }));
    expect(released.failures.size).toBe(0);
    expect(reduce(failed("StartFailed", asleep), listed(resumed)).failures.size).toBe(0);
  });

  it("stays when the list only catches up with it", () => {
    expect(reduce(failed("OpenElsewhere", asleep), listed(elsewhere)).failures.size).toBe(1);
    const row: SessionRow = { ...asleep, status: "ended", revision: 17 };
    expect(reduce(failed("StartFailed", asleep), listed(row)).failures.size).toBe(1);
  });
});

describe("healing", () => {
  it("is needed once for a run, whoever told its end", () => {
    const before = start([seven]);
    expect(needsHealing(before, 7)).toBe(true);
    expect(needsHealing(reduce(before, runGone(7, "seven")), 7)).toBe(false);
    expect(needsHealing(reduce(before, reclaimed(7, "seven")), 7)).toBe(false);
    expect(needsHealing(before, 0)).toBe(false);
  });
});

it.each([
  ["idle", "asleep"],
  ["evicted", "asleep"],
  ["orphaned", "asleep"],
  ["app_quit", "asleep"],
  ["owner_lost", "asleep"],
  ["exited", "ended"],
  ["closed", "ended"],
  ["start_failed", "ended"],
] as const)("after %s a session is %s", (reason, status) => {
  expect(statusAfter(reason)).toBe(status);
});
