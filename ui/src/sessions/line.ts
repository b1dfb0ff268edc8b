/** The one line of a row that says what and why, in plain speech. */
import type { Activity } from "../backend/generated/Activity";
import type { Exit } from "../backend/generated/Exit";
import type { LastRun } from "../backend/generated/LastRun";
import type { SessionRow } from "../backend/generated/SessionRow";
import { counted, duration } from "../time/when";

const ACTIVITIES: Record<Activity, string> = {
  starting: "Starting…",
  prompt: "At the prompt",
  busy: "Busy",
  waiting: "Waiting for you",
};

/** The line of a row: what it does or why it rests, its notes, its subject. */
export function lineOf(row: SessionRow, opening = false): string {
  const parts = [opening && row.status !== "live" ? ACTIVITIES.starting : stateOf(row)];
  if (row.notes > 0 && row.status !== "live") parts.push(counted(row.notes, ["note", "notes"]));
  if (row.subject) parts.push(row.subject);
  return parts.join(" · ");
}

export function stateOf(row: SessionRow): string {
  switch (row.status) {
    case "live":
      return (row.activity === "busy" && row.job) || ACTIVITIES[row.activity ?? "starting"];
    case "elsewhere":
      return "Open in another program";
    case "asleep":
    case "ended":
      return row.lastRun ? whyOf(row.lastRun, row.lastActiveAt) : "Not started yet";
  }
}

function whyOf(last: LastRun, lastActiveAt: number): string {
  switch (last.reason) {
    case "idle":
      return `Idle for ${duration(last.endedAt - lastActiveAt, "short")}`;
    case "evicted":
      return "Made room for others";
    case "orphaned":
      return "Window went away";
    case "app_quit":
      return "App was closed";
    case "owner_lost":
      return "App stopped unexpectedly · nothing lost";
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
