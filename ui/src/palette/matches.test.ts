import { describe, expect, it } from "vitest";
import { sampleRow, sampleRows } from "../backend/fake-samples";
import { matchDoings, matchSessions } from "./matches";

const rows = sampleRows(Date.now());
const found = (typed: string): string[] => matchSessions(rows, typed).map((row) => row.id);

describe("the palette", () => {
  it.each([
    ["own", ["ownership"]],
    ["RUST", ["tutor", "ownership", "aoc"]],
    ["study/sql", ["joins"]],
    ["code 1", ["aoc"]],
    ["zebra", []],
  ])("%j finds %j", (typed, ids) => {
    expect(found(typed)).toEqual(ids);
  });

  it("lists the latest ones before anything is typed, and no more than can be read", () => {
    expect(found("")).toHaveLength(8);
    expect(found("")[0]).toBe("tutor");
  });

  it("does not mind accents", () => {
    expect(matchSessions([sampleRow({ id: "l", title: "Lucía’s lab" })], "lucia")).toHaveLength(1);
  });

  it("finds what can be done by its words", () => {
    const doings = ["New session", "Rename “Joins”"].map((name) => ({
      id: name,
      name,
      act: () => undefined,
    }));
    expect(matchDoings(doings, "ses new").map((doing) => doing.name)).toEqual(["New session"]);
  });
});
