/** Quitting the app: asked for, asked back where work would be interrupted, and answered. */
import type { Backend } from "../backend/backend";
import { failureOf, wordsOf } from "../backend/failure";
import type { Work } from "../backend/generated/Work";

export class Quitting {
  /** What quitting would interrupt, while the learner is asked. */
  asked = $state.raw<readonly Work[] | null>(null);

  constructor(private readonly backend: Pick<Backend, "answerQuit">) {}

  hear(work: readonly Work[]): void {
    this.asked = work;
  }

  /** Answers why it could not be told; null where it was. Where the app quits, the question stays until it has. */
  async answer(quit: boolean): Promise<string | null> {
    try {
      await this.backend.answerQuit(quit);
      if (!quit) this.asked = null;
      return null;
    } catch (thrown) {
      return wordsOf(failureOf(thrown));
    }
  }
}
