import { describe, expect, it } from "vitest";
import { sampleRow } from "../backend/fake-samples";
import type { Event } from "../backend/generated/Event";
import type { Reason } from "../backend/generated/Reason";
import { announcements } from "./announce";
import { reduce, start, type Heard } from "./reducer";

const HOUR = 3_600_000;
const given = { now: 9 * HOUR, idleAfter: 6 * HOUR };
const algebra = sampleRow({ id: "a", title: "Algebra", status: "live", activity: "prompt", run: 7 });
const essay = sampleRow({ id: "e", title: "Essay", status: "live", activity: "busy", job: "vim", run: 8 });
const before = start([algebra, essay], ["e"]);

const told = (event: Event): Heard => ({ heard: "event", event });
const reclaimed = (run: number, session: string, reason: Reason): Heard =>
  told({ event: "session.reclaimed", run, session, reason, endedAt: 6 * HOUR });

describe("a reclaim", () => {
  it.each<[Reason, string]>([
    ["idle", "“Algebra” went to sleep: idle for 6 h. Nothing is lost."],
    ["evicted", "“Algebra” went to sleep: made room for others. Nothing is lost."],
    ["orphaned", "“Algebra” went to sleep: its window went away. Nothing is lost."],
  ])("out of sight is said in a toast: %s", (reason, text) => {
    const after = reduce(before, reclaimed(7, "a", reason));
    expect(announcements(before, after, given)).toEqual([{ text, toast: true }]);
  });

  it("in view is said aloud only, since the band says it for the eye", () => {
    const after = reduce(before, reclaimed(8, "e", "evicted"));
    expect(announcements(before, after, given)).toEqual([
      { text: "Essay is asleep: Made room for others.", toast: false },
    ]);
  });

  it("is said once, though its event and its list both tell it", () => {
    const after = reduce(before, reclaimed(7, "a", "idle"));
    const row = after.rows.get("a") ?? algebra;
    const again = reduce(after, reclaimed(7, "a", "idle"));
    const listed = reduce(
      again,
      told({ event: "sessions.changed", rows: [{ ...row, revision: 9 }], gone: [] }),
    );
    expect(announcements(after, again, given)).toEqual([]);
    expect(announcements(again, listed, given)).toEqual([]);
  });
});

it("an end is no toast: a program that exits was let go by somebody", () => {
  const event = {
    event: "session.ended",
    run: 7,
    session: "a",
    reason: "exited",
    exit: null,
    endedAt: 1,
  } as const;
  const after = reduce(before, told(event));
  expect(announcements(before, after, given)).toEqual([{ text: "Algebra has ended: Ended.", toast: false }]);
});

it("a program that begins to wait for the learner is said once", () => {
  const waits = { ...algebra, activity: "waiting", job: "sudo", revision: 5 } as const;
  const after = reduce(before, told({ event: "sessions.changed", rows: [waits], gone: [] }));
  expect(announcements(before, after, given)).toEqual([
    { text: "Algebra: sudo is waiting for you.", toast: false },
  ]);
  const later = reduce(
    after,
    told({ event: "sessions.changed", rows: [{ ...waits, revision: 6 }], gone: [] }),
  );
  expect(announcements(after, later, given)).toEqual([]);
});

it("a bell is said once, however often its row is told", () => {
  const rang = { ...algebra, rang: true, revision: 5 };
  const after = reduce(before, told({ event: "sessions.changed", rows: [rang], gone: [] }));
  expect(announcements(before, after, given)).toEqual([{ text: "Algebra rang the bell.", toast: false }]);
  const progress = { state: "normal", percent: 42 } as const;
  const later = reduce(
    after,
    told({ event: "sessions.changed", rows: [{ ...rang, progress, revision: 6 }], gone: [] }),
  );
  expect(announcements(after, later, given)).toEqual([]);
});
