/** The sizes of the panes in view, by session: how many cells fit in each, and the grid that each shows. */
import type { GridSize } from "../backend/generated/GridSize";

export class PaneSizes {
  #grids = $state.raw<ReadonlyMap<string, GridSize>>(new Map());
  private readonly fitting = new Map<string, GridSize>();
  private readonly waiting = new Map<string, ((size: GridSize) => void)[]>();
  private last: GridSize | null = null;

  /** The grid that the pane of a session shows. */
  grid(session: string): GridSize | null {
    return this.#grids.get(session) ?? null;
  }

  shows(session: string, size: GridSize): void {
    this.#grids = new Map(this.#grids).set(session, size);
  }

  /** A pane was measured: what waits for its size goes on. */
  fits(session: string, size: GridSize): void {
    this.last = size;
    this.fitting.set(session, size);
    this.answer(session, size);
  }

  /** A pane is there no more. */
  left(session: string): void {
    this.fitting.delete(session);
    this.#grids = new Map([...this.#grids].filter(([other]) => other !== session));
    if (this.last) this.answer(session, this.last);
  }

  /**
   * What a session is opened with: as soon as its pane is measured. The only pane of a window is as large as the one
   * whose place it takes, so that nobody has to wait for it; should it turn out to be another size, it asks for that.
   */
  of(session: string, isOnly: boolean): Promise<GridSize> {
    const known = this.fitting.get(session) ?? (isOnly && this.fitting.size === 1 ? this.last : null);
    if (known) return Promise.resolve(known);
    return new Promise((resolve) => {
      this.waiting.set(session, [...(this.waiting.get(session) ?? []), resolve]);
    });
  }

  private answer(session: string, size: GridSize): void {
    this.waiting.get(session)?.forEach((resolve) => resolve(size));
    this.waiting.delete(session);
  }
}
