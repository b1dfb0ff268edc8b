/**
 * A pane: one xterm.js on the screen, fed either by the viewer of a live run or by the last screen of a
 * session that has none. It keeps its picture while its source changes, so nothing flickers when a run ends
 * or a session resumes. What it learns it tells; it decides nothing about sessions.
 */
import type { Terminal } from "@xterm/xterm";
import { isFailure, type Backend } from "../backend/backend";
import { failureOf } from "../backend/failure";
import type { Failure } from "../backend/generated/Failure";
import type { GridSize } from "../backend/generated/GridSize";
import type { Platform } from "../backend/generated/Platform";
import { swallowAnswers } from "./answers";
import { copySelection, pasteByChoice } from "./clipboard";
import { CommandMarks, type Output } from "./command-marks";
import type { Drawing } from "./drawing";
import { dumpOf, type Dump } from "./dump";
import { Depth, type Wanted } from "./depth";
import { terminalFontsReady } from "./fonts";
import { Find, type Found } from "./find";
import { mayTakeFocus } from "./focus";
import { Flood } from "./flood";
import { decodeFrames, type Keyframe } from "./frames";
import { writeInPlace } from "./in-place";
import { InputQueue, type Refused } from "./input";
import { xtermMayHave } from "./pane-keys";
import { Pasting, type PastingTold } from "./pasting";
import { Place } from "./place";
import { plainText } from "./plain-text";
import { giveBack, takeXterm } from "./spare";
import { applyFrames, Viewer, type Ended, type Sheet, type Told } from "./viewer";
import { USUAL_SIZE, type Xterm } from "./xterm";

export interface PaneOptions {
  backend: Backend;
  platform: Platform;
  drawing: Drawing;
  /** Whether the program in view hides what is typed now, as one that asks for a password does. */
  hides: () => boolean;
  /** Whether the keys are meant for this pane, and not for one beside it. */
  used: () => boolean;
  told: PaneTold;
}

export interface PaneTold extends PastingTold {
  /** How many cells fit; told once at first, then at every change. */
  fits(size: GridSize): void;
  /** The grid that is shown, which is the engine's. */
  grid(size: GridSize): void;
  ended(run: number, frame: Ended): void;
  /** The picture at rest is complete. */
  rested(): void;
  /** An answer said that the run is gone. */
  gone(run: number, failure: Failure): void;
  /** The picture cannot be shown, although the session is there. */
  lost(failure: Failure): void;
  unsent(what: Refused, why: Failure): void;
  /** What the program calls itself (OSC 0 and 2), as text; empty where it does not. */
  titled(title: string): void;
  /** What the bar that finds says. */
  found(found: Found): void;
  /** To be said to a screen reader. */
  says(text: string): void;
}

/** At rest nobody types or points: no cursor, no mouse reports, whatever the program had switched on. */
const AT_REST = "\x1b[?25l\x1b[?1000l\x1b[?1002l\x1b[?1003l";

/** The engine's number. */
const LONGEST_TITLE = 200;

export async function openPane(host: HTMLElement, options: PaneOptions): Promise<TerminalPane> {
  // xterm measures its cells once: a font that comes later would leave them wrong.
  await terminalFontsReady();
  const { platform, drawing, backend, told } = options;
  const openLink = (url: string): void => {
    backend.openLink(url).catch((thrown: unknown) => told.lost(failureOf(thrown)));
  };
  return new TerminalPane(host, options, await takeXterm(host, { platform, drawing, openLink }));
}

export class TerminalPane {
  private readonly term: Terminal;
  private readonly cleanups: (() => void)[] = [];
  private readonly marks: CommandMarks;
  private readonly place: Place;
  private readonly pasting: Pasting;
  private viewer: Viewer | null = null;
  private input: InputQueue | null = null;
  private proposed: GridSize | null = null;
  private frame: number | null = null;
  private hasPicture = false;
  private readonly depth: Depth;
  readonly find: Find;
  private readonly flood: Flood;
  /** The session that is to be shown at rest, once the viewer has finished. */
  private resting: string | null = null;
  private restTurn = 0;
  private disposed = false;
  /** Bytes that xterm.js was given and has not taken in. */
  private unparsed = 0;

  constructor(
    private readonly host: HTMLElement,
    private readonly options: PaneOptions,
    private readonly xterm: Xterm,
  ) {
    const { platform } = options;
    this.term = this.xterm.term;
    this.place = new Place(this.term);

    const swallower = swallowAnswers(this.term);
    const typed = this.term.onData((data) => {
      if (swallower.isAnswer(data)) return;
      this.flood.typed();
      this.input?.send(data, false);
    });
    const reported = this.term.onBinary((data) => this.input?.send(data, true));
    const titled = this.term.onTitleChange((title) => options.told.titled(plainText(title, LONGEST_TITLE)));
    this.marks = new CommandMarks(this.term);
    const deepen = (wanted: Wanted): Promise<boolean> => this.deepen(wanted);
    this.depth = new Depth(this.term, deepen, () => this.place.isMoving);
    this.find = new Find(this.term, this.depth, (found) => options.told.found(found));
    const isLookedThrough = (): boolean => this.find.isOpen;
    this.flood = new Flood(this.term, isLookedThrough, () => void this.depth.usual());
    const heard = [typed, reported, titled, swallower];
    for (const part of [this.flood, this.find, this.depth, this.marks, ...heard]) {
      this.cleanups.push(() => part.dispose());
    }
    const up = ({ deltaY }: WheelEvent): void => (deltaY < 0 ? this.depth.look() : undefined);
    host.addEventListener("wheel", up, { passive: true, capture: true });
    this.cleanups.push(() => host.removeEventListener("wheel", up, { capture: true }));
    this.pasting = new Pasting(host, this.term, options.told);
    const { marks, pasting, depth } = this;
    const takers = { host, term: this.term, platform, marks, pasting, depth };
    const says = (text: string): void => options.told.says(text);
    this.term.attachCustomKeyEventHandler((event) => xtermMayHave(event, { ...takers, says }));

    const observer = new ResizeObserver(() => this.measureSoon());
    observer.observe(host);
    this.cleanups.push(() => observer.disconnect());
    // The pane that was used last decides the size, so a window that is used again says its own.
    const used = (): void => {
      if (this.viewer && this.proposed) this.askForSize(this.viewer.run, this.proposed);
    };
    window.addEventListener("focus", used);
    this.cleanups.push(() => window.removeEventListener("focus", used));
    this.measure();
    // Opening a session waits for a size, so one is told even where nothing can be measured.
    if (this.proposed) this.resizeGrid(this.proposed.columns, this.proposed.rows);
    else options.told.fits(USUAL_SIZE);
  }

  /** Follows a live run, whose keyframe replaces the picture. */
  attach(run: number): void {
    if (this.viewer?.run === run) return;
    this.viewer?.stop();
    this.pasting.forget();
    this.resting = null;
    this.restTurn += 1;
    const { backend, told } = this.options;
    const heard: Told = {
      shown: () => {
        this.hasPicture = true;
        this.flood.begins();
        if (this.proposed && !this.hasSize(this.proposed)) this.askForSize(run, this.proposed);
      },
      ended: (frame) => {
        this.leave(viewer);
        told.ended(run, frame);
      },
      gone: (failure) => {
        this.leave(viewer);
        told.gone(run, failure);
      },
      lost: (failure) => {
        this.leave(viewer);
        told.lost(failure);
      },
    };
    const viewer: Viewer = new Viewer(run, backend, this.sheet, heard, this.flood);
    this.viewer = viewer;
    this.input = new InputQueue(
      run,
      (to, data, binary) => backend.write(to, data, binary),
      (what, why) => {
        told.unsent(what, why);
        if (why.code === "RunGone") told.gone(run, why);
      },
      this.options.hides,
    );
    this.term.options.disableStdin = false;
    void viewer.follow();
    this.greet();
  }

  /**
   * The session has no live run: a viewer that still reads finishes by itself, the picture that it leaves
   * stays, and only a pane without a picture fetches the last screen.
   */
  rest(session: string): void {
    this.resting = session;
    if (this.viewer || this.hasPicture) return;
    void this.fetchLastScreen(session);
  }

  /** The settings have changed; how many cells fit follows from them. */
  draw(drawing: Drawing): void {
    this.place.keep(() => this.xterm.draw(drawing));
    this.measure();
  }

  focus(): void {
    this.term.focus();
  }

  /** Takes the focus, unless the learner is busy elsewhere, or with the pane beside it. */
  greet(): void {
    if (this.options.used() && mayTakeFocus(this.host)) this.focus();
  }

  /** Whether what is shown is put where a screen reader finds it, and new output is told. */
  tellScreenReader(tell: boolean): void {
    this.term.options.screenReaderMode = tell;
  }

  /** How far down the screen is written, in pixels from its top. */
  usedHeight(): number {
    const buffer = this.term.buffer.active;
    let last = this.term.rows - 1;
    while (last > 0 && buffer.getLine(buffer.baseY + last)?.translateToString(true) === "") last -= 1;
    const screen = this.host.querySelector(".xterm-screen")?.clientHeight ?? 0;
    return ((last + 1) * screen) / this.term.rows;
  }

  /** The learner's answer to a paste that waits. */
  answerPaste(paste: boolean): void {
    this.pasting.answer(paste);
    this.focus();
  }

  hasSelection(): boolean {
    return this.term.hasSelection();
  }

  copy(): void {
    this.focus();
    copySelection(this.term);
  }

  paste(): void {
    this.focus();
    const keys = this.options.platform === "macos" ? "Cmd+V" : "Ctrl+Shift+V";
    pasteByChoice(
      (text) => this.pasting.offer(text),
      () => this.options.told.notice(`The clipboard cannot be read this way here. Paste with ${keys}.`),
    );
  }

  /** Files were dragged in: their paths are typed. */
  drop(paths: readonly string[]): void {
    this.pasting.drop(paths);
  }

  selectAll(): void {
    this.focus();
    this.term.selectAll();
  }

  /** What the last command printed, where its shell marks its commands. */
  lastOutput(): Output | null {
    return this.marks.lastOutput();
  }

  dump(withCells = false): Dump {
    return dumpOf(this.term, withCells);
  }

  dispose(): void {
    this.disposed = true;
    this.pasting.forget();
    this.viewer?.stop();
    this.viewer = null;
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.cleanups.forEach((cleanup) => cleanup());
    this.place.dispose();
    // Last of all: nothing of this session hears of it any more.
    giveBack(this.xterm, this.unparsed);
  }

  private readonly sheet: Sheet = {
    // What was on its way as the pane went is for nobody: its xterm.js may be another's by now.
    resize: (columns, rows) => (this.disposed ? undefined : this.resizeGrid(columns, rows)),
    write: (bytes, taken) => (this.disposed ? taken() : this.term.write(bytes, this.parsed(bytes, taken))),
    keyframe: (frame, taken) => (this.disposed ? taken() : this.show(frame, this.parsed(frame.bytes, taken))),
  };

  private parsed({ byteLength }: Uint8Array, taken: () => void): () => void {
    this.unparsed += byteLength;
    return () => {
      this.unparsed -= byteLength;
      taken();
    };
  }

  /** Another run's picture begins at its end; one of the same run, or of the same rest, takes the place of its last. */
  private show(frame: Keyframe, taken: () => void): void {
    const isAsked = this.depth.isAsked;
    const isWanted = (): boolean => !this.disposed;
    const done = (): void => {
      if (!isWanted()) {
        taken();
        return;
      }
      this.depth.taken(Number(frame.above));
      if (!isAsked) this.find.renew();
      taken();
    };
    if (this.viewer ? this.viewer.isShown : this.hasPicture) {
      // What was printed meanwhile, the pane has not seen.
      const printed = isAsked ? this.marks.lastOutput() : null;
      // The place is kept by who writes; a marker in the old picture would be nowhere in the new one.
      const sized = (): void => {
        this.place.forget();
        this.depth.makeRoom(frame);
        this.sizeGrid(frame);
      };
      const settled = (): void => {
        this.marks.recall(printed);
        if (!this.viewer && this.proposed) this.sizeGrid(this.proposed);
      };
      writeInPlace(this.term, frame.bytes, { isWanted, sized, settled, taken: done });
      return;
    }
    this.depth.reset();
    this.resizeGrid(frame.columns, frame.rows);
    this.term.write(frame.bytes, done);
  }

  /** More of the history is wanted; answers whether a keyframe with it will come. */
  private async deepen({ first, lines }: Wanted): Promise<boolean> {
    if (this.viewer) return this.viewer.deepen(first);
    if (this.resting === null || !this.hasPicture) return false;
    await this.fetchLastScreen(this.resting, lines);
    return false;
  }

  private leave(viewer: Viewer): void {
    if (this.viewer !== viewer) return;
    this.viewer = null;
    this.term.options.disableStdin = true;
    this.marks.over();
    this.depth.answered();
    this.pasting.forget();
    // The run was over before anything of it could be shown.
    if (this.resting !== null && !this.hasPicture) void this.fetchLastScreen(this.resting);
    this.term.write(AT_REST, () => {
      if (this.disposed || this.viewer) return;
      if (this.proposed) this.resizeGrid(this.proposed.columns, this.proposed.rows);
      this.options.told.rested();
    });
  }

  private async fetchLastScreen(session: string, lines = 0): Promise<void> {
    this.restTurn += 1;
    const turn = this.restTurn;
    try {
      const body = await this.options.backend.lastScreen(session, lines);
      // A run may have been attached meanwhile, or a newer size asked for: then this picture is old.
      if (this.disposed || turn !== this.restTurn) return;
      await applyFrames(this.sheet, decodeFrames(body));
      if (this.isStale(turn)) return;
      this.hasPicture = true;
      this.marks.over();
      if (this.proposed) this.resizeGrid(this.proposed.columns, this.proposed.rows);
      this.term.write(AT_REST, () => this.options.told.rested());
    } catch (thrown) {
      // A session that never ran has no screen, which is nothing to complain about.
      if (!this.isStale(turn) && !(isFailure(thrown) && thrown.code === "NotFound")) this.lost(thrown);
    }
  }

  private isStale(turn: number): boolean {
    return this.disposed || turn !== this.restTurn;
  }

  private lost(thrown: unknown): void {
    this.options.told.lost(failureOf(thrown));
  }

  private hasSize({ columns, rows }: GridSize): boolean {
    return this.term.cols === columns && this.term.rows === rows;
  }

  private resizeGrid(columns: number, rows: number): void {
    const size = { columns, rows };
    if (this.hasSize(size)) this.options.told.grid(size);
    else this.place.keep(() => this.sizeGrid(size));
  }

  private sizeGrid({ columns, rows }: GridSize): void {
    if (this.term.cols !== columns || this.term.rows !== rows) this.term.resize(columns, rows);
    this.options.told.grid({ columns, rows });
  }

  /** Once a frame at most: a window that is dragged wider would ask for hundreds of sizes. */
  private measureSoon(): void {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.measure();
    });
  }

  private measure(): void {
    const fit = this.xterm.fit.proposeDimensions();
    if (!fit || Number.isNaN(fit.cols) || Number.isNaN(fit.rows)) return;
    const size: GridSize = { columns: fit.cols, rows: fit.rows };
    if (this.proposed?.columns === size.columns && this.proposed.rows === size.rows) return;
    this.proposed = size;
    this.options.told.fits(size);
    // The grid itself changes when the stream says so, at the same place as in the engine.
    if (this.viewer) this.askForSize(this.viewer.run, size);
    // At rest there is no stream, and nobody else who sees this grid: the lines flow into the pane.
    else if (this.hasPicture) this.resizeGrid(size.columns, size.rows);
  }

  private askForSize(run: number, size: GridSize): void {
    this.options.backend.resize(run, size).catch((thrown: unknown) => {
      if (isFailure(thrown) && thrown.code === "RunGone") this.options.told.gone(run, thrown);
      else this.lost(thrown);
    });
  }
}
