/** Short messages at the foot of the window, each for a while. */
export interface Toast {
  id: number;
  text: string;
  /** Takes back what the toast tells. */
  undo: (() => void) | null;
}

/** The engine erases what was deleted a little later, so an undo that stayed longer would lie. */
export const UNDO_MS = 10_000;
/** Long enough to read two sentences. */
const MESSAGE_MS = 8_000;

export class Toasts {
  list = $state<Toast[]>([]);
  private next = 1;

  /** `aloud` says the same to a screen reader. */
  constructor(private readonly aloud: (text: string) => void) {}

  say(text: string): void {
    this.add(text, null, MESSAGE_MS);
  }

  offerUndo(text: string, undo: () => void): void {
    this.add(text, undo, UNDO_MS);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  private add(text: string, undo: (() => void) | null, ms: number): void {
    const id = this.next++;
    this.list.push({ id, text, undo });
    this.aloud(text);
    setTimeout(() => this.dismiss(id), ms);
  }
}
