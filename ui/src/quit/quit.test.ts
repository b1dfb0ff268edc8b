import { screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { failure } from "../backend/fake";
import type { Work } from "../backend/generated/Work";
import { openWindow } from "../testing/app";
import { eventually } from "../testing/eventually";
import { lineOfWork } from "./words";

vi.mock("../terminal/pane", () => import("../testing/pane-stub"));

const NOW = 1_000_000_000;
const work = (with_: Partial<Work>): Work => ({
  session: "s",
  title: "Algebra",
  kind: "job",
  job: null,
  since: null,
  ...with_,
});

describe("what would be interrupted", () => {
  it.each<[Partial<Work>, string]>([
    [{ job: "make", since: NOW - 12 * 60_000 }, "make in “Algebra”, for 12 min"],
    [{ job: "make" }, "make in “Algebra”"],
    [{}, "A program in “Algebra”"],
    [{ kind: "full_screen", job: "vim" }, "vim in “Algebra” may have unsaved work"],
    [{ kind: "variables", job: "Python" }, "Python in “Algebra” keeps its variables only while it runs"],
    [{ kind: "waiting", job: "sudo" }, "sudo in “Algebra” waits for an answer"],
    [{ kind: "input" }, "“Algebra” has typed text not read yet"],
    [{ kind: "input", job: "bash" }, "bash in “Algebra” has typed text not read yet"],
  ])("%j: %s", (with_, line) => {
    expect(lineOfWork(work(with_), NOW)).toBe(line);
  });
});

describe("the question whether to quit", () => {
  async function asked() {
    const opened = await openWindow();
    await opened.user.click(opened.row("numpy"));
    await eventually(() => expect(document.activeElement).toBe(screen.getByTestId("terminal-keys")));
    await opened.user.keyboard("{Control>}k{/Control}");
    await opened.user.type(screen.getByTestId("search"), "quit{Enter}");
    await screen.findByTestId("quit-question");
    return opened;
  }

  it("names each work, says what is kept, and puts the focus on staying", async () => {
    await asked();
    const lines = screen.getAllByTestId("quit-work").map((each) => each.textContent);
    expect(lines).toEqual([
      expect.stringMatching(/^cargo test in “Ownership exercises”, for \d+ s$/),
      "tutor in “Tutor: lifetimes” waits for an answer",
      "Python in “numpy broadcasting” keeps its variables only while it runs",
    ]);
    expect(screen.getByTestId("quit-question").textContent).toContain("your notes are kept");
    await eventually(() => expect(document.activeElement).toBe(screen.getByTestId("quit-stay")));
  });

  it("stays by Escape, and the keys are the terminal's again", async () => {
    const { backend, user } = await asked();
    await user.keyboard("{Escape}");
    await eventually(() => expect(screen.queryByTestId("quit-question")).toBeNull());
    expect(backend.answers).toEqual([false]);
    await eventually(() => expect(document.activeElement).toBe(screen.getByTestId("terminal-keys")));
  });

  it("keeps the focus within, and every key of the window out", async () => {
    const { user } = await asked();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByTestId("quit-anyway"));
    await user.tab();
    expect(document.activeElement).toBe(screen.getByTestId("quit-stay"));
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(screen.getByTestId("quit-anyway"));
    await user.keyboard("{Control>}n{/Control}{Control>}k{/Control}{Control>}{Shift>}p{/Shift}{/Control}");
    expect(screen.queryByTestId("search")).toBeNull();
    expect(screen.queryByTestId("field-title")).toBeNull();
    expect(screen.getByTestId("quit-question")).toBeTruthy();
  });

  it("quits, and says so until the window goes", async () => {
    const { backend, user } = await asked();
    await user.click(screen.getByTestId("quit-anyway"));
    expect(backend.answers).toEqual([true]);
    expect(screen.getByTestId("quit-anyway").textContent).toBe("Quitting…");
  });

  it("an answer that could not be told can be given again", async () => {
    const { backend, user } = await asked();
    backend.refuse.set("answerQuit", failure("Internal", "The engine is busy"));
    await user.click(screen.getByTestId("quit-anyway"));
    expect((await screen.findByRole("alert")).textContent).toBe("The engine is busy.");
    await user.click(screen.getByTestId("quit-anyway"));
    expect(backend.answers).toEqual([true]);
  });
});

it("with nothing at work the app quits without a question", async () => {
  const { backend, user } = await openWindow({ rows: [] });
  const quit = vi.spyOn(backend, "quit");
  await user.keyboard("{Control>}k{/Control}");
  await user.click(screen.getByTestId("do-quit"));
  expect(quit).toHaveBeenCalledOnce();
  expect(screen.queryByTestId("quit-question")).toBeNull();
});
