import { Terminal } from "@xterm/headless";
import { expect, it } from "vitest";
import { textBetween } from "./output";

const written = (term: Terminal, data: string): Promise<void> =>
  new Promise((resolve) => term.write(data, resolve));

it.each([
  ["lines as they are", "one\r\ntwo", { line: 0, column: 0 }, { line: 1, column: 3 }, "one\ntwo"],
  ["only what lies between", "xxone\r\ntwoyy", { line: 0, column: 2 }, { line: 1, column: 3 }, "one\ntwo"],
  [
    "wrapped lines in one",
    "0123456789abc\r\nx",
    { line: 0, column: 0 },
    { line: 2, column: 1 },
    "0123456789abc\nx",
  ],
  ["a wrap within a space", "012345678 abc", { line: 0, column: 0 }, { line: 1, column: 3 }, "012345678 abc"],
  [
    "a wide character that wraps whole",
    "012345678漢字",
    { line: 0, column: 0 },
    { line: 1, column: 4 },
    "012345678漢字",
  ],
  [
    "without blanks at ends",
    "one  \r\n\r\ntwo \r\n  \r\n",
    { line: 0, column: 0 },
    { line: 4, column: 0 },
    "one\n\ntwo",
  ],
  ["nothing where nothing lies between", "one", { line: 0, column: 3 }, { line: 0, column: 3 }, ""],
])("copies %s", async (_name, data, from, to, text) => {
  const term = new Terminal({ allowProposedApi: true, cols: 10, rows: 6 });
  await written(term, data);
  expect(textBetween(term.buffer.active, from, to)).toBe(text);
  term.dispose();
});
