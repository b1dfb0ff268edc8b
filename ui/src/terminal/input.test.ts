import { describe, expect, it, vi } from "vitest";
import { eventually } from "../testing/eventually";
import { failure } from "../backend/fake";
import type { Failure } from "../backend/generated/Failure";
import { InputQueue, readable, type Refused } from "./input";

interface Pending {
  data: string;
  binary: boolean;
  done: () => void;
  fail: (why: Failure) => void;
}

function queue() {
  const writes: Pending[] = [];
  const refused = vi.fn<(what: Refused, why: Failure) => void>();
  const prompt = { hides: false };
  const input = new InputQueue(
    7,
    (_run, data, binary) =>
      new Promise((resolve, reject) => {
        writes.push({ data, binary, done: resolve, fail: reject });
      }),
    refused,
    () => prompt.hides,
  );
  const write = (at: number): Pending => {
    const pending = writes[at];
    if (!pending) throw new Error(`no write ${at}`);
    return pending;
  };
  return { input, writes, write, refused, prompt };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const GONE = failure("RunGone", "It is over.");

describe("the input of a run", () => {
  it("has one write on its way, and joins what is typed meanwhile", async () => {
    const { input, writes, write } = queue();
    for (const key of "abcd") input.send(key, false);
    expect(writes.map((one) => one.data)).toEqual(["a"]);
    write(0).done();
    await settled();
    expect(writes.map((one) => one.data)).toEqual(["a", "bcd"]);
  });

  it("keeps the order of text and mouse reports", async () => {
    const { input, writes, write } = queue();
    input.send("a", false);
    input.send("b", false);
    input.send("\xff", true);
    input.send("c", false);
    for (let at = 0; at < 4; at += 1) {
      write(at).done();
      await settled();
    }
    expect(writes.map((one) => [one.data, one.binary])).toEqual([
      ["a", false],
      ["b", false],
      ["\xff", true],
      ["c", false],
    ]);
  });

  it("sends many keys in order and each once, one write at a time, however slow the answers are", async () => {
    const sent: [data: string, binary: boolean][] = [];
    let onTheirWay = 0;
    let most = 0;
    const input = new InputQueue(
      7,
      async (_run, data, binary) => {
        onTheirWay += 1;
        most = Math.max(most, onTheirWay);
        // An engine that is busy with a flood answers late, and never equally late.
        await new Promise((resolve) => setTimeout(resolve, (sent.length * 7) % 5));
        sent.push([data, binary]);
        onTheirWay -= 1;
      },
      vi.fn(),
      () => false,
    );
    let typed = "";
    for (let at = 0; at < 2000; at += 1) {
      // Among the keys a mouse report now and then, whose bytes are no text.
      const isReport = at % 97 === 0;
      const key = isReport ? "\xff" : String.fromCharCode(0x4e00 + at);
      typed += key;
      input.send(key, isReport);
      if (at % 11 === 0) await settled();
    }
    await eventually(() => expect(sent.map(([data]) => data).join("")).toHaveLength(typed.length));
    expect(sent.map(([data]) => data).join("")).toBe(typed);
    expect(most).toBe(1);
    for (const [data, binary] of sent) expect(data.includes("\xff")).toBe(binary);
  });

  it("hands back everything that a run which is gone did not take", async () => {
    const { input, writes, write, refused } = queue();
    input.send("ls", false);
    input.send(" -l", false);
    input.send("\xff", true);
    input.send("\r", false);
    write(0).fail(GONE);
    await settled();
    expect(refused).toHaveBeenCalledExactlyOnceWith({ typed: "ls -l\r", hidden: false }, GONE);
    input.send("x", false);
    expect(refused).toHaveBeenLastCalledWith({ typed: "x", hidden: false }, GONE);
    expect(writes).toHaveLength(1);
  });

  it("goes on after another failure, with only that piece handed back", async () => {
    const { input, writes, write, refused } = queue();
    const busy = failure("Internal", "The pipe is full.");
    input.send("a", false);
    input.send("b", false);
    write(0).fail(busy);
    await settled();
    expect(refused).toHaveBeenCalledExactlyOnceWith({ typed: "a", hidden: false }, busy);
    expect(writes.map((one) => one.data)).toEqual(["a", "b"]);
  });

  it("never hands back what was typed at a prompt that hides it, only that there was something", async () => {
    const { input, write, refused, prompt } = queue();
    input.send("ls\r", false);
    input.send("cd\r", false);
    prompt.hides = true;
    input.send("s3cret\r", false);
    prompt.hides = false;
    write(0).fail(GONE);
    await settled();
    expect(refused).toHaveBeenCalledExactlyOnceWith({ typed: "ls\rcd\r", hidden: true }, GONE);
    prompt.hides = true;
    input.send("t", false);
    expect(refused).toHaveBeenLastCalledWith({ typed: "", hidden: true }, GONE);
  });

  it("does not hand back the first keys either, where the prompt is known to hide them a moment later", async () => {
    const { input, write, refused, prompt } = queue();
    for (const key of "s3") input.send(key, false);
    prompt.hides = true;
    write(0).fail(GONE);
    await settled();
    expect(refused).toHaveBeenCalledExactlyOnceWith({ typed: "", hidden: true }, GONE);
  });
});

it.each([
  ["ls -l\r", "ls -l"],
  ["\x1b[A\x1bOB\x7f", ""],
  ["one\rtwo\r", "one⏎two"],
  ["\x1b[200~pasted\x1b[201~", "pasted"],
  ["  \r", ""],
])("what was typed reads as a person would read it: %j", (typed, text) => {
  expect(readable(typed)).toBe(text);
});
