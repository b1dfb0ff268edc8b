import { Terminal as Headless } from "@xterm/headless";
import { Terminal } from "@xterm/xterm";
import { beforeEach, describe, expect, it } from "vitest";
import { swallowAnswers } from "./answers";

interface Tested {
  write(data: string, done: () => void): void;
  sent: string[];
  leaked: string[];
}

function watched(swallow: boolean): Tested {
  // The window's xterm.js, which answers more than the headless one; it parses without being opened.
  const term = new Terminal({ allowProposedApi: true, windowOptions: { getWinSizeChars: true } });
  const swallower = swallow ? swallowAnswers(term) : null;
  const sent: string[] = [];
  const leaked: string[] = [];
  term.onData((data) => {
    sent.push(data);
    if (!swallower?.isAnswer(data)) leaked.push(data);
  });
  return { write: (data, done) => term.write(data, done), sent, leaked };
}

const written = (term: Tested, data: string): Promise<void> =>
  new Promise((resolve) => term.write(data, resolve));

const QUESTIONS: [name: string, question: string, answeredByXterm: boolean][] = [
  ["DA1", "\x1b[c", true],
  ["DA2", "\x1b[>c", true],
  ["DA3", "\x1b[=c", false],
  ["status", "\x1b[5n", true],
  ["cursor position", "\x1b[6n", true],
  ["private cursor position", "\x1b[?6n", true],
  ["DECRQM", "\x1b[4$p", true],
  ["private DECRQM", "\x1b[?2004$p", true],
  ["DECRQSS", "\x1bP$qm\x1b\\", true],
  ["XTVERSION", "\x1b[>q", false],
  ["kitty keyboard flags", "\x1b[?u", false],
  ["size in characters", "\x1b[18t", true],
];

describe("questions of a program", () => {
  it.each(QUESTIONS)("%s is not answered by the pane", async (_name, question, answered) => {
    const open = watched(false);
    await written(open, question);
    expect(open.sent.length > 0, "whether xterm.js by itself would answer").toBe(answered);

    const pane = watched(true);
    await written(pane, question);
    expect(pane.leaked).toEqual([]);
  });

  it("leaves out the report that comes with switching focus reports on", async () => {
    const pane = watched(true);
    await written(pane, "\x1b[?1000;1004;1006h");
    expect(pane.sent).toEqual(["\x1b[O"]);
    expect(pane.leaked).toEqual([]);
  });

  it("does not touch what comes later in the same shape, which is the learner's", async () => {
    const term = new Terminal({ allowProposedApi: true });
    const swallower = swallowAnswers(term);
    await new Promise<void>((resolve) => term.write("\x1b[?1004h\x1b]11;?\x07", resolve));
    expect(swallower.isAnswer("\x1b[I"), "a real focus event").toBe(false);
    expect(swallower.isAnswer("\x1b]11;x"), "typed text").toBe(false);
  });
});

describe("everything that is no question", () => {
  let term: Headless;
  beforeEach(() => {
    term = new Headless({ allowProposedApi: true, cols: 20, rows: 4 });
    swallowAnswers(term);
  });
  const apply = (data: string): Promise<void> => new Promise((resolve) => term.write(data, resolve));

  it("is applied as before: modes, cursor, text", async () => {
    await apply("\x1b[?1004h\x1b[?2004h\x1b[2;3Hhello");
    expect(term.modes.sendFocusMode).toBe(true);
    expect(term.modes.bracketedPasteMode).toBe(true);
    expect(term.buffer.active.getLine(1)?.translateToString(true)).toBe("  hello");
  });

  it("includes setting the cursor's shape, which ends like a question", async () => {
    await apply("\x1b[5 qx");
    expect(term.buffer.active.getLine(0)?.translateToString(true)).toBe("x");
  });
});
