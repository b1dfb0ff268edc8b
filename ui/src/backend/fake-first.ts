/** The first rows of the pretended engine's list, as the real one chooses them. */
import { groupsOf } from "../sessions/groups";
import type { SessionRow } from "./generated/SessionRow";
import type { Snapshot } from "./generated/Snapshot";

export function firstOf(
  rows: Iterable<SessionRow>,
  most: number,
  showing: string | null,
): Pick<Snapshot, "sessions" | "unlisted"> {
  const all = [...rows];
  const latest = Math.max(...all.map((row) => row.lastActiveAt));
  const unlisted = { live: 0, asleep: 0, ended: 0 };
  const listed = new Set<string>();
  for (const { id, rows } of groupsOf(all)) {
    for (const [at, row] of rows.entries()) {
      if (at < most || row.id === showing || row.lastActiveAt === latest) listed.add(row.id);
      else unlisted[id] += 1;
    }
  }
  return { sessions: all.filter((row) => listed.has(row.id)), unlisted };
}
