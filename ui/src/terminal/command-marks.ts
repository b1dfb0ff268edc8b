/**
 * The marks of a shell in xterm.js: one in the margin for each command, jumps between them, and what the last
 * one printed. Nothing of it shows, and no key changes, until a shell sends marks.
 */
import type { IDecoration, IDisposable, IMarker, Terminal } from "@xterm/xterm";
import { NO_MARKS, parseMark, step, without, wordsFor } from "./marks";
import type { Command, MarkEvent, Marks } from "./marks";
import { textBetween } from "./output";

export interface Output {
  text: string;
  /** False where its beginning is not in the pane any more. */
  whole: boolean;
}

interface Drawn {
  command: Command<IMarker>;
  decoration: IDecoration | undefined;
}

export class CommandMarks implements IDisposable {
  private marks: Marks<IMarker> = NO_MARKS;
  private readonly drawn = new Map<IMarker, Drawn>();
  /** Where the output of the command that runs begins. */
  private start: { marker: IMarker; column: number } | null = null;
  private last: Output | null = null;
  /** The command that the learner jumped to, and where the view was then: scrolling leaves it. */
  private visited: { at: IMarker; view: number } | null = null;
  private readonly handlers: IDisposable[];

  constructor(private readonly term: Terminal) {
    this.handlers = [
      term.parser.registerOscHandler(133, (payload) => {
        const event = parseMark(payload);
        // A shell inside a full-screen program speaks of lines that will not stay.
        if (event && this.isPrimary()) this.hear(event);
        return true;
      }),
      // RIS begins every keyframe. xterm.js drops the lines then, but not the markers on them.
      term.parser.registerEscHandler({ final: "c" }, () => {
        this.clear();
        return false;
      }),
      term.onData(() => this.leave()),
    ];
  }

  /** The process is over: what ran does not run any more. */
  over(): void {
    this.take({ kind: "over" });
  }

  /** What the last command that ended has printed, as far as the pane still had it. */
  lastOutput(): Output | null {
    return this.last;
  }

  canJump(): boolean {
    return this.isPrimary() && this.marks.commands.length > 0;
  }

  /** Scrolls to the command before or after, and answers what its mark says; null at the present. */
  jump(direction: "previous" | "next"): string | null {
    const target = this.target(direction);
    this.leave();
    if (!target) {
      this.term.scrollToBottom();
      return null;
    }
    this.term.scrollToLine(target.at.line);
    this.visited = { at: target.at, view: this.term.buffer.active.viewportY };
    this.dressAt(target.at);
    return wordsFor(target);
  }

  /**
   * To be called when a keyframe is there in the place of a picture. It says the marks again; what it has only the end
   * of, or nothing, the pane may have had more of.
   */
  recall(before: Output | null): void {
    if (!this.last?.whole) this.last = before ?? this.last;
  }

  dispose(): void {
    this.handlers.forEach((handler) => handler.dispose());
    this.clear();
  }

  private isPrimary(): boolean {
    return this.term.buffer.active.type === "normal";
  }

  private hear(event: MarkEvent): void {
    if (event.kind !== "input") this.last = this.outputUpToHere() ?? this.last;
    this.take(event);
    this.start?.marker.dispose();
    this.start =
      event.kind === "runs"
        ? { marker: this.term.registerMarker(0), column: this.term.buffer.active.cursorX }
        : null;
  }

  private take(event: MarkEvent): void {
    // The prompt may have been erased since.
    const before = without(this.marks, (place) => place.isDisposed);
    this.marks = step(before, event, () =>
      this.term.registerMarker(event.kind === "runs" ? -this.rowsUpToPrompt() : 0),
    );
    for (const place of [before.prompt, before.commands[0]?.at]) {
      if (place && place !== this.marks.prompt && !this.marks.commands.some(({ at }) => at === place)) {
        place.dispose();
      }
    }
    for (const command of this.marks.commands.slice(-2)) this.draw(command);
  }

  /**
   * A command whose prompt was not marked, as the first one after a keyframe, was typed in the line above its
   * output: Enter has just ended it.
   */
  private rowsUpToPrompt(): number {
    const buffer = this.term.buffer.active;
    const here = buffer.baseY + buffer.cursorY;
    if (buffer.cursorX > 0 || here === 0) return 0;
    let line = here - 1;
    while (line > 0 && buffer.getLine(line)?.isWrapped) line -= 1;
    return here - line;
  }

  private draw(command: Command<IMarker>): void {
    const { at } = command;
    const drawn = this.drawn.get(at);
    if (drawn) {
      drawn.command = command;
      this.dressAt(at);
      return;
    }
    const decoration = this.term.registerDecoration({ marker: at, layer: "top" });
    this.drawn.set(at, { command, decoration });
    decoration?.onRender(() => this.dressAt(at));
    at.onDispose(() => {
      this.drawn.delete(at);
      this.marks = without(this.marks, (place) => place.isDisposed);
    });
  }

  /** Called whenever the terminal is drawn, so it writes to the page only what changes. */
  private dressAt(at: IMarker): void {
    const { command, decoration } = this.drawn.get(at) ?? {};
    const element = decoration?.element;
    if (!command || !element) return;
    const words = wordsFor(command);
    if (element.title !== words) {
      element.classList.add("command-mark");
      element.setAttribute("role", "img");
      element.setAttribute("aria-label", words);
      element.title = words;
      element.dataset.testid = "command-mark";
      element.dataset.state = stateOf(command);
    }
    element.classList.toggle("visited", this.visited?.at === at);
  }

  private target(direction: "previous" | "next"): Command<IMarker> | undefined {
    const { commands } = this.marks;
    const { viewportY, baseY } = this.term.buffer.active;
    const visited = this.visited?.view === viewportY ? this.visited.at : null;
    const at = commands.findIndex((command) => command.at === visited);
    if (at >= 0) return direction === "next" ? commands[at + 1] : (commands[at - 1] ?? commands[0]);
    if (direction === "next") return commands.find((command) => command.at.line > viewportY);
    const atPresent = viewportY === baseY;
    const above = commands.filter((command) => atPresent || command.at.line < viewportY);
    return above.at(-1) ?? commands[0];
  }

  private leave(): void {
    const at = this.visited?.at;
    this.visited = null;
    if (at) this.dressAt(at);
  }

  private outputUpToHere(): Output | null {
    if (!this.start) return null;
    const { marker, column } = this.start;
    const buffer = this.term.buffer.active;
    const here = { line: buffer.baseY + buffer.cursorY, column: buffer.cursorX };
    if (!marker.isDisposed) {
      return { text: textBetween(buffer, { line: marker.line, column }, here), whole: true };
    }
    // Its first line left a full pane at the top; or the command erased the screen, and the rest is on it.
    const isFull = buffer.length >= this.term.rows + (this.term.options.scrollback ?? 0);
    const from = { line: isFull ? 0 : buffer.baseY, column: 0 };
    return { text: textBetween(buffer, from, here), whole: !isFull };
  }

  private clear(): void {
    const { prompt, commands } = this.marks;
    this.start?.marker.dispose();
    this.marks = NO_MARKS;
    this.start = null;
    this.last = null;
    this.visited = null;
    prompt?.dispose();
    // Their decorations go with them.
    for (const { at } of commands) at.dispose();
  }
}

function stateOf({ running, exit }: Command<IMarker>): "running" | "done" | "failed" | "ended" {
  if (running) return "running";
  if (exit === null) return "ended";
  return exit === 0 ? "done" : "failed";
}
