import { render, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { sampleRow } from "../backend/fake-samples";
import type { Saving } from "../backend/generated/Saving";
import StatusBar from "./StatusBar.svelte";

const AT = new Date(2026, 10, 30, 14, 2).getTime();
const rest = { faults: 0, onsettings: () => undefined };
const row = sampleRow({ id: "s", status: "live", run: 7, lines: 1204 });

describe("the status bar", () => {
  it.each<[Saving, string]>([
    [{ state: "saved", at: null }, "Saved"],
    [{ state: "saved", at: AT }, "Saved 14:02"],
    [{ state: "saving" }, "Saving…"],
    [
      { state: "stopped", since: AT, why: "the disk is full." },
      "Saving has stopped since 14:02 · the disk is full. What you see is kept in memory and saved when there is room.",
    ],
  ])("%j is said as it is", (saving, text) => {
    render(StatusBar, { saving, row, grid: null, ...rest });
    expect(screen.getByTestId("saving").textContent).toBe(text);
  });

  it("says that it is saving only when that takes a while", async () => {
    vi.useFakeTimers();
    try {
      const { rerender } = render(StatusBar, {
        saving: { state: "saved", at: AT },
        row,
        grid: null,
        ...rest,
      });
      await rerender({ saving: { state: "saving" }, row, grid: null, ...rest });
      expect(screen.getByTestId("saving").textContent).toBe("Saved 14:02");
      await vi.advanceTimersByTimeAsync(1000);
      expect(screen.getByTestId("saving").textContent).toBe("Saving…");
      await rerender({ saving: { state: "saved", at: AT + 60_000 }, row, grid: null, ...rest });
      expect(screen.getByTestId("saving").textContent).toBe("Saved 14:03");
    } finally {
      vi.useRealTimers();
    }
  });

  it("says what is kept, and the size of the grid", () => {
    render(StatusBar, { saving: { state: "saving" }, row, grid: { columns: 96, rows: 34 }, ...rest });
    const text = screen.getByTestId("status-bar").textContent;
    expect(text).toContain("1,204 lines kept");
    expect(text).toContain("96 × 34");
  });

  it("says nothing about saving where there is nothing to save, unless it has stopped", () => {
    const { rerender } = render(StatusBar, {
      saving: { state: "saved", at: null },
      row: null,
      grid: null,
      ...rest,
    });
    expect(screen.queryByTestId("saving")).toBeNull();
    expect(screen.getByTestId("status-bar").textContent).toContain("Nothing leaves this computer");
    return rerender({
      saving: { state: "stopped", since: AT, why: "" },
      row: null,
      grid: null,
      ...rest,
    }).then(() =>
      expect(screen.getByTestId("saving").textContent).toContain("Saving has stopped since 14:02."),
    );
  });

  it("hints at what is not understood in the settings, and leads there", async () => {
    const onsettings = vi.fn();
    const { rerender } = render(StatusBar, {
      saving: { state: "saving" },
      row,
      grid: null,
      faults: 1,
      onsettings,
    });
    expect(screen.getByTestId("settings-hint").textContent.trim()).toBe("1 setting is not understood");
    screen.getByTestId("settings-hint").click();
    expect(onsettings).toHaveBeenCalledOnce();
    await rerender({ faults: 0 });
    expect(screen.queryByTestId("settings-hint")).toBeNull();
  });
});
