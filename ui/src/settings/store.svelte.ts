/** The settings in force, as the engine tells them, and changing one. */
import type { Backend } from "../backend/backend";
import { failureOf, wordsOf } from "../backend/failure";
import type { Setting } from "../backend/generated/Setting";
import type { Settings } from "../backend/generated/Settings";
import type { Drawing } from "../terminal/drawing";
import { milliseconds } from "./duration";

export class SettingsInForce {
  #current: Settings;

  constructor(
    private readonly backend: Pick<Backend, "settings" | "setSetting">,
    settings: Settings,
  ) {
    this.#current = $state.raw(settings);
  }

  get current(): Settings {
    return this.#current;
  }

  hear(settings: Settings): void {
    this.#current = settings;
  }

  /** Reads the file's state anew; rejects with a `Failure`. */
  async read(): Promise<void> {
    this.hear(await this.backend.settings());
  }

  find(key: string): Setting | null {
    return this.#current.values.find((setting) => setting.key === key) ?? null;
  }

  value(key: string): string | null {
    return this.find(key)?.value ?? null;
  }

  get drawing(): Drawing {
    return {
      renderer: this.value("appearance.renderer") === "dom" ? "dom" : "auto",
      fontSize: Number(this.value("appearance.font_size")),
      minimumContrast: Number(this.value("appearance.minimum_contrast")),
    };
  }

  /** After how long a quiet session goes to sleep, in milliseconds; null where it never does. */
  get idleAfter(): number | null {
    return milliseconds(this.value("sessions.idle_after") ?? "never");
  }

  /** Answers why it was not taken, in the engine's words; null where it is in force. */
  async set(key: string, value: string): Promise<string | null> {
    try {
      this.hear(await this.backend.setSetting(key, value));
      return null;
    } catch (thrown) {
      return wordsOf(failureOf(thrown));
    }
  }
}
