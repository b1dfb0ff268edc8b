/** What becomes of files that are dropped onto a session: paths that are typed, and words about the others. */
import type { SessionRow } from "../backend/generated/SessionRow";
import { sortedPaths } from "../terminal/dropped";
import { counted } from "../time/when";

export interface Drop {
  /** To be typed, quoted. */
  paths: string[];
  /** To be seen and heard. */
  notice: string | null;
}

export function dropOn(row: SessionRow, opening: boolean, paths: readonly string[]): Drop {
  const wait = whyNot(row, opening, paths.length === 1 ? "the file" : "the files");
  if (wait) {
    const [is, then] = wait;
    return { paths: [], notice: `${is}, so ${named(paths)} not pasted. ${then}` };
  }
  const { typable, leftOut } = sortedPaths(paths);
  if (leftOut.length === 0) return { paths: typable, notice: null };
  return { paths: typable, notice: `${named(leftOut)} left out: ${whyLeftOut(leftOut)}.` };
}

function whyNot(row: SessionRow, opening: boolean, files: string): [is: string, then: string] | null {
  const title = `“${row.title}”`;
  if (opening || (row.status === "live" && row.run === null)) {
    return [`${title} is just starting`, `Drop ${files} again in a moment.`];
  }
  switch (row.status) {
    case "live":
      return null;
    case "asleep":
      return [`${title} is asleep`, `Resume it first, then drop ${files} again.`];
    case "ended":
      return [`${title} has ended`, `Start it again, then drop ${files} once more.`];
    case "elsewhere":
      return [`${title} is open in another program`, `Drop ${files} there.`];
  }
}

function whyLeftOut(paths: readonly string[]): string {
  return paths.every((path) => path.startsWith("/"))
    ? "a name with a line break, or one that is not UTF-8, cannot be typed"
    : "only files of this computer have a path here";
}

/** `“notes.txt” was`, `3 files were`. */
function named(paths: readonly string[]): string {
  const [only] = paths;
  if (paths.length !== 1 || only === undefined) return `${counted(paths.length, ["file", "files"])} were`;
  const name = (only.split("/").pop() ?? "").replace(/\p{Cc}+/gu, " ");
  return name === "" ? "it was" : `“${name}” was`;
}
