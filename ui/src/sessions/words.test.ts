import { describe, expect, it } from "vitest";
import troubleshooting from "../../../docs/troubleshooting.md?raw";
import { sampleRow } from "../backend/fake-samples";
import type { Activity } from "../backend/generated/Activity";
import type { Exit } from "../backend/generated/Exit";
import type { Owner } from "../backend/generated/Owner";
import type { ProgressState } from "../backend/generated/ProgressState";
import type { Reason } from "../backend/generated/Reason";
import type { Status } from "../backend/generated/Status";
import { clickOn } from "./click";
import { groupsOf, nextLive } from "./groups";
import { lineOf } from "./line";

const HOUR = 3_600_000;
const given = { now: 10 * HOUR, idleAfter: 6 * HOUR };
const resting = (reason: Reason, exit: Exit | null = null, owner: Owner = "app") =>
  sampleRow({
    id: "s",
    status: "asleep",
    lastActiveAt: 0,
    lastRun: { id: 1, startedAt: 0, endedAt: 6 * HOUR, reason, exit, owner },
  });

describe("the line of a row", () => {
  it.each<[Reason, Exit | null, string]>([
    ["idle", null, "Idle for 6 h"],
    ["app_quit", null, "App was closed"],
    ["owner_lost", null, "App stopped unexpectedly · nothing lost"],
    ["evicted", null, "Made room for others"],
    ["orphaned", null, "Its window went away"],
    ["closed", { kind: "signal", signal: 1, name: "HUP" }, "Ended by you"],
    ["start_failed", null, "Could not start"],
    ["exited", { kind: "code", code: 139 }, "Exited with code 139"],
    ["exited", { kind: "code", code: 0 }, "Finished"],
    ["exited", { kind: "signal", signal: 11, name: "SEGV" }, "Stopped by signal SEGV"],
    ["exited", { kind: "signal", signal: 11, name: "SIGSEGV" }, "Stopped by signal SEGV"],
    ["exited", null, "Ended"],
  ])("%s, %j: %s", (reason, exit, line) => {
    expect(lineOf(resting(reason, exit), given)).toBe(line);
  });

  it.each<[Reason, string]>([
    ["app_quit", "Left in a terminal"],
    ["owner_lost", "nook stopped unexpectedly · nothing lost"],
    ["closed", "Ended by you"],
  ])("of a run that nook had, %s: %s", (reason, line) => {
    expect(lineOf(resting(reason, null, "nook"), given)).toBe(line);
  });

  it.each<[Activity | null, string]>([
    ["starting", "Starting…"],
    ["prompt", "At the prompt"],
    ["busy", "Busy"],
    ["waiting", "Waiting for you"],
    [null, "Starting…"],
  ])("live, %s: %s", (activity, line) => {
    expect(lineOf(sampleRow({ id: "s", status: "live", activity }), given)).toBe(line);
  });

  it("a busy row says what runs", () => {
    const row = sampleRow({ id: "s", status: "live", activity: "busy", job: "vim", subject: "Rust" });
    expect(lineOf(row, given)).toBe("vim · Rust");
  });

  it.each([
    ["busy", "make", 12_000, "make · 12 s"],
    ["busy", "make", 3 * 60_000, "make · 3 min"],
    ["busy", null, 12_000, "Busy · 12 s"],
    ["waiting", "sudo", 12_000, "sudo is waiting for you"],
    ["prompt", null, 12_000, "At the prompt"],
  ] as const)("%s with %s for %d ms: %s", (activity, job, ms, line) => {
    const row = sampleRow({ id: "s", status: "live", activity, job, activitySince: given.now - ms });
    expect(lineOf(row, given)).toBe(line);
  });

  it.each<[Activity, ProgressState, string]>([
    ["busy", "normal", "make · 42 % · 12 s"],
    ["busy", "error", "make · error at 42 % · 12 s"],
    ["busy", "paused", "make · paused at 42 % · 12 s"],
    ["busy", "indeterminate", "make · working · 12 s"],
    ["prompt", "normal", "42 %"],
    ["prompt", "indeterminate", "Working"],
    ["prompt", "paused", "Paused at 42 %"],
    ["waiting", "normal", "make is waiting for you"],
  ])("%s with progress that is %s: %s", (activity, state, line) => {
    const activitySince = given.now - 12_000;
    const progress = { state, percent: 42 };
    const row = sampleRow({ id: "s", status: "live", activity, job: "make", activitySince, progress });
    expect(lineOf(row, given)).toBe(line);
  });

  it("a pause before anything was done names no place", () => {
    const progress = { state: "paused", percent: 0 } as const;
    const row = sampleRow({ id: "s", status: "live", activity: "busy", job: "make", progress });
    expect(lineOf(row, given)).toBe("make · paused");
  });

  it.each([
    ["the time that was measured", 5 * HOUR, 6 * HOUR, "Idle for 5 h"],
    ["the setting, where an older version measured nothing", 0, 6 * HOUR, "Idle for 6 h"],
    ["a short time to the second", 2_400, null, "Idle for 2 s"],
    ["no time, where none is known", 0, null, "Idle for a while"],
  ])("an idle row says %s", (_, quiet, idleAfter, line) => {
    const row = { ...resting("idle"), lastActiveAt: 6 * HOUR - quiet };
    expect(lineOf(row, { now: given.now, idleAfter })).toBe(line);
  });

  it("says elsewhere, not started, and opening", () => {
    expect(lineOf(sampleRow({ id: "s", status: "elsewhere" }), given)).toBe("Open in another program");
    expect(lineOf(sampleRow({ id: "s" }), given)).toBe("Not started yet");
    expect(lineOf(resting("idle"), given, true)).toBe("Starting…");
  });

  it("goes on with notes and subject", () => {
    expect(lineOf({ ...resting("idle"), notes: 3, subject: "SQL" }, given)).toBe(
      "Idle for 6 h · 3 notes · SQL",
    );
    expect(lineOf({ ...resting("idle"), notes: 1 }, given)).toBe("Idle for 6 h · 1 note");
  });
});

it("every line of a session at rest is explained in the documentation", () => {
  const ends: Reason[] = [
    "idle",
    "evicted",
    "orphaned",
    "app_quit",
    "owner_lost",
    "closed",
    "start_failed",
    "exited",
  ];
  for (const owner of ["app", "nook"] as const) {
    for (const exit of [null, { kind: "code", code: 0 } as const]) {
      for (const reason of ends) {
        expect(troubleshooting).toContain(`| ${lineOf(resting(reason, exit, owner), given)} `);
      }
    }
  }
  for (const line of ["Not started yet", "Open in another program"]) {
    expect(troubleshooting).toContain(`| ${line} |`);
  }
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
