/**
 * The band under a terminal that is not live, or that has a question: what happened, what was kept, what to
 * do next. Texts and choices only; `Band.svelte` draws them.
 */
import { sentence } from "../backend/failure";
import type { Code } from "../backend/generated/Code";
import type { Exit } from "../backend/generated/Exit";
import type { Failure } from "../backend/generated/Failure";
import type { LastRun } from "../backend/generated/LastRun";
import type { SessionRow } from "../backend/generated/SessionRow";
import { quietTime, signalName } from "../sessions/line";
import { counted, elapsed, moment } from "../time/when";

export type BandAction =
  "resume" | "start-again" | "retry" | "start-at-home" | "end-anyway" | "keep-it" | "dismiss" | "copy-unsent";

export interface BandButton {
  action: BandAction;
  label: string;
}

export interface Band {
  title: string;
  text: string;
  /** What was typed and could not be sent. */
  unsent: string | null;
  /** Something was typed at a prompt that hides it, and was not sent either. */
  hid?: true;
  /** What Enter does; a question about ending something has none. */
  primary: BandButton | null;
  others: BandButton[];
  /** It waits for an answer. */
  asks?: true;
}

export interface BandInput {
  row: SessionRow;
  opening: boolean;
  failure: Failure | null;
  /** The engine said that something runs, when the learner asked to end the session. */
  busy: Failure | null;
  unsent: string | null;
  hid: boolean;
  now: number;
  /** After how long a quiet session goes to sleep, in milliseconds; null where it never does. */
  idleAfter: number | null;
}

export function bandOf(input: BandInput): Band | null {
  const { row, opening, failure, busy, unsent, hid } = input;
  if (busy && row.status === "live") return withUnsent(endQuestion(busy), input);
  if (opening) return null;
  if (failure) return withUnsent(failed(row, failure), input);
  switch (row.status) {
    case "live":
      return unsent === null && !hid ? null : withUnsent(stillLive(), input);
    case "asleep":
      return withUnsent(asleep(input), input);
    case "ended":
      return withUnsent(ended(row, input.now), input);
    case "elsewhere":
      return withUnsent(elsewhere(row), input);
  }
}

function withUnsent(band: Band, { unsent, hid }: BandInput): Band {
  const known: Band = hid ? { ...band, hid } : band;
  if (unsent === null) return known;
  return { ...known, unsent, others: [...band.others, { action: "copy-unsent", label: "Copy it" }] };
}

function asleep({ row, now, idleAfter }: BandInput): Band {
  if (!row.lastRun) {
    return {
      title: "Not started yet",
      text: `It will run ${row.command} when you start it.`,
      unsent: null,
      primary: { action: "resume", label: "Start" },
      others: [],
    };
  }
  return {
    title: `Asleep since ${moment(row.lastRun.endedAt, now)}`,
    text: `${causeOf(row.lastRun, quietTime(row, idleAfter))} ${keptOf(row)}`,
    unsent: null,
    primary: { action: "resume", label: "Resume" },
    others: [],
  };
}

function causeOf(last: LastRun, quiet: number | null): string {
  switch (last.reason) {
    case "idle":
      return `It was idle for ${quiet === null ? "a while" : elapsed(quiet, "long")}, so it made room.`;
    case "evicted":
      return "It made room for sessions that you used later.";
    case "orphaned":
      return "The window that showed it went away.";
    case "app_quit":
      return last.owner === "nook" ? "You left it in a terminal." : "Inglenook was closed.";
    case "owner_lost":
      return `${last.owner === "nook" ? "The nook command" : "Inglenook"} stopped unexpectedly.`;
    case "exited":
    case "closed":
    case "start_failed":
      return "It is at rest.";
  }
}

function ended(row: SessionRow, now: number): Band {
  const again: BandButton = { action: "start-again", label: "Start again" };
  const last = row.lastRun;
  if (!last) {
    return { title: "Ended", text: keptOf(row), unsent: null, primary: again, others: [] };
  }
  const [title, text] = outcome(row, last, moment(last.endedAt, now));
  return { title, text: `${text} ${keptOf(row)}`, unsent: null, primary: again, others: [] };
}

function outcome(row: SessionRow, last: LastRun, when: string): [title: string, text: string] {
  if (last.reason === "closed") return [`Ended by you · ${when}`, "You ended it."];
  if (last.reason === "start_failed") {
    return [
      "It could not start",
      `${programOf(row)} did not start. Check that it is installed, then start again.`,
    ];
  }
  return exitOutcome(row, last.exit, when);
}

function exitOutcome(row: SessionRow, exit: Exit | null, when: string): [title: string, text: string] {
  const program = programOf(row);
  if (!exit) return [`Ended · ${when}`, `${program} ended. How it ended was not seen.`];
  if (exit.kind === "signal") {
    return [`Stopped by signal ${signalName(exit.name)} · ${when}`, `${program} was stopped by a signal.`];
  }
  if (exit.code === 0) return [`Finished · ${when}`, `${program} exited normally.`];
  return [`Exited with code ${exit.code} · ${when}`, `${program} reported a problem when it ended.`];
}

/** The program's own name, without its place and arguments. */
function programOf(row: SessionRow): string {
  const word = row.command.trim().split(/\s+/)[0] ?? "";
  const name = word.split("/").at(-1) ?? "";
  return name === "" ? "The program" : name;
}

function elsewhere(row: SessionRow): Band {
  return {
    title: "Open in another program",
    text: `It runs there, and only one program can have it. This is its screen as it was last saved. ${keptOf(row)}`,
    unsent: null,
    primary: { action: "retry", label: "Try again" },
    others: [],
  };
}

const FAILED: Record<Code, string> = {
  RunGone: "It ended just now",
  OpenElsewhere: "Open in another program",
  NotFound: "This session is not there any more",
  DirectoryMissing: "Its directory is gone",
  CommandNotFound: "Its command was not found",
  StartFailed: "It could not start",
  StoreFull: "The disk is full",
  StoreDamaged: "The database cannot be read",
  Busy: "Something still runs in it",
  Invalid: "That did not work",
  Internal: "Something went wrong",
};

function failed(row: SessionRow, failure: Failure): Band {
  const running = row.status === "live";
  // A hint of the engine says what is kept already.
  const kept = running ? "The session itself goes on." : failure.hint === "" ? keptOf(row) : "";
  const sentences = [sentence(failure.message), sentence(failure.hint), kept];
  return {
    title: FAILED[failure.code],
    text: sentences.filter((part) => part !== "").join(" "),
    unsent: null,
    primary: { action: "retry", label: "Try again" },
    others: waysOut(running, failure.code),
  };
}

function waysOut(running: boolean, code: Code): BandButton[] {
  if (running) return [{ action: "dismiss", label: "Close" }];
  return code === "DirectoryMissing" ? [{ action: "start-at-home", label: "Start in ~" }] : [];
}

function endQuestion(busy: Failure): Band {
  return {
    title: `${sentence(busy.message)} End it?`,
    text: "What it has printed is kept either way.",
    unsent: null,
    primary: null,
    others: [
      { action: "keep-it", label: "Keep it" },
      { action: "end-anyway", label: "End it" },
    ],
    asks: true,
  };
}

function stillLive(): Band {
  return {
    title: "Not sent",
    text: "The session goes on; you can type it again.",
    unsent: null,
    primary: null,
    others: [{ action: "dismiss", label: "Close" }],
  };
}

/** `The screen, 812 lines and 3 notes are kept.` */
export function keptOf(row: SessionRow): string {
  const things = ["the screen"];
  if (row.lines > 0) things.push(counted(row.lines, ["line", "lines"]));
  if (row.notes > 0) things.push(counted(row.notes, ["note", "notes"]));
  const last = things.pop() ?? "";
  const all = things.length === 0 ? last : `${things.join(", ")} and ${last}`;
  const verb = things.length === 0 ? "is" : "are";
  return `${all.charAt(0).toUpperCase()}${all.slice(1)} ${verb} kept.`;
}
