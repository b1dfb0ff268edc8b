import { expect, it } from "vitest";
import { pathsIn, quoted, sortedPaths, typedPaths } from "./dropped";

it.each([
  ["file:///home/ada/notes.txt", ["/home/ada/notes.txt"]],
  ["file:///home/ada/my%20notes/caf%C3%A9.txt\r\n", ["/home/ada/my notes/café.txt"]],
  ["# a comment\r\nfile:///a\r\nfile:///b\r\n", ["/a", "/b"]],
  ["file://localhost/a", ["/a"]],
  ["file://elsewhere/a", []],
  ["file:///a%0Arm%20-rf%20~", []],
  ["file:///100%", []],
  ["file:///caf%E9.txt", []],
  ["https://example.org/a", []],
  ["", []],
])("%j names %j", (list, paths) => {
  expect(pathsIn(list)).toEqual(paths);
});

it.each([
  ["/home/ada/notes.txt", "'/home/ada/notes.txt'"],
  ["/a b/$HOME`x`", "'/a b/$HOME`x`'"],
  ["/it's", "'/it'\\''s'"],
  ["/-rf", "'/-rf'"],
  ["/''", "'/'\\'''\\'''"],
])("%s is quoted as %s", (path, text) => {
  expect(quoted(path)).toBe(text);
});

it("types several paths with blanks between, and one at the end", () => {
  expect(typedPaths(["/a", "/b c"])).toBe("'/a' '/b c' ");
});

it("leaves out what would press Enter, what is not UTF-8, and what is no file of this computer", () => {
  const odd = ["/a\nrm -rf ~", "/a\x1b[201~", "/caf\ufffd.txt", "https://example.org/a", "elsewhere/a", ""];
  expect(sortedPaths(["/a b", ...odd, "/-c"])).toEqual({ typable: ["/a b", "/-c"], leftOut: odd });
});
