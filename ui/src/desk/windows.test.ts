import { beforeEach, describe, expect, it } from "vitest";
import { Toasts } from "../app/toasts.svelte";
import type { Backend } from "../backend/backend";
import { failure, FakeBackend } from "../backend/fake";
import { sampleNote, sampleRow } from "../backend/fake-samples";
import type { Note } from "../backend/generated/Note";
import { eventually } from "../testing/eventually";
import { Notes, type SessionNotes } from "./notes.svelte";

const numpy = sampleRow({ id: "numpy", status: "live", run: 13 });
const forgotten = sampleNote({
  id: "d",
  session: "numpy",
  kind: "question",
  body: "earlier",
  state: "draft",
});

function engine(notes: Note[] = []): FakeBackend {
  return new FakeBackend({ rows: [numpy], notes });
}

/** The notes of `numpy` in a window, which hears what the engine tells. */
function listening(backend: Backend, notes = new Notes(backend, new Toasts(() => undefined))): Notes {
  void backend.listen((event) => {
    if (event.event === "notes.changed") notes.hear(event.session, event.notes);
  });
  return notes;
}

async function open(backend: Backend): Promise<SessionNotes> {
  const notes = listening(backend);
  await notes.show("numpy");
  return notes.of("numpy");
}

const drafts = (backend: FakeBackend): string[] => backend.desk.drafts("numpy").map((note) => note.body);

/** Nothing that is on its way would change what is seen. */
const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => sessionStorage.clear());

describe("two windows on one session", () => {
  it("each keep their own text, and parking one leaves the other", async () => {
    const backend = engine();
    const [one, two] = [await open(backend), await open(backend.inWindow("two"))];
    one.entry.type("of the first");
    two.entry.type("of the second");
    await eventually(() => expect(drafts(backend)).toEqual(["of the first", "of the second"]));
    expect(await one.park()).toBe(true);
    await quiet();
    expect(one.entry.body).toBe("");
    expect(two.entry.body, "on the screen").toBe("of the second");
    expect(drafts(backend), "and in the engine").toEqual(["of the second"]);
    expect(two.list.map((note) => note.body)).toEqual(["of the first"]);
  });

  it("may write the very same words: the other's stay although they were parked here", async () => {
    const backend = engine();
    const [one, two] = [await open(backend), await open(backend.inWindow("two"))];
    one.entry.type("same");
    two.entry.type("same");
    await eventually(() => expect(drafts(backend)).toHaveLength(2));
    await one.park();
    await quiet();
    expect(two.entry.body).toBe("same");
    expect(drafts(backend)).toEqual(["same"]);
  });

  it("never show each other's drafts, until one of them is gone", async () => {
    const backend = engine();
    const one = await open(backend);
    one.entry.type("mine");
    await eventually(() => expect(drafts(backend)).toEqual(["mine"]));
    const two = await open(backend.inWindow("two"));
    expect(two.entry.body).toBe("");
    backend.desk.leave("main");
    await two.read();
    expect(two.entry.body, "adopted").toBe("mine");
    two.entry.type("mine too");
    await eventually(() => expect(drafts(backend)).toEqual(["mine too"]));
  });
});

describe("a draft that an earlier window left", () => {
  it("is gone on with under its id", async () => {
    const backend = engine([forgotten]);
    const one = await open(backend);
    expect([one.entry.body, one.entry.kind]).toEqual(["earlier", "question"]);
    one.entry.type("earlier, and more");
    await eventually(() => expect(drafts(backend)).toEqual(["earlier, and more"]));
    await one.park();
    expect(backend.desk.told("numpy").map((note) => note.id)).toEqual(["d"]);
  });

  it("waits while something else is typed, and comes when that is parked", async () => {
    const backend = engine([forgotten]);
    const notes = listening(backend);
    const shown = notes.show("numpy");
    const one = notes.of("numpy");
    one.entry.type("typed at once");
    await shown;
    expect(one.entry.body).toBe("typed at once");
    await eventually(() => expect(drafts(backend).sort()).toEqual(["earlier", "typed at once"]));
    await one.park();
    await eventually(() => expect(one.entry.body).toBe("earlier"));
    expect(one.list.map((note) => note.body)).toEqual(["typed at once"]);
  });

  it("is a note where this window writes already", async () => {
    const backend = engine([forgotten]);
    const notes = listening(backend);
    notes.of("numpy").entry.type("typed at once");
    await notes.show("numpy");
    expect(notes.of("numpy").entry.body).toBe("typed at once");
    expect(notes.of("numpy").list.map((note) => note.body)).toEqual(["earlier"]);
  });
});

describe("a window that is loaded again", () => {
  it("goes on with its text", async () => {
    const backend = engine();
    const before = await open(backend);
    before.entry.type("half a th");
    await eventually(() => expect(drafts(backend)).toEqual(["half a th"]));
    const after = await open(backend);
    expect(after.entry.body).toBe("half a th");
    after.entry.type("half a thought");
    await eventually(() => expect(drafts(backend)).toEqual(["half a thought"]));
  });

  it("joins to it what is typed before it came, and makes one draft of both", async () => {
    const backend = engine();
    const before = await open(backend);
    before.entry.type("earlier");
    await eventually(() => expect(drafts(backend)).toEqual(["earlier"]));
    const [id] = backend.desk.drafts("numpy").map((note) => note.id);
    const notes = listening(backend);
    notes.of("numpy").entry.type("later");
    await notes.show("numpy");
    expect(notes.of("numpy").entry.body).toBe("earlier\nlater");
    await eventually(() => expect(drafts(backend)).toEqual(["earlier\nlater"]));
    expect(backend.desk.drafts("numpy")[0]?.id).toBe(id);
  });
});

it("what is typed before the first answer is kept, also when the page goes away", async () => {
  const backend = engine([forgotten]);
  const silent: Backend = Object.assign(Object.create(backend) as FakeBackend, {
    notes: () => new Promise<Note[]>(() => undefined),
  });
  const notes = listening(silent);
  void notes.show("numpy");
  notes.of("numpy").entry.type("a");
  notes.of("numpy").entry.type("at once");
  notes.flush();
  await eventually(() => expect(drafts(backend)).toEqual(["earlier", "at once"]));
});

it("a draft that became a note with fewer words leaves the rest in the field, as a new draft", async () => {
  const backend = engine();
  const one = await open(backend);
  one.entry.type("half");
  await eventually(() => expect(drafts(backend)).toEqual(["half"]));
  const id = backend.desk.drafts("numpy")[0]?.id ?? "";
  backend.refuse.set("draftNote", failure("StoreFull", "The disk is full"));
  one.entry.type("half a thought");
  await backend.parkNote(id, "numpy", "park", "half");
  expect(one.entry.body).toBe("half a thought");
  await eventually(() => expect(drafts(backend)).toEqual(["half a thought"]));
  expect(backend.desk.told("numpy").map((note) => note.body)).toEqual(["half"]);
});

it("what is typed while a thought is parked is another draft; where that failed, both are one again", async () => {
  const backend = engine();
  const one = await open(backend);
  one.entry.type("first");
  await eventually(() => expect(drafts(backend)).toEqual(["first"]));
  const parking = one.park();
  one.entry.type("second");
  expect(await parking).toBe(true);
  await eventually(() => expect(drafts(backend)).toEqual(["second"]));
  backend.refuse.set("parkNote", failure("StoreFull", "The disk is full"));
  const failing = one.park();
  one.entry.type("third");
  expect(await failing).toBe(false);
  expect(one.entry.body).toBe("second\nthird");
  await eventually(() => expect(drafts(backend)).toEqual(["second\nthird"]));
});
