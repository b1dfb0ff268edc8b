import { describe, expect, it } from "vitest";
import {
  MOST_COMMANDS,
  NO_MARKS,
  parseMark,
  step,
  without,
  wordsFor,
  type MarkEvent,
  type Marks,
} from "./marks";

describe("a mark of the shell", () => {
  it.each<[payload: string, event: MarkEvent | null]>([
    ["A", { kind: "prompt" }],
    ["A;cl=m;aid=7", { kind: "prompt" }],
    ["A;k=s", null],
    ["B", { kind: "input" }],
    ["C", { kind: "runs", command: null }],
    ["C;cmdline_url=cargo%20test", { kind: "runs", command: "cargo test" }],
    ["C;cmdline_url=echo%20%22a%3Bb%22", { kind: "runs", command: 'echo "a;b"' }],
    ["C;cmdline_url=for%20i%0Ado%0Adone", { kind: "runs", command: "for i do done" }],
    ["C;cmdline_url=a%1b%5b31m%e2%80%aeb", { kind: "runs", command: "a [31mb" }],
    ["C;cmdline_url=100%", { kind: "runs", command: null }],
    ["C;cmdline_url=", { kind: "runs", command: null }],
    ["D", { kind: "done", exit: null }],
    ["D;0", { kind: "done", exit: 0 }],
    ["D;130;aid=7", { kind: "done", exit: 130 }],
    ["D;err=x", { kind: "done", exit: null }],
    ["P;k=i", null],
    ["", null],
  ])("%j reads as %j", (payload, event) => {
    expect(parseMark(payload)).toEqual(event);
  });

  it("is cut where nobody would read on", () => {
    const event = parseMark(`C;cmdline_url=${"x".repeat(5000)}`);
    expect(event?.kind === "runs" && event.command?.length).toBe(200);
  });
});

/** Payloads with the line on which each came. */
type Said = [payload: string, line: number];

function after(said: readonly Said[]): Marks<number> {
  return said.reduce<Marks<number>>((marks, [payload, line]) => {
    const event = parseMark(payload);
    return event ? step(marks, event, () => line) : marks;
  }, NO_MARKS);
}

const RUN: Said[] = [
  ["A", 3],
  ["B", 3],
  ["C;cmdline_url=ls", 4],
];

describe("the commands of a session", () => {
  it.each<[name: string, said: Said[], commands: string[]]>([
    ["none without a mark", [], []],
    [
      "none at a prompt",
      [
        ["A", 3],
        ["B", 3],
      ],
      [],
    ],
    ["one that runs, at the line of its prompt", RUN, ["3 ls · running"]],
    ["one that ended well", [...RUN, ["D;0", 9]], ["3 ls · done"]],
    ["one that failed", [...RUN, ["D;2", 9]], ["3 ls · exit code 2"]],
    ["one whose outcome the shell did not say", [...RUN, ["D", 9]], ["3 ls · ended"]],
    ["one whose end was not told, when the next prompt comes", [...RUN, ["A", 9]], ["3 ls · ended"]],
    [
      "one whose end was not told, when the next one runs",
      [...RUN, ["C", 9]],
      ["3 ls · ended", "9 Command · running"],
    ],
    [
      "no empty line, and none that was given up",
      [
        ["A", 3],
        ["B", 3],
        ["D;130", 4],
        ["A", 4],
        ["B", 4],
        ["C;cmdline_url=ls", 5],
        ["D;0", 6],
      ],
      ["4 ls · done"],
    ],
    [
      "a prompt that is drawn again only once, where it is now",
      [
        ["A", 3],
        ["A", 5],
        ["B", 5],
        ["C;cmdline_url=ls", 6],
      ],
      ["5 ls · running"],
    ],
    [
      "several, oldest first",
      [...RUN, ["D;0", 6], ["A", 6], ["B", 7], ["C;cmdline_url=false", 8], ["D;1", 8]],
      ["3 ls · done", "6 false · exit code 1"],
    ],
    ["a second end does not change the first", [...RUN, ["D;1", 6], ["D;0", 6]], ["3 ls · exit code 1"]],
    ["one of a shell that marks no prompts", [["C", 4]], ["4 Command · running"]],
    [
      "one of a shell that marks only the end of prompts",
      [
        ["B", 4],
        ["C", 5],
      ],
      ["4 Command · running"],
    ],
  ])("are %s", (_name, said, commands) => {
    expect(after(said).commands.map((each) => `${each.at} ${wordsFor(each)}`)).toEqual(commands);
  });

  it("lose their places with the lines, and go on", () => {
    const marks = after([...RUN, ["D;0", 6], ["A", 6], ["C", 7]]);
    const left = without(marks, (line) => line < 5);
    expect(left.commands.map((each) => each.at)).toEqual([6]);
    expect(left.commands[0]?.running).toBe(true);
    expect(without(after([["A", 3]]), () => true).prompt).toBeNull();
  });

  it("run no longer when the process is over", () => {
    const marks = step(after(RUN), { kind: "over" }, () => 9);
    expect(marks.commands.map(wordsFor)).toEqual(["ls · ended"]);
  });

  it("are so many at most", () => {
    let marks: Marks<number> = NO_MARKS;
    for (let line = 0; line < MOST_COMMANDS + 5; line += 1) {
      marks = step(marks, { kind: "runs", command: null }, () => line);
    }
    expect(marks.commands).toHaveLength(MOST_COMMANDS);
    expect(marks.commands[0]?.at).toBe(5);
  });
});
