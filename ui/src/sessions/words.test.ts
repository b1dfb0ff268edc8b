import { describe, expect, it } from "vitest";
import { sampleRow } from "../backend/fake-samples";
import type { Activity } from "../backend/generated/Activity";
import type { Exit } from "../backend/generated/Exit";
import type { Reason } from "../backend/generated/Reason";
import type { Status } from "../backend/generated/Status";
import { announcements } from "./announce";
import { clickOn } from "./click";
import { groupsOf, nextLive } from "./groups";
import { lineOf } from "./line";
import { reduce, start } from "./reducer";

const HOUR = 3_600_000;
const resting = (reason: Reason, exit: Exit | null = null) =>
  sampleRow({
    id: "s",
    status: "asleep",
    lastActiveAt: 0,
    lastRun: { id: 1, startedAt: 0, endedAt: 6 * HOUR, reason, exit },
  });

describe("the line of a row", () => {
  it.each<[Reason, Exit | null, string]>([
    ["idle", null, "Idle for 6 h"],
    ["app_quit", null, "App was closed"],
    ["owner_lost", null, "App stopped unexpectedly · nothing lost"],
    ["evicted", null, "Made room for others"],
    ["orphaned", null, "Window went away"],
    ["closed", { kind: "signal", signal: 1, name: "HUP" }, "Ended by you"],
    ["start_failed", null, "Could not start"],
    ["exited", { kind: "code", code: 139 }, "Exited with code 139"],
    ["exited", { kind: "code", code: 0 }, "Finished"],
    ["exited", { kind: "signal", signal: 11, name: "SEGV" }, "Stopped by signal SEGV"],
    ["exited", { kind: "signal", signal: 11, name: "SIGSEGV" }, "Stopped by signal SEGV"],
    ["exited", null, "Ended"],
  ])("%s, %j: %s", (reason, exit, line) => {
    expect(lineOf(resting(reason, exit))).toBe(line);
  });

  it.each<[Activity | null, string]>([
    ["starting", "Starting…"],
    ["prompt", "At the prompt"],
    ["busy", "Busy"],
    ["waiting", "Waiting for you"],
    [null, "Starting…"],
  ])("live, %s: %s", (activity, line) => {
    expect(lineOf(sampleRow({ id: "s", status: "live", activity }))).toBe(line);
  });

  it("a busy row says what runs", () => {
    const row = sampleRow({ id: "s", status: "live", activity: "busy", job: "vim", subject: "Rust" });
    expect(lineOf(row)).toBe("vim · Rust");
  });

  it("says elsewhere, not started, and opening", () => {
    expect(lineOf(sampleRow({ id: "s", status: "elsewhere" }))).toBe("Open in another program");
    expect(lineOf(sampleRow({ id: "s" }))).toBe("Not started yet");
    expect(lineOf(resting("idle"), true)).toBe("Starting…");
  });

  it("goes on with notes and subject", () => {
    expect(lineOf({ ...resting("idle"), notes: 3, subject: "SQL" })).toBe("Idle for 6 h · 3 notes · SQL");
    expect(lineOf({ ...resting("idle"), notes: 1 })).toBe("Idle for 6 h · 1 note");
  });
});

describe("a click on a row", () => {
  it.each<[Status, number | null, boolean, string]>([
    ["live", 7, false, "show"],
    ["live", null, false, "open"],
    ["asleep", null, false, "open"],
    ["asleep", null, true, "show"],
    ["elsewhere", null, false, "open"],
    ["ended", null, false, "show"],
    ["ended", null, true, "show"],
  ])("%s, run %s, opening %s: %s", (status, run, opening, does) => {
    expect(clickOn(sampleRow({ id: "s", status, run }), opening)).toBe(does);
  });
});

describe("the groups", () => {
  const row = (id: string, status: Status, lastActiveAt: number, pinned = false) =>
    sampleRow({ id, status, lastActiveAt, pinned, run: status === "live" ? 1 : null });

  it("are Live with elsewhere, Asleep, Ended; pinned first, then the latest; empty ones are left out", () => {
    const rows = [
      row("a", "live", 1),
      row("b", "live", 3),
      row("c", "elsewhere", 2),
      row("d", "live", 0, true),
      row("e", "ended", 1),
      row("f", "ended", 2),
    ];
    expect(groupsOf(rows).map((group) => [group.name, ...group.rows.map(({ id }) => id)])).toEqual([
      ["Live", "d", "b", "c", "a"],
      ["Ended", "f", "e"],
    ]);
  });

  it("give the next live session, round, and none of another program", () => {
    const rows = [row("a", "live", 3), row("b", "live", 2), row("c", "elsewhere", 1)];
    expect(nextLive(rows, "a")).toBe("b");
    expect(nextLive(rows, "b")).toBe("a");
    expect(nextLive(rows, null)).toBe("a");
    expect(nextLive([], null)).toBeNull();
  });
});

it("a screen reader hears a change of state once", () => {
  const before = start([sampleRow({ id: "s", title: "Joins", status: "live", run: 7 })]);
  const event = { event: "session.reclaimed", run: 7, session: "s", reason: "evicted", endedAt: 1 } as const;
  const after = reduce(before, { heard: "event", event });
  expect(announcements(before, after)).toEqual(["Joins is asleep: Made room for others."]);
  expect(announcements(after, reduce(after, { heard: "event", event }))).toEqual([]);
});
