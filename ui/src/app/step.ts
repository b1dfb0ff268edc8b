/** How often the times in the window are said anew. */
import type { SessionRow } from "../backend/generated/SessionRow";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Every second while something runs that began less than a minute ago; else a minute is the finest step. */
export function stepOf(rows: Iterable<SessionRow>, now: number): number {
  for (const { activity, activitySince } of rows) {
    if (activity === "busy" && activitySince !== null && now - activitySince < MINUTE) return SECOND;
  }
  return MINUTE / 2;
}
