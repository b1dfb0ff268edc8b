import { fireEvent, screen, within } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { failure } from "../backend/fake";
import { sampleNote } from "../backend/fake-samples";
import type { Note } from "../backend/generated/Note";
import { openWindow } from "../testing/app";
import { eventually } from "../testing/eventually";

vi.mock("../terminal/pane", () => import("../testing/pane-stub"));

const now = Date.now();
const NOTES: Note[] = [
  sampleNote({
    id: "old",
    session: "numpy",
    run: 2,
    kind: "question",
    body: "Axes?",
    createdAt: now - 90_000_000,
  }),
  sampleNote({ id: "gone", session: "numpy", run: 2, body: "Read", state: "done", createdAt: now - 9 }),
  sampleNote({ id: "first", session: "numpy", run: 13, body: "Why -1?", createdAt: now - 3 * 3_600_000 }),
  sampleNote({
    id: "late",
    session: "numpy",
    run: 13,
    kind: "win",
    body: "It works",
    createdAt: now - 120_000,
  }),
  sampleNote({ id: "bread", body: "Buy bread", createdAt: now }),
];
const PARK = "{Control>}{Shift>}p{/Shift}{/Control}";

async function open(notes = NOTES) {
  const opened = await openWindow({ notes });
  await opened.user.click(opened.row("numpy"));
  await eventually(() => expect(terminalHasFocus()).toBe(true));
  return opened;
}

const field = (): HTMLTextAreaElement => screen.getByTestId("note-body");
const terminalHasFocus = (): boolean => document.activeElement === screen.getByTestId("terminal-keys");
const ids = (within_: HTMLElement): (string | undefined)[] =>
  within(within_)
    .queryAllByTestId("note")
    .map((note) => note.dataset.noteId);
const card = (id: string): HTMLElement => {
  const found = screen.getAllByTestId("note").find((note) => note.dataset.noteId === id);
  if (!found) throw new Error(`no note ${id}`);
  return found;
};
const inCard = (id: string) => within(card(id));

describe("the desk", () => {
  it("shows the notes of the session in view, the newest first, and the done ones last", async () => {
    await open();
    await eventually(() => expect(ids(screen.getByTestId("desk"))).toEqual(["late", "first", "old", "gone"]));
    expect(card("late").dataset).toMatchObject({ kind: "win", state: "open" });
    expect(card("late").textContent.replace(/\s+/g, " ").trim()).toMatch(/^Win 2m It works$/);
    expect(card("gone").dataset.state).toBe("done");
  });

  it("shows open ones of earlier runs under From last time", async () => {
    const { backend } = await open();
    await eventually(() => expect(ids(screen.getByTestId("from-last-time"))).toEqual(["old"]));
    backend.retire(13, "idle");
    await eventually(() =>
      expect(ids(screen.getByTestId("from-last-time"))).toEqual(["late", "first", "old"]),
    );
  });

  it("is hidden and shown by its button, and remembers", async () => {
    const { user } = await open();
    await user.click(screen.getByTestId("toggle-desk"));
    expect(screen.queryByTestId("desk")).toBeNull();
    expect(localStorage.getItem("desk")).toBe("closed");
    await user.click(screen.getByTestId("toggle-desk"));
    expect(screen.getByTestId("desk")).toBeTruthy();
    expect(localStorage.getItem("desk")).toBe("open");
  });

  it("holds thoughts without a session where none is in view", async () => {
    const { backend, user } = await open();
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
    const { backend, user } = await open();
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
    const { backend, user } = await open();
    await user.keyboard(PARK);
    await user.keyboard("It was the shape");
    await user.click(screen.getByTestId("note-kind-struggle"));
    expect(document.activeElement, "the text keeps the keys").toBe(field());
    await user.click(screen.getByTestId("park"));
    await eventually(() => expect(backend.desk.told("numpy").at(-1)?.kind).toBe("struggle"));
  });

  it("opens the desk over the terminal where it is closed, for as long as it takes", async () => {
    const { user } = await open();
    await user.click(screen.getByTestId("toggle-desk"));
    await user.keyboard(PARK);
    expect(screen.getByTestId("desk").classList.contains("over")).toBe(true);
    await user.keyboard("x{Escape}");
    expect(screen.queryByTestId("desk")).toBeNull();
    expect(terminalHasFocus()).toBe(true);
  });

  it("that is left by Escape is a draft, in the field and in the engine", async () => {
    const { backend, user } = await open();
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
    await open([...NOTES, draft]);
    await eventually(() => expect(field().value).toBe("half a th"));
    expect(screen.getByTestId("note-kind-question").getAttribute("aria-pressed")).toBe("true");
    expect(ids(screen.getByTestId("desk"))).not.toContain("d");
  });

  it("is not lost when another session comes into view, and each has its own", async () => {
    const { backend, user, row } = await open();
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
    const { backend, user } = await open();
    const sent: string[] = [];
    let answer = (): void => undefined;
    vi.spyOn(backend, "draftNote").mockImplementation((_session, _kind, body) => {
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
    const { backend, user } = await open();
    let answer = (): void => undefined;
    const draft = vi.spyOn(backend, "draftNote").mockImplementation(() => new Promise((go) => (answer = go)));
    await user.keyboard(`${PARK}ab`);
    await user.click(screen.getByTestId("toggle-desk"));
    expect(screen.queryByTestId("desk")).toBeNull();
    answer();
    await eventually(() => expect(draft).toHaveBeenLastCalledWith("numpy", "park", "ab"));
    await user.click(screen.getByTestId("toggle-desk"));
    expect(field().value).toBe("ab");
  });

  it("that is typed before the draft was read is joined to it, and neither is lost", async () => {
    const draft = sampleNote({ id: "d", session: "pointers", body: "earlier", state: "draft" });
    const { backend, user, row } = await open([...NOTES, draft]);
    const read = backend.notes.bind(backend);
    let go = (): void => undefined;
    vi.spyOn(backend, "notes").mockImplementation(async (session) => {
      await new Promise<void>((resolve) => (go = resolve));
      return read(session);
    });
    await user.click(row("pointers"));
    await user.keyboard(`${PARK}later`);
    expect(backend.desk.of("pointers").map((note) => note.body)).toEqual(["earlier"]);
    go();
    await eventually(() => expect(field().value).toBe("earlier\nlater"));
    await eventually(() => expect(backend.desk.of("pointers").at(-1)?.body).toBe("earlier\nlater"));
  });

  it("that could not be parked is back in the field, with why", async () => {
    const { backend, user } = await open();
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
    const { backend, user } = await open();
    backend.refuse.set("draftNote", failure("StoreFull", "The disk is full"));
    await user.keyboard(`${PARK}x`);
    await eventually(() => expect(screen.getByTestId("note-fault").textContent).toContain("Not saved yet."));
    expect(field().value).toBe("x");
    await user.keyboard("y");
    await eventually(() => expect(screen.queryByTestId("note-fault")).toBeNull());
  });
});

describe("a note", () => {
  it("is edited in place, straight to the engine, and Enter closes it", async () => {
    const { backend, user } = await open();
    await eventually(() => card("first"));
    await user.click(inCard("first").getByTestId("note-edit"));
    const area = inCard("first").getByTestId("note-edit-field");
    await eventually(() => expect(document.activeElement).toBe(area));
    await user.keyboard(" Ask.");
    await eventually(() =>
      expect(backend.desk.told("numpy").map((note) => note.body)).toContain("Why -1? Ask."),
    );
    await user.click(inCard("first").getByTestId("edit-kind-question"));
    await user.click(area);
    await user.keyboard("{Enter}");
    await eventually(() => expect(inCard("first").queryByTestId("note-edit-field")).toBeNull());
    expect(card("first").dataset.kind).toBe("question");
    expect(document.activeElement).toBe(inCard("first").getByTestId("note-edit"));
  });

  it("is saved and closed when the learner turns to another session", async () => {
    vi.spyOn(document, "hasFocus").mockReturnValue(true);
    const { user, row } = await open();
    await eventually(() => card("first"));
    await user.click(inCard("first").getByTestId("note-edit"));
    await user.keyboard(" More");
    await user.click(row("tutor"));
    await user.click(row("numpy"));
    await eventually(() => expect(within(screen.getByTestId("desk")).getByText("Why -1? More")).toBeTruthy());
  });

  it("whose change could not be saved stays open, with why", async () => {
    const { backend, user } = await open();
    await eventually(() => card("first"));
    await user.click(inCard("first").getByTestId("note-edit"));
    vi.spyOn(backend, "editNote").mockRejectedValue(failure("StoreFull", "The disk is full"));
    await user.keyboard("!{Enter}");
    await eventually(() =>
      expect(inCard("first").getByTestId("note-fault").textContent).toContain("The disk is full."),
    );
    expect(inCard("first").getByTestId<HTMLTextAreaElement>("note-edit-field").value).toBe("Why -1?!");
  });

  it("that is emptied has its words again: deleting is something else", async () => {
    const { backend, user } = await open();
    await eventually(() => card("first"));
    await user.click(inCard("first").getByTestId("note-edit"));
    await user.clear(inCard("first").getByTestId("note-edit-field"));
    await user.keyboard("{Escape}");
    await eventually(() => expect(inCard("first").queryByTestId("note-edit-field")).toBeNull());
    expect(backend.desk.told("numpy").find((note) => note.id === "first")?.body).toBe("Why -1?");
  });

  it("is marked as done, and opened again", async () => {
    const { backend, user } = await open();
    await eventually(() => card("old"));
    await user.click(inCard("old").getByTestId("note-done"));
    await eventually(() => expect(card("old").dataset.state).toBe("done"));
    expect(screen.queryByTestId("from-last-time")).toBeNull();
    await user.click(inCard("old").getByTestId("note-done"));
    await eventually(() => expect(card("old").dataset.state).toBe("open"));
    expect(backend.desk.told("numpy").find((note) => note.id === "old")?.state).toBe("open");
  });

  it("is deleted at once, with an undo that brings it back", async () => {
    const { user } = await open();
    await eventually(() => card("late"));
    await user.click(inCard("late").getByTestId("note-delete"));
    expect((await screen.findByTestId("toast")).textContent).toContain("Note deleted.");
    expect(() => card("late")).toThrow();
    await user.click(screen.getByTestId("undo"));
    await eventually(() => expect(card("late")).toBeTruthy());
  });

  it("that moves or goes leaves the focus on the desk", async () => {
    const { user } = await open();
    await eventually(() => card("late"));
    await user.click(inCard("late").getByTestId("note-done"));
    await eventually(() => expect(document.activeElement).toBe(inCard("late").getByTestId("note-done")));
    await user.click(inCard("first").getByTestId("note-delete"));
    await eventually(() => expect(document.activeElement).toBe(inCard("old").getByTestId("note-delete")));
    await user.keyboard("{Escape}");
    await eventually(() => expect(terminalHasFocus()).toBe(true));
  });

  it("stays where it is when deleting fails, and that is said", async () => {
    const { backend, user } = await open();
    await eventually(() => card("late"));
    backend.refuse.set("deleteNote", failure("Internal", "The disk said no"));
    await user.click(inCard("late").getByTestId("note-delete"));
    expect((await screen.findByTestId("toast")).textContent).toContain(
      "The disk said no. Your notes are as they were.",
    );
    expect(card("late")).toBeTruthy();
  });

  it("of another window comes by itself", async () => {
    const { backend } = await open();
    await backend.parkNote("numpy", "win", "From the other window");
    await eventually(() => expect(screen.getByTestId("desk").textContent).toContain("From the other window"));
  });
});
