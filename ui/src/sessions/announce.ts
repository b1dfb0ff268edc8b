/** What a screen reader hears when the list changes: each change of state once. */
import type { SessionRow } from "../backend/generated/SessionRow";
import { stateOf } from "./line";
import type { State } from "./reducer";

export function announcements(before: State, after: State): string[] {
  if (before.rows === after.rows) return [];
  const said: string[] = [];
  for (const row of after.rows.values()) {
    const earlier = before.rows.get(row.id);
    if (earlier && earlier.status !== row.status) said.push(sentence(row));
  }
  return said;
}

function sentence(row: SessionRow): string {
  switch (row.status) {
    case "live":
      return `${row.title} is live.`;
    case "elsewhere":
      return `${row.title} is open in another program.`;
    case "asleep":
      return `${row.title} is asleep: ${stateOf(row)}.`;
    case "ended":
      return `${row.title} has ended: ${stateOf(row)}.`;
  }
}
