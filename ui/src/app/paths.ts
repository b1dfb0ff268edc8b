/** Directories as they are shown: `~` for the home directory. */
export function tilde(path: string, home: string): string {
  if (home === "" || home === "/") return path;
  if (path === home) return "~";
  const inside = home.endsWith("/") ? home : `${home}/`;
  return path.startsWith(inside) ? `~/${path.slice(inside.length)}` : path;
}
