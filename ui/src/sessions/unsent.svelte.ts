/** What was typed into a terminal and could not be sent, by session: it stays with the learner. */
import { readable } from "../terminal/input";

export class Unsent {
  #bySession = $state.raw<ReadonlyMap<string, string>>(new Map());

  of(session: string): string | null {
    return this.#bySession.get(session) ?? null;
  }

  keep(session: string, typed: string): void {
    const text = readable(typed);
    if (text === "") return;
    this.#bySession = new Map(this.#bySession).set(session, (this.of(session) ?? "") + text);
  }

  forget(session: string): void {
    if (!this.#bySession.has(session)) return;
    this.#bySession = new Map([...this.#bySession].filter(([other]) => other !== session));
  }
}
