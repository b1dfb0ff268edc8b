import { describe, expect, it } from "vitest";
import { sampleRow } from "../backend/fake-samples";
import { dropOn } from "./drop";

const live = sampleRow({ id: "a", title: "Joins", status: "live", run: 7 });

describe("files that are dropped", () => {
  it("onto a live session are typed, without a word", () => {
    expect(dropOn(live, false, ["/a b", "/-c"])).toEqual({ paths: ["/a b", "/-c"], notice: null });
  });

  it.each([
    ["asleep", "“Joins” is asleep, so “n.txt” was not pasted. Resume it first, then drop the file again."],
    ["ended", "“Joins” has ended, so “n.txt” was not pasted. Start it again, then drop the file once more."],
    ["elsewhere", "“Joins” is open in another program, so “n.txt” was not pasted. Drop the file there."],
  ] as const)("onto one that is %s are not, and it is said what to do", (status, notice) => {
    const row = { ...live, status, run: null };
    expect(dropOn(row, false, ["/home/ada/n.txt"])).toEqual({ paths: [], notice });
  });

  it("onto one that is being opened have to wait", () => {
    const { paths, notice } = dropOn({ ...live, status: "asleep", run: null }, true, ["/a", "/b"]);
    expect(paths).toEqual([]);
    expect(notice).toBe(
      "“Joins” is just starting, so 2 files were not pasted. Drop the files again in a moment.",
    );
  });

  it("are left out one by one where they cannot be typed", () => {
    expect(dropOn(live, false, ["/a", "/b\nc"])).toEqual({
      paths: ["/a"],
      notice: "“b c” was left out: a name with a line break, or one that is not UTF-8, cannot be typed.",
    });
    expect(dropOn(live, false, ["https://a.org/x"]).notice).toBe(
      "“x” was left out: only files of this computer have a path here.",
    );
  });
});
