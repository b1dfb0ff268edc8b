/** The three groups of the sidebar: pinned rows first in each, then those that were used last. */
import type { SessionRow } from "../backend/generated/SessionRow";

export interface Group {
  id: "live" | "asleep" | "ended";
  name: string;
  rows: SessionRow[];
}

export function groupsOf(rows: Iterable<SessionRow>): Group[] {
  const groups: [Group, Group, Group] = [
    { id: "live", name: "Live", rows: [] },
    { id: "asleep", name: "Asleep", rows: [] },
    { id: "ended", name: "Ended", rows: [] },
  ];
  const [live, asleep, ended] = groups;
  for (const row of rows) {
    // What runs in another program runs all the same.
    if (row.status === "live" || row.status === "elsewhere") live.rows.push(row);
    else if (row.status === "asleep") asleep.rows.push(row);
    else ended.rows.push(row);
  }
  for (const group of groups) group.rows.sort(byPlace);
  return groups.filter((group) => group.rows.length > 0);
}

/** Rows of a group that are made at once: a page with ten thousand is slow to come. */
export const ROWS_AT_ONCE = 100;

/** Rows of a group that come first, more than a tall window has room for: the rest follows once they are drawn. */
export const ROWS_AT_FIRST = 40;

/** The first rows of a group, and with them those that are in view. */
export function firstRows(
  rows: SessionRow[],
  count: number,
  inView: readonly (string | null)[],
): SessionRow[] {
  return rows.length <= count ? rows : rows.filter((row, at) => at < count || inView.includes(row.id));
}

function byPlace(one: SessionRow, other: SessionRow): number {
  if (one.pinned !== other.pinned) return one.pinned ? -1 : 1;
  // The id breaks ties, so that two rows never change places at random.
  return other.lastActiveAt - one.lastActiveAt || (one.id < other.id ? 1 : -1);
}

/** The live session after the one in view, in the order of the sidebar, and round. */
export function nextLive(rows: Iterable<SessionRow>, inView: string | null): string | null {
  const live = groupsOf(rows)
    .flatMap((group) => group.rows)
    .filter((row) => row.status === "live");
  const at = live.findIndex((row) => row.id === inView);
  return live[(at + 1) % live.length]?.id ?? null;
}
