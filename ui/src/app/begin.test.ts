import { screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failure, FakeBackend } from "../backend/fake";
import { sampleRow } from "../backend/fake-samples";
import { eventually } from "../testing/eventually";
import { begin } from "./begin";

vi.mock("../terminal/pane", () => import("../testing/pane-stub"));

const row = sampleRow({ id: "joins", title: "Joins", revision: 5 });
let root: HTMLElement;

beforeEach(() => {
  sessionStorage.clear();
  root = document.createElement("div");
  document.body.append(root);
});
afterEach(() => document.body.replaceChildren());

it("nothing is drawn before the list is there, and then the list at once", async () => {
  const backend = new FakeBackend({ rows: [row] });
  const begun = begin(root, backend);
  expect(root.textContent).toBe("");
  await begun;
  expect(screen.getByTestId("session-row").textContent).toContain("Joins");
});

it("the list is drawn first, and then the code is read that draws the terminal", async () => {
  const frames: FrameRequestCallback[] = [];
  const draw = vi.spyOn(window, "requestAnimationFrame").mockImplementation((each) => frames.push(each));
  const begun = begin(root, new FakeBackend({ rows: [row] }));
  await eventually(() => expect(draw).toHaveBeenCalled());
  expect(screen.getByTestId("session-row").textContent).toContain("Joins");
  expect(screen.queryByTestId("terminal")).toBeNull();
  draw.mockRestore();
  frames.forEach((each) => each(0));
  await begun;
  expect(screen.getByTestId("terminal").dataset.sessionId).toBe("joins");
});

it("what is told while the list is read is not lost, and older news change nothing", async () => {
  const backend = new FakeBackend({ rows: [row] });
  const read = backend.snapshot.bind(backend);
  vi.spyOn(backend, "snapshot").mockImplementation(async () => {
    const snapshot = await read(null);
    const told = (title: string, revision: number): void =>
      backend.tell({ event: "sessions.changed", rows: [{ ...row, title, revision }], gone: [] });
    told("Older", 4);
    told("Newer", 6);
    return snapshot;
  });
  await begin(root, backend);
  await eventually(() => expect(screen.getByTestId("session-row").textContent).toContain("Newer"));
});

it("a page that is loaded again comes back to the session it showed", async () => {
  const rows = [row, sampleRow({ id: "regex", title: "Regex golf" })];
  await begin(root, new FakeBackend({ rows }));
  const regex = screen.getAllByTestId("session-row").find((each) => each.dataset.sessionId === "regex");
  await userEvent.setup().click(regex ?? root);
  root.remove();
  root = document.body.appendChild(document.createElement("div"));
  await begin(root, new FakeBackend({ rows, showing: "joins" }));
  await eventually(() =>
    expect(screen.getAllByTestId("terminal").at(-1)?.dataset.sessionId, "and not where it began").toBe(
      "regex",
    ),
  );
});

it("a session that is gone by then gives way to the usual start", async () => {
  sessionStorage.setItem("shown", "regex");
  await begin(root, new FakeBackend({ rows: [row] }));
  expect(screen.getByTestId("terminal").dataset.sessionId).toBe("joins");
});

it("a damaged database says so, and its recovery leads into the window", async () => {
  const damage = { file: "/d/inglenook.db", why: "It is cut short.", backupAt: 1 };
  await begin(root, new FakeBackend({ rows: [row], damage }));
  expect(screen.getByTestId("damaged").textContent).toContain("/d/inglenook.db");
  await userEvent.setup().click(screen.getByTestId("recover-backup"));
  await eventually(() => expect(screen.getByTestId("session-row").textContent).toContain("Joins"));
  expect(screen.queryByTestId("damaged")).toBeNull();
});

it("an engine that does not answer is said, with what to do", async () => {
  const backend = new FakeBackend();
  backend.refuse.set("snapshot", failure("Internal", "The engine did not start."));
  await begin(root, backend);
  expect(screen.getByTestId("unreachable").textContent).toContain("The engine did not start.");
  expect(screen.getByRole("button").textContent).toContain("Try again");
});

describe("many sessions", () => {
  const many = Array.from({ length: 450 }, (_, n) =>
    sampleRow({ id: `s${n}`, title: `Number ${n}`, status: "ended", lastActiveAt: 1_000_000 - n }),
  );

  /** The whole list is asked for, and comes once it is let go. */
  function holdRest(backend: FakeBackend) {
    let come = (): void => undefined;
    const held = new Promise<void>((resolve) => (come = resolve));
    const read = backend.snapshot.bind(backend);
    const asked = vi.spyOn(backend, "snapshot").mockImplementation(async (most) => {
      if (most === null) await held;
      return read(most);
    });
    return { come: () => come(), asked };
  }

  it("the first are there before the rest, all are counted, and any is found once it came", async () => {
    const backend = new FakeBackend({ rows: many });
    const { come } = holdRest(backend);
    const begun = begin(root, backend);
    await eventually(() => expect(screen.getAllByTestId("session-row")).toHaveLength(40));
    expect(screen.getByRole("navigation").textContent).toMatch(/Ended\s*450/);
    const user = userEvent.setup();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(screen.getByTestId("search"), "number 444");
    expect(screen.queryAllByTestId("search-session")).toEqual([]);
    expect(screen.getByRole("listbox").textContent).toContain("still being read");
    come();
    await begun;
    await eventually(() => expect(screen.getByTestId("search-session").textContent).toContain("Number 444"));
    await user.keyboard("{Escape}");
    await user.click(screen.getByTestId("more-ended"));
    expect(screen.getAllByTestId("session-row")).toHaveLength(400);
    expect(screen.getByRole("navigation").textContent).toMatch(/Ended\s*450/);
  });

  it("where the rest could not be read that is said, and it is asked for again where it is wanted", async () => {
    const backend = new FakeBackend({ rows: many });
    const { come, asked } = holdRest(backend);
    const begun = begin(root, backend);
    await eventually(() => expect(asked).toHaveBeenCalledWith(null));
    backend.refuse.set("snapshot", failure("Internal", "The disk is away."));
    come();
    await begun;
    expect(screen.getByTestId("toast").textContent).toContain("The disk is away.");
    expect(screen.getAllByTestId("session-row")).toHaveLength(40);
    await userEvent.setup().click(screen.getByTestId("more-ended"));
    await eventually(() => expect(screen.getAllByTestId("session-row")).toHaveLength(400));
  });

  it("a page that is loaded again shows the session that it showed, which may be any", async () => {
    sessionStorage.setItem("shown", "s444");
    await begin(root, new FakeBackend({ rows: many }));
    expect(screen.getByTestId("terminal").dataset.sessionId).toBe("s444");
  });
});
