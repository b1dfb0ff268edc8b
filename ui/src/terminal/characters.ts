/**
 * Whole characters for xterm.js: version 6 loses a character that the end of a write cuts in two where its
 * second byte is 0x80 (`’`, `。`, `…`). So the beginning of one waits for the write that completes it.
 */
import type { Sheet } from "./viewer";

/** How many bytes of the end are the beginning of a UTF-8 character that is not complete (RFC 3629). */
export function incompleteAtEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return lengthOf(byte) > back ? back : 0;
  }
  return 0;
}

function lengthOf(first: number): number {
  if (first >= 0xf0 && first < 0xf8) return 4;
  if (first >= 0xe0 && first < 0xf0) return 3;
  if (first >= 0xc0 && first < 0xe0) return 2;
  return 1;
}

export function inWholeCharacters(sheet: Sheet): Sheet {
  let held = new Uint8Array();
  return {
    resize: (columns, rows) => sheet.resize(columns, rows),
    keyframe: (frame, taken) => {
      // It begins with an end to whatever came before, and is whole but for what the program has not finished.
      const whole = frame.bytes.length - incompleteAtEnd(frame.bytes);
      held = frame.bytes.slice(whole);
      sheet.keyframe({ ...frame, bytes: frame.bytes.subarray(0, whole) }, taken);
    },
    write: (bytes, taken) => {
      const joined = new Uint8Array(held.length + bytes.length);
      joined.set(held);
      joined.set(bytes, held.length);
      const whole = joined.length - incompleteAtEnd(joined);
      held = joined.slice(whole);
      sheet.write(joined.subarray(0, whole), taken);
    },
  };
}
