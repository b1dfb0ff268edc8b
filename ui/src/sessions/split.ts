/** Two sessions side by side in one window: which they are, and which of them has the keys. Decisions only. */

export interface Split {
  sessions: readonly [left: string, right: string];
  active: 0 | 1;
}

export function inUse(split: Split): string {
  return split.sessions[split.active];
}

export function other(split: Split): string {
  return split.sessions[split.active === 0 ? 1 : 0];
}

/** A session was chosen: it is used where it is already, else it takes the place of the one in use. */
export function showIn(split: Split, session: string): Split {
  if (inUse(split) === session) return split;
  if (other(split) === session) return { ...split, active: split.active === 0 ? 1 : 0 };
  const [left, right] = split.sessions;
  return { ...split, sessions: split.active === 0 ? [session, right] : [left, session] };
}

/** A session comes beside the one in use, and is used from now on. Nothing can be beside itself. */
export function openBeside(split: Split | null, shown: string, session: string): Split | null {
  if (session === shown) return split;
  if (!split) return { sessions: [shown, session], active: 1 };
  return split.active === 0
    ? { sessions: [shown, session], active: 1 }
    : { sessions: [session, shown], active: 0 };
}

/** What a window remembers of it until its page is loaded again. */
export function wordsOfSplit(split: Split | null): string {
  return split ? JSON.stringify(split.sessions) : "";
}

/** From what was remembered, where both sessions are still there and one of them is the one that was used. */
export function restoredSplit(
  words: string | null,
  used: string,
  isThere: (session: string) => boolean,
): Split | null {
  if (words === null || words === "") return null;
  let sessions: unknown;
  try {
    sessions = JSON.parse(words);
  } catch {
    return null;
  }
  if (!Array.isArray(sessions) || sessions.length !== 2) return null;
  const [left, right] = sessions as unknown[];
  if (typeof left !== "string" || typeof right !== "string" || left === right) return null;
  if (!isThere(left) || !isThere(right)) return null;
  if (used !== left && used !== right) return null;
  return { sessions: [left, right], active: used === left ? 0 : 1 };
}
