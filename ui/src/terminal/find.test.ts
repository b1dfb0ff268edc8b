import { Terminal } from "@xterm/xterm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../testing/eventually";
import { Depth } from "./depth";
import { Find, type Found } from "./find";

let term: Terminal;
let find: Find;
let told: Found;

const written = (data: string): Promise<void> => new Promise((resolve) => term.write(data, resolve));
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\r\n`).join("");
const query = (text: string, matchCase = false): { text: string; matchCase: boolean } => ({
  text,
  matchCase,
});

/** `older` is what the store has above the screen. */
async function begin(text: string, older = ""): Promise<void> {
  // Not opened: what scrolls on a page needs a real window to measure in.
  term = new Terminal({ allowProposedApi: true, cols: 20, rows: 6, scrollback: 1000 });
  await written(text);
  const depth: Depth = new Depth(term, async () => {
    await written(`\x1bc${older}${text}`);
    depth.taken(0);
    return true;
  });
  depth.taken(older === "" ? 0 : 1);
  find = new Find(term, depth, (found) => (told = found));
}

afterEach(() => {
  find.dispose();
  term.dispose();
});

describe("finding in a session", () => {
  it("counts every match, and shows the newest first", async () => {
    await begin(lines(1, 100));
    await find.seek(query("line 1"));
    expect(told).toEqual({ loading: false, count: 12, at: 11 });
    const { viewportY } = term.buffer.active;
    expect(viewportY, "it is brought into view").toBeLessThanOrEqual(99);
    expect(viewportY + term.rows).toBeGreaterThan(99);
  });

  it("goes to the one before and the one after, and round", async () => {
    await begin(lines(1, 100));
    await find.seek(query("line 1"));
    find.step("previous");
    expect(told.at).toBe(10);
    expect(term.buffer.active.viewportY, "line 19").toBeLessThanOrEqual(18);
    find.step("next");
    find.step("next");
    expect(told.at).toBe(0);
    find.step("previous");
    expect(told.at).toBe(11);
  });

  it("loads what is older before it counts", async () => {
    await begin(lines(101, 120), lines(1, 100));
    const seeking = find.seek(query("line 1"));
    expect(told.loading).toBe(true);
    await seeking;
    expect(told).toEqual({ loading: false, count: 32, at: 31 });
  });

  it("says how many there are as more is printed, and takes the learner nowhere", async () => {
    await begin(lines(1, 100));
    await find.seek(query("line 5"));
    find.step("previous");
    const { viewportY } = term.buffer.active;
    const { at } = told;
    await written(lines(500, 520));
    await eventually(() => expect(told.count).toBe(11 + 21));
    expect([told.at, term.buffer.active.viewportY]).toEqual([at, viewportY]);
  });

  it("finds nothing where nothing is, and leaves no marks behind", async () => {
    await begin(lines(1, 100));
    const decorate = vi.spyOn(term, "registerDecoration");
    await find.seek(query("Line 7", true));
    expect(told).toEqual({ loading: false, count: 0, at: -1 });
    expect(decorate).not.toHaveBeenCalled();
    await find.seek(query("line 7"));
    const drawn = decorate.mock.results.map(({ value }) => value as { isDisposed: boolean } | undefined);
    expect(drawn.length).toBeGreaterThan(0);
    expect(drawn.length, "only what is in view is marked").toBeLessThan(8);
    find.close();
    expect(drawn.every((decoration) => decoration === undefined || decoration.isDisposed)).toBe(true);
  });
});
