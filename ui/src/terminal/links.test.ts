import { describe, expect, it } from "vitest";
import { findAddresses, opensLink, safeLink } from "./links";

describe("a link opens", () => {
  it.each([
    ["https://doc.rust-lang.org/book/", true],
    ["http://localhost:8000/", true],
    ["mailto:ada@example.org", true],
    ["file:///etc/passwd", false],
    ["javascript:alert(1)", false],
    ["ssh://host", false],
    ["not a link", false],
  ])("%s: %s", (text, safe) => {
    expect(safeLink(text) !== null).toBe(safe);
  });

  it("only with the key of the platform", () => {
    expect(opensLink({ ctrlKey: true, metaKey: false }, "linux")).toBe(true);
    expect(opensLink({ ctrlKey: false, metaKey: false }, "linux")).toBe(false);
    expect(opensLink({ ctrlKey: true, metaKey: false }, "macos")).toBe(false);
    expect(opensLink({ ctrlKey: false, metaKey: true }, "macos")).toBe(true);
  });
});

it.each([
  ["see https://example.org/a.", ["https://example.org/a"]],
  ["(https://example.org/b)", ["https://example.org/b"]],
  ["https://en.wikipedia.org/wiki/Rust_(language)", ["https://en.wikipedia.org/wiki/Rust_(language)"]],
  [
    "<https://a.org> and http://b.org/?q=1&r=2, both",
    ["https://a.org/".slice(0, -1), "http://b.org/?q=1&r=2"],
  ],
  ["nothing here: foo.rs:12", []],
])("addresses in %j", (line, texts) => {
  expect(findAddresses(line).map((found) => found.text)).toEqual(texts);
});
