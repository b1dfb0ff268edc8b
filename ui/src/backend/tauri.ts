/** The real backend: the only place that touches Tauri. */
import { invoke } from "@tauri-apps/api/core";
import { getCurrentWebviewWindow } from "@tauri-apps/api/webviewWindow";
import { isFailure, type Attached, type Backend, type FileDrag, type Point } from "./backend";
import type { Damage } from "./generated/Damage";
import type { Event } from "./generated/Event";
import type { Failure } from "./generated/Failure";
import type { Note } from "./generated/Note";
import type { Opened } from "./generated/Opened";
import type { Profile } from "./generated/Profile";
import type { SessionRow } from "./generated/SessionRow";
import type { Settings } from "./generated/Settings";
import type { Snapshot } from "./generated/Snapshot";

/** The one event on which the engine's stream comes. */
const EVENTS = "inglenook";

/** What the toolkit tells of a drag. A drag that has left has neither. */
interface DragTold {
  paths?: string[];
  position?: Point;
}

/**
 * The toolkit calls the position physical pixels, but GTK and macOS give it those of the page (`drag_drop.rs` of wry),
 * whatever the scale of the display.
 */
const DRAGS: Readonly<Record<string, (told: DragTold) => FileDrag>> = {
  "tauri://drag-enter": ({ position }) => ({ kind: "over", at: pointOf(position) }),
  "tauri://drag-over": ({ position }) => ({ kind: "over", at: pointOf(position) }),
  "tauri://drag-leave": () => ({ kind: "left" }),
  "tauri://drag-drop": ({ paths, position }) => ({
    kind: "dropped",
    at: pointOf(position),
    paths: paths ?? [],
  }),
};

export const tauri: Backend = {
  snapshot: (most) => call<Snapshot>("snapshot", { most }),
  damage: () => call<Damage | null>("damage"),
  recover: (fresh) => call("recover", { fresh }),
  // What is meant for another window alone is not heard here.
  listen: (handler) =>
    told(getCurrentWebviewWindow().listen<Event>(EVENTS, ({ payload }) => handler(payload))),
  onFilesDragged: async (handler) => {
    const window = getCurrentWebviewWindow();
    const stops = await Promise.all(
      Object.entries(DRAGS).map(([name, drag]) =>
        told(window.listen<DragTold>(name, ({ payload }) => handler(drag(payload)))),
      ),
    );
    return () => stops.forEach((stop) => stop());
  },

  profiles: () => call<Profile[]>("profiles"),
  completeDirectory: (typed) => call<string[]>("complete_directory", { typed }),

  create: (session) => call<SessionRow>("create_session", { session }),
  open: (session, size) => call<Opened>("open_session", { session, size }),
  move: (session, directory) => call("move_session", { session, directory }),
  rename: (session, title) => call("rename_session", { session, title }),
  pin: (session, pinned) => call("pin_session", { session, pinned }),
  end: (session, force) => call("end_session", { session, force }),
  delete: (session) => call("delete_session", { session }),
  undelete: (session) => call("undelete_session", { session }),

  attach: async (run, pace) => attached(await bytes("attach", { run, patience: pace?.patience ?? null })),
  lastScreen: (session, lines) => bytes("last_screen", { session, lines }),
  read: (viewer, pace) =>
    bytes("read_viewer", { viewer, patience: pace?.patience ?? null, rest: pace?.rest ?? 0 }),
  deepen: (viewer, first) => call("deepen_viewer", { viewer, first }),
  detach: (viewer) => call("detach", { viewer }),
  write: (run, data, binary) => call("write_input", { run, data, binary }),
  resize: (run, size) => call("resize_run", { run, size }),

  openLink: (url) => call("open_link", { url }),

  notes: (session) => call<Note[]>("notes", { session }),
  draftNote: (draft, session, kind, body) => call("draft_note", { draft, session, kind, body }),
  parkNote: (draft, session, kind, body) => call<Note>("park_note", { draft, session, kind, body }),
  editNote: (note, kind, body) => call("edit_note", { note, kind, body }),
  markNote: (note, done) => call("mark_note", { note, done }),
  deleteNote: (note) => call("delete_note", { note }),
  undeleteNote: (note) => call("undelete_note", { note }),

  settings: () => call<Settings>("settings"),
  setSetting: (key, value) => call<Settings>("set_setting", { key, value }),

  openWindow: (session) => call("open_window", { session }),
  quit: () => call("quit"),
  answerQuit: (quit) => call("answer_quit", { quit }),
};

function pointOf(position: Point | undefined): Point {
  return { x: position?.x ?? 0, y: position?.y ?? 0 };
}

function call<Answer = void>(command: string, args?: Record<string, unknown>): Promise<Answer> {
  return told(invoke<Answer>(command, args));
}

async function bytes(command: string, args: Record<string, unknown>): Promise<Uint8Array> {
  return new Uint8Array(await call<ArrayBuffer>(command, args));
}

/** The viewer's number (u64, little-endian), then its frames. */
function attached(body: Uint8Array): Attached {
  const viewer = Number(new DataView(body.buffer, body.byteOffset).getBigUint64(0, true));
  return { viewer, body: body.subarray(BigUint64Array.BYTES_PER_ELEMENT) };
}

/** Whatever was thrown becomes a `Failure`, so that nobody above has to ask what it is. */
async function told<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (thrown) {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- the border speaks in plain objects
    throw isFailure(thrown) ? thrown : internal(thrown);
  }
}

function internal(thrown: unknown): Failure {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "Internal", message, hint: "", session: null, reason: null };
}
