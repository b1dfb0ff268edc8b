/**
 * An engine that is pretended, in memory: for component tests and for `npm run dev` in a browser. It keeps
 * the contract of `backend.ts` (order of telling, refusals, frames), and its shell only knows a few words.
 */
import { encodeFrames, type Frame } from "../terminal/frames";
import type { Backend, ViewerId } from "./backend";
import { sampleRows, SCREENS } from "./fake-samples";
import type { Code } from "./generated/Code";
import type { Damage } from "./generated/Damage";
import type { Event } from "./generated/Event";
import type { Exit } from "./generated/Exit";
import type { Failure } from "./generated/Failure";
import type { GridSize } from "./generated/GridSize";
import type { NewSession } from "./generated/NewSession";
import type { Opened } from "./generated/Opened";
import type { Profile } from "./generated/Profile";
import type { Reason } from "./generated/Reason";
import type { Renderer } from "./generated/Renderer";
import type { Saving } from "./generated/Saving";
import type { SessionRow } from "./generated/SessionRow";
import type { Snapshot } from "./generated/Snapshot";

export interface Scenario {
  rows: SessionRow[];
  saving: Saving;
  damage: Damage | null;
  renderer: Renderer;
}

/** For `npm run dev`: `?start=empty`, `?start=damaged`, `?saving=stopped`, `?renderer=dom`. */
export function scenario(params: URLSearchParams): Scenario {
  const now = Date.now();
  const start = params.get("start");
  return {
    rows: start === "empty" ? [] : sampleRows(now),
    saving:
      params.get("saving") === "stopped"
        ? { state: "stopped", since: now - 8 * 60_000, why: "the disk is full" }
        : { state: "saved", at: null },
    damage:
      start === "damaged"
        ? {
            file: "/home/ada/.local/share/inglenook/inglenook.db",
            why: "Its first page is not that of a database.",
            backupAt: now - 26 * 3_600_000,
          }
        : null,
    renderer: params.get("renderer") === "dom" ? "dom" : "auto",
  };
}

export function failure(code: Code, message: string, rest: Partial<Failure> = {}): Failure {
  return { code, message, hint: "", session: null, reason: null, ...rest };
}

interface FakeRun {
  session: string;
  size: GridSize;
  screen: string;
  line: string;
}

interface FakeViewer {
  run: number;
  frames: Frame[];
  wake: (() => void) | null;
}

const HOME = "/home/ada";
const DIRECTORIES = ["~/study/", "~/study/aoc25/", "~/study/rustlings/", "~/study/sql/", "~/notes/"];
const encoder = new TextEncoder();

export class FakeBackend implements Backend {
  readonly rows = new Map<string, SessionRow>();
  readonly screens = new Map<string, string>();
  readonly written: string[] = [];
  readonly opened: string[] = [];
  /** The next call of this name rejects with this. */
  readonly refuse = new Map<keyof Backend, Failure>();
  private readonly erased = new Map<string, SessionRow>();
  private readonly runs = new Map<number, FakeRun>();
  private readonly viewers = new Map<ViewerId, FakeViewer>();
  private handlers: ((event: Event) => void)[] = [];
  private saving: Saving;
  private damaged: Damage | null;
  private readonly renderer: Renderer;
  private revision = 1000;
  private ids = 100;

  constructor(with_: Partial<Scenario> = {}) {
    this.saving = with_.saving ?? { state: "saved", at: null };
    this.damaged = with_.damage ?? null;
    this.renderer = with_.renderer ?? "dom";
    for (const row of with_.rows ?? []) {
      this.rows.set(row.id, row);
      const screen = SCREENS[row.id] ?? "$ ";
      this.screens.set(row.id, screen);
      if (row.run !== null) this.startRun(row.run, row.id, screen, { columns: 80, rows: 24 });
    }
  }

  // What the engine would do by itself; tests call these.

  tell(event: Event): void {
    for (const handler of this.handlers) handler(event);
  }

  setSaving(saving: Saving): void {
    this.saving = saving;
    this.tell({ event: "saving.changed", saving });
  }

  print(run: number, text: string): void {
    const state = this.runs.get(run);
    if (!state) return;
    state.screen += text;
    this.feed(run, { kind: "output", bytes: encoder.encode(text) });
  }

  /** Everything that a run leaves, in the order of the engine: last output, rows, and only then the event. */
  retire(run: number, reason: Reason, exit: Exit | null = null): void {
    const state = this.runs.get(run);
    const row = state && this.rows.get(state.session);
    if (!state || !row) return;
    this.runs.delete(run);
    this.screens.set(row.id, state.screen);
    this.feed(run, { kind: "ended", reason, exit });
    const endedAt = Date.now();
    const reclaimed = reason === "idle" || reason === "evicted" || reason === "orphaned";
    this.change(row.id, {
      status: reclaimed || reason === "app_quit" || reason === "owner_lost" ? "asleep" : "ended",
      activity: null,
      job: null,
      run: null,
      lastRun: { id: run, startedAt: row.lastActiveAt, endedAt, reason, exit },
    });
    const session = row.id;
    if (reclaimed) this.tell({ event: "session.reclaimed", run, session, reason, endedAt });
    else if (reason !== "closed") this.tell({ event: "session.ended", run, session, reason, exit, endedAt });
  }

  // The contract.

  snapshot(): Promise<Snapshot> {
    if (this.damaged) return Promise.reject(thrown(failure("StoreDamaged", "The database cannot be read.")));
    return this.answer("snapshot", () => ({
      sessions: [...this.rows.values()],
      subjects: ["C", "Git", "Maths", "Python", "Rust", "SQL"],
      saving: this.saving,
      home: HOME,
      platform: "linux",
      renderer: this.renderer,
    }));
  }

  damage(): Promise<Damage | null> {
    return Promise.resolve(this.damaged);
  }

  recover(): Promise<void> {
    return this.answer("recover", () => {
      this.damaged = null;
    });
  }

  listen(handler: (event: Event) => void): Promise<() => void> {
    this.handlers.push(handler);
    return Promise.resolve(() => {
      this.handlers = this.handlers.filter((other) => other !== handler);
    });
  }

  profiles(): Promise<Profile[]> {
    return this.answer("profiles", () => [
      { id: "shell", name: "Shell", detail: "bash", found: true },
      { id: "python", name: "Python", detail: "3.11", found: true },
      { id: "node", name: "Node", detail: "20.20", found: true },
      { id: "sqlite", name: "SQLite", detail: "3.40", found: true },
      { id: "julia", name: "Julia", detail: "", found: false },
    ]);
  }

  completeDirectory(typed: string): Promise<string[]> {
    return this.answer("completeDirectory", () => DIRECTORIES.filter((path) => path.startsWith(typed)));
  }

  create(asked: NewSession): Promise<SessionRow> {
    return this.answer("create", () => {
      if (asked.directory.includes("nowhere")) {
        throw thrown(
          failure("DirectoryMissing", `There is no directory ${asked.directory}`, {
            hint: "Check the spelling, or make it first.",
          }),
        );
      }
      const row: SessionRow = {
        id: `s${this.ids++}`,
        title: asked.title || `${asked.profile} in ${asked.directory || "~"}`,
        subject: asked.subject || null,
        directory: (asked.directory || "~").replace(/^~/, HOME),
        profile: asked.profile,
        command: asked.command || "bash",
        pinned: false,
        status: "asleep",
        activity: null,
        job: null,
        run: null,
        lastRun: null,
        lines: 0,
        notes: 0,
        createdAt: Date.now(),
        lastActiveAt: Date.now(),
        revision: this.revision++,
      };
      this.rows.set(row.id, row);
      return row;
    });
  }

  open(session: string, size: GridSize): Promise<Opened> {
    this.opened.push(session);
    return this.answer("open", () => {
      const row = this.known(session);
      if (row.status === "elsewhere") {
        throw thrown(
          failure("OpenElsewhere", "The command nook (process 4312) has had it open since 14:02", {
            hint: "Leave it there, then try again.",
            session,
          }),
        );
      }
      if (row.run !== null) return { session: row, run: row.run };
      const run = this.ids++;
      const kept = this.screens.get(session);
      const mark = kept ? "\r\n\x1b[90m──── Resumed ────\x1b[0m\r\n" : "";
      this.startRun(run, session, `${kept ?? ""}${mark}$ `, size);
      const opened = this.change(session, {
        status: "live",
        activity: "prompt",
        run,
        lastActiveAt: Date.now(),
      });
      return { session: opened, run };
    });
  }

  rename(session: string, title: string): Promise<void> {
    return this.answer("rename", () => void this.change(session, { title }));
  }

  pin(session: string, pinned: boolean): Promise<void> {
    return this.answer("pin", () => void this.change(session, { pinned }));
  }

  end(session: string, force: boolean): Promise<void> {
    return this.answer("end", () => {
      const row = this.known(session);
      if (row.run === null) return;
      if (row.activity === "busy" && !force) throw thrown(failure("Busy", "cargo is running", { session }));
      this.retire(row.run, "closed");
    });
  }

  delete(session: string): Promise<void> {
    return this.answer("delete", () => {
      const row = this.known(session);
      if (row.run !== null) this.retire(row.run, "closed");
      this.erased.set(session, this.known(session));
      this.rows.delete(session);
      this.tell({ event: "sessions.changed", rows: [], gone: [session] });
    });
  }

  undelete(session: string): Promise<void> {
    return this.answer("undelete", () => {
      const row = this.erased.get(session);
      if (!row) throw thrown(failure("NotFound", "It is not there any more."));
      this.rows.set(session, row);
      this.change(session, {});
    });
  }

  attach(run: number): Promise<ViewerId> {
    return this.answer("attach", () => {
      const state = this.runs.get(run);
      if (!state) throw thrown(failure("RunGone", "This run is over."));
      const viewer = this.ids++;
      this.viewers.set(viewer, { run, frames: [keyframe(state.screen, state.size)], wake: null });
      return viewer;
    });
  }

  lastScreen(session: string, size: GridSize): Promise<Uint8Array> {
    return this.answer("lastScreen", () => {
      this.known(session);
      const screen = this.screens.get(session);
      if (screen === undefined) throw thrown(failure("NotFound", "It has no screen yet."));
      return encodeFrames([keyframe(screen, size)]);
    });
  }

  async read(viewer: ViewerId): Promise<Uint8Array> {
    const state = this.viewers.get(viewer);
    if (!state) throw thrown(failure("RunGone", "This run is over."));
    if (state.frames.length === 0) await new Promise<void>((resolve) => (state.wake = resolve));
    const frames = state.frames.splice(0);
    if (frames.some((frame) => frame.kind === "ended")) this.viewers.delete(viewer);
    return encodeFrames(frames);
  }

  detach(viewer: ViewerId): Promise<void> {
    this.viewers.delete(viewer);
    return Promise.resolve();
  }

  write(run: number, data: string): Promise<void> {
    return this.answer("write", () => {
      const state = this.runs.get(run);
      if (!state) throw thrown(failure("RunGone", "This run is over."));
      this.written.push(data);
      for (const key of data) this.type(run, state, key);
    });
  }

  resize(run: number, size: GridSize): Promise<void> {
    return this.answer("resize", () => {
      const state = this.runs.get(run);
      if (!state) throw thrown(failure("RunGone", "This run is over."));
      if (state.size.columns === size.columns && state.size.rows === size.rows) return;
      state.size = size;
      this.feed(run, { kind: "resized", ...size });
    });
  }

  openLink(url: string): Promise<void> {
    return this.answer("openLink", () => console.info("open", url));
  }

  private type(run: number, state: FakeRun, key: string): void {
    if (key === "\x7f") {
      if (state.line === "") return;
      state.line = state.line.slice(0, -1);
      this.print(run, "\b \b");
    } else if (key === "\r") {
      const line = state.line.trim();
      state.line = "";
      this.print(run, "\r\n");
      if (line === "exit") this.retire(run, "exited", { kind: "code", code: 0 });
      else if (line === "idle") this.retire(run, "idle");
      else if (line === "crash") this.retire(run, "exited", { kind: "code", code: 139 });
      else this.print(run, line === "" ? "$ " : `bash: ${line}: command not found\r\n$ `);
    } else if (key >= " ") {
      state.line += key;
      this.print(run, key);
    }
  }

  private startRun(run: number, session: string, screen: string, size: GridSize): void {
    this.runs.set(run, { session, size, screen, line: "" });
  }

  private feed(run: number, frame: Frame): void {
    for (const viewer of this.viewers.values()) {
      if (viewer.run !== run) continue;
      viewer.frames.push(frame);
      viewer.wake?.();
      viewer.wake = null;
    }
  }

  private change(session: string, with_: Partial<SessionRow>): SessionRow {
    const row = { ...this.known(session), ...with_, revision: this.revision++ };
    this.rows.set(session, row);
    this.tell({ event: "sessions.changed", rows: [row], gone: [] });
    return row;
  }

  private known(session: string): SessionRow {
    const row = this.rows.get(session);
    if (!row) throw thrown(failure("NotFound", "There is no such session."));
    return row;
  }

  private answer<Answer>(name: keyof Backend, act: () => Answer): Promise<Answer> {
    const refused = this.refuse.get(name);
    if (refused) {
      this.refuse.delete(name);
      return Promise.reject(thrown(refused));
    }
    // Asynchronous like the real one, with what it throws as a rejection.
    return Promise.resolve().then(act);
  }
}

/** The border speaks in plain objects; the type says `Error` only because a linter wants one to be thrown. */
function thrown(failed: Failure): Error {
  return failed as unknown as Error;
}

function keyframe(screen: string, size: GridSize): Frame {
  return { kind: "keyframe", ...size, offset: 0n, bytes: encoder.encode(`\x1bc\x1b[?25h${screen}`) };
}
