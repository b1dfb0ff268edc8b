/** What the window asks of the engine. `tauri.ts` is the real one, `fake.ts` serves tests and `npm run dev`. */
import type { Damage } from "./generated/Damage";
import type { Event } from "./generated/Event";
import type { Failure } from "./generated/Failure";
import type { GridSize } from "./generated/GridSize";
import type { NewSession } from "./generated/NewSession";
import type { Note } from "./generated/Note";
import type { NoteKind } from "./generated/NoteKind";
import type { Opened } from "./generated/Opened";
import type { Profile } from "./generated/Profile";
import type { SessionRow } from "./generated/SessionRow";
import type { Settings } from "./generated/Settings";
import type { Snapshot } from "./generated/Snapshot";

export type ViewerId = number;

/** Files that are dragged over the window, at a point of the page in CSS pixels. */
export type FileDrag =
  | { kind: "over"; at: Point }
  /** They were dropped elsewhere, or nowhere. */
  | { kind: "left" }
  /** Paths as the toolkit read them: what is not UTF-8 in them is U+FFFD. */
  | { kind: "dropped"; at: Point; paths: string[] };

export interface Point {
  x: number;
  y: number;
}

/** A viewer that was made, and what it read at once: a body of frames. */
export interface Attached {
  viewer: ViewerId;
  body: Uint8Array;
}

/** How a viewer goes about more output than anybody could read. */
export interface Pace {
  /** Bytes of output; where more have come since the last read, the present is answered in their place. */
  patience: number;
  /** Milliseconds until the answer; it comes sooner where the output pauses, somebody types or the run ends. */
  rest: number;
}

/** Every promise rejects with a {@link Failure} and with nothing else. */
export interface Backend {
  /**
   * `most`: at most so many sessions of each group, for a first picture, and with them the one that was used last and the
   * window's own; null is all. Rejects with `StoreDamaged` where the database cannot be read: then ask {@link damage}.
   */
  snapshot(most: number | null): Promise<Snapshot>;
  damage(): Promise<Damage | null>;
  /** Sets the damaged file aside (it is kept) and opens the newest backup, or an empty database where `fresh`. */
  recover(fresh: boolean): Promise<void>;
  /** Events in the order in which they were told. Answers a function that stops listening. */
  listen(handler: (event: Event) => void): Promise<() => void>;
  /** Files dragged over the window: a web view keeps their paths from the page. Answers a function that stops listening. */
  onFilesDragged(handler: (drag: FileDrag) => void): Promise<() => void>;

  profiles(): Promise<Profile[]>;
  /** Directories that begin with what was typed; at most twenty, each whole, `~` kept if typed. */
  completeDirectory(typed: string): Promise<string[]>;

  create(session: NewSession): Promise<SessionRow>;
  /** Attaches to the live run or starts a new one below the kept screen. */
  open(session: string, size: GridSize): Promise<Opened>;
  rename(session: string, title: string): Promise<void>;
  /** Has the next run start in this directory. */
  move(session: string, directory: string): Promise<void>;
  pin(session: string, pinned: boolean): Promise<void>;
  /** Ends the live run. `Busy` (the message names what runs) unless `force`. */
  end(session: string, force: boolean): Promise<void>;
  /** Takes the row off the list; the engine erases it after ten seconds unless {@link undelete} comes first. */
  delete(session: string): Promise<void>;
  undelete(session: string): Promise<void>;

  /** A viewer of a live run, or of the last screen of a session that has none. */
  attach(run: number, pace: Pace | null): Promise<Attached>;
  /**
   * The last screen of a session without a live run, as one body of frames: a keyframe with at least so many lines
   * of history, as far as they are kept.
   */
  lastScreen(session: string, lines: number): Promise<Uint8Array>;
  /**
   * Waits until there is something, then answers a body of frames (see `terminal/frames.ts`). One read at a time. Null
   * is all that came, as soon as it comes.
   */
  read(viewer: ViewerId, pace: Pace | null): Promise<Uint8Array>;
  /**
   * The stream goes on to the present, and there with a keyframe that begins with that line of the session, as far as
   * its lines are kept.
   */
  deepen(viewer: ViewerId, first: number): Promise<void>;
  detach(viewer: ViewerId): Promise<void>;
  /** UTF-8 text, or raw bytes as Latin-1 where `binary` (some mouse reports). */
  write(run: number, data: string, binary: boolean): Promise<void>;
  /** The size of the pane that was used last decides the grid; the answer arrives in the stream as a `resized` frame. */
  resize(run: number, size: GridSize): Promise<void>;

  openLink(url: string): Promise<void>;

  // Of notes: a session of `null` stands for thoughts that were parked without one.

  /**
   * Open and done ones, oldest first, and at most one draft: this window's own, or one whose window is gone, which
   * is this window's from now on. What other windows are writing is never among them.
   */
  notes(session: string | null): Promise<Note[]>;
  /** Keeps what is being typed, as this window's draft of that id (a new UUID for every text). An empty body removes it. */
  draftNote(draft: string, session: string | null, kind: NoteKind, body: string): Promise<void>;
  /** The draft becomes a note with this text, and keeps its id. */
  parkNote(draft: string, session: string | null, kind: NoteKind, body: string): Promise<Note>;
  editNote(note: string, kind: NoteKind, body: string): Promise<void>;
  markNote(note: string, done: boolean): Promise<void>;
  /** Takes it off the list; the engine erases it after twelve seconds unless {@link undeleteNote} comes first. */
  deleteNote(note: string): Promise<void>;
  undeleteNote(note: string): Promise<void>;

  settings(): Promise<Settings>;
  /** `value` as it would stand in the file. Rejects with `Invalid` and says what may stand there. */
  setSetting(key: string, value: string): Promise<Settings>;

  /** Opens the session in a window of its own, or focuses the one that has it. */
  openWindow(session: string): Promise<void>;
  /** Asks to quit, as closing the last window does: `quit.asked` comes where work would be interrupted. */
  quit(): Promise<void>;
  /** The learner's answer to `quit.asked`. */
  answerQuit(quit: boolean): Promise<void>;
}

export function isFailure(thrown: unknown): thrown is Failure {
  return typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown;
}
