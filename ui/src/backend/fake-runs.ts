/** The runs of the pretended engine: their screens, the viewers that follow them, and a shell of few words. */
import { encodeFrames, type Frame } from "../terminal/frames";
import type { Attached, ViewerId } from "./backend";
import { failure, thrown } from "./fake-failure";
import type { Exit } from "./generated/Exit";
import type { GridSize } from "./generated/GridSize";
import type { Reason } from "./generated/Reason";

export interface FakeRun {
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

const encoder = new TextEncoder();
const USUAL_LINES = 2000;

export class FakeRuns {
  private readonly runs = new Map<number, FakeRun>();
  private readonly viewers = new Map<ViewerId, FakeViewer>();
  private ids = 1;

  /** `over`: a word of the shell ends the run. */
  constructor(private readonly over: (run: number, reason: Reason, exit: Exit | null) => void) {}

  start(run: number, session: string, screen: string, size: GridSize): void {
    this.runs.set(run, { session, size, screen, line: "" });
  }

  print(run: number, text: string): void {
    const state = this.runs.get(run);
    if (!state) return;
    state.screen += text;
    this.feed(run, { kind: "output", bytes: encoder.encode(text) });
  }

  /** Takes the run away, and tells its viewers; answers what it left. */
  take(run: number, reason: Reason, exit: Exit | null): FakeRun | null {
    const state = this.runs.get(run);
    if (!state) return null;
    this.runs.delete(run);
    this.feed(run, { kind: "ended", reason, exit });
    return state;
  }

  attach(run: number): Attached {
    const state = this.living(run);
    const viewer = this.ids++;
    this.viewers.set(viewer, { run, frames: [], wake: null });
    return { viewer, body: encodeFrames([keyframe(state.screen, state.size)]) };
  }

  async read(viewer: ViewerId): Promise<Uint8Array> {
    const state = this.viewers.get(viewer);
    if (!state) throw thrown(failure("RunGone", "This run is over."));
    if (state.frames.length === 0) await new Promise<void>((resolve) => (state.wake = resolve));
    const frames = state.frames.splice(0);
    if (frames.some((frame) => frame.kind === "ended")) this.viewers.delete(viewer);
    return encodeFrames(frames);
  }

  deepen(viewer: ViewerId, first: number): void {
    const known = this.viewers.get(viewer);
    const state = known && this.living(known.run);
    if (!known || !state) throw thrown(failure("NotFound", "There is no such viewer."));
    known.frames.push(keyframe(state.screen, state.size, state.screen.split("\r\n").length - first));
    known.wake?.();
    known.wake = null;
  }

  detach(viewer: ViewerId): void {
    this.viewers.delete(viewer);
  }

  write(run: number, data: string): void {
    const state = this.living(run);
    for (const key of data) this.type(run, state, key);
  }

  resize(run: number, size: GridSize): void {
    const state = this.living(run);
    if (state.size.columns === size.columns && state.size.rows === size.rows) return;
    state.size = size;
    this.feed(run, { kind: "resized", ...size });
  }

  private living(run: number): FakeRun {
    const state = this.runs.get(run);
    if (!state) throw thrown(failure("RunGone", "This run is over."));
    return state;
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
      if (line === "exit") this.over(run, "exited", { kind: "code", code: 0 });
      else if (line === "idle") this.over(run, "idle", null);
      else if (line === "crash") this.over(run, "exited", { kind: "code", code: 139 });
      else this.print(run, answered(line));
    } else if (key >= " ") {
      state.line += key;
      this.print(run, key);
    }
  }

  private feed(run: number, frame: Frame): void {
    for (const viewer of this.viewers.values()) {
      if (viewer.run !== run) continue;
      viewer.frames.push(frame);
      viewer.wake?.();
      viewer.wake = null;
    }
  }
}

/** Marks of a shell (OSC 133), as the real ones send them. */
const PROMPT = "\x1b]133;A\x07$ \x1b]133;B\x07";
const runs = (command: string): string => `\x1b]133;C;cmdline_url=${encodeURIComponent(command)}\x07`;
const ended = (exit: number): string => `\x1b]133;D;${exit}\x07`;

function answered(line: string): string {
  if (line === "") return `\x1b]133;D\x07${PROMPT}`;
  const said = /^echo (.*)$/.exec(line)?.[1];
  const [output, exit] = said === undefined ? [`bash: ${line}: command not found`, 127] : [said, 0];
  return `${runs(line)}${output}\r\n${ended(exit)}${PROMPT}`;
}

/** With the last `lines` of what was printed; the screen counts among them, as these shells print little. */
export function keyframe(screen: string, size: GridSize, lines = USUAL_LINES): Frame {
  const all = screen.split("\r\n");
  const above = Math.max(0, all.length - Math.max(lines, USUAL_LINES));
  const bytes = encoder.encode(`\x1bc\x1b[?25h${all.slice(above).join("\r\n")}`);
  return { kind: "keyframe", ...size, offset: 0n, above: BigInt(above), bytes };
}
