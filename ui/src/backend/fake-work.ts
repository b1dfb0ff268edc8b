/** What quitting would interrupt in the pretended engine. */
import type { SessionRow } from "./generated/SessionRow";
import type { Work } from "./generated/Work";

export function workOf(rows: Iterable<SessionRow>): Work[] {
  const work: Work[] = [];
  for (const { id, title, activity, job, activitySince, command } of rows) {
    if (activity === "busy") {
      const kind = job === "vim" ? "full_screen" : "job";
      work.push({ session: id, title, kind, job, since: activitySince });
    } else if (activity === "waiting") {
      work.push({ session: id, title, kind: "waiting", job, since: activitySince });
    } else if (activity === "prompt" && command.startsWith("python")) {
      work.push({ session: id, title, kind: "variables", job: "Python", since: null });
    }
  }
  return work;
}
