import { Terminal } from "@xterm/xterm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pasting } from "./pasting";

let host: HTMLElement;
let term: Terminal;
let pasting: Pasting;
let sent: string[];
const told = { asks: vi.fn(), menu: vi.fn(), notice: vi.fn() };

beforeEach(() => {
  host = document.createElement("div");
  document.body.append(host);
  term = new Terminal({ allowProposedApi: true });
  term.open(host);
  pasting = new Pasting(host, term, told);
  sent = [];
  term.onData((data) => sent.push(data));
  vi.clearAllMocks();
});

afterEach(() => {
  term.dispose();
  document.body.replaceChildren();
});

const written = (data: string): Promise<void> => new Promise((resolve) => term.write(data, resolve));

/** An event as the web view sends it to what lies in the host; answers whether its own action is left to it. */
function sends(type: string, with_: object = {}): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, with_);
  return (term.textarea ?? host).dispatchEvent(event);
}
const paste = (text: string): boolean => sends("paste", { clipboardData: { getData: () => text } });
const drop = (data: Record<string, string>, types = Object.keys(data)): boolean =>
  sends("drop", { dataTransfer: { types, getData: (type: string) => data[type] ?? "" } });

describe("a paste", () => {
  it("of one line is sent at once, and only once", () => {
    expect(paste("ls -l"), "the web view has nothing more to do").toBe(false);
    expect(sent).toEqual(["ls -l"]);
    expect(told.asks).not.toHaveBeenCalled();
  });

  it("presses no keys, and cannot end a bracketed paste early", async () => {
    await written("\x1b[?2004h");
    paste("a\x1b[201~\x03\nrm -rf ~\n");
    expect(sent).toEqual(["\x1b[200~a[201~\rrm -rf ~\r\x1b[201~"]);
  });

  it("of several lines is asked about, and nothing is sent before", () => {
    paste("one\ntwo\n");
    expect(told.asks).toHaveBeenCalledExactlyOnceWith({ lines: 2, preview: ["one", "two"] });
    expect(sent).toEqual([]);
    pasting.answer(true);
    expect(sent).toEqual(["one\rtwo\r"]);
    expect(told.asks).toHaveBeenLastCalledWith(null);
    pasting.answer(true);
    expect(sent, "an answer counts once").toHaveLength(1);
  });

  it("is not sent where the answer is no, or the program is gone", () => {
    paste("one\ntwo");
    pasting.answer(false);
    paste("one\ntwo");
    pasting.forget();
    pasting.answer(true);
    expect(sent).toEqual([]);
    expect(told.asks.mock.calls.map(([question]: unknown[]) => question !== null)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it("of several lines is not asked about where the program takes them as one text", async () => {
    await written("\x1b[?2004h");
    paste("one\ntwo");
    expect(told.asks).not.toHaveBeenCalled();
    expect(sent).toEqual(["\x1b[200~one\rtwo\x1b[201~"]);
  });

  it("comes to nothing at rest, where no program takes it", () => {
    term.options.disableStdin = true;
    paste("one");
    paste("one\ntwo");
    expect(sent).toEqual([]);
    expect(told.asks).not.toHaveBeenCalled();
  });
});

describe("the buttons of the mouse", () => {
  it("the right one opens the menu of the terminal, and not that of the web view", () => {
    expect(sends("contextmenu", { clientX: 30, clientY: 40 })).toBe(false);
    expect(told.menu).toHaveBeenCalledExactlyOnceWith({ x: 30, y: 40 });
  });

  it("the right one is the program's where it asked for the mouse, but for Shift", async () => {
    await written("\x1b[?1000h");
    expect(sends("contextmenu", { clientX: 30, clientY: 40 })).toBe(false);
    expect(told.menu).not.toHaveBeenCalled();
    sends("contextmenu", { clientX: 30, clientY: 40, shiftKey: true });
    expect(told.menu).toHaveBeenCalledOnce();
  });

  it("the middle one pastes what the web view gives for it, unless the program asked for the mouse", async () => {
    const middle = (shiftKey = false): void => {
      sends("mousedown", { button: 1, shiftKey });
      sends("auxclick", { button: 1, shiftKey });
      paste("selected");
    };
    middle();
    expect(sent).toEqual(["selected"]);
    await written("\x1b[?1000h");
    sent.length = 0;
    middle();
    expect(sent.filter((data) => data === "selected")).toEqual([]);
    middle(true);
    expect(sent.filter((data) => data === "selected")).toEqual(["selected"]);
  });
});

describe("what is dragged in", () => {
  it("files are typed as quoted paths", () => {
    expect(drop({ "text/uri-list": "file:///a%20b\r\nfile:///it's" })).toBe(false);
    expect(sent).toEqual(["'/a b' '/it'\\''s' "]);
  });

  it("text is pasted, with the same question", () => {
    drop({ "text/plain": "ls" });
    expect(sent).toEqual(["ls"]);
    drop({ "text/plain": "one\ntwo" });
    expect(told.asks).toHaveBeenCalledOnce();
  });

  it("a file whose place is not told is said to be one, and never shown in place of the window", () => {
    expect(drop({ "text/plain": "" }, ["Files"])).toBe(false);
    expect(sent).toEqual([]);
    expect(told.notice).toHaveBeenCalledOnce();
  });

  it("may be dropped only where a program takes it", () => {
    const dataTransfer = { dropEffect: "none" };
    expect(sends("dragover", { dataTransfer })).toBe(false);
    expect(dataTransfer.dropEffect).toBe("copy");
    term.options.disableStdin = true;
    expect(sends("dragover", { dataTransfer })).toBe(true);
    drop({ "text/uri-list": "file:///a" });
    expect(sent).toEqual([]);
  });
});
