import { Terminal } from "@xterm/headless";
import { describe, expect, it, vi } from "vitest";
import { failure } from "../backend/fake";
import type { Failure } from "../backend/generated/Failure";
import { encodeFrames, type Frame } from "./frames";
import { Viewer, type Ended, type Sheet } from "./viewer";
import { eventually } from "../testing/eventually";

const output = (text: string): Frame => ({ kind: "output", bytes: new TextEncoder().encode(text) });
const ended: Ended = { kind: "ended", reason: "exited", exit: { kind: "code", code: 0 } };

function keyframe(columns: number, rows: number, text: string): Frame {
  const bytes = new TextEncoder().encode(`\x1bc${text}`);
  return { kind: "keyframe", columns, rows, offset: 0n, above: 0n, bytes };
}

/** A source that answers these, the first to who attaches and then one a read; a failure rejects. */
function source(answers: (Frame[] | Uint8Array | Failure)[]) {
  const reads = [...answers];
  function read(): Promise<Uint8Array> {
    const next = reads.shift();
    if (!next) return new Promise<Uint8Array>(() => undefined);
    if (next instanceof Uint8Array) return Promise.resolve(next);
    return Array.isArray(next)
      ? Promise.resolve(encodeFrames(next))
      : // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the border does
        Promise.reject(next);
  }
  return {
    attach: vi.fn(() => read().then((body) => ({ viewer: 5, body }))),
    read: vi.fn(read),
    deepen: vi.fn(() => Promise.resolve()),
    detach: vi.fn(() => Promise.resolve()),
  };
}

function told() {
  return { shown: vi.fn(), ended: vi.fn(), gone: vi.fn(), lost: vi.fn() };
}

function sheetOf(term: Terminal): Sheet {
  return {
    resize: (columns, rows) => term.resize(columns, rows),
    write: (bytes, taken) => term.write(bytes, taken),
    keyframe: ({ columns, rows, bytes }, taken) => {
      term.resize(columns, rows);
      term.write(bytes, taken);
    },
  };
}

/** A sheet that never takes anything in. */
const deaf = (): Sheet => ({ resize: vi.fn(), write: vi.fn(), keyframe: vi.fn() });

const linesOf = (term: Terminal): string[] =>
  Array.from({ length: term.buffer.active.length }, (_, y) =>
    (term.buffer.active.getLine(y)?.translateToString(true) ?? "").trimEnd(),
  );

describe("a viewer", () => {
  it("shows the keyframe, then the tail, and tells the end last", async () => {
    const term = new Terminal({ allowProposedApi: true, cols: 80, rows: 24 });
    const heard = told();
    const from = source([[keyframe(10, 2, "one\r\n")], [output("two"), ended]]);
    await new Viewer(1, from, sheetOf(term), heard).follow();
    expect([term.cols, term.rows]).toEqual([10, 2]);
    expect(linesOf(term)).toEqual(["one", "two"]);
    expect(heard.shown).toHaveBeenCalledOnce();
    expect(heard.ended).toHaveBeenCalledExactlyOnceWith(ended);
    expect(from.detach, "the engine has forgotten the viewer").not.toHaveBeenCalled();
  });

  it("changes the size after the output before it, and before the output after it", async () => {
    const term = new Terminal({ allowProposedApi: true, cols: 80, rows: 24 });
    const body: Frame[] = [
      keyframe(6, 4, ""),
      output("\x1b[?7laaaaaaaaaa\r\n"),
      { kind: "resized", columns: 12, rows: 4 },
      output("bbbbbbbbbb"),
      ended,
    ];
    await new Viewer(1, source([body]), sheetOf(term), told()).follow();
    expect(linesOf(term).slice(0, 2)).toEqual(["aaaaaa", "bbbbbbbbbb"]);
  });

  it("asks for more only when the terminal has taken in what it was given", async () => {
    const waiting: (() => void)[] = [];
    const sheet: Sheet = { ...deaf(), write: (_bytes, taken) => waiting.push(taken) };
    const from = source([[output("a")], [output("b")]]);
    void new Viewer(1, from, sheet, told()).follow();
    await eventually(() => expect(waiting).toHaveLength(1));
    expect(from.read).not.toHaveBeenCalled();
    waiting[0]?.();
    await eventually(() => expect(from.read).toHaveBeenCalledOnce());
  });

  it("attaches anew for a fresh keyframe when a body cannot be understood", async () => {
    const term = new Terminal({ allowProposedApi: true, cols: 80, rows: 24 });
    const from = source([new Uint8Array([2, 9]), [keyframe(20, 2, "whole"), ended]]);
    await new Viewer(1, from, sheetOf(term), told()).follow();
    expect(from.attach).toHaveBeenCalledTimes(2);
    expect(linesOf(term)[0]).toBe("whole");
  });

  it("attaches anew when the engine has forgotten it", async () => {
    const term = new Terminal({ allowProposedApi: true, cols: 80, rows: 24 });
    const from = source([failure("NotFound", "There is no such viewer."), [keyframe(20, 2, "whole"), ended]]);
    const heard = told();
    await new Viewer(1, from, sheetOf(term), heard).follow();
    expect(from.attach).toHaveBeenCalledTimes(2);
    expect(heard.lost).not.toHaveBeenCalled();
  });

  it("says that its view is lost when bodies stay unreadable, and does not try for ever", async () => {
    const heard = told();
    const from = source(Array.from({ length: 9 }, () => new Uint8Array([2, 9])));
    await new Viewer(1, from, deaf(), heard).follow();
    expect(heard.lost).toHaveBeenCalledOnce();
    expect(from.attach).toHaveBeenCalledTimes(3);
  });

  it("tells once that the run is gone", async () => {
    const heard = told();
    const gone = failure("RunGone", "It is over.", { session: "s", reason: "idle" });
    await new Viewer(1, source([gone]), deaf(), heard).follow();
    expect(heard.gone).toHaveBeenCalledExactlyOnceWith(gone);
    expect(heard.lost).not.toHaveBeenCalled();
  });

  it("detaches when it is stopped, and tells nothing afterwards", async () => {
    const heard = told();
    const from = source([[]]);
    const viewer = new Viewer(1, from, deaf(), heard);
    void viewer.follow();
    await eventually(() => expect(from.read).toHaveBeenCalled());
    viewer.stop();
    viewer.stop();
    expect(from.detach).toHaveBeenCalledExactlyOnceWith(5);
    expect(heard.gone).not.toHaveBeenCalled();
  });

  it("detaches even where it is stopped while it attaches", async () => {
    const heard = told();
    const from = source([[keyframe(20, 2, "late")]]);
    const viewer = new Viewer(1, from, deaf(), heard);
    const followed = viewer.follow();
    viewer.stop();
    await followed;
    expect(from.detach).toHaveBeenCalledExactlyOnceWith(5);
    expect(heard.shown).not.toHaveBeenCalled();
  });
});
