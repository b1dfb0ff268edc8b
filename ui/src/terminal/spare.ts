/**
 * The xterm.js of panes that went, for the panes that come: as many as a window has halves. So showing session after
 * session costs neither the time to make one nor the memory of those before.
 */
import { openXterm, type Setup, type Xterm } from "./xterm";

/** Two sessions may leave at once; more would wait for nothing. */
const MOST = 2;
/** Bytes that were not parsed yet: to wait for more takes longer than to begin anew. */
const SOON = 512 * 1024;

/** Each resolves once it is clean; null is one that nobody may have again. */
const spares: Promise<Xterm | null>[] = [];

export async function takeXterm(host: HTMLElement, setup: Setup): Promise<Xterm> {
  for (let spare = spares.shift(); spare; spare = spares.shift()) {
    const xterm = await spare;
    if (!xterm) continue;
    xterm.enter(host, setup);
    return xterm;
  }
  return openXterm(host, setup);
}

/** `unparsed`: bytes that it was given and has not taken in. */
export function giveBack(xterm: Xterm, unparsed: number): void {
  if (spares.length >= MOST || unparsed > SOON) xterm.dispose();
  else spares.push(cleaned(xterm));
}

async function cleaned(xterm: Xterm): Promise<Xterm | null> {
  const isWhole = await xterm.leave().catch((thrown: unknown) => {
    console.warn("A terminal could not be cleared.", thrown);
    return false;
  });
  if (isWhole) return xterm;
  xterm.dispose();
  return null;
}
