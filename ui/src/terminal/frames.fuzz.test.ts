/**
 * Whatever bytes come in the place of frames: they are read or refused, and what was read is written the same. Runs for
 * ten seconds; `VITE_FUZZ_SECONDS` changes that.
 */
import { expect, it } from "vitest";
import { decodeFrames, encodeFrames, FrameError, type Frame } from "./frames";

const SECONDS = Number(import.meta.env.VITE_FUZZ_SECONDS ?? 10);

/** Marsaglia's xorshift, with his numbers for 32 bits. */
function randomFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

const KNOWN: Uint8Array[] = [
  encodeFrames([{ kind: "output", bytes: new TextEncoder().encode("hello\r\n") }]),
  encodeFrames([
    { kind: "resized", columns: 80, rows: 24 },
    { kind: "ended", reason: "exited", exit: { kind: "code", code: 3 } },
  ]),
  encodeFrames([{ kind: "ended", reason: "idle", exit: { kind: "signal", signal: 9, name: "KILL" } }]),
];

function changed(data: Uint8Array, below: (bound: number) => number): Uint8Array {
  const bytes = [...data];
  for (let change = below(3); change >= 0; change -= 1) {
    const at = below(bytes.length + 1);
    const what = below(4);
    if (what === 0) bytes.splice(at, 1);
    else if (what === 1) bytes.splice(at, 0, below(256));
    else if (what === 2) bytes.push(...(KNOWN[below(KNOWN.length)] ?? []));
    else bytes[Math.min(at, bytes.length - 1)] = below(256);
  }
  return Uint8Array.from(bytes);
}

function read(body: Uint8Array): Frame[] | null {
  try {
    return decodeFrames(body);
  } catch (refused) {
    if (refused instanceof FrameError) return null;
    throw refused;
  }
}

it(
  "reads or refuses any bytes, and writes what it read the same",
  () => {
    const below = randomFrom(2_463_534_242);
    const end = Date.now() + SECONDS * 1000;
    let tried = 0;
    let understood = 0;
    while (Date.now() < end || tried < 1000) {
      const body = changed(KNOWN[below(KNOWN.length)] ?? new Uint8Array(), below);
      const frames = read(body);
      tried += 1;
      if (frames === null) continue;
      understood += 1;
      expect(read(encodeFrames(frames))).toEqual(frames);
    }
    expect(understood, `of ${tried}`).toBeGreaterThan(tried / 20);
  },
  (SECONDS + 30) * 1000,
);
