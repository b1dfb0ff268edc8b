/**
 * Where the desk is: beside the terminal, where the learner wants it and there is room, or over what is in
 * view for as long as a thought is parked. Over it, since the grid must not change for a moment's note.
 */
import { MediaQuery } from "svelte/reactivity";
import { remember, remembered } from "../app/remembered";

/** Below this a terminal of sixty columns has no room beside the sidebar and the desk. */
const NARROW = "(max-width: 1079px)";
/** The same beside two sessions. */
const NARROW_FOR_TWO = "(max-width: 1399px)";
const KEY = "desk";

export class DeskPlace {
  #wanted = $state(remembered(KEY, "forever") !== "closed");
  #narrow = $state(false);
  #over = $state(false);

  private readonly narrowForTwo = new MediaQuery(NARROW_FOR_TWO);

  /** `inView`: how many sessions are in view; a page without one has no place beside it. */
  constructor(private readonly inView: () => number) {}

  get docked(): boolean {
    return this.#wanted && this.hasRoom;
  }
  get over(): boolean {
    return this.#over && !this.docked;
  }
  get open(): boolean {
    return this.docked || this.over;
  }

  /** For the button and the palette. Without room the desk lies over what is in view, and nothing is remembered. */
  toggle(): void {
    if (!this.hasRoom) {
      this.#over = !this.#over;
      return;
    }
    this.#wanted = !this.#wanted;
    this.#over = false;
    remember(KEY, this.#wanted ? "open" : "closed", "forever");
  }

  /** Shows the desk for a thought, wherever it can be. */
  show(): void {
    this.#over = !this.docked;
  }

  /** The thought is parked, or waits as a draft. */
  leave(): void {
    this.#over = false;
  }

  private get hasRoom(): boolean {
    const sessions = this.inView();
    return !this.#narrow && sessions > 0 && (sessions === 1 || !this.narrowForTwo.current);
  }

  /** Follows the width of the window. Answers a function that stops it. */
  follow(): () => void {
    const narrow = window.matchMedia(NARROW);
    const change = (): void => {
      this.#narrow = narrow.matches;
      if (!narrow.matches) this.#over = false;
    };
    change();
    narrow.addEventListener("change", change);
    return () => narrow.removeEventListener("change", change);
  }
}
