import { Terminal } from "@xterm/xterm";
import { describe, expect, it } from "vitest";
import { coversOf } from "./blink";
import { LIGHT } from "./theme";

async function covers(text: string): Promise<ReturnType<typeof coversOf>> {
  const term = new Terminal({ allowProposedApi: true, cols: 20, rows: 2 });
  await new Promise<void>((resolve) => term.write(text, resolve));
  const { active } = term.buffer;
  const line = active.getLine(0);
  if (!line) throw new Error("a row");
  return coversOf(line, term.cols, LIGHT, active.getNullCell());
}

describe("text that blinks", () => {
  it.each([
    ["nothing where nothing blinks", "one \x1b[1;7mtwo\x1b[m", []],
    [
      "the text in the colour behind it",
      "a \x1b[5mbc\x1b[25md",
      [{ x: 2, width: 2, colour: LIGHT.background }],
    ],
    ["a named colour", "\x1b[5;41mx\x1b[m", [{ x: 0, width: 1, colour: LIGHT.red }]],
    ["one of the cube", "\x1b[5;48;5;208mx\x1b[m", [{ x: 0, width: 1, colour: "rgb(255, 135, 0)" }]],
    ["a grey", "\x1b[5;48;5;232mx\x1b[m", [{ x: 0, width: 1, colour: "rgb(8, 8, 8)" }]],
    ["an exact one", "\x1b[5;48;2;1;2;3mx\x1b[m", [{ x: 0, width: 1, colour: "#010203" }]],
    [
      "inverse, the text's own",
      "\x1b[5;7mx\x1b[31my\x1b[m",
      [
        { x: 0, width: 1, colour: LIGHT.foreground },
        { x: 1, width: 1, colour: LIGHT.red },
      ],
    ],
    ["both cells of a wide character", "\x1b[5m漢\x1b[m", [{ x: 0, width: 2, colour: LIGHT.background }]],
  ])("is covered: %s", async (_, text, expected) => {
    expect(await covers(text)).toEqual(expected);
  });
});
