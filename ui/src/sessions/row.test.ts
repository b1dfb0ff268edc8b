import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { sampleRow } from "../backend/fake-samples";
import type { ProgressState } from "../backend/generated/ProgressState";
import type { SessionRow } from "../backend/generated/SessionRow";
import Row from "./Row.svelte";

const algebra = sampleRow({
  id: "a",
  title: "Algebra",
  status: "live",
  activity: "busy",
  job: "make",
  run: 7,
  lastActiveAt: 1,
});

function show(row: SessionRow): void {
  render(Row, {
    row,
    selected: false,
    opening: false,
    beside: false,
    tabStop: true,
    given: { now: 1, idleAfter: null },
    onchoose: () => undefined,
  });
}

describe("a row", () => {
  it("says that its bell rang, to the eye and to a screen reader", () => {
    show({ ...algebra, rang: true });
    expect(screen.getByRole("img", { name: "rang the bell" })).toBeTruthy();
    expect(screen.getByRole("button").textContent).toContain("Algebra");
  });

  it("without a bell and progress shows neither", () => {
    show(algebra);
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.queryByTestId("row-progress")).toBeNull();
  });

  it.each<[ProgressState, string]>([
    ["normal", "42%"],
    ["error", "42%"],
    ["paused", "42%"],
    ["indeterminate", "100%"],
  ])("fills its bar as far as a program that is %s has come: %s", (state, width) => {
    show({ ...algebra, progress: { state, percent: 42 } });
    const bar = screen.getByTestId("row-progress");
    expect(bar.dataset.state).toBe(state);
    expect((bar.firstElementChild as HTMLElement).style.width).toBe(width);
  });
});
