/** Files that are dragged into a terminal: their paths, as a shell reads them. */

/** The paths in a `text/uri-list` (RFC 2483): local files only, and none that cannot be typed. */
export function pathsIn(uriList: string): string[] {
  return uriList
    .split(/\r?\n/)
    .filter((line) => line.startsWith("file:"))
    .map(pathOf)
    .filter((path) => path !== null);
}

/** POSIX: within single quotes everything stands for itself but the quote, which goes between two such texts. */
export function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}

/** With a blank at the end, so that the learner can go on typing. */
export function typedPaths(paths: readonly string[]): string {
  return paths.map((path) => `${quoted(path)} `).join("");
}

function pathOf(uri: string): string | null {
  try {
    const { hostname, pathname } = new URL(uri);
    const path = decodeURIComponent(pathname);
    // A newline in a name would press Enter.
    const isTypable = !/\p{Cc}/u.test(path);
    return (hostname === "" || hostname === "localhost") && isTypable ? path : null;
  } catch {
    return null;
  }
}
