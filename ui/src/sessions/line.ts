/** The one line of a row that says what and why, in plain speech. */
import type { Activity } from "../backend/generated/Activity";
import type { Exit } from "../backend/generated/Exit";
import type { LastRun } from "../backend/generated/LastRun";
import type { Progress } from "../backend/generated/Progress";
import type { SessionRow } from "../backend/generated/SessionRow";
import { counted, elapsed } from "../time/when";

/** What the words of a row depend on, beside the row. */
export interface Circumstances {
  now: number;
  /** After how long a quiet session goes to sleep, in milliseconds; null where it never does. */
  idleAfter: number | null;
}

const ACTIVITIES: Record<Activity, string> = {
  starting: "Starting…",
  prompt: "At the prompt",
  busy: "Busy",
  waiting: "Waiting for you",
};

/** The line of a row: what it does or why it rests, its notes, its subject. */
export function lineOf(row: SessionRow, given: Circumstances, opening = false): string {
  const parts = [opening && row.status !== "live" ? ACTIVITIES.starting : stateOf(row, given)];
  if (row.notes > 0 && row.status !== "live") parts.push(counted(row.notes, ["note", "notes"]));
  if (row.subject) parts.push(row.subject);
  return parts.join(" · ");
}

export function stateOf(row: SessionRow, given: Circumstances): string {
  switch (row.status) {
    case "live":
      return activityOf(row, given.now);
    case "elsewhere":
      return "Open in another program";
    case "asleep":
    case "ended":
      return row.lastRun ? whyOf(row.lastRun, quietTime(row, given.idleAfter)) : "Not started yet";
  }
}

/** What a live session does: `make · 42 % · 12 s`, `sudo is waiting for you`. */
export function activityOf(row: SessionRow, now: number): string {
  const activity = row.activity ?? "starting";
  if (activity === "waiting") return row.job ? `${row.job} is waiting for you` : ACTIVITIES.waiting;
  const reached = row.progress && progressOf(row.progress);
  // A shell that sends no marks looks idle while it runs something of its own.
  if (activity !== "busy") return reached === null ? ACTIVITIES[activity] : capital(reached);
  const parts = [row.job ?? ACTIVITIES.busy];
  if (reached !== null) parts.push(reached);
  if (row.activitySince !== null) parts.push(elapsed(now - row.activitySince, "short"));
  return parts.join(" · ");
}

/** How far a program says it is: `42 %`, `paused at 42 %`. */
export function progressOf({ state, percent }: Progress): string {
  switch (state) {
    case "normal":
      return `${percent} %`;
    case "error":
    case "paused":
      return percent === 0 ? state : `${state} at ${percent} %`;
    case "indeterminate":
      return "working";
  }
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** From its last output or input to its end; where an older version did not note that, at least as the setting says. */
export function quietTime(row: SessionRow, idleAfter: number | null): number | null {
  const measured = row.lastRun ? row.lastRun.endedAt - row.lastActiveAt : 0;
  return measured >= 1000 ? measured : idleAfter;
}

function whyOf(last: LastRun, quiet: number | null): string {
  switch (last.reason) {
    case "idle":
      return quiet === null ? "Idle for a while" : `Idle for ${elapsed(quiet, "short")}`;
    case "evicted":
      return "Made room for others";
    case "orphaned":
      return "Its window went away";
    case "app_quit":
      return last.owner === "nook" ? "Left in a terminal" : "App was closed";
    case "owner_lost":
      return `${last.owner === "nook" ? "nook" : "App"} stopped unexpectedly · nothing lost`;
    case "closed":
      return "Ended by you";
    case "start_failed":
      return "Could not start";
    case "exited":
      return outcomeOf(last.exit);
  }
}

/** How a process ended, as it was observed. */
export function outcomeOf(exit: Exit | null): string {
  if (!exit) return "Ended";
  if (exit.kind === "signal") return `Stopped by signal ${signalName(exit.name)}`;
  return exit.code === 0 ? "Finished" : `Exited with code ${exit.code}`;
}

export function signalName(name: string): string {
  return name.replace(/^SIG/, "");
}
