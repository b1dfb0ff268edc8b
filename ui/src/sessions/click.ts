/** What a click on a row does. A decision only: the store carries it out. */
import type { SessionRow } from "../backend/generated/SessionRow";

export type Click =
  /** Show it: its live run, or its last screen with the band. */
  | "show"
  /** Show it and open it at once. */
  | "open";

export function clickOn(row: SessionRow, opening: boolean): Click {
  if (opening) return "show";
  switch (row.status) {
    case "live":
      // A live row without a run of ours is one that is about to get it: opening answers which.
      return row.run === null ? "open" : "show";
    case "asleep":
      return "open";
    case "elsewhere":
      // Whoever had it may be gone; if not, the answer says who has it.
      return "open";
    case "ended":
      // What the learner had ended never starts by itself.
      return "show";
  }
}
