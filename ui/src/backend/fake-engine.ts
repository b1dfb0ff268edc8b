/**
 * What a pretended engine does by itself, and its terminals: rows, runs and their screens, in the order in
 * which the real one tells. `fake.ts` adds what a window asks of it.
 */
import { encodeFrames } from "../terminal/frames";
import type { Attached, Backend, FileDrag, ViewerId } from "./backend";
import { failure, thrown } from "./fake-failure";
import { FakeRuns, keyframe } from "./fake-runs";
import { SCREENS } from "./fake-samples";
import type { Event } from "./generated/Event";
import type { Exit } from "./generated/Exit";
import type { Failure } from "./generated/Failure";
import type { GridSize } from "./generated/GridSize";
import type { Reason } from "./generated/Reason";
import type { SessionRow } from "./generated/SessionRow";

export class FakeEngine {
  readonly rows = new Map<string, SessionRow>();
  readonly screens = new Map<string, string>();
  readonly written: string[] = [];
  /** The next call of this name rejects with this. */
  readonly refuse = new Map<keyof Backend, Failure>();
  protected readonly runs = new FakeRuns((run, reason, exit) => this.retire(run, reason, exit));
  protected revision = 1000;
  private handlers: ((event: Event) => void)[] = [];
  private dragHandlers: ((drag: FileDrag) => void)[] = [];

  constructor(rows: readonly SessionRow[]) {
    for (const row of rows) {
      this.rows.set(row.id, row);
      const screen = SCREENS[row.id] ?? "$ ";
      this.screens.set(row.id, screen);
      if (row.run !== null) this.runs.start(row.run, row.id, screen, { columns: 80, rows: 24 });
    }
  }

  // What the engine would do by itself; tests call these.

  tell(event: Event): void {
    for (const handler of this.handlers) handler(event);
  }

  /** Files are dragged over the window. */
  drag(drag: FileDrag): void {
    for (const handler of this.dragHandlers) handler(drag);
  }

  print(run: number, text: string): void {
    this.runs.print(run, text);
  }

  /** Everything that a run leaves, in the order of the engine: last output, rows, and only then the event. */
  retire(run: number, reason: Reason, exit: Exit | null = null): void {
    const left = this.runs.take(run, reason, exit);
    const row = left && this.rows.get(left.session);
    if (!row) return;
    this.screens.set(row.id, left.screen);
    const endedAt = Date.now();
    const reclaimed = reason === "idle" || reason === "evicted" || reason === "orphaned";
    this.change(row.id, {
      status: reclaimed || reason === "app_quit" || reason === "owner_lost" ? "asleep" : "ended",
      activity: null,
      activitySince: null,
      rang: false,
      progress: null,
      job: null,
      run: null,
      lastRun: { id: run, startedAt: row.lastActiveAt, endedAt, reason, exit, owner: "app" },
    });
    const session = row.id;
    if (reclaimed) this.tell({ event: "session.reclaimed", run, session, reason, endedAt });
    else if (reason !== "closed") this.tell({ event: "session.ended", run, session, reason, exit, endedAt });
  }

  listen(handler: (event: Event) => void): Promise<() => void> {
    this.handlers.push(handler);
    return Promise.resolve(() => {
      this.handlers = this.handlers.filter((other) => other !== handler);
    });
  }

  onFilesDragged(handler: (drag: FileDrag) => void): Promise<() => void> {
    this.dragHandlers.push(handler);
    return Promise.resolve(() => {
      this.dragHandlers = this.dragHandlers.filter((other) => other !== handler);
    });
  }

  attach(run: number): Promise<Attached> {
    return this.answer("attach", () => this.runs.attach(run));
  }

  lastScreen(session: string, lines: number): Promise<Uint8Array> {
    return this.answer("lastScreen", () => {
      this.known(session);
      const screen = this.screens.get(session);
      if (screen === undefined) throw thrown(failure("NotFound", "It has no screen yet."));
      return encodeFrames([keyframe(screen, { columns: 80, rows: 24 }, lines)]);
    });
  }

  read(viewer: ViewerId): Promise<Uint8Array> {
    return this.runs.read(viewer);
  }

  deepen(viewer: ViewerId, first: number): Promise<void> {
    return this.answer("deepen", () => this.runs.deepen(viewer, first));
  }

  detach(viewer: ViewerId): Promise<void> {
    return this.answer("detach", () => this.runs.detach(viewer));
  }

  write(run: number, data: string): Promise<void> {
    return this.answer("write", () => {
      this.runs.write(run, data);
      this.written.push(data);
    });
  }

  resize(run: number, size: GridSize): Promise<void> {
    return this.answer("resize", () => this.runs.resize(run, size));
  }

  protected change(session: string, with_: Partial<SessionRow>): SessionRow {
    const row = { ...this.known(session), ...with_, revision: this.revision++ };
    this.rows.set(session, row);
    this.tell({ event: "sessions.changed", rows: [row], gone: [] });
    return row;
  }

  protected known(session: string): SessionRow {
    const row = this.rows.get(session);
    if (!row) throw thrown(failure("NotFound", "There is no such session."));
    return row;
  }

  protected answer<Answer>(name: keyof Backend, act: () => Answer): Promise<Answer> {
    const refused = this.refuse.get(name);
    if (refused) {
      this.refuse.delete(name);
      return Promise.reject(thrown(refused));
    }
    // Asynchronous like the real one, with what it throws as a rejection.
    return Promise.resolve().then(act);
  }
}
