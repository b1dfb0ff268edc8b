import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import FindBar from "./FindBar.svelte";

function opened(found = { loading: false, count: 41, at: 2 }) {
  const acts = { onseek: vi.fn(), onstep: vi.fn(), onclose: vi.fn() };
  const { rerender } = render(FindBar, { found, ...acts });
  const words = (): string => screen.getByTestId("find-count").textContent;
  return { ...acts, words, rerender, user: userEvent.setup(), field: screen.getByTestId("find-field") };
}

describe("the bar that finds", () => {
  it("has the focus, looks for what is typed, and says where among how many it is", async () => {
    const { user, onseek, words, field } = opened();
    expect(document.activeElement).toBe(field);
    expect(words()).toBe("");
    await user.keyboard("ls");
    expect(onseek).toHaveBeenLastCalledWith({ text: "ls", matchCase: false });
    expect(words()).toBe("3 of 41");
  });

  it("says that there is nothing, and that older lines are on their way", async () => {
    const { user, words, rerender } = opened({ loading: false, count: 0, at: -1 });
    await user.keyboard("x");
    expect(words()).toBe("No matches");
    expect(screen.getByTestId("find-previous")).toHaveProperty("disabled", true);
    await rerender({ found: { loading: true, count: 0, at: -1 } });
    expect(words()).toBe("Loading…");
  });

  it("goes back with Enter, on with Shift, and leaves with Escape", async () => {
    const { user, onstep, onclose } = opened();
    await user.keyboard("ls{Enter}");
    expect(onstep).toHaveBeenLastCalledWith("previous");
    await user.keyboard("{Shift>}{Enter}{/Shift}");
    expect(onstep).toHaveBeenLastCalledWith("next");
    await user.click(screen.getByTestId("find-previous"));
    expect(onstep).toHaveBeenLastCalledWith("previous");
    await user.keyboard("{Escape}");
    expect(onclose).toHaveBeenCalledOnce();
  });

  it("minds the case where it is told to", async () => {
    const { user, onseek, field } = opened();
    await user.keyboard("Ls");
    await user.click(screen.getByTestId("find-case"));
    expect(onseek).toHaveBeenLastCalledWith({ text: "Ls", matchCase: true });
    expect(document.activeElement).toBe(field);
  });
});
