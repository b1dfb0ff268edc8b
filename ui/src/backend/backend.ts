/** What the window asks of the engine. `tauri.ts` is the real one, `fake.ts` serves tests and `npm run dev`. */
import type { Damage } from "./generated/Damage";
import type { Event } from "./generated/Event";
import type { Failure } from "./generated/Failure";
import type { GridSize } from "./generated/GridSize";
import type { NewSession } from "./generated/NewSession";
import type { Opened } from "./generated/Opened";
import type { Profile } from "./generated/Profile";
import type { SessionRow } from "./generated/SessionRow";
import type { Snapshot } from "./generated/Snapshot";

export type ViewerId = number;

/** Every promise rejects with a {@link Failure} and with nothing else. */
export interface Backend {
  /** Rejects with `StoreDamaged` where the database cannot be read: then ask {@link damage}. */
  snapshot(): Promise<Snapshot>;
  damage(): Promise<Damage | null>;
  /** Sets the damaged file aside (it is kept) and opens the newest backup, or an empty database where `fresh`. */
  recover(fresh: boolean): Promise<void>;
  /** Events in the order in which they were told. Answers a function that stops listening. */
  listen(handler: (event: Event) => void): Promise<() => void>;

  profiles(): Promise<Profile[]>;
  /** Directories that begin with what was typed; at most twenty, each whole, `~` kept if typed. */
  completeDirectory(typed: string): Promise<string[]>;

  create(session: NewSession): Promise<SessionRow>;
  /** Attaches to the live run or starts a new one below the kept screen. */
  open(session: string, size: GridSize): Promise<Opened>;
  rename(session: string, title: string): Promise<void>;
  pin(session: string, pinned: boolean): Promise<void>;
  /** Ends the live run. `Busy` (the message names what runs) unless `force`. */
  end(session: string, force: boolean): Promise<void>;
  /** Takes the row off the list; the engine erases it after ten seconds unless {@link undelete} comes first. */
  delete(session: string): Promise<void>;
  undelete(session: string): Promise<void>;

  /** A viewer of a live run, or of the last screen of a session that has none. */
  attach(run: number): Promise<ViewerId>;
  /** The last screen of a session without a live run, as one body of frames: a keyframe. */
  lastScreen(session: string, size: GridSize): Promise<Uint8Array>;
  /** Waits until there is something, then answers a body of frames (see `terminal/frames.ts`). One read at a time. */
  read(viewer: ViewerId): Promise<Uint8Array>;
  detach(viewer: ViewerId): Promise<void>;
  /** UTF-8 text, or raw bytes as Latin-1 where `binary` (some mouse reports). */
  write(run: number, data: string, binary: boolean): Promise<void>;
  /** The size of the pane that was used last decides the grid; the answer arrives in the stream as a `resized` frame. */
  resize(run: number, size: GridSize): Promise<void>;

  openLink(url: string): Promise<void>;
}

export function isFailure(thrown: unknown): thrown is Failure {
  return typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown;
}
