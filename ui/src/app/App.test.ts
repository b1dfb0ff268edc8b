import { fireEvent, screen, within } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { failure } from "../backend/fake";
import { sampleRow } from "../backend/fake-samples";
import type { SessionRow } from "../backend/generated/SessionRow";
import { openWindow } from "../testing/app";
import { eventually } from "../testing/eventually";
import { paneInView, panes } from "../testing/pane-stub";

vi.mock("../terminal/pane", () => import("../testing/pane-stub"));

const open = (rows?: SessionRow[]) => openWindow(rows && { rows });

describe("the sidebar", () => {
  it("shows the groups, and in each row its title, line and state", async () => {
    const { row } = await open();
    const sidebar = within(screen.getByRole("navigation"));
    const groups = sidebar.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
    expect(groups.map((text) => text.replace(/\s+/g, " ").trim())).toEqual(["Live 4", "Asleep 4", "Ended 2"]);
    expect(row("joins").textContent).toContain("Idle for 6 h · 3 notes · SQL");
    expect(row("joins").dataset.status).toBe("asleep");
    expect(row("ownership").dataset.activity).toBe("busy");
    expect(row("elsewhere").dataset.status).toBe("elsewhere");
  });

  it("moves between rows with the arrow keys, with one tab stop", async () => {
    const { user, row } = await open();
    expect(screen.getAllByTestId("session-row").filter((each) => each.tabIndex === 0)).toHaveLength(1);
    row("ownership").focus();
    await user.keyboard("{ArrowDown}");
    expect(row("tutor")).toBe(document.activeElement);
    await user.keyboard("{End}");
    expect(row("pointers")).toBe(document.activeElement);
  });

  it("makes a hundred rows of a group at once, with the one in view, and more where that is asked for", async () => {
    const many = Array.from({ length: 450 }, (_, n) =>
      sampleRow({ id: `s${n}`, status: "ended", lastActiveAt: 1_000_000 - n }),
    );
    const { user, row } = await open(many);
    expect(screen.getAllByTestId("session-row")).toHaveLength(100);
    await user.click(screen.getByTestId("more-ended"));
    expect(screen.getAllByTestId("session-row")).toHaveLength(400);
    expect(row("s399")).toBeTruthy();
    await user.click(screen.getByTestId("more-ended"));
    expect(screen.getAllByTestId("session-row")).toHaveLength(450);
    expect(screen.queryByTestId("more-ended")).toBeNull();
  });

  it("says what will be there when nothing is", async () => {
    await open([]);
    expect(screen.getByText(/Your sessions will live here/)).toBeTruthy();
    expect(screen.getByTestId("start")).toBeTruthy();
  });
});

describe("choosing a session", () => {
  it("starts nothing by itself at the start", async () => {
    const { backend } = await open([sampleRow({ id: "a", title: "A", lines: 3, lastRun: null })]);
    expect(screen.getByTestId("terminal").dataset.sessionId).toBe("a");
    await eventually(() => expect(paneInView().asked).toEqual(["rest a"]));
    expect(backend.opened).toEqual([]);
  });

  it("resumes one that is asleep at once", async () => {
    const { backend, user, row } = await open();
    await user.click(row("joins"));
    await eventually(() => expect(screen.getByTestId("terminal").dataset.run).toBeDefined());
    expect(backend.opened).toEqual(["joins"]);
    expect(row("joins").dataset.status).toBe("live");
    await eventually(() => expect(paneInView().asked.at(-1)).toMatch(/^attach/));
    expect(screen.queryByTestId("band")).toBeNull();
  });

  it("shows the last screen of one that has ended, and Enter starts it again", async () => {
    const { backend, user, row } = await open();
    await user.click(row("pointers"));
    await eventually(() => expect(paneInView().asked).toEqual(["rest pointers"]));
    expect(screen.getByTestId("band").textContent).toContain("Exited with code 139");
    expect(backend.opened).toEqual([]);
    row("pointers").blur();
    await user.keyboard("{Enter}");
    expect(backend.opened).toEqual(["pointers"]);
  });

  it("says who has one that is open elsewhere", async () => {
    const { user, row } = await open();
    await user.click(row("elsewhere"));
    await eventually(() => expect(screen.getByTestId("band").textContent).toContain("nook (process 4312)"));
    expect(screen.getByTestId("retry")).toBeTruthy();
  });

  it("says why one could not be opened, keeps its screen, and offers to try again", async () => {
    const { backend, user, row } = await open();
    backend.refuse.set("open", failure("DirectoryMissing", "There is no /home/ada/study/sql"));
    await user.click(row("joins"));
    await eventually(() => expect(screen.getByTestId("band").textContent).toContain("Its directory is gone"));
    expect(paneInView().asked).toContain("rest joins");
    await user.click(screen.getByTestId("retry"));
    await eventually(() => expect(row("joins").dataset.status).toBe("live"));
  });
});

it("a session whose directory is gone starts at home, where the learner wants that", async () => {
  const { backend, user, row } = await open();
  const moved = vi.spyOn(backend, "move");
  backend.refuse.set("open", failure("DirectoryMissing", "There is no /home/ada/study/sql"));
  await user.click(row("joins"));
  await user.click(await screen.findByTestId("start-at-home"));
  await eventually(() => expect(row("joins").dataset.status).toBe("live"));
  expect(moved).toHaveBeenCalledExactlyOnceWith("joins", "~");
});

describe("a run that goes", () => {
  it("in view: its picture stays with the band, and one click brings it back", async () => {
    const { backend, user, row } = await open();
    await user.click(row("numpy"));
    await eventually(() => expect(paneInView().asked).toEqual(["attach 13"]));
    const before = panes.length;
    backend.retire(13, "idle");
    await eventually(() => expect(screen.getByTestId("band").textContent).toContain("Asleep since"));
    expect(screen.getByTestId("band").textContent).toContain(
      "It was idle for 14 minutes, so it made room. The screen and 310 lines are kept.",
    );
    expect(screen.getByTestId("terminal").classList.contains("dimmed")).toBe(true);
    expect(screen.queryByTestId("toast"), "the band says it").toBeNull();
    expect(panes.length, "the same terminal goes on").toBe(before);
    expect(screen.getByTestId("terminal").dataset.run).toBeUndefined();
    expect(screen.getByTestId("announcement").textContent).toBe(
      "numpy broadcasting is asleep: Idle for 14 min.",
    );
    await user.click(screen.getByTestId("resume"));
    await eventually(() => expect(row("numpy").dataset.status).toBe("live"));
  });

  it("in the background: only its row changes, and it is said once, politely", async () => {
    const { backend, user, row } = await open();
    await user.click(row("numpy"));
    backend.retire(12, "evicted");
    await eventually(() => expect(row("tutor").dataset.status).toBe("asleep"));
    expect(screen.getByTestId("terminal").dataset.sessionId).toBe("numpy");
    expect(screen.queryByTestId("band")).toBeNull();
    const text = "“Tutor: lifetimes” went to sleep: made room for others. Nothing is lost.";
    expect(screen.getAllByTestId("toast").map((toast) => toast.textContent)).toEqual([
      expect.stringContaining(text),
    ]);
    expect(screen.getByTestId("announcement").textContent).toBe(text);
    expect(screen.getByTestId("announcement").getAttribute("aria-live")).toBe("polite");
  });

  it("is learned from an answer too, and the list is read again only once", async () => {
    const { backend, user, row } = await open();
    await user.click(row("numpy"));
    await eventually(() => expect(paneInView().asked).toEqual(["attach 13"]));
    const read = vi.spyOn(backend, "snapshot");
    const gone = failure("RunGone", "It is over.", { session: "numpy", reason: "idle" });
    paneInView().options.told.gone(13, gone);
    paneInView().options.told.gone(13, gone);
    await eventually(() => expect(row("numpy").dataset.status).toBe("asleep"));
    expect(read).toHaveBeenCalledOnce();
  });

  it("hands back what was typed and not sent", async () => {
    const { backend, user, row } = await open();
    await user.click(row("numpy"));
    await eventually(() => expect(paneInView().asked).toEqual(["attach 13"]));
    backend.retire(13, "evicted");
    paneInView().options.told.unsent(
      { typed: "np.ones(3)\r", hidden: false },
      failure("RunGone", "It is over."),
    );
    await eventually(() =>
      expect(screen.getByTestId("band").textContent).toContain("was not sent: np.ones(3)"),
    );
  });

  it("shows nothing of what was typed at a hidden prompt, also not when it is typed on after the end", async () => {
    const { backend, user, row } = await open();
    await user.click(row("tutor"));
    await eventually(() => expect(paneInView().asked).toEqual(["attach 12"]));
    const { hides, told } = paneInView().options;
    expect(hides(), "it waits for the learner").toBe(true);
    backend.retire(12, "evicted");
    expect(hides(), "and did when it ended").toBe(true);
    told.unsent({ typed: "", hidden: true }, failure("RunGone", "It is over."));
    await eventually(() =>
      expect(screen.getByTestId("band").textContent).toContain(
        "What you typed at a hidden prompt was not sent, and is not kept.",
      ),
    );
    expect(screen.queryByText("Copy it")).toBeNull();
    await user.click(screen.getByTestId("resume"));
    await eventually(() => expect(hides(), "the new run is at its prompt").toBe(false));
  });

  it("files what was refused late under the session in which it was typed", async () => {
    const { sessions, user, row } = await open();
    await user.click(row("numpy"));
    await eventually(() => expect(paneInView().asked).toEqual(["attach 13"]));
    const { told } = paneInView().options;
    await user.click(row("tutor"));
    told.unsent({ typed: "np.ones(3)", hidden: false }, failure("RunGone", "It is over."));
    expect([sessions.unsent.of("numpy"), sessions.unsent.of("tutor")]).toEqual(["np.ones(3)", null]);
  });
});

describe("what can be done with a session", () => {
  it("rename: in place, by Enter; Escape leaves it", async () => {
    const { user, row, inMenu } = await open();
    await user.click(row("numpy"));
    await inMenu("rename");
    const field = screen.getByTestId("rename-field");
    await user.clear(field);
    await user.type(field, "Broadcasting{Enter}");
    await eventually(() => expect(row("numpy").textContent).toContain("Broadcasting"));
    await inMenu("rename");
    await user.type(screen.getByTestId("rename-field"), "x{Escape}");
    expect(row("numpy").textContent).toContain("Broadcasting");
    expect(screen.queryByTestId("rename-field")).toBeNull();
  });

  it("rename: what is typed stays though the row changes meanwhile", async () => {
    const { backend, sessions, user, row, inMenu } = await open();
    await user.click(row("numpy"));
    await inMenu("rename");
    const field = screen.getByTestId("rename-field");
    await user.clear(field);
    await user.type(field, "Broad");
    const changed = sessions.rows.find((each) => each.id === "numpy");
    if (!changed) throw new Error("numpy is there");
    backend.tell({
      event: "sessions.changed",
      rows: [{ ...changed, revision: changed.revision + 1, activity: "busy", job: "make" }],
      gone: [],
    });
    await eventually(() => expect(row("numpy").textContent).toContain("make"));
    await user.type(field, "casting{Enter}", { skipClick: true });
    await eventually(() => expect(row("numpy").textContent).toContain("Broadcasting"));
  });

  it("rename by an input method: the Enter that takes a word does not end the title", async () => {
    const { user, row, inMenu } = await open();
    await user.click(row("numpy"));
    await inMenu("rename");
    const field = screen.getByTestId("rename-field");
    await fireEvent.keyDown(field, { key: "Enter", isComposing: true });
    await fireEvent.keyDown(field, { key: "Escape", keyCode: 229 });
    expect(screen.getByTestId("rename-field")).toBe(field);
  });

  it("pin: it goes to the top of its group", async () => {
    const { user, row, inMenu } = await open();
    await user.click(row("pointers"));
    await inMenu("pin");
    const ended = screen.getByRole("region", { name: /Ended/ });
    await eventually(() =>
      expect(within(ended).getAllByTestId("session-row")[0]?.dataset.sessionId).toBe("pointers"),
    );
  });

  it("copy last output: from the menu and from the palette, and the keys go back to the terminal", async () => {
    const { user, row, inMenu } = await open();
    const copied = vi.spyOn(navigator.clipboard, "writeText");
    await user.click(row("numpy"));
    await inMenu("copy-last-output");
    expect((await screen.findByTestId("toast")).textContent).toContain("no output of a command here yet");
    expect(copied).not.toHaveBeenCalled();
    paneInView().output = { text: "one\ntwo", whole: true };
    await user.keyboard("{Control>}k{/Control}last output");
    await user.click(screen.getByTestId("do-copy-last-output"));
    await eventually(() => expect(copied).toHaveBeenCalledExactlyOnceWith("one\ntwo"));
    await eventually(() =>
      expect(screen.getByTestId("announcement").textContent).toContain("Copied 2 lines."),
    );
    await eventually(() => expect(document.activeElement).toBe(screen.getByTestId("terminal-keys")));
  });

  it("end: asks only where something runs, in the band", async () => {
    const { user, row, inMenu } = await open();
    await user.click(row("ownership"));
    await inMenu("end-session");
    await eventually(() =>
      expect(screen.getByTestId("band").textContent).toContain("cargo is running. End it?"),
    );
    await eventually(() => expect(document.activeElement).toBe(screen.getByTestId("keep-it")));
    await user.click(screen.getByTestId("keep-it"));
    expect(screen.queryByTestId("band")).toBeNull();
    expect(row("ownership").dataset.status).toBe("live");
    await inMenu("end-session");
    await user.click(await screen.findByTestId("end-anyway"));
    await eventually(() => expect(row("ownership").dataset.status).toBe("ended"));

    await user.click(row("numpy"));
    await inMenu("end-session");
    await eventually(() => expect(row("numpy").textContent).toContain("Ended by you"));
  });

  it("delete: at once, with an undo that brings it back", async () => {
    const { user, row, inMenu } = await open();
    await user.click(row("pointers"));
    await inMenu("delete");
    expect((await screen.findByTestId("toast")).textContent).toContain("Deleted “C pointers lab”.");
    expect(() => row("pointers")).toThrow();
    await user.click(screen.getByTestId("undo"));
    await eventually(() => expect(row("pointers")).toBeTruthy());
    expect(screen.queryByTestId("toast")).toBeNull();
  });

  it("the undo goes after ten seconds, as the engine's does", async () => {
    const { sessions } = await open();
    vi.useFakeTimers();
    try {
      await sessions.remove("pointers");
      expect(sessions.toasts.list).toHaveLength(1);
      vi.advanceTimersByTime(9_999);
      expect(sessions.toasts.list).toHaveLength(1);
      vi.advanceTimersByTime(1);
      expect(sessions.toasts.list).toHaveLength(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("a failure is said, and nothing is taken off the list", async () => {
    const { backend, user, row, inMenu } = await open();
    backend.refuse.set("delete", failure("Internal", "The disk said no."));
    await user.click(row("pointers"));
    await inMenu("delete");
    expect((await screen.findByTestId("toast")).textContent).toContain("The disk said no.");
    expect(row("pointers")).toBeTruthy();
  });
});

describe("what a live session does", () => {
  it("is said in its row and in the header, with since when", async () => {
    const { user, row } = await open();
    await user.click(row("ownership"));
    expect(row("ownership").textContent).toMatch(/cargo test · \d+ s · Rust/);
    expect(screen.getByTestId("activity").textContent.trim()).toMatch(/^cargo test · \d+ s$/);
    await user.click(row("tutor"));
    expect(screen.getByTestId("activity").textContent.trim()).toBe("tutor is waiting for you");
    expect(screen.getByTestId("activity").dataset.activity).toBe("waiting");
  });

  it("counts on by itself", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    try {
      const { row } = await open();
      expect(row("ownership").textContent).toContain("cargo test · 12 s");
      await vi.advanceTimersByTimeAsync(3_000);
      expect(row("ownership").textContent).toContain("cargo test · 15 s");
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("windows", () => {
  it("a session opens in a window of its own from the menu, and from the palette", async () => {
    const { backend, user, row, inMenu } = await open();
    await user.click(row("numpy"));
    await inMenu("open-window");
    await user.keyboard("{Control>}k{/Control}");
    await user.type(screen.getByTestId("search"), "new window{Enter}");
    await eventually(() => expect(backend.windows).toEqual(["numpy", "numpy"]));
  });

  it("any session opens in a window of its own with Ctrl, and the view stays", async () => {
    const { backend, user, row } = await open();
    await user.keyboard("{Control>}");
    await user.click(row("joins"));
    await user.keyboard("{/Control}{Control>}k{/Control}");
    await user.type(screen.getByTestId("search"), "regex");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await eventually(() => expect(backend.windows).toEqual(["joins", "regex"]));
    expect(screen.getByTestId("terminal").dataset.sessionId).toBe("tutor");
    expect(backend.opened).toEqual([]);
  });

  it("one that cannot be opened is said", async () => {
    const { backend, user, row, inMenu } = await open();
    backend.refuse.set("openWindow", failure("Internal", "No window could be made"));
    await user.click(row("numpy"));
    await inMenu("open-window");
    expect((await screen.findByTestId("toast")).textContent).toContain("No window could be made.");
  });

  it("one that was opened for a session shows it, and starts nothing", async () => {
    const { backend } = await openWindow({ showing: "joins" });
    expect(screen.getByTestId("terminal").dataset.sessionId).toBe("joins");
    expect(screen.getByTestId("resume")).toBeTruthy();
    expect(backend.opened).toEqual([]);
  });
});

describe("keys", () => {
  it("Ctrl+N opens the form, and Escape goes back", async () => {
    const { user, row } = await open();
    await user.click(row("numpy"));
    await user.keyboard("{Control>}n{/Control}");
    expect(document.activeElement).toBe(screen.getByTestId("field-title"));
    await user.keyboard("{Escape}");
    expect(screen.getByTestId("terminal").dataset.sessionId).toBe("numpy");
  });

  it("Ctrl+Tab goes to the next live session", async () => {
    const { user, row } = await open();
    await user.click(row("ownership"));
    await user.keyboard("{Control>}{Tab}{/Control}");
    expect(screen.getByTestId("terminal").dataset.sessionId).toBe("tutor");
  });

  it("Ctrl+K finds a session by title, subject or directory, and Enter opens it", async () => {
    const { backend, user } = await open();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(screen.getByTestId("search"), "sql win");
    expect(screen.getAllByTestId("search-session").map((each) => each.dataset.sessionId)).toEqual(["joins"]);
    await user.keyboard("{Enter}");
    expect(screen.queryByTestId("search")).toBeNull();
    expect(backend.opened).toEqual(["joins"]);
  });

  it("Ctrl+K does things too", async () => {
    const { user } = await open();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(screen.getByTestId("search"), "new sess{Enter}");
    expect(screen.getByTestId("field-title")).toBeTruthy();
  });
});

describe("files that are dragged in", () => {
  const at = { x: 400, y: 300 };
  const over = (element: Element | null): void => {
    document.elementFromPoint = () => element;
  };

  it("are typed into the session that they are dropped on, and it shows that it would take them", async () => {
    const { backend, user, row } = await open();
    await user.click(row("numpy"));
    await eventually(() => expect(paneInView().asked).toEqual(["attach 13"]));
    over(screen.getByTestId("terminal"));
    backend.drag({ kind: "over", at });
    await eventually(() => expect(document.querySelector(".offered")).toBeTruthy());
    backend.drag({ kind: "dropped", at, paths: ["/a b", "/c"] });
    expect(paneInView().asked.at(-1)).toBe("drop /a b,/c");
    await eventually(() => expect(document.querySelector(".offered")).toBeNull());
  });

  it("go to the session in view where they are dropped beside it", async () => {
    const { backend, user, row } = await open();
    await user.click(row("numpy"));
    await eventually(() => expect(paneInView().asked).toEqual(["attach 13"]));
    over(row("numpy"));
    backend.drag({ kind: "dropped", at, paths: ["/a"] });
    expect(paneInView().asked.at(-1)).toBe("drop /a");
  });

  it("onto a session at rest are not lost without a word", async () => {
    const { backend, user, row } = await open();
    await user.click(row("pointers"));
    over(screen.getByTestId("terminal"));
    backend.drag({ kind: "over", at });
    backend.drag({ kind: "dropped", at, paths: ["/home/ada/notes.txt"] });
    expect((await screen.findByTestId("toast")).textContent).toContain(
      "“C pointers lab” has ended, so “notes.txt” was not pasted. Start it again",
    );
    expect(paneInView().asked).toEqual(["rest pointers"]);
  });

  it("that leave again leave no mark, and on a page without a session nothing takes them", async () => {
    const { backend, user, row } = await open();
    await user.click(row("numpy"));
    over(screen.getByTestId("terminal"));
    backend.drag({ kind: "over", at });
    backend.drag({ kind: "left" });
    await eventually(() => expect(document.querySelector(".offered")).toBeNull());
    await user.keyboard("{Control>}n{/Control}");
    over(screen.getByTestId("field-title"));
    backend.drag({ kind: "dropped", at, paths: ["/a"] });
    expect(paneInView().asked.filter((asked) => asked.startsWith("drop"))).toEqual([]);
  });
});
