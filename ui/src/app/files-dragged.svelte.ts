/** Files that are dragged over the window: onto which session, and what becomes of them there. */
import type { Backend, FileDrag, Point } from "../backend/backend";

export interface Takes {
  /** The session whose pane is at this point; the one in use where no pane is there. */
  at: (point: Point) => string | null;
  drop: (session: string, paths: string[]) => void;
}

export class FilesDragged {
  /** The session that would get them. */
  over = $state.raw<string | null>(null);

  constructor(private readonly takes: Takes) {}

  hear(drag: FileDrag): void {
    const session = drag.kind === "left" ? null : this.takes.at(drag.at);
    this.over = drag.kind === "over" ? session : null;
    if (drag.kind === "dropped" && session !== null) this.takes.drop(session, drag.paths);
  }

  /** Answers a function that stops it. */
  follow(backend: Backend): () => void {
    const listening = backend.onFilesDragged((drag) => this.hear(drag));
    listening.catch((thrown: unknown) => console.warn("Files that are dragged in are not noticed.", thrown));
    return () =>
      void listening.then(
        (stop) => stop(),
        () => undefined,
      );
  }
}

/** The session of the pane at this point of the page. */
export function sessionAt({ x, y }: Point): string | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-pane]")?.dataset.pane ?? null;
}
