import { describe, expect, it } from "vitest";
import { sampleNote } from "../backend/fake-samples";
import type { LastRun } from "../backend/generated/LastRun";
import { sectionsOf, type Runs } from "./sections";

const last: LastRun = { id: 3, startedAt: 10, endedAt: 100, reason: "idle", exit: null, owner: "app" };

describe("an open note", () => {
  it.each<[string, Runs | null, number | null, number, "now" | "before"]>([
    ["of no session", null, null, 1, "now"],
    ["of the run that lives", { run: 4, lastRun: last }, 4, 120, "now"],
    ["of the first run, which lives", { run: 1, lastRun: null }, 1, 5, "now"],
    ["of the run before the one that lives", { run: 4, lastRun: last }, 3, 50, "before"],
    ["written at rest, before the run that lives", { run: 4, lastRun: last }, null, 110, "now"],
    ["of the run that has ended", { run: null, lastRun: last }, 3, 99, "before"],
    ["of a run that was killed, after its last output", { run: null, lastRun: last }, 3, 101, "before"],
    ["written just now, at rest", { run: null, lastRun: last }, null, 101, "now"],
    ["written at rest, before the last run", { run: null, lastRun: last }, null, 5, "before"],
    ["of a session that never ran", { run: null, lastRun: null }, null, 5, "now"],
  ])("%s", (_, runs, run, createdAt, part) => {
    const note = sampleNote({ id: "n", session: runs && "s", run, createdAt });
    expect(sectionsOf([note], runs)).toEqual({ now: [], before: [], done: [], [part]: [note] });
  });
});

it("done ones stand by themselves, and the newest is first", () => {
  const note = (id: string, createdAt: number, state: "open" | "done" = "open") =>
    sampleNote({ id, createdAt, state });
  const sections = sectionsOf([note("a", 1), note("b", 2), note("c", 3, "done")], null);
  expect(sections.now.map(({ id }) => id)).toEqual(["b", "a"]);
  expect(sections.done.map(({ id }) => id)).toEqual(["c"]);
});
