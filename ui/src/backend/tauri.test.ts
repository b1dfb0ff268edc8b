import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FileDrag, ViewerId } from "./backend";

const invoke = vi.hoisted(() => vi.fn<(command: string, args?: unknown) => Promise<unknown>>());
const listen = vi.hoisted(() => vi.fn<(event: string, handler: unknown) => Promise<() => void>>());
vi.mock("@tauri-apps/api/core", () => ({ invoke }));
vi.mock("@tauri-apps/api/webviewWindow", () => ({ getCurrentWebviewWindow: () => ({ listen }) }));

const { tauri } = await import("./tauri");
const size = { columns: 80, rows: 24 };
const viewer: ViewerId = 5;
const asked = { title: "", subject: "", directory: "", profile: "shell", command: "" };

beforeEach(() => {
  invoke.mockReset().mockResolvedValue(new ArrayBuffer(2));
});

type Call = [call: () => Promise<unknown>, command: string, args: object | undefined];

/** What listens is no command. */
const LISTENS = ["listen", "onFilesDragged"];

/** Every command, and nothing else. */
const CALLS: Call[] = [
  [() => tauri.snapshot(100), "snapshot", { most: 100 }],
  [() => tauri.damage(), "damage", undefined],
  [() => tauri.recover(true), "recover", { fresh: true }],
  [() => tauri.profiles(), "profiles", undefined],
  [() => tauri.completeDirectory("~/"), "complete_directory", { typed: "~/" }],
  [() => tauri.create(asked), "create_session", { session: asked }],
  [() => tauri.open("s", size), "open_session", { session: "s", size }],
  [() => tauri.move("s", "~"), "move_session", { session: "s", directory: "~" }],
  [() => tauri.rename("s", "T"), "rename_session", { session: "s", title: "T" }],
  [() => tauri.pin("s", true), "pin_session", { session: "s", pinned: true }],
  [() => tauri.end("s", false), "end_session", { session: "s", force: false }],
  [() => tauri.delete("s"), "delete_session", { session: "s" }],
  [() => tauri.undelete("s"), "undelete_session", { session: "s" }],
  [() => tauri.attach(7, { patience: 9, rest: 50 }), "attach", { run: 7, patience: 9 }],
  [() => tauri.lastScreen("s", 2000), "last_screen", { session: "s", lines: 2000 }],
  [() => tauri.deepen(5, 4000), "deepen_viewer", { viewer: 5, first: 4000 }],
  [() => tauri.read(viewer, { patience: 9, rest: 50 }), "read_viewer", { viewer, patience: 9, rest: 50 }],
  [() => tauri.detach(viewer), "detach", { viewer }],
  [() => tauri.write(7, "ls\r", false), "write_input", { run: 7, data: "ls\r", binary: false }],
  [() => tauri.resize(7, size), "resize_run", { run: 7, size }],
  [() => tauri.openLink("https://a.org"), "open_link", { url: "https://a.org" }],
  [() => tauri.notes(null), "notes", { session: null }],
  [
    () => tauri.draftNote("d", "s", "park", "why"),
    "draft_note",
    { draft: "d", session: "s", kind: "park", body: "why" },
  ],
  [
    () => tauri.parkNote("d", null, "win", "so"),
    "park_note",
    { draft: "d", session: null, kind: "win", body: "so" },
  ],
  [() => tauri.editNote("n", "note", "b"), "edit_note", { note: "n", kind: "note", body: "b" }],
  [() => tauri.markNote("n", true), "mark_note", { note: "n", done: true }],
  [() => tauri.deleteNote("n"), "delete_note", { note: "n" }],
  [() => tauri.undeleteNote("n"), "undelete_note", { note: "n" }],
  [() => tauri.settings(), "settings", undefined],
  [() => tauri.setSetting("a.b", "6h"), "set_setting", { key: "a.b", value: "6h" }],
  [() => tauri.openWindow("s"), "open_window", { session: "s" }],
  [() => tauri.quit(), "quit", undefined],
  [() => tauri.answerQuit(false), "answer_quit", { quit: false }],
];

describe("the border to Rust", () => {
  it("calls these 33 commands", () => {
    expect(new Set(CALLS.map(([, command]) => command)).size).toBe(33);
    expect(Object.keys(tauri).filter((name) => !LISTENS.includes(name))).toHaveLength(CALLS.length);
  });

  it.each(CALLS)("%s calls %s", async (call, command, args) => {
    // The longest of what any of them needs of an answer: the number of a viewer.
    invoke.mockResolvedValue(new ArrayBuffer(8));
    await call();
    expect(invoke).toHaveBeenCalledExactlyOnceWith(command, args);
  });

  it("hands raw answers on as bytes", async () => {
    invoke.mockResolvedValue(new Uint8Array([2, 1]).buffer);
    expect(await tauri.read(viewer, null)).toEqual(new Uint8Array([2, 1]));
  });

  it("tells a viewer's number from its first frames", async () => {
    invoke.mockResolvedValue(new Uint8Array([1, 2, 0, 0, 0, 0, 0, 0, 7, 8]).buffer);
    expect(await tauri.attach(7, null)).toEqual({ viewer: 513, body: new Uint8Array([7, 8]) });
  });

  it("lets a failure through as it is, and makes one of anything else", async () => {
    const failure = { code: "Busy", message: "vim is running", hint: "", session: "s", reason: null };
    invoke.mockRejectedValueOnce(failure);
    await expect(tauri.end("s", false)).rejects.toBe(failure);
    invoke.mockRejectedValueOnce("command not allowed");
    await expect(tauri.snapshot(null)).rejects.toMatchObject({
      code: "Internal",
      message: "command not allowed",
    });
  });

  it("listens to the one stream of events", async () => {
    const heard = vi.fn();
    listen.mockResolvedValue(() => undefined);
    await tauri.listen(heard);
    expect(listen.mock.calls[0]?.[0]).toBe("inglenook");
    const handler = listen.mock.calls[0]?.[1] as (told: { payload: unknown }) => void;
    handler({ payload: { event: "saving.changed", saving: { state: "saving" } } });
    expect(heard).toHaveBeenCalledExactlyOnceWith({ event: "saving.changed", saving: { state: "saving" } });
  });
  it("tells of files that are dragged over the window, and where, until it is told to stop", async () => {
    const heard = vi.fn<(drag: FileDrag) => void>();
    const stop = vi.fn();
    listen.mockReset().mockResolvedValue(stop);
    const stopAll = await tauri.onFilesDragged(heard);
    const tell = (event: string, payload: unknown): void => {
      const handler = listen.mock.calls.find(([name]) => name === event)?.[1];
      (handler as (told: { payload: unknown }) => void)({ payload });
    };
    const position = { x: 300, y: 200 };
    tell("tauri://drag-enter", { paths: ["/a"], position });
    tell("tauri://drag-over", { position });
    tell("tauri://drag-leave", null);
    tell("tauri://drag-drop", { paths: ["/a", "/b c"], position });
    expect(heard.mock.calls.map(([drag]) => drag)).toEqual([
      { kind: "over", at: position },
      { kind: "over", at: position },
      { kind: "left" },
      { kind: "dropped", at: position, paths: ["/a", "/b c"] },
    ]);
    stopAll();
    expect(stop).toHaveBeenCalledTimes(4);
  });
});
