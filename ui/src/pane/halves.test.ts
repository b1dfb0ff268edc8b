import { fireEvent, screen, within } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { failure } from "../backend/fake";
import { openWindow, type OpenWindow } from "../testing/app";
import { eventually } from "../testing/eventually";
import { paneOf, panes } from "../testing/pane-stub";

vi.mock("../terminal/pane", () => import("../testing/pane-stub"));

/** `numpy` at the left, `tutor` at the right, both live; the right one has the keys. */
async function two(): Promise<OpenWindow> {
  const open = await openWindow();
  await open.user.click(open.row("numpy"));
  await eventually(() => expect(paneOf("attach 13")).toBeTruthy());
  await open.user.keyboard("{Shift>}");
  await open.user.click(open.row("tutor"));
  await open.user.keyboard("{/Shift}");
  await eventually(() => expect(paneOf("attach 12")).toBeTruthy());
  return open;
}

const halves = (): string[] =>
  screen.getAllByTestId("terminal").map((terminal) => {
    const half = terminal.closest<HTMLElement>("[data-half]")?.dataset.half ?? "alone";
    return `${terminal.dataset.sessionId} ${half}`;
  });
const half = (session: string) => {
  const found = document.querySelector<HTMLElement>(`[data-pane="${session}"]`);
  if (!found) throw new Error(`${session} is not in view`);
  return within(found);
};
const keysOf = (session: string): HTMLElement => half(session).getByTestId("terminal-keys");

describe("two sessions side by side", () => {
  it("both have a viewer, and the one that came is used", async () => {
    const { row } = await two();
    expect(halves()).toEqual(["numpy other", "tutor used"]);
    expect(paneOf("attach 13").asked, "the first one goes on as it was").toEqual(["attach 13"]);
    await eventually(() => expect(document.activeElement).toBe(keysOf("tutor")));
    expect(row("tutor").getAttribute("aria-current")).toBe("true");
    expect(row("numpy").classList.contains("beside")).toBe(true);
    expect(document.title).toContain("Tutor: lifetimes");
  });

  it("the one that the learner turns to is used: by pointer, by key, by its row", async () => {
    const { user, row } = await two();
    await user.click(keysOf("numpy"));
    expect(halves()).toEqual(["numpy used", "tutor other"]);
    await user.keyboard("{Control>}{Shift>}o{/Shift}{/Control}");
    expect(halves()).toEqual(["numpy other", "tutor used"]);
    await eventually(() => expect(document.activeElement).toBe(keysOf("tutor")));
    await user.click(row("numpy"));
    expect(halves()).toEqual(["numpy used", "tutor other"]);
    await eventually(() => expect(document.activeElement).toBe(keysOf("numpy")));
    expect(
      panes.filter((pane) => !pane.asked.includes("dispose")),
      "nothing was opened anew",
    ).toHaveLength(2);
  });

  it("a row opens in the half in use, and the other stays", async () => {
    const { backend, user, row } = await two();
    await user.click(row("joins"));
    await eventually(() => expect(halves()).toEqual(["numpy other", "joins used"]));
    expect(backend.opened).toEqual(["joins"]);
    await eventually(() => expect(row("joins").dataset.status).toBe("live"));
    expect(paneOf("attach 12").asked.at(-1), "only what is in view has a viewer").toBe("dispose");
  });

  it("is asked for in the menu, and the palette offers the others", async () => {
    const { user, row, inMenu } = await openWindow();
    await user.click(row("numpy"));
    await inMenu("open-beside");
    const field = screen.getByTestId("search");
    expect(field.getAttribute("aria-label")).toBe("Find a session to open beside this one");
    await user.type(field, "numpy");
    expect(screen.queryAllByTestId("search-session"), "not itself").toEqual([]);
    await user.clear(field);
    await user.type(field, "lifetimes{Enter}");
    expect(halves()).toEqual(["numpy other", "tutor used"]);
  });

  it("a half is closed by its button, and its session goes on", async () => {
    const { row, user } = await two();
    await user.click(half("tutor").getByTestId("close-half-button"));
    expect(halves()).toEqual(["numpy alone"]);
    expect(row("tutor").dataset.status).toBe("live");
    await eventually(() => expect(document.activeElement).toBe(keysOf("numpy")));
    expect(paneOf("attach 13").asked, "what stays is not drawn anew").toEqual(["attach 13"]);
    expect(screen.queryByTestId("close-half-button")).toBeNull();
  });

  it("the left one too, from the palette", async () => {
    const { user } = await two();
    await user.click(keysOf("numpy"));
    await user.keyboard("{Control>}k{/Control}close the half{Enter}");
    expect(halves()).toEqual(["tutor alone"]);
    expect(paneOf("attach 12").asked).toEqual(["attach 12"]);
  });

  it("each has its own band and its own question", async () => {
    const { backend, user, row } = await two();
    backend.retire(13, "idle");
    await eventually(() => expect(half("numpy").getByTestId("band").textContent).toContain("Asleep since"));
    expect(half("tutor").queryByTestId("band")).toBeNull();
    expect(screen.queryByTestId("toast"), "the band says it").toBeNull();
    expect(halves()).toEqual(["numpy other", "tutor used"]);
    backend.refuse.set("end", failure("Busy", "tutor is running", { session: "tutor" }));
    await user.click(half("tutor").getByTestId("session-menu"));
    await user.click(half("tutor").getByTestId("end-session"));
    await eventually(() => expect(half("tutor").getByTestId("band").textContent).toContain("End it?"));
    await user.click(half("numpy").getByTestId("resume"));
    await eventually(() => expect(row("numpy").dataset.status).toBe("live"));
    expect(half("tutor").getByTestId("keep-it")).toBeTruthy();
  });

  it("one that is deleted leaves the other", async () => {
    const { user } = await two();
    await user.click(half("tutor").getByTestId("session-menu"));
    await user.click(half("tutor").getByTestId("delete"));
    await eventually(() => expect(halves()).toEqual(["numpy alone"]));
  });

  it("files go to the half that they are dropped on", async () => {
    const { backend } = await two();
    document.elementFromPoint = () => half("numpy").getByTestId("terminal");
    backend.drag({ kind: "over", at: { x: 1, y: 1 } });
    await eventually(() =>
      expect(document.querySelector(".offered")).toHaveProperty("dataset.pane", "numpy"),
    );
    backend.drag({ kind: "dropped", at: { x: 1, y: 1 }, paths: ["/a"] });
    expect(paneOf("attach 13").asked.at(-1)).toBe("drop /a");
  });

  it("the notes are those of the one in use", async () => {
    const { sessions, user } = await two();
    const shown = vi.spyOn(sessions.notes, "show");
    await user.click(keysOf("numpy"));
    await eventually(() => expect(shown).toHaveBeenLastCalledWith("numpy"));
  });

  it("a page lies over both, and both come back", async () => {
    const { user } = await two();
    await user.keyboard("{Control>},{/Control}");
    expect(screen.queryAllByTestId("terminal")).toEqual([]);
    await user.keyboard("{Escape}");
    await eventually(() => expect(halves()).toEqual(["numpy other", "tutor used"]));
  });

  it("comes back when the page is loaded again", async () => {
    await two();
    const kept = ["shown", "halves"].map((key) => sessionStorage.getItem(key));
    expect(kept).toEqual(["tutor", '["numpy","tutor"]']);
  });
});

describe("what divides them", () => {
  it("is moved with the arrow keys, within its limits, and remembered", async () => {
    const { user } = await two();
    const divider = screen.getByRole("separator", { name: "Between the two sessions" });
    const share = (): string | null => divider.getAttribute("aria-valuenow");
    expect(share()).toBe("50");
    divider.focus();
    await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowRight}");
    expect(share()).toBe("48");
    expect(localStorage.getItem("left-half")).toBe("48");
    await user.keyboard("{Home}{ArrowLeft}");
    expect(share()).toBe(divider.getAttribute("aria-valuemin"));
    await user.keyboard("{End}");
    expect(share()).toBe(divider.getAttribute("aria-valuemax"));
    await fireEvent.dblClick(divider);
    expect(share()).toBe("50");
  });

  it("is there only for two", async () => {
    const { user } = await two();
    await user.click(half("tutor").getByTestId("close-half-button"));
    expect(screen.queryByRole("separator")).toBeNull();
  });
});
