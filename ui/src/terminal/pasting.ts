/**
 * What comes into the terminal by other ways than keys: pasting, the mouse's buttons for it, and files that are
 * dragged in. It is cleaned, and several lines wait for an answer where the program would run each of them.
 */
import type { Terminal } from "@xterm/xterm";
import { pathsIn, typedPaths } from "./dropped";
import { pastable, questionFor, type PasteQuestion } from "./paste";

export interface PastingTold {
  /** A paste waits for an answer; null when it does not any more. */
  asks(question: PasteQuestion | null): void;
  /** The menu of the terminal is wanted, at these pixels of the window. */
  menu(at: { x: number; y: number }): void;
  /** To be seen and heard. */
  notice(text: string): void;
}

/** A web view pastes the primary selection right after the button is up. */
const MIDDLE_PASTE_MS = 100;

export class Pasting {
  private waiting: string | null = null;
  /** The program was given a click with the middle button, so the web view's paste for it is not wanted. */
  private middleIsProgram = false;

  constructor(
    host: HTMLElement,
    private readonly term: Terminal,
    private readonly told: PastingTold,
  ) {
    // All before xterm.js hears of them.
    const capture = { capture: true };
    host.addEventListener("paste", (event) => this.hearPaste(event), capture);
    host.addEventListener("contextmenu", (event) => this.hearMenu(event), capture);
    host.addEventListener("mousedown", (event) => this.hearButton(event), capture);
    host.addEventListener("auxclick", (event) => this.hearAuxClick(event), capture);
    host.addEventListener("dragover", (event) => this.hearDrag(event), capture);
    host.addEventListener("drop", (event) => this.hearDrop(event), capture);
  }

  /** Sends it, or asks. */
  offer(text: string): void {
    const clean = pastable(text);
    if (this.term.options.disableStdin || clean === "") return;
    const question = questionFor(clean, this.term.modes.bracketedPasteMode);
    if (question === null) {
      this.term.paste(clean);
      return;
    }
    this.waiting = clean;
    this.told.asks(question);
  }

  /** Files were dragged in. */
  drop(paths: readonly string[]): void {
    this.offer(typedPaths(paths));
    this.term.focus();
  }

  answer(paste: boolean): void {
    const text = this.waiting;
    this.forget();
    if (paste && text !== null) this.term.paste(text);
  }

  /** The program that it was meant for is not there any more. */
  forget(): void {
    if (this.waiting === null) return;
    this.waiting = null;
    this.told.asks(null);
  }

  private hearPaste(event: ClipboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (!this.middleIsProgram) this.offer(event.clipboardData?.getData("text/plain") ?? "");
  }

  private hearMenu(event: MouseEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (!this.isForProgram(event)) this.told.menu({ x: event.clientX, y: event.clientY });
  }

  private hearButton(event: MouseEvent): void {
    this.middleIsProgram = event.button === 1 && this.isForProgram(event);
  }

  private hearAuxClick(event: MouseEvent): void {
    if (!this.middleIsProgram) return;
    // xterm.js would bring its field under the pointer, for the web view to paste into.
    event.preventDefault();
    event.stopPropagation();
    window.setTimeout(() => (this.middleIsProgram = false), MIDDLE_PASTE_MS);
  }

  private hearDrag(event: DragEvent): void {
    if (this.term.options.disableStdin || !event.dataTransfer) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  }

  private hearDrop(event: DragEvent): void {
    // Otherwise a web view would show the file in place of the window.
    event.preventDefault();
    event.stopPropagation();
    const data = event.dataTransfer;
    if (this.term.options.disableStdin || !data) return;
    const paths = pathsIn(data.getData("text/uri-list"));
    if (paths.length > 0) this.drop(paths);
    else if (data.types.includes("Files")) this.told.notice("Where that file is cannot be seen from here.");
    else this.offer(data.getData("text/plain"));
    this.term.focus();
  }

  /** Whether the program asked for the mouse; with Shift it is the learner's. */
  private isForProgram(event: MouseEvent): boolean {
    return this.term.modes.mouseTrackingMode !== "none" && !event.shiftKey;
  }
}
