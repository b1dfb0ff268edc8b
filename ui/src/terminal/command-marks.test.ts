import { Terminal } from "@xterm/xterm";
import { afterEach, describe, expect, it } from "vitest";
import { CommandMarks } from "./command-marks";

/** A command as a shell marks it, with its prompt before. */
const command = (line: string, output: string, exit: number): string =>
  `\x1b]133;A\x07$ \x1b]133;B\x07${line}\r\n\x1b]133;C;cmdline_url=${encodeURIComponent(line)}\x07${output}\x1b]133;D;${exit}\x07`;

let term: Terminal;
let marks: CommandMarks;

function begin(scrollback = 100): void {
  term = new Terminal({ allowProposedApi: true, cols: 20, rows: 5, scrollback });
  // Not opened: what scrolls on a page needs a real window to measure in.
  marks = new CommandMarks(term);
}

const written = (data: string): Promise<void> => new Promise((resolve) => term.write(data, resolve));
/** What the marks say from the newest to the oldest, by going up. */
function upwards(): (string | null)[] {
  term.scrollToBottom();
  const said: (string | null)[] = [];
  for (let at = 0; at < 10; at += 1) {
    const words = marks.jump("previous");
    if (words === said.at(-1)) break;
    said.push(words);
  }
  return said;
}

afterEach(() => {
  marks.dispose();
  term.dispose();
});

describe("the marks of a shell in the terminal", () => {
  it("change nothing where there are none", async () => {
    begin();
    await written("$ ls\r\nfile\r\n$ ");
    expect(marks.canJump()).toBe(false);
    expect(marks.lastOutput()).toBeNull();
    expect(term.buffer.active.getLine(0)?.translateToString(true)).toBe("$ ls");
  });

  it("lead from command to command, and back to the present", async () => {
    begin();
    await written(command("one", "1\r\n".repeat(8), 0) + command("two", "2\r\n".repeat(8), 3));
    expect(marks.canJump()).toBe(true);
    expect(marks.jump("previous")).toBe("two · exit code 3");
    expect(term.buffer.active.viewportY, "its prompt is the first line in view").toBe(9);
    expect(marks.jump("previous")).toBe("one · done");
    expect(term.buffer.active.viewportY).toBe(0);
    expect(marks.jump("previous"), "there is nothing before").toBe("one · done");
    expect(marks.jump("next")).toBe("two · exit code 3");
    expect(marks.jump("next")).toBeNull();
    expect(term.buffer.active.viewportY).toBe(term.buffer.active.baseY);
  });

  it("are found from where the learner has scrolled to", async () => {
    begin();
    await written(command("one", "1\r\n".repeat(8), 0) + command("two", "2\r\n".repeat(8), 0));
    marks.jump("previous");
    term.scrollToLine(4);
    expect(marks.jump("previous")).toBe("one · done");
    term.scrollToLine(4);
    expect(marks.jump("next")).toBe("two · done");
  });

  it("say that a command runs, until the shell or the end of the process says otherwise", async () => {
    begin();
    await written("\x1b]133;A\x07$ \x1b]133;B\x07x\r\n\x1b]133;C;cmdline_url=x\x07...");
    expect(upwards()).toEqual(["x · running"]);
    marks.over();
    expect(upwards()).toEqual(["x · ended"]);
  });

  it("are left alone while a full-screen program runs, and are there again after it", async () => {
    begin();
    await written(command("one", "1\r\n", 0));
    await written("\x1b]133;A\x07$ \x1b]133;B\x07vi\r\n\x1b]133;C;cmdline_url=vi\x07\x1b[?1049h");
    expect(marks.canJump()).toBe(false);
    await written(command("inside", "", 1));
    await written("\x1b[?1049l\x1b]133;D;0\x07");
    expect(upwards()).toEqual(["vi · done", "one · done"]);
    expect(marks.lastOutput()).toEqual({ text: "", whole: true });
  });

  it("go with a keyframe, and with what it brings begin anew", async () => {
    begin();
    await written(command("one", "1\r\n", 0));
    await written(`\x1bc${command("two", "2\r\n", 0)}`);
    expect(upwards()).toEqual(["two · done"]);
    expect(marks.lastOutput()?.text).toBe("2");
    await written("\x1bc$ ");
    expect(marks.canJump()).toBe(false);
    expect(marks.lastOutput()).toBeNull();
  });

  it("stand at the line that was typed, where the prompt itself was drawn before the marks began", async () => {
    begin();
    const typed = "$ a command that is longer than a line";
    await written(`\x1bc${"x\r\n".repeat(9)}${typed}\r\n\x1b]133;C\x07${"y\r\n".repeat(9)}\x1b]133;D;0\x07`);
    marks.jump("previous");
    const { viewportY } = term.buffer.active;
    expect(term.buffer.active.getLine(viewportY)?.translateToString(true)).toBe(typed.slice(0, 20));
    expect(marks.lastOutput()?.text).toMatch(/^y\ny/);
  });

  it("go with the lines that leave the pane, and with those that are erased", async () => {
    begin(10);
    await written(command("one", "1\r\n", 0) + command("two", "2\r\n".repeat(12), 0));
    expect(upwards()).toEqual(["two · done"]);
    await written(`\x1b[H\x1b[2J\x1b[3J${command("three", "3\r\n", 0)}`);
    expect(upwards()).toEqual(["three · done"]);
    expect(marks.lastOutput()?.text).toBe("3");
  });

  it("stay at their lines when the terminal is resized", async () => {
    begin();
    await written(command("one", `${"long ".repeat(10)}\r\n`, 0) + command("two", "2\r\n".repeat(8), 0));
    for (const columns of [9, 33, 20]) {
      term.resize(columns, 5);
      term.scrollToBottom();
      marks.jump("previous");
      const { viewportY } = term.buffer.active;
      expect(term.buffer.active.getLine(viewportY)?.translateToString(true)).toBe("$ two");
    }
  });

  it("survive a prompt that is erased and drawn again, as Ctrl+L does", async () => {
    begin();
    await written("\x1b]133;A\x07$ \x1b]133;B\x07\x1b[H\x1b[2J");
    await written("\x1b]133;C;cmdline_url=one\x07\x1b]133;D;0\x07");
    expect(upwards()).toEqual(["one · done"]);
  });
});

describe("the output of the last command", () => {
  it("is what it printed, without the prompt and the command", async () => {
    begin();
    await written(command("one", "1\r\n", 0) + command("two", "a\r\n\r\nb  \r\n", 1));
    await written("\x1b]133;A\x07$ \x1b]133;B\x07typing");
    expect(marks.lastOutput()).toEqual({ text: "a\n\nb", whole: true });
  });

  it("ends where the command ended, although the prompt stands in the same line", async () => {
    begin();
    await written(`${command("printf hi", "hi", 0)}\x1b]133;A\x07$ \x1b]133;B\x07`);
    expect(marks.lastOutput()?.text).toBe("hi");
  });

  it("is that of the last that ended, while another runs, and after the screen was cleared", async () => {
    begin();
    await written(command("one", "1\r\n", 0));
    await written("\x1b]133;A\x07$ \x1b]133;B\x07x\r\n\x1b]133;C\x07half");
    expect(marks.lastOutput()?.text).toBe("1");
    await written("\x1b[H\x1b[2J");
    expect(marks.lastOutput()?.text).toBe("1");
  });

  it("is what the pane still had, where it was longer", async () => {
    begin(10);
    const long = Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\r\n");
    await written(command("seq", `${long}\r\n`, 0));
    const output = marks.lastOutput();
    expect(output?.whole).toBe(false);
    expect(output?.text).toMatch(/^line \d+\n[^]*line 39$/);
  });

  it("is what came after the screen was erased, where the command itself did that", async () => {
    begin();
    await written(command("one", "1\r\n", 0) + command("clear; date", "x\x1b[H\x1b[2Jtoday\r\n", 0));
    expect(marks.lastOutput()).toEqual({ text: "today", whole: true });
  });
});
