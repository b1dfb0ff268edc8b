/**
 * What draws sessions. The terminal is most of the window's code: it is read once the list of sessions is drawn, which
 * does not need it.
 */
import type Halves from "../pane/Halves.svelte";

export class Panes {
  #halves = $state.raw<typeof Halves | null>(null);

  constructor(halves: typeof Halves | null = null) {
    this.#halves = halves;
  }

  get halves(): typeof Halves | null {
    return this.#halves;
  }

  async read(): Promise<void> {
    this.#halves ??= (await import("../pane/Halves.svelte")).default;
  }
}
