import { Terminal } from "@xterm/headless";
import { expect, it } from "vitest";
import { Place } from "./place";

async function scrolledTo(text: string | null): Promise<Terminal> {
  const term = new Terminal({ allowProposedApi: true, cols: 40, rows: 10, scrollback: 1000 });
  const lines = Array.from({ length: 100 }, (_, n) => `line ${n}: ${"word ".repeat(12)}`);
  await new Promise<void>((done) => term.write(lines.join("\r\n"), done));
  if (text !== null) {
    let row = 0;
    while (!textAt(term, row).startsWith(text)) row += 1;
    term.scrollToLine(row);
  }
  return term;
}

function keep(term: Terminal, ...changes: (() => void)[]): void {
  const settled: (() => void)[] = [];
  const place = new Place(term, (then) => settled.push(then));
  changes.forEach((change) => place.keep(change));
  settled.forEach((then) => then());
}

function textAt(term: Terminal, row: number): string {
  return term.buffer.active.getLine(row)?.translateToString(true) ?? "";
}

it.each([
  [25, 10],
  [70, 10],
  [40, 20],
  [25, 5],
])("the line at the top stays there at %d by %d", async (columns, rows) => {
  const term = await scrolledTo("line 40:");
  keep(term, () => term.resize(columns, rows));
  expect(textAt(term, term.buffer.active.viewportY)).toMatch(/^line 40:/);
});

it.each([
  [25, 10],
  [70, 10],
  [40, 20],
])("the end stays in view at %d by %d", async (columns, rows) => {
  const term = await scrolledTo(null);
  keep(term, () => term.resize(columns, rows));
  expect(term.buffer.active.viewportY).toBe(term.buffer.active.baseY);
});

it("of several changes at once, the place before the first is kept", async () => {
  const term = await scrolledTo("line 40:");
  keep(
    term,
    () => term.resize(25, 10),
    () => term.resize(60, 8),
    () => term.resize(30, 12),
  );
  expect(textAt(term, term.buffer.active.viewportY)).toMatch(/^line 40:/);
});

it("says that it is not the learner who scrolls", async () => {
  const term = await scrolledTo("line 40:");
  const moved: boolean[] = [];
  const settled: (() => void)[] = [];
  const place = new Place(term, (then) => settled.push(then));
  term.onScroll(() => moved.push(place.isMoving));
  place.keep(() => term.resize(25, 10));
  moved.length = 0;
  settled.forEach((then) => then());
  expect(moved.length).toBeGreaterThan(0);
  expect(moved).not.toContain(false);
  expect(place.isMoving).toBe(false);
});

it("leaves another picture alone", async () => {
  const term = await scrolledTo("line 40:");
  const settled: (() => void)[] = [];
  const place = new Place(term, (then) => settled.push(then));
  place.keep(() => term.resize(25, 10));
  place.forget();
  term.scrollToLine(3);
  settled.forEach((then) => then());
  expect(term.buffer.active.viewportY).toBe(3);
});
