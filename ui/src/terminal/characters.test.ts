import { Terminal } from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { inWholeCharacters, incompleteAtEnd } from "./characters";

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("whole characters", () => {
  it.each([
    ["nothing", new Uint8Array(), 0],
    ["plain text", utf8("abc"), 0],
    ["a whole character", utf8("’"), 0],
    ["one byte of three", utf8("’").subarray(0, 1), 1],
    ["two bytes of three", utf8("a’").subarray(0, 3), 2],
    ["three bytes of four", utf8("🙂").subarray(0, 3), 3],
    ["bytes that begin nothing", new Uint8Array([0x80, 0x80, 0x80, 0x80]), 0],
  ])("counts what is incomplete after %s", (_, bytes, count) => {
    expect(incompleteAtEnd(bytes)).toBe(count);
  });

  it("shows every character, wherever the writes are cut", async () => {
    const text = "it’s 漢字。 … é 🙂 end";
    const bytes = utf8(text);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const term = new Terminal({ allowProposedApi: true, cols: 60, rows: 2 });
      const sheet = inWholeCharacters({
        resize: () => undefined,
        keyframe: () => undefined,
        write: (part, taken) => term.write(part, taken),
      });
      await new Promise<void>((taken) => sheet.write(bytes.subarray(0, cut), taken));
      await new Promise<void>((taken) => sheet.write(bytes.subarray(cut), taken));
      expect(term.buffer.active.getLine(0)?.translateToString(true), `cut at ${cut}`).toBe(text);
      term.dispose();
    }
  });
});
