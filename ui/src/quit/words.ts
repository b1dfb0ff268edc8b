/** What quitting would interrupt, in plain words: one line for each session. */
import type { Work } from "../backend/generated/Work";
import { elapsed } from "../time/when";

export function lineOfWork(work: Work, now: number): string {
  const where = `“${work.title}”`;
  switch (work.kind) {
    case "job":
      return `${work.job ?? "A program"} in ${where}${since(work, now)}`;
    case "full_screen":
      return `${work.job ?? "A full-screen program"} in ${where} may have unsaved work`;
    case "variables":
      return `${work.job ?? "The prompt"} in ${where} keeps its variables only while it runs`;
    case "waiting":
      return `${work.job ?? "A program"} in ${where} waits for an answer`;
    case "input":
      return `${work.job ? `${work.job} in ${where}` : where} has typed text not read yet`;
  }
}

function since(work: Work, now: number): string {
  return work.since === null ? "" : `, for ${elapsed(now - work.since, "short")}`;
}
