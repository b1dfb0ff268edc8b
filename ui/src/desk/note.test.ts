import { screen, within } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { failure } from "../backend/fake";
import { card, field, inCard, openDesk, PARK, terminalHasFocus } from "../testing/desk";
import { eventually } from "../testing/eventually";

vi.mock("../terminal/pane", () => import("../testing/pane-stub"));

describe("a note", () => {
  it("is edited in place, straight to the engine, and Enter closes it", async () => {
    const { backend, user } = await openDesk();
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

  it("is closed by the button that opened it", async () => {
    vi.spyOn(document, "hasFocus").mockReturnValue(true);
    const { user } = await openDesk();
    await eventually(() => card("first"));
    await user.click(inCard("first").getByTestId("note-edit"));
    await user.keyboard("!");
    await user.click(inCard("first").getByTestId("note-edit"));
    await eventually(() => expect(inCard("first").queryByTestId("note-edit-field")).toBeNull());
    expect(card("first").textContent).toContain("Why -1?!");
  });

  it("is saved and closed when the learner turns to another session", async () => {
    vi.spyOn(document, "hasFocus").mockReturnValue(true);
    const { user, row } = await openDesk();
    await eventually(() => card("first"));
    await user.click(inCard("first").getByTestId("note-edit"));
    await user.keyboard(" More");
    await user.click(row("tutor"));
    await user.click(row("numpy"));
    await eventually(() => expect(within(screen.getByTestId("desk")).getByText("Why -1? More")).toBeTruthy());
  });

  it("whose change could not be saved stays open, with why", async () => {
    const { backend, user } = await openDesk();
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
    const { backend, user } = await openDesk();
    await eventually(() => card("first"));
    await user.click(inCard("first").getByTestId("note-edit"));
    await user.clear(inCard("first").getByTestId("note-edit-field"));
    await user.keyboard("{Escape}");
    await eventually(() => expect(inCard("first").queryByTestId("note-edit-field")).toBeNull());
    expect(backend.desk.told("numpy").find((note) => note.id === "first")?.body).toBe("Why -1?");
  });

  it("is marked as done, and opened again", async () => {
    const { backend, user } = await openDesk();
    await eventually(() => card("old"));
    await user.click(inCard("old").getByTestId("note-done"));
    await eventually(() => expect(card("old").dataset.state).toBe("done"));
    expect(screen.queryByTestId("from-last-time")).toBeNull();
    await user.click(inCard("old").getByTestId("note-done"));
    await eventually(() => expect(card("old").dataset.state).toBe("open"));
    expect(backend.desk.told("numpy").find((note) => note.id === "old")?.state).toBe("open");
  });

  it("is deleted at once, with an undo that brings it back", async () => {
    const { user } = await openDesk();
    await eventually(() => card("late"));
    await user.click(inCard("late").getByTestId("note-delete"));
    expect((await screen.findByTestId("toast")).textContent).toContain("Note deleted.");
    expect(() => card("late")).toThrow();
    await user.click(screen.getByTestId("undo"));
    await eventually(() => expect(card("late")).toBeTruthy());
  });

  it("that moves or goes leaves the focus on the desk", async () => {
    const { user } = await openDesk();
    await eventually(() => card("late"));
    await user.click(inCard("late").getByTestId("note-done"));
    await eventually(() => expect(document.activeElement).toBe(inCard("late").getByTestId("note-done")));
    await user.click(inCard("first").getByTestId("note-delete"));
    await eventually(() => expect(document.activeElement).toBe(inCard("old").getByTestId("note-delete")));
    await user.keyboard("{Escape}");
    await eventually(() => expect(terminalHasFocus()).toBe(true));
  });

  it("stays where it is when deleting fails, and that is said", async () => {
    const { backend, user } = await openDesk();
    await eventually(() => card("late"));
    backend.refuse.set("deleteNote", failure("Internal", "The disk said no"));
    await user.click(inCard("late").getByTestId("note-delete"));
    expect((await screen.findByTestId("toast")).textContent).toContain(
      "The disk said no. Your notes are as they were.",
    );
    expect(card("late")).toBeTruthy();
  });

  it("that was made of this field's own draft elsewhere leaves the field too", async () => {
    const { backend, user } = await openDesk();
    await user.keyboard(`${PARK}shared thought{Escape}`);
    await eventually(() => expect(backend.desk.of("numpy").at(-1)?.state).toBe("draft"));
    const own = backend.desk.drafts("numpy")[0]?.id ?? "";
    await backend.parkNote(own, "numpy", "park", "shared thought");
    await eventually(() => expect(field().value).toBe(""));
  });

  it("of another window comes by itself", async () => {
    const { backend } = await openDesk();
    await backend.parkNote("other", "numpy", "win", "From the other window");
    await eventually(() => expect(screen.getByTestId("desk").textContent).toContain("From the other window"));
  });
});
