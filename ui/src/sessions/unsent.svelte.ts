/** What was typed into a terminal and could not be sent, by session: it stays with the learner, but no password does. */
import { readable } from "../terminal/input";

interface Piece {
  /** Empty where it was typed at a prompt that hides it: of that only the fact is kept. */
  text: string;
  hidden: boolean;
}

export class Unsent {
  #bySession = $state.raw<ReadonlyMap<string, readonly Piece[]>>(new Map());

  of(session: string): string | null {
    const text = this.piecesOf(session)
      .map((piece) => piece.text)
      .join("");
    return text === "" ? null : text;
  }

  /** Whether something was typed at a prompt that hides it, and was not sent. */
  hid(session: string): boolean {
    return this.piecesOf(session).some((piece) => piece.hidden);
  }

  keep(session: string, typed: string): void {
    const text = readable(typed);
    if (text !== "") this.add(session, { text, hidden: false });
  }

  hide(session: string): void {
    if (!this.hid(session)) this.add(session, { text: "", hidden: true });
  }

  /** What is there now, to be forgotten later without what came since. */
  piecesOf(session: string): readonly Piece[] {
    return this.#bySession.get(session) ?? [];
  }

  forget(session: string, pieces: readonly Piece[] = this.piecesOf(session)): void {
    if (pieces.length === 0) return;
    const left = this.piecesOf(session).filter((piece) => !pieces.includes(piece));
    const others = [...this.#bySession].filter(([other]) => other !== session);
    this.#bySession = new Map(left.length === 0 ? others : [...others, [session, left]]);
  }

  private add(session: string, piece: Piece): void {
    this.#bySession = new Map(this.#bySession).set(session, [...this.piecesOf(session), piece]);
  }
}
