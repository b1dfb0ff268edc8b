import { fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { failure } from "../backend/fake";
import { sampleNote } from "../backend/fake-samples";
import { card, field, ids, NOTES, openDesk, PARK, terminalHasFocus } from "../testing/desk";
import { eventually } from "../testing/eventually";

vi.mock("../terminal/pane", () => import("../testing/pane-stub"));

describe("the desk", () => {
  it("shows the notes of the session in view, the newest first, and the done ones last", async () => {
    await openDesk();
    await eventually(() => expect(ids(screen.getByTestId("desk"))).toEqual(["late", "first", "old", "gone"]));
    expect(card("late").dataset).toMatchObject({ kind: "win", state: "open" });
    expect(card("late").textContent.replace(/\s+/g, " ").trim()).toMatch(/^Win 2m It works$/);
    expect(card("gone").dataset.state).toBe("done");
  });

  it("shows open ones of earlier runs under From last time", async () => {
    const { backend } = await openDesk();
    await eventually(() => expect(ids(screen.getByTestId("from-last-time"))).toEqual(["old"]));
    backend.retire(13, "idle");
    await eventually(() =>
      expect(ids(screen.getByTestId("from-last-time"))).toEqual(["late", "first", "old"]),
    );
  });

  it("is hidden and shown by its button, and remembers", async () => {
    const { user } = await openDesk();
    await user.click(screen.getByTestId("toggle-desk"));
    expect(screen.queryByTestId("desk")).toBeNull();
    expect(localStorage.getItem("desk")).toBe("closed");
    await user.click(screen.getByTestId("toggle-desk"));
    expect(screen.getByTestId("desk")).toBeTruthy();
    expect(localStorage.getItem("desk")).toBe("open");
  });

  it("holds thoughts without a session where none is in view", async () => {
    const { backend, user } = await openDesk();
    await user.keyboard("{Control>}n{/Control}");
    expect(screen.queryByTestId("desk"), "the form has the room").toBeNull();
    await user.keyboard(PARK);
    await eventually(() => expect(ids(screen.getByTestId("desk"))).toEqual(["bread"]));
    await user.keyboard("Call Ada{Enter}");
    await eventually(() => expect(backend.desk.told(null).map((note) => note.body)).toContain("Call Ada"));
    expect(document.activeElement).toBe(screen.getByTestId("field-title"));
  });
});

describe("a thought", () => {
  it("is parked from the terminal with Enter, and the terminal has the keys again", async () => {
    const { backend, user } = await openDesk();
    await user.keyboard(PARK);
    expect(document.activeElement).toBe(field());
    await user.keyboard("Why{Shift>}{Enter}{/Shift}so?{Enter}");
    expect(terminalHasFocus()).toBe(true);
    expect(field().value).toBe("");
    await eventually(() => expect(screen.getByText("Why so?").closest("[data-testid=note]")).toBeTruthy());
    const parked = backend.desk.told("numpy").at(-1);
    expect(parked).toMatchObject({ kind: "park", body: "Why\nso?", state: "open", run: 13 });
    expect(
      backend.desk.of("numpy").filter((note) => note.state === "draft"),
      "the draft went",
    ).toEqual([]);
    expect(screen.getByTestId("announcement").textContent).toContain("Parked.");
  });

  it("has a kind", async () => {
    const { backend, user } = await openDesk();
    await user.keyboard(PARK);
    await user.keyboard("It was the shape");
    await user.click(screen.getByTestId("note-kind-struggle"));
    expect(document.activeElement, "the text keeps the keys").toBe(field());
    await user.click(screen.getByTestId("park"));
    await eventually(() => expect(backend.desk.told("numpy").at(-1)?.kind).toBe("struggle"));
  });

  it("opens the desk over the terminal where it is closed, for as long as it takes", async () => {
    const { user } = await openDesk();
    await user.click(screen.getByTestId("toggle-desk"));
    await user.keyboard(PARK);
    expect(screen.getByTestId("desk").classList.contains("over")).toBe(true);
    await user.keyboard("x{Escape}");
    expect(screen.queryByTestId("desk")).toBeNull();
    expect(terminalHasFocus()).toBe(true);
  });

  it("that is left by Escape is a draft, in the field and in the engine", async () => {
    const { backend, user } = await openDesk();
    await user.keyboard(`${PARK}half a th{Escape}`);
    expect(terminalHasFocus()).toBe(true);
    expect(field().value).toBe("half a th");
    await eventually(() =>
      expect(backend.desk.of("numpy").find((note) => note.state === "draft")?.body).toBe("half a th"),
    );
  });

  it("comes back with the desk of the next window", async () => {
    const draft = sampleNote({
      id: "d",
      session: "numpy",
      kind: "question",
      body: "half a th",
      state: "draft",
    });
    await openDesk([...NOTES, draft]);
    await eventually(() => expect(field().value).toBe("half a th"));
    expect(screen.getByTestId("note-kind-question").getAttribute("aria-pressed")).toBe("true");
    expect(ids(screen.getByTestId("desk"))).not.toContain("d");
  });

  it("is not lost when another session comes into view, and each has its own", async () => {
    const { backend, user, row } = await openDesk();
    await user.keyboard(`${PARK}of numpy`);
    await user.click(row("tutor"));
    expect(field().value).toBe("");
    await user.keyboard(`${PARK}of the tutor`);
    await user.click(row("numpy"));
    expect(field().value).toBe("of numpy");
    await eventually(() => {
      const bodies = ["numpy", "tutor"].map((session) => backend.desk.of(session).at(-1)?.body);
      expect(bodies).toEqual(["of numpy", "of the tutor"]);
    });
  });

  it("goes one call at a time, the newest next, and at once when the page goes", async () => {
    const { backend, user } = await openDesk();
    const sent: string[] = [];
    let answer = (): void => undefined;
    vi.spyOn(backend, "draftNote").mockImplementation((_draft, _session, _kind, body) => {
      sent.push(body);
      return new Promise((resolve) => (answer = resolve));
    });
    await user.keyboard(`${PARK}abc`);
    expect(sent).toEqual(["a"]);
    answer();
    await eventually(() => expect(sent).toEqual(["a", "abc"]));
    await user.keyboard("d");
    await fireEvent(window, new Event("pagehide"));
    expect(sent).toEqual(["a", "abc", "abcd"]);
  });

  it("is not lost when the desk closes while it is saved", async () => {
    const { backend, user } = await openDesk();
    let answer = (): void => undefined;
    const draft = vi.spyOn(backend, "draftNote").mockImplementation(() => new Promise((go) => (answer = go)));
    await user.keyboard(`${PARK}ab`);
    await user.click(screen.getByTestId("toggle-desk"));
    expect(screen.queryByTestId("desk")).toBeNull();
    answer();
    await eventually(() => expect(draft).toHaveBeenLastCalledWith(expect.any(String), "numpy", "park", "ab"));
    await user.click(screen.getByTestId("toggle-desk"));
    expect(field().value).toBe("ab");
  });

  it("that could not be parked is back in the field, with why", async () => {
    const { backend, user } = await openDesk();
    await user.keyboard(`${PARK}precious`);
    backend.refuse.set("parkNote", failure("StoreFull", "The disk is full", { hint: "Free some space" }));
    await user.keyboard("{Enter}");
    await eventually(() =>
      expect(screen.getByTestId("note-fault").textContent).toBe(
        "Not parked. The disk is full. Free some space. Your text is still here.",
      ),
    );
    expect(field().value).toBe("precious");
    await eventually(() => expect(backend.desk.of("numpy").at(-1)?.body).toBe("precious"));
    await user.keyboard(`${PARK}{Enter}`);
    await eventually(() => expect(backend.desk.told("numpy").at(-1)?.body).toBe("precious"));
    expect(screen.queryByTestId("note-fault")).toBeNull();
  });

  it("whose draft could not be saved stays, and says so until it is", async () => {
    const { backend, user } = await openDesk();
    backend.refuse.set("draftNote", failure("StoreFull", "The disk is full"));
    await user.keyboard(`${PARK}x`);
    await eventually(() => expect(screen.getByTestId("note-fault").textContent).toContain("Not saved yet."));
    expect(field().value).toBe("x");
    await user.keyboard("y");
    await eventually(() => expect(screen.queryByTestId("note-fault")).toBeNull());
  });
});
