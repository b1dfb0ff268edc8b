import { describe, expect, it } from "vitest";
import { failure } from "../backend/fake";
import type { SessionRow } from "../backend/generated/SessionRow";
import { homeOf, needsHealing, reduce, rowInView, start, statusAfter, type State } from "./reducer";
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
  told,
} from "./reducer.samples";

describe("the session list", () => {
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

  it("an end takes the bell and the progress of its run with it", () => {
    const progress = { state: "normal", percent: 42 } as const;
    const row = after([{ ...seven, rang: true, progress }], ended(7, "seven")).rows.get("seven");
    expect(row).toMatchObject({ rang: false, progress: null });
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

  it("starts with the first hint that is still there", () => {
    expect(start([seven, eight], ["gone", "eight", "seven"]).view).toEqual({
      page: "session",
      session: "eight",
    });
    expect(start([seven, eight], ["gone"]).view).toEqual({ page: "session", session: "seven" });
  });

  it("has what a whole list says, and no longer what it leaves out", () => {
    const row = { ...eight, title: "Eight, renamed", revision: 99 };
    const state = after([seven, eight], told({ event: "sessions.listed", rows: [row] }));
    expect([...state.rows.values()]).toEqual([row]);
  });

  it("goes to what is left when its session is deleted", () => {
    const gone = deleted("seven");
    expect(after([seven, eight], chosen("seven"), gone).view).toEqual({ page: "session", session: "eight" });
    expect(after([seven], gone).view).toEqual(homeOf(new Map()));
    expect(after([seven, eight], chosen("eight"), gone).view).toEqual({ page: "session", session: "eight" });
  });
});

describe("opening", () => {
  const refused = failure("DirectoryMissing", "The directory is gone.");

  it("is over with its answer", () => {
    const state = after([asleep], opening("seven"), opened(resumed, 9));
    expect(state.opening.has("seven")).toBe(false);
  });

  it("goes on when an older run of the session ends", () => {
    const state = after([asleep], opening("seven"), ended(7, "seven"));
    expect(state.opening.has("seven")).toBe(true);
  });

  it("that failed is kept for the band, until it is tried again", () => {
    const failed = after([asleep], opening("seven"), { heard: "failed", session: "seven", failure: refused });
    expect(failed.opening.has("seven")).toBe(false);
    expect(failed.failures.get("seven")).toBe(refused);
    expect(reduce(failed, opening("seven")).failures.size).toBe(0);
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

it("what others hold changes nothing here", () => {
  const before = start([seven]);
  expect(reduce(before, told({ event: "saving.changed", saving: { state: "saving" } }))).toBe(before);
  expect(reduce(before, told({ event: "notes.changed", session: "seven", notes: [] }))).toBe(before);
  expect(reduce(before, told({ event: "quit.asked", work: [] }))).toBe(before);
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
