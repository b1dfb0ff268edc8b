import { Terminal } from "@xterm/xterm";
import { describe, expect, it } from "vitest";
import { CommandMarks } from "./command-marks";
import { writeInPlace } from "./in-place";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}`).join("\r\n");
const keyframe = (from: number, to: number): Uint8Array => encode(`\x18\x1bc\x1b[?25h${numbers(from, to)}`);

/** Not opened: what scrolls on a page needs a real window to measure in. */
const opened = (): Terminal =>
  new Terminal({ allowProposedApi: true, cols: 40, rows: 5, scrollback: 200_000 });
const written = (term: Terminal, data: string | Uint8Array): Promise<void> =>
  new Promise((resolve) => term.write(data, resolve));
const replaced = (term: Terminal, bytes: Uint8Array, settled = (): void => undefined): Promise<void> =>
  new Promise((resolve) =>
    writeInPlace(term, bytes, {
      isWanted: () => true,
      sized: () => undefined,
      settled,
      taken: () => resolve(),
    }),
  );
const inView = (term: Terminal): (string | undefined)[] =>
  Array.from({ length: term.rows }, (_, y) =>
    term.buffer.active.getLine(term.buffer.active.viewportY + y)?.translateToString(true),
  );

describe("a keyframe in the place of the picture that it continues", () => {
  it("leaves in view what was in view, with older lines above it", async () => {
    const term = opened();
    await written(term, keyframe(501, 600));
    term.scrollToLine(2);
    const before = inView(term);
    await replaced(term, keyframe(1, 600));
    expect(inView(term)).toEqual(before);
    expect(before[0]).toBe("line 503");
    expect(term.buffer.active.getLine(0)?.translateToString(true)).toBe("line 1");
  });

  it("leaves in view what was in view, however much is still to be taken in", async () => {
    const term = opened();
    await written(term, keyframe(501, 600));
    term.scrollToLine(2);
    term.write(`\r\n${numbers(601, 3000)}`);
    await replaced(term, keyframe(1, 3000));
    expect(inView(term)[0]).toBe("line 503");
  });

  it("stays at the end where the learner is at the end", async () => {
    const term = opened();
    await written(term, keyframe(501, 600));
    await replaced(term, keyframe(1, 600));
    expect(term.buffer.active.viewportY).toBe(term.buffer.active.baseY);
    await written(term, "\r\nline 601");
    expect(inView(term).at(-1)).toBe("line 601");
  });

  it("does not follow output afterwards where the learner has scrolled back", async () => {
    const term = opened();
    await written(term, keyframe(501, 600));
    term.scrollToLine(40);
    await replaced(term, keyframe(1, 600));
    const before = inView(term);
    await written(term, `\r\n${numbers(601, 700)}`);
    expect(inView(term)).toEqual(before);
  });

  it("is whole where it is long, and draws again when it is there", async () => {
    const term = opened();
    await written(term, keyframe(99_901, 100_000));
    term.scrollToLine(1);
    await replaced(term, keyframe(1, 100_000));
    expect(inView(term)[0]).toBe("line 99902");
    const { active } = term.buffer;
    for (const at of [0, 24_000, 24_001, 70_000, 99_999]) {
      expect(active.getLine(at)?.translateToString(true)).toBe(`line ${at + 1}`);
    }
    expect(term.modes.synchronizedOutputMode).toBe(false);
  });

  it("keeps the marks of commands on their lines", async () => {
    const term = opened();
    const marks = new CommandMarks(term);
    await written(term, keyframe(501, 600));
    const command =
      "\x1b]133;A\x1b\\$ \x1b]133;B\x1b\\ls\r\n\x1b]133;C;cmdline_url=ls\x1b\\a file\r\n\x1b]133;D;2\x1b\\";
    await written(term, `\r\n${command}${numbers(1, 20)}`);
    const printed = marks.lastOutput();
    const screen = `${numbers(1, 600)}\r\n${command}${numbers(1, 20)}`;
    await replaced(term, encode(`\x18\x1bc${screen}`), () => marks.recall(printed));
    expect(marks.jump("previous")).toBe("ls · exit code 2");
    expect(inView(term)[0]).toBe("$ ls");
    expect(marks.lastOutput()?.text).toBe("a file");
    expect(marks.jump("previous"), "once").toBe("ls · exit code 2");
    const rest = `${numbers(9, 20)}\r\n\x1b]133;D;2\x1b\\`;
    await replaced(term, encode(`\x18\x1bc${rest}`), () => marks.recall(printed));
    expect(marks.lastOutput()?.text, "though the keyframe has only its end").toBe("a file");
  });
});
