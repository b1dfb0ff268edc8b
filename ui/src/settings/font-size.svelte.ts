/** The size of the terminal's text, by keys: in force at once, and kept in the settings as fast as these are written. */
import type { Announcer } from "../app/announcer.svelte";
import type { Toasts } from "../app/toasts.svelte";
import type { SettingsInForce } from "./store.svelte";

const KEY = "appearance.font_size";

export class FontSize {
  /** What is being written; null where the settings say it. */
  #wanted = $state.raw<number | null>(null);
  private writing = false;

  constructor(
    private readonly settings: SettingsInForce,
    private readonly announcer: Pick<Announcer, "say">,
    private readonly toasts: Pick<Toasts, "say">,
  ) {}

  /** In CSS pixels. */
  get now(): number {
    return this.#wanted ?? this.settings.drawing.fontSize;
  }

  step(by: 1 | -1): void {
    const kind = this.settings.find(KEY)?.kind;
    if (kind?.kind !== "number") return;
    this.change(Math.min(kind.most, Math.max(kind.least, this.now + by)));
  }

  reset(): void {
    this.change(Number(this.settings.find(KEY)?.default));
  }

  private change(size: number): void {
    this.announcer.say(`Text size ${size}.`);
    if (size === this.now) return;
    this.#wanted = size;
    if (!this.writing) void this.write();
  }

  /** One at a time: of the sizes that a held key runs through, those in between need not reach the disk. */
  private async write(): Promise<void> {
    this.writing = true;
    let fault: string | null = null;
    for (let written = NaN; fault === null && this.#wanted !== written;) {
      written = this.now;
      fault = await this.settings.set(KEY, String(written));
    }
    this.#wanted = null;
    this.writing = false;
    if (fault !== null) this.toasts.say(fault);
  }
}
