import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { openWindow, type OpenWindow } from "../testing/app";
import { eventually } from "../testing/eventually";
import { paneInView, type StubPane } from "../testing/pane-stub";
import { placed } from "./menu";

vi.mock("../terminal/pane", () => import("../testing/pane-stub"));

async function opened(): Promise<OpenWindow & { pane: StubPane }> {
  const open = await openWindow();
  await open.user.click(open.row("numpy"));
  await eventually(() => expect(paneInView().asked).toEqual(["attach 13"]));
  return { ...open, pane: paneInView() };
}
const terminalHasFocus = (): boolean => document.activeElement === screen.getByTestId("terminal-keys");

describe("the question before a paste of several lines", () => {
  const QUESTION = { lines: 12, preview: ["one", "two", "three", "four"] };

  it("shows the first of them, and Enter pastes", async () => {
    const { pane, user } = await opened();
    pane.options.told.asks(QUESTION);
    const question = await screen.findByRole("alertdialog", { name: "Paste 12 lines?" });
    expect(question.textContent).toMatch(/one\ntwo\nthree\nfour\s*and 8 more/);
    expect(document.activeElement).toBe(screen.getByTestId("paste"));
    await user.keyboard("{Enter}");
    expect(pane.asked.at(-1)).toBe("paste it");
    await eventually(() => expect(screen.queryByTestId("paste-question")).toBeNull());
    expect(terminalHasFocus()).toBe(true);
  });

  it.each([
    ["Escape", (user: OpenWindow["user"]) => user.keyboard("{Escape}")],
    ["Cancel", (user: OpenWindow["user"]) => user.click(screen.getByTestId("paste-cancel"))],
  ])("%s leaves it, and the keys go back to the terminal", async (_name, refuse) => {
    const { pane, user } = await opened();
    pane.options.told.asks(QUESTION);
    await screen.findByTestId("paste-question");
    await refuse(user);
    expect(pane.asked.at(-1)).toBe("do not paste");
    await eventually(() => expect(screen.queryByTestId("paste-question")).toBeNull());
    expect(terminalHasFocus()).toBe(true);
    expect(screen.getByTestId("terminal").dataset.sessionId).toBe("numpy");
  });
});

describe("the menu of the terminal", () => {
  it("is walked by keys, leaves out what cannot be done, and gives the keys back", async () => {
    const { pane, user } = await opened();
    pane.options.told.menu({ x: 300, y: 200 });
    await screen.findByTestId("terminal-menu");
    expect(screen.getByTestId("terminal-copy")).toHaveProperty("disabled", true);
    expect(document.activeElement).toBe(screen.getByTestId("terminal-paste"));
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(screen.getByTestId("terminal-select-all"));
    await user.keyboard("{Enter}");
    expect(pane.asked.at(-1)).toBe("select all");
    expect(screen.queryByTestId("terminal-menu")).toBeNull();
    pane.options.told.menu({ x: 300, y: 200 });
    await screen.findByTestId("terminal-menu");
    await user.keyboard("{Escape}");
    expect(screen.queryByTestId("terminal-menu")).toBeNull();
    expect(terminalHasFocus()).toBe(true);
  });

  it("pastes nothing where no program runs", async () => {
    const { pane, backend } = await opened();
    backend.retire(13, "idle");
    await screen.findByTestId("band");
    pane.options.told.menu({ x: 300, y: 200 });
    await screen.findByTestId("terminal-menu");
    expect(screen.getByTestId("terminal-paste")).toHaveProperty("disabled", true);
  });

  it.each([
    [
      { x: 30, y: 40 },
      { x: 30, y: 40 },
    ],
    [
      { x: 790, y: 590 },
      { x: 596, y: 496 },
    ],
    [
      { x: 0, y: 0 },
      { x: 4, y: 4 },
    ],
  ])("that is wanted at %j stands at %j, whole within the window", (at, place) => {
    expect(placed(at, { width: 200, height: 100 }, { width: 800, height: 600 })).toEqual(place);
  });
});

describe("the keyboard alone", () => {
  it("leaves a live terminal for its menu, and Escape leads back", async () => {
    const { user, row } = await opened();
    await user.keyboard("{Control>}{Shift>}m{/Shift}{/Control}");
    expect(document.activeElement).toBe(screen.getByTestId("session-menu"));
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByTestId("rename"));
    await user.keyboard("{Escape}{Escape}");
    await eventually(() => expect(terminalHasFocus()).toBe(true));
    row("numpy").focus();
    const hasMore = fireEvent.keyDown(row("numpy"), { key: "Escape" });
    expect(await hasMore, "the terminal hears nothing of that Escape").toBe(false);
    await eventually(() => expect(terminalHasFocus()).toBe(true));
  });

  it("has a screen reader told what terminals show, as soon as that is set", async () => {
    const { pane, sessions } = await opened();
    expect(pane.spoken).toBe(false);
    await sessions.settings.set("appearance.screen_reader", "true");
    await eventually(() => expect(pane.spoken).toBe(true));
    await sessions.settings.set("appearance.screen_reader", "false");
    await eventually(() => expect(pane.spoken).toBe(false));
  });
});
