/**
 * The session list: one pure function from a state and what was heard (an event, an answer, a choice of the
 * learner) to the next state. Nothing here waits, asks or remembers elsewhere; `store.svelte.ts` has the effects.
 *
 * Rows are replaced by revision, never by order of arrival. An end is remembered by run id, so that a list
 * or an answer that was on its way when the run ended cannot bring it back to life.
 */
import type { Event } from "../backend/generated/Event";
import type { Exit } from "../backend/generated/Exit";
import type { Failure } from "../backend/generated/Failure";
import type { GroupCounts } from "../backend/generated/GroupCounts";
import type { Reason } from "../backend/generated/Reason";
import type { SessionRow } from "../backend/generated/SessionRow";
import type { Status } from "../backend/generated/Status";
import { inUse, openBeside, other, restoredSplit, showIn, type Split } from "./split";

/** How a run is known to have ended; `reason` is absent where an answer did not say. */
export interface Over {
  session: string;
  reason: Reason | null;
  exit: Exit | null;
  endedAt: number;
}

/** Rows that are on their way. */
export interface Rest {
  unlisted: GroupCounts;
  /** What was told of sessions that are among them, in order: the list that comes may be older than that. */
  told: readonly { rows: readonly SessionRow[]; gone: readonly string[] }[];
}

export type View = { page: "new-session" } | { page: "settings" } | { page: "session"; session: string };

export interface State {
  rows: ReadonlyMap<string, SessionRow>;
  /** What is not listed yet, where the first rows came alone. */
  rest: Rest | null;
  /** Sessions that left the list, with the revision they had: an older row must not bring one back. */
  left: ReadonlyMap<string, number>;
  /** Runs that are over, by id. */
  over: ReadonlyMap<number, Over>;
  /** Sessions whose opening is on its way. */
  opening: ReadonlySet<string>;
  /** Why the last opening or showing of a session did not work. */
  failures: ReadonlyMap<string, Failure>;
  view: View;
  /** Two sessions side by side: while a session is in view, it is the one of them that is used. */
  split: Split | null;
}

export type Heard =
  | { heard: "event"; event: Event }
  /** A whole list, of a snapshot. */
  | { heard: "listed"; rows: readonly SessionRow[] }
  | { heard: "opening"; session: string }
  | { heard: "opened"; row: SessionRow; run: number }
  | { heard: "failed"; session: string; failure: Failure }
  /** The learner has read the failure. */
  | { heard: "settled"; session: string }
  /** An answer said that this run is gone. */
  | { heard: "run-gone"; run: number; failure: Failure; now: number }
  | { heard: "created"; row: SessionRow }
  | { heard: "chosen"; view: View }
  /** The learner wants this session beside the one in view. */
  | { heard: "beside"; session: string }
  /** The learner closed the half of this session, which goes on. */
  | { heard: "half-closed"; session: string };

export const NONE: GroupCounts = { live: 0, asleep: 0, ended: 0 };

const ASLEEP: readonly Reason[] = ["idle", "evicted", "orphaned", "app_quit", "owner_lost"];
/** Ends that are remembered. Run ids only grow, so the oldest can be forgotten once no answer names them. */
const REMEMBERED_ENDS = 512;

/**
 * `hints`: sessions to show, the best first; the first that is still there is taken. `halves`: what was remembered of
 * two sessions side by side. `unlisted`: how many rows are still to come.
 */
export function start(
  rows: readonly SessionRow[],
  hints: readonly string[] = [],
  halves: string | null = null,
  unlisted: GroupCounts = NONE,
): State {
  const state: State = {
    rows: new Map(rows.map((row) => [row.id, row])),
    rest: Object.values(unlisted).some((count) => count > 0) ? { unlisted, told: [] } : null,
    left: new Map(),
    over: new Map(),
    opening: new Set(),
    failures: new Map(),
    view: { page: "new-session" },
    split: null,
  };
  const shown = hints.find((session) => state.rows.has(session));
  if (shown === undefined) return { ...state, view: homeOf(state.rows) };
  const split = restoredSplit(halves, shown, (session) => state.rows.has(session));
  return { ...state, view: { page: "session", session: shown }, split };
}

export function reduce(state: State, heard: Heard): State {
  switch (heard.heard) {
    case "event":
      return reduceEvent(state, heard.event);
    case "listed":
      return wholeList(state, heard.rows);
    case "opening":
      return {
        ...state,
        opening: withItem(state.opening, heard.session),
        failures: withoutKey(state.failures, heard.session),
      };
    case "opened": {
      const opened = merge(state, [heard.row], []);
      return {
        ...opened,
        opening: withoutItem(opened.opening, heard.row.id),
        failures: withoutKey(opened.failures, heard.row.id),
      };
    }
    case "failed": {
      const opening = withoutItem(state.opening, heard.session);
      return { ...state, opening, failures: withKey(state.failures, heard.session, heard.failure) };
    }
    case "settled":
      return { ...state, failures: withoutKey(state.failures, heard.session) };
    case "run-gone": {
      const { failure, run, now } = heard;
      const session = failure.session ?? sessionOf(state, run);
      return endRun(state, run, { session, reason: failure.reason, exit: null, endedAt: now });
    }
    case "created":
      return merge(state, [heard.row], []);
    case "chosen":
      return shownIn(state, heard.view);
    case "beside":
      return besideView(state, heard.session);
    case "half-closed": {
      const { split, view } = state;
      if (!split?.sessions.includes(heard.session)) return state;
      const left = inUse(split) === heard.session ? other(split) : inUse(split);
      return {
        ...state,
        split: null,
        view: view.page === "session" ? { page: "session", session: left } : view,
      };
    }
  }
}

/** Whether an answer `RunGone` for this run is the first word of its end: only then is the list read again. */
export function needsHealing(state: State, run: number): boolean {
  return isRun(run) && !state.over.has(run);
}

export function rowInView(state: State): SessionRow | null {
  return state.view.page === "session" ? (state.rows.get(state.view.session) ?? null) : null;
}

/** The sessions in view, from left to right. */
export function sessionsInView({ view, split }: State): readonly string[] {
  if (view.page !== "session") return [];
  return split ? split.sessions : [view.session];
}

function shownIn(state: State, view: View): State {
  if (sameView(state.view, view)) return state;
  const split = view.page === "session" && state.split ? showIn(state.split, view.session) : state.split;
  return { ...state, view, split };
}

function besideView(state: State, session: string): State {
  if (!state.rows.has(session)) return state;
  const view: View = { page: "session", session };
  if (state.view.page !== "session") return shownIn(state, view);
  return { ...state, view, split: openBeside(state.split, state.view.session, session) };
}

function reduceEvent(state: State, event: Event): State {
  switch (event.event) {
    case "session.reclaimed":
    case "session.ended": {
      const { run, session, reason, endedAt } = event;
      const exit = event.event === "session.ended" ? event.exit : null;
      return endRun(state, run, { session, reason, exit, endedAt });
    }
    case "sessions.changed":
      return changed(state, event.rows, event.gone);
    case "sessions.listed":
      return wholeList(state, event.rows);
    case "saving.changed":
    case "notes.changed":
    case "settings.changed":
    case "quit.asked":
      // Others hold these.
      return state;
  }
}

function endRun(state: State, run: number, over: Over): State {
  if (!isRun(run)) return state;
  const known = state.over.get(run);
  // An answer may have told the end before its event does, with less to say: the event completes it.
  if (known && (known.reason !== null || over.reason === null)) return state;
  const ends = new Map(state.over).set(run, over);
  if (ends.size > REMEMBERED_ENDS) ends.delete(Math.min(...ends.keys()));
  const next = { ...state, over: ends };
  const row = state.rows.get(over.session);
  // Only the row that lives by this very run changes; a later run of the session is none of its business.
  // A row that an answer without a reason has already put to rest gets the reason now.
  const concerned = row && (row.run === run || (known && row.run === null && row.lastRun?.id === run));
  if (!concerned) return next;
  return { ...next, rows: new Map(state.rows).set(row.id, atRest(row, run, over)) };
}

/** The row as the next list will say it; the revision stays, so that list replaces this guess. */
function atRest(row: SessionRow, run: number, over: Over): SessionRow {
  const reason = over.reason ?? "owner_lost";
  const startedAt =
    row.lastRun?.id === run ? row.lastRun.startedAt : Math.min(row.lastActiveAt, over.endedAt);
  return {
    ...row,
    status: statusAfter(reason),
    activity: null,
    activitySince: null,
    rang: false,
    progress: null,
    job: null,
    run: null,
    // A row knows only runs of this app by their id.
    lastRun: { id: run, startedAt, endedAt: over.endedAt, reason, exit: over.exit, owner: "app" },
  };
}

export function statusAfter(reason: Reason): Status {
  return ASLEEP.includes(reason) ? "asleep" : "ended";
}

/** A row that is not listed yet cannot be listed by itself: it would be counted twice, in its group and as one to come. */
function changed(state: State, rows: readonly SessionRow[], gone: readonly string[]): State {
  const { rest } = state;
  if (!rest) return merge(state, rows, gone);
  const isKnown = (session: string): boolean => state.rows.has(session) || state.left.has(session);
  const [known, unknown] = parted(rows, (row) => isKnown(row.id));
  const [gonePart, goneLater] = parted(gone, isKnown);
  const later = unknown.length + goneLater.length > 0 ? [{ rows: unknown, gone: goneLater }] : [];
  return merge({ ...state, rest: { ...rest, told: [...rest.told, ...later] } }, known, gonePart);
}

function wholeList(state: State, rows: readonly SessionRow[]): State {
  const told = state.rest?.told ?? [];
  const listed = merge({ ...state, rest: null }, rows, missingFrom(state, rows));
  return told.reduce((next, { rows, gone }) => merge(next, rows, gone), listed);
}

function merge(state: State, rows: readonly SessionRow[], gone: readonly string[]): State {
  const merged = new Map(state.rows);
  const left = new Map(state.left);
  for (const row of rows) {
    const floor = merged.get(row.id)?.revision ?? left.get(row.id);
    if (floor !== undefined && row.revision <= floor) continue;
    const over = row.run === null ? undefined : state.over.get(row.run);
    merged.set(row.id, over && row.run !== null ? atRest(row, row.run, over) : row);
    left.delete(row.id);
  }
  for (const id of gone) {
    const row = merged.get(id);
    if (!row) continue;
    merged.delete(id);
    left.set(id, row.revision);
  }
  return withoutLost(state, { ...state, rows: merged, left, failures: stillTrue(state, merged) });
}

/** What has left the list leaves the view too; of two sessions side by side the other stays. */
function withoutLost(before: State, state: State): State {
  const isLost = (session: string): boolean => before.rows.has(session) && !state.rows.has(session);
  const { view, split } = state;
  const left = split?.sessions.find((session) => !isLost(session));
  const next = split?.sessions.some(isLost) ? { ...state, split: null } : state;
  if (view.page !== "session" || !isLost(view.session)) return next;
  return { ...next, view: left === undefined ? homeOf(state.rows) : { page: "session", session: left } };
}

/** A failure is forgotten when its session lives after all, or is not open elsewhere any more. */
function stillTrue(state: State, rows: ReadonlyMap<string, SessionRow>): ReadonlyMap<string, Failure> {
  let failures = state.failures;
  for (const [session, failure] of state.failures) {
    const before = state.rows.get(session)?.status;
    const after = rows.get(session)?.status;
    const given = failure.code === "OpenElsewhere" && before === "elsewhere";
    if (before !== after && (after === "live" || given)) failures = withoutKey(failures, session);
  }
  return failures;
}

/** What a window shows when nothing was chosen: the session that was used last, or the form for a first one. */
export function homeOf(rows: ReadonlyMap<string, SessionRow>): View {
  let latest: SessionRow | null = null;
  for (const row of rows.values()) {
    if (!latest || row.lastActiveAt > latest.lastActiveAt) latest = row;
  }
  return latest ? { page: "session", session: latest.id } : { page: "new-session" };
}

function missingFrom(state: State, rows: readonly SessionRow[]): string[] {
  const listed = new Set(rows.map((row) => row.id));
  const newest = Math.max(0, ...rows.map((row) => row.revision));
  // A row that is newer than the whole list was made after the list was read.
  return [...state.rows.values()].filter((row) => !listed.has(row.id) && row.revision <= newest).map(idOf);
}

const idOf = (row: SessionRow): string => row.id;
const isRun = (run: number): boolean => Number.isSafeInteger(run) && run > 0;

function sessionOf(state: State, run: number): string {
  for (const row of state.rows.values()) if (row.run === run) return row.id;
  return "";
}

function sameView(one: View, other: View): boolean {
  if (one.page === "session" && other.page === "session") return one.session === other.session;
  return one.page === other.page;
}

function parted<T>(all: readonly T[], is: (each: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((each) => !is(each))];
}

function withItem(set: ReadonlySet<string>, item: string): ReadonlySet<string> {
  return set.has(item) ? set : new Set(set).add(item);
}

function withoutItem(set: ReadonlySet<string>, item: string): ReadonlySet<string> {
  return set.has(item) ? new Set([...set].filter((other) => other !== item)) : set;
}

function withKey<V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> {
  return new Map(map).set(key, value);
}

function withoutKey<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  return map.has(key) ? new Map([...map].filter(([other]) => other !== key)) : map;
}
