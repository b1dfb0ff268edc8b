/**
 * A keyframe in the place of the picture that it continues: the same screen with more above it, or less. What the
 * learner looks at, and what is selected, stays where it is, and nothing else shows meanwhile.
 */
import type { Terminal } from "@xterm/xterm";

/** Of a write: xterm.js takes in each as a whole, and lets the page breathe between two. */
const PART = 256 * 1024;
const RIS = [0x1b, 0x63] as const;
/** Synchronised output (mode 2026): nothing is drawn until it ends, or for a second. */
const HOLD = "\x1b[?2026h";
const SHOW = "\x1b[?2026l";

interface Place {
  /** Rows from the first in view to the first of the screen. */
  fromBase: number;
  /** Its first row, likewise. */
  selection: { column: number; fromBase: number; cells: number } | null;
}

export interface Steps {
  /** Whether the pane still is there; it is left alone where not. */
  isWanted(): boolean;
  /** Brings the grid to its size. */
  sized(): void;
  /** Called before anything is drawn again. */
  settled(): void;
  taken(): void;
}

export function writeInPlace(term: Terminal, keyframe: Uint8Array, steps: Steps): void {
  term.write(HOLD, () => {
    if (!steps.isWanted()) {
      steps.taken();
      return;
    }
    // Only now all that was printed before is on the sheet, and has moved what is in view away from the end.
    const place = placeOf(term);
    steps.sized();
    const parts = partsOf(keyframe);
    const last = parts.pop() ?? new Uint8Array();
    for (const part of parts) {
      term.write(part);
      // The second begins anew.
      term.write(SHOW + HOLD);
    }
    term.write(last, () => {
      if (!steps.isWanted()) {
        steps.taken();
        return;
      }
      steps.settled();
      goTo(term, place);
      term.write(SHOW, () => steps.taken());
    });
  });
}

/** Cut between lines, with drawing held from the reset on that begins a keyframe. */
function partsOf(keyframe: Uint8Array): Uint8Array[] {
  const reset = keyframe.indexOf(RIS[1]);
  const begun = reset > 0 && keyframe[reset - 1] === RIS[0] ? reset + 1 : 0;
  const hold = new TextEncoder().encode(HOLD);
  const held = new Uint8Array(keyframe.length + hold.length);
  held.set(keyframe.subarray(0, begun));
  held.set(hold, begun);
  held.set(keyframe.subarray(begun), begun + hold.length);
  const parts: Uint8Array[] = [];
  let from = 0;
  while (held.length - from > PART) {
    const end = held.lastIndexOf(0x0a, from + PART) + 1;
    if (end <= from) break;
    parts.push(held.subarray(from, end));
    from = end;
  }
  return [...parts, held.subarray(from)];
}

function placeOf(term: Terminal): Place {
  const { baseY, viewportY } = term.buffer.active;
  const range = term.getSelectionPosition();
  const selection = range && {
    column: range.start.x,
    fromBase: baseY - range.start.y,
    cells: (range.end.y - range.start.y) * term.cols + range.end.x - range.start.x,
  };
  return { fromBase: baseY - viewportY, selection: selection ?? null };
}

function goTo(term: Terminal, { fromBase, selection }: Place): void {
  const { baseY } = term.buffer.active;
  if (fromBase > 0) term.scrollToLine(Math.max(0, baseY - fromBase));
  if (selection && selection.fromBase <= baseY) {
    term.select(selection.column, baseY - selection.fromBase, selection.cells);
  }
}
