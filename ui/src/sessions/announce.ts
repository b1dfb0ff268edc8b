/** What is said when the list changes: each change of state once, and a reclaim out of sight in a toast too. */
import type { Reason } from "../backend/generated/Reason";
import type { SessionRow } from "../backend/generated/SessionRow";
import { stateOf, type Circumstances } from "./line";
import { sessionsInView, type State } from "./reducer";

export interface Said {
  text: string;
  /** It happened where nobody looks, and nobody asked for it: said for the eye as well. */
  toast: boolean;
}

const RECLAIMED: readonly Reason[] = ["idle", "evicted", "orphaned"];

export function announcements(before: State, after: State, given: Circumstances): Said[] {
  if (before.rows === after.rows) return [];
  const said: Said[] = [];
  for (const row of after.rows.values()) {
    const earlier = before.rows.get(row.id);
    if (!earlier) continue;
    if (earlier.status !== row.status) {
      const toast = wasReclaimed(row) && !sessionsInView(after).includes(row.id);
      said.push({ text: toast ? wentToSleep(row, given) : sentence(row, given), toast });
    } else if (row.activity === "waiting" && earlier.activity !== "waiting") {
      said.push({ text: `${row.title}: ${stateOf(row, given)}.`, toast: false });
    }
    if (row.rang && !earlier.rang) said.push({ text: `${row.title} rang the bell.`, toast: false });
  }
  return said;
}

function wasReclaimed(row: SessionRow): boolean {
  return row.status === "asleep" && row.lastRun !== null && RECLAIMED.includes(row.lastRun.reason);
}

/** `“Algebra” went to sleep: idle for 6 h. Nothing is lost.` */
function wentToSleep(row: SessionRow, given: Circumstances): string {
  const why = stateOf(row, given);
  return `“${row.title}” went to sleep: ${why.charAt(0).toLowerCase()}${why.slice(1)}. Nothing is lost.`;
}

function sentence(row: SessionRow, given: Circumstances): string {
  switch (row.status) {
    case "live":
      return `${row.title} is live.`;
    case "elsewhere":
      return `${row.title} is open in another program.`;
    case "asleep":
      return `${row.title} is asleep: ${stateOf(row, given)}.`;
    case "ended":
      return `${row.title} has ended: ${stateOf(row, given)}.`;
  }
}
