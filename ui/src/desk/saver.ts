/**
 * Sends what is being typed: one call at a time, and after it the newest text, so that an older one can never
 * be written over it. What could not be saved is kept here and tried again.
 */
import { failureOf } from "../backend/failure";
import type { Code } from "../backend/generated/Code";
import type { Failure } from "../backend/generated/Failure";

export interface SaverTold {
  saved(): void;
  failed(failure: Failure): void;
}

/** A full disk has room again at some moment, and then nobody has to do anything. */
const AGAIN_MS = 2000;
/** Trying again would be answered in the same way. */
const FINAL: readonly Code[] = ["Invalid", "NotFound"];

type Act = () => Promise<void>;

export class Saver<Value> {
  /** What is sent next. */
  private newest: { value: Value } | null = null;
  /** What was refused, until it is tried again or there is something newer. */
  private refused: { value: Value } | null = null;
  /** What goes before the newest text. */
  private readonly first: Act[] = [];
  private busy: Promise<void> | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly send: (value: Value) => Promise<void>,
    private readonly told: SaverTold,
  ) {}

  /** Whether something has not reached the engine yet. */
  get unsaved(): boolean {
    return this.busy !== null || this.newest !== null || this.refused !== null;
  }

  put(value: Value): void {
    this.forget();
    this.newest = { value };
    this.go();
  }

  /** Does this in place of what waits, after the call in flight; what is put from now on comes after it. */
  instead<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    this.forget();
    return new Promise((resolve, reject) => {
      this.first.push(() => act().then(resolve, reject));
      this.go();
    });
  }

  /** The page goes away: everything is handed over now, since no answer will be heard any more. */
  flush(): void {
    const last = this.newest ?? this.refused;
    this.forget();
    for (const act of this.first.splice(0)) void act();
    if (last) void this.attempt(last.value);
  }

  /** When everything was saved or refused. */
  async settled(): Promise<void> {
    while (this.busy) await this.busy;
  }

  private go(): void {
    if (this.busy) return;
    const act = this.first.shift() ?? this.sending();
    if (!act) return;
    this.busy = act().finally(() => {
      this.busy = null;
      this.go();
    });
  }

  private sending(): Act | null {
    const next = this.newest;
    this.newest = null;
    return next && (() => this.attempt(next.value));
  }

  private async attempt(value: Value): Promise<void> {
    try {
      await this.send(value);
      if (!this.newest) this.told.saved();
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (!this.newest) this.keep(value, failure.code);
      this.told.failed(failure);
    }
  }

  private keep(value: Value, code: Code): void {
    this.refused = { value };
    if (!FINAL.includes(code)) this.again = setTimeout(() => this.put(value), AGAIN_MS);
  }

  private forget(): void {
    clearTimeout(this.again);
    this.newest = null;
    this.refused = null;
  }
}
