/** Files that are dragged into a terminal: their paths, as a shell reads them. */

/** The paths in a `text/uri-list` (RFC 2483): local files only, and none that cannot be typed. */
export function pathsIn(uriList: string): string[] {
  return uriList
    .split(/\r?\n/)
    .filter((line) => line.startsWith("file:"))
    .map(pathOf)
    .filter((path) => path !== null);
}

/** Of paths that the shell of the window was given: those that can be typed, and the names of those that cannot. */
export function sortedPaths(paths: readonly string[]): { typable: string[]; leftOut: string[] } {
  const typable = paths.filter((path) => path.startsWith("/") && isTypable(path));
  return { typable, leftOut: paths.filter((path) => !typable.includes(path)) };
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
    return (hostname === "" || hostname === "localhost") && isTypable(path) ? path : null;
  } catch {
    return null;
  }
}

/** A newline in a name would press Enter, and a name that is no UTF-8 comes with a mark in place of what it has. */
function isTypable(path: string): boolean {
  return !/[\p{Cc}\u{FFFD}]/u.test(path);
}
