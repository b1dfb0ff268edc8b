/** The one voice that a screen reader hears: politely, and everything once. */

/** What is said within this time of the last is added to it, since a text that is replaced may never be read. */
const BREATH_MS = 1000;

export class Announcer {
  text = $state("");
  private saidAt = -Infinity;

  say(text: string): void {
    const now = performance.now();
    this.text = now - this.saidAt < BREATH_MS && this.text !== "" ? `${this.text} ${text}` : text;
    this.saidAt = now;
  }

  /** In place of what was said: where keys follow quickly, only the last answer is of use. */
  sayInstead(text: string): void {
    this.text = text;
    this.saidAt = -Infinity;
  }
}
