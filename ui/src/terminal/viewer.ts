/**
 * The loop of a viewer: attach, read, apply, and ask for more only when the terminal has taken in what it
 * was given. That is all of flow control: a slow pane asks less often, and never slows the program.
 */
import { isFailure, type Backend, type Pace, type ViewerId } from "../backend/backend";
import type { Failure } from "../backend/generated/Failure";
import { inWholeCharacters } from "./characters";
import { decodeFrames, FrameError, type Frame, type Keyframe } from "./frames";

export type Ended = Extract<Frame, { kind: "ended" }>;

/** What a viewer draws on; `pane.ts` puts xterm.js behind it. */
export interface Sheet {
  resize(columns: number, rows: number): void;
  /** `taken` is called when everything up to here has been parsed. */
  write(bytes: Uint8Array, taken: () => void): void;
  /** Puts a keyframe in the place of all that there is. */
  keyframe(frame: Keyframe, taken: () => void): void;
}

export interface Told {
  /** The first keyframe is on the sheet. */
  shown(): void;
  /** The last output is on the sheet, and the run is over. */
  ended(frame: Ended): void;
  /** The run was gone before or while it was read. */
  gone(failure: Failure): void;
  /** The view is lost although the run may live. */
  lost(failure: Failure): void;
}

/** Decides how much of more output than anybody could read a viewer is given. */
export interface Pacer {
  /** The pace of the next read; null is all that came. */
  pace(): Pace | null;
  /** The present is on the sheet, which took so many milliseconds; resolves when it may be read on. */
  skipped(took: number): Promise<void>;
}

/** All of it, as it comes. */
const UNHURRIED: Pacer = { pace: () => null, skipped: () => Promise.resolve() };

type Source = Pick<Backend, "attach" | "read" | "deepen" | "detach">;

/** How often a viewer attaches anew by itself before it says that its view is lost. */
const FRESH_STARTS = 2;

export class Viewer {
  private stopped = false;
  private viewer: ViewerId | null = null;
  private hasShown = false;

  private readonly sheet: Sheet;

  constructor(
    readonly run: number,
    private readonly source: Source,
    sheet: Sheet,
    private readonly told: Told,
    private readonly pacer: Pacer = UNHURRIED,
  ) {
    this.sheet = inWholeCharacters(sheet);
  }

  /** Resolves when the loop is over, for whatever cause. */
  async follow(): Promise<void> {
    for (let start = 0; ; start += 1) {
      try {
        await this.loop();
        return;
      } catch (thrown) {
        if (this.isStopped()) return;
        if (isCuredByAttaching(thrown) && start < FRESH_STARTS) {
          await this.leave();
          continue;
        }
        const failure = failureOf(thrown);
        if (failure.code === "RunGone") {
          this.viewer = null;
          this.told.gone(failure);
        } else {
          await this.leave();
          this.told.lost(failure);
        }
        return;
      }
    }
  }

  /** Asks for a keyframe that begins with that line of the session; answers whether it will come. */
  async deepen(first: number): Promise<boolean> {
    if (this.viewer === null) return false;
    await this.source.deepen(this.viewer, first);
    return true;
  }

  /** Whether a keyframe is on the sheet: another one shows the same run. */
  get isShown(): boolean {
    return this.hasShown;
  }

  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    void this.leave();
  }

  // A method, since the flag changes while the loop waits, which the type checker cannot see.
  private isStopped(): boolean {
    return this.stopped;
  }

  private async loop(): Promise<void> {
    const { viewer, body: first } = await this.source.attach(this.run, this.pacer.pace());
    this.viewer = viewer;
    if (this.isStopped()) return this.leave();
    for (let body = first; ; body = await this.source.read(viewer, this.pacer.pace())) {
      if (this.isStopped()) return;
      const [frames, came] = [decodeFrames(body), performance.now()];
      const ended = await applyFrames(this.sheet, frames);
      if (this.isStopped()) return;
      const skips = this.hasShown && frames[0]?.kind === "keyframe";
      if (!this.hasShown) {
        this.hasShown = true;
        this.told.shown();
      }
      if (ended) {
        // The engine forgets the viewers of a run together with it.
        this.viewer = null;
        this.told.ended(ended);
        return;
      }
      if (skips) await this.pacer.skipped(performance.now() - came);
      if (this.isStopped()) return;
    }
  }

  private async leave(): Promise<void> {
    const viewer = this.viewer;
    this.viewer = null;
    if (viewer === null) return;
    try {
      await this.source.detach(viewer);
    } catch (thrown) {
      // A viewer that the engine does not know any more is as good as detached.
      console.debug("detach", thrown);
    }
  }
}

/** A body that cannot be understood, or a viewer that the engine has forgotten: a fresh keyframe cures both. */
function isCuredByAttaching(thrown: unknown): boolean {
  return thrown instanceof FrameError || (isFailure(thrown) && thrown.code === "NotFound");
}

/** Applies frames in order; resolves when the sheet has taken all of them in. Answers the end, if it came. */
export async function applyFrames(sheet: Sheet, frames: readonly Frame[]): Promise<Ended | null> {
  let ended: Ended | null = null;
  let taken: Promise<void> = Promise.resolve();
  for (const frame of frames) {
    switch (frame.kind) {
      case "keyframe":
        await taken;
        taken = new Promise((resolve) => sheet.keyframe(frame, resolve));
        break;
      case "resized":
        // The grid changes after the output before it, or that output would wrap in another place.
        await taken;
        sheet.resize(frame.columns, frame.rows);
        break;
      case "output":
        taken = written(sheet, frame.bytes);
        break;
      case "ended":
        ended = frame;
        break;
    }
  }
  await taken;
  return ended;
}

function written(sheet: Sheet, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => sheet.write(bytes, resolve));
}

function failureOf(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "Internal", message, hint: "", session: null, reason: null };
}
