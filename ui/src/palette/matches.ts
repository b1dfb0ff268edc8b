/** What the palette lists for what was typed: sessions by title, subject and directory, then what can be done. */
import type { SessionRow } from "../backend/generated/SessionRow";

export interface Doing {
  id: string;
  name: string;
  key?: string;
  act: () => void;
}

/** More rows than this nobody reads; typing one more letter is quicker. */
const MOST_SESSIONS = 8;

export function matchSessions(rows: readonly SessionRow[], typed: string): SessionRow[] {
  const words = wordsOf(typed);
  return rows
    .map((row) => ({ row, score: score(row, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || other.row.lastActiveAt - one.row.lastActiveAt)
    .slice(0, MOST_SESSIONS)
    .map(({ row }) => row);
}

export function matchDoings(doings: readonly Doing[], typed: string): Doing[] {
  const words = wordsOf(typed);
  return doings.filter((doing) => words.every((word) => plain(doing.name).includes(word)));
}

/** Every word has to be somewhere; one at the beginning of the title's words counts most. */
function score(row: SessionRow, words: readonly string[]): number {
  const title = plain(row.title);
  const rest = plain(`${row.subject ?? ""} ${row.directory} ${row.command}`);
  let sum = 1;
  for (const word of words) {
    if (title.startsWith(word)) sum += 4;
    else if (title.includes(` ${word}`)) sum += 3;
    else if (title.includes(word)) sum += 2;
    else if (rest.includes(word)) sum += 1;
    else return 0;
  }
  return sum;
}

function wordsOf(typed: string): string[] {
  return plain(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** Without case and accents: `lucia` finds `Lucía`. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
