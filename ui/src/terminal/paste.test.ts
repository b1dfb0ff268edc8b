import { expect, it } from "vitest";
import { pastable, questionFor } from "./paste";

it.each([
  ["plain", "plain"],
  ["tab\there", "tab\there"],
  ["one\r\ntwo\rthree\n", "one\ntwo\nthree\n"],
  ["a\x1b[201~rm -rf ~\r", "a[201~rm -rf ~\n"],
  ["a\x9b201~b", "a201~b"],
  ["\x03\x04\x00\x7f\x85x", "x"],
  ["Lucía 漢字 🙂", "Lucía 漢字 🙂"],
])("%j is pasted as %j", (text, pasted) => {
  expect(pastable(text)).toBe(pasted);
});

it.each([
  ["one line", "ls", false, null],
  ["one line and its end", "ls\n", false, null],
  ["two lines", "ls\npwd", false, { lines: 2, preview: ["ls", "pwd"] }],
  ["many lines", "1\n2\n3\n4\n5\n6\n", false, { lines: 6, preview: ["1", "2", "3", "4"] }],
  ["several lines for a program that takes them as one text", "ls\npwd", true, null],
  ["nothing", "", false, null],
])("asked before %s", (_name, text, bracketed, question) => {
  expect(questionFor(text, bracketed)).toEqual(question);
});
