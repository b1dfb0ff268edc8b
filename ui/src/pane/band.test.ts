import { describe, expect, it } from "vitest";
import { failure } from "../backend/fake";
import { sampleRow } from "../backend/fake-samples";
import type { Code } from "../backend/generated/Code";
import type { Exit } from "../backend/generated/Exit";
import type { Owner } from "../backend/generated/Owner";
import type { Reason } from "../backend/generated/Reason";
import type { SessionRow } from "../backend/generated/SessionRow";
import { bandOf, keptOf, type BandInput } from "./band";

const HOUR = 3_600_000;
const NOW = new Date(2026, 10, 30, 14, 0).getTime();
const ENDED = new Date(2026, 10, 24, 21, 40).getTime();

function row(
  status: SessionRow["status"],
  reason: Reason | null,
  exit: Exit | null = null,
  owner: Owner = "app",
): SessionRow {
  return sampleRow({
    id: "s",
    status,
    lines: 812,
    notes: 3,
    command: "/usr/bin/sqlite3 course.db",
    lastActiveAt: ENDED - 6 * HOUR,
    lastRun: reason && { id: 1, startedAt: 0, endedAt: ENDED, reason, exit, owner },
  });
}

function band(with_: Partial<BandInput> & { row: SessionRow }) {
  return bandOf({
    opening: false,
    failure: null,
    busy: null,
    unsent: null,
    hid: false,
    now: NOW,
    idleAfter: 6 * HOUR,
    ...with_,
  });
}

const live = { ...row("live", null), run: 7 };

describe("the band of a session that is asleep", () => {
  it.each<[Reason, string]>([
    ["idle", "It was idle for 6 hours, so it made room."],
    ["evicted", "It made room for sessions that you used later."],
    ["orphaned", "The window that showed it went away."],
    ["app_quit", "Inglenook was closed."],
    ["owner_lost", "Inglenook stopped unexpectedly."],
  ])("after %s says since when, why, and what is kept", (reason, why) => {
    expect(band({ row: row("asleep", reason) })).toMatchObject({
      title: "Asleep since Tuesday 21:40",
      text: `${why} The screen, 812 lines and 3 notes are kept.`,
      primary: { action: "resume", label: "Resume" },
    });
  });

  it.each<[Reason, string]>([
    ["app_quit", "You left it in a terminal."],
    ["owner_lost", "The nook command stopped unexpectedly."],
  ])("after %s of nook says so", (reason, why) => {
    expect(band({ row: row("asleep", reason, null, "nook") })?.text).toMatch(`${why} The screen`);
  });

  it("that was never started offers to start it", () => {
    expect(band({ row: row("asleep", null) })?.primary).toEqual({ action: "resume", label: "Start" });
  });

  it("goes away while it is opened", () => {
    expect(band({ row: row("asleep", "idle"), opening: true })).toBeNull();
  });
});

describe("the band of a session that has ended", () => {
  it.each<[Reason, Exit | null, string, string]>([
    ["exited", { kind: "code", code: 0 }, "Finished · Tuesday 21:40", "sqlite3 exited normally."],
    ["exited", { kind: "code", code: 2 }, "Exited with code 2 · Tuesday 21:40", "sqlite3 reported a problem"],
    ["exited", { kind: "signal", signal: 11, name: "SIGSEGV" }, "Stopped by signal SEGV", "by a signal"],
    ["exited", null, "Ended · Tuesday 21:40", "How it ended was not seen."],
    ["closed", null, "Ended by you · Tuesday 21:40", "You ended it."],
    ["start_failed", null, "It could not start", "Check that it is installed"],
  ])("after %s, %j", (reason, exit, title, text) => {
    const shown = band({ row: row("ended", reason, exit) });
    expect(shown?.title).toContain(title);
    expect(shown?.text).toContain(text);
    expect(shown?.text).toContain("are kept.");
    expect(shown?.primary).toEqual({ action: "start-again", label: "Start again" });
  });
});

describe("the band of a session that could not be opened", () => {
  it.each<[Code, string]>([
    ["DirectoryMissing", "Its directory is gone"],
    ["CommandNotFound", "Its command was not found"],
    ["StartFailed", "It could not start"],
    ["OpenElsewhere", "Open in another program"],
    ["StoreFull", "The disk is full"],
    ["Internal", "Something went wrong"],
  ])("%s: what happened, what was kept, and a way to try again", (code, title) => {
    expect(band({ row: row("asleep", "idle"), failure: failure(code, "It did not open") })).toMatchObject({
      title,
      text: "It did not open. The screen, 812 lines and 3 notes are kept.",
      primary: { action: "retry", label: "Try again" },
    });
  });
});

it("a session whose directory is gone may go on at home; nothing else offers that", () => {
  const others = (code: Code) =>
    band({ row: row("asleep", "idle"), failure: failure(code, "It did not open") })?.others;
  expect(others("DirectoryMissing")).toEqual([{ action: "start-at-home", label: "Start in ~" }]);
  expect(others("CommandNotFound")).toEqual([]);
});

it("a failure that says what to do is not talked over", () => {
  const why = failure("DirectoryMissing", "There is no ~/sql.", { hint: "Make it again. All is kept." });
  expect(band({ row: row("asleep", "idle"), failure: why })?.text).toBe(
    "There is no ~/sql. Make it again. All is kept.",
  );
});

describe("the band of a live session", () => {
  it("is not there", () => {
    expect(band({ row: live })).toBeNull();
  });

  it("asks before it ends what runs, and Enter ends nothing", () => {
    const asked = band({ row: live, busy: failure("Busy", "cargo is running") });
    expect(asked).toMatchObject({ title: "cargo is running. End it?", primary: null, asks: true });
    expect(asked?.others.map((button) => button.label)).toEqual(["Keep it", "End it"]);
  });

  it("says what was not sent", () => {
    expect(band({ row: live, unsent: "ls" })).toMatchObject({ title: "Not sent", unsent: "ls" });
  });
});

it("what was typed and not sent is said with the end", () => {
  const shown = band({ row: row("asleep", "idle"), unsent: "cargo test" });
  expect(shown?.unsent).toBe("cargo test");
  expect(shown?.others.map((button) => button.action)).toContain("copy-unsent");
});

it("of what was typed at a hidden prompt only the fact is said", () => {
  for (const shown of [band({ row: live, hid: true }), band({ row: row("asleep", "idle"), hid: true })]) {
    expect(shown?.hid).toBe(true);
    expect(shown?.unsent).toBeNull();
    expect(shown?.others.map((button) => button.action)).not.toContain("copy-unsent");
  }
});

it("a session that is open elsewhere says so", () => {
  expect(band({ row: row("elsewhere", "idle") })?.title).toBe("Open in another program");
});

it.each([
  [0, 0, "The screen is kept."],
  [1, 0, "The screen and 1 line are kept."],
  [0, 2, "The screen and 2 notes are kept."],
  [1204, 1, "The screen, 1,204 lines and 1 note are kept."],
])("with %d lines and %d notes: %s", (lines, notes, text) => {
  expect(keptOf(sampleRow({ id: "s", lines, notes }))).toBe(text);
});
