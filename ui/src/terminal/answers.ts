/**
 * One answerer: the engine's screen answers what programs ask (design, section 5). xterm.js would answer
 * too, and a replayed question would then type into a shell; so its answers are swallowed here, while
 * everything that the learner types, pastes, clicks or focuses passes.
 */
import type { IDisposable, IFunctionIdentifier, Terminal } from "@xterm/xterm";

type Parsing = Pick<Terminal, "parser">;

/** Questions that do nothing but ask: handled by not answering. */
const QUESTIONS: readonly IFunctionIdentifier[] = [
  { final: "c" }, // DA1
  { prefix: ">", final: "c" }, // DA2
  { prefix: "=", final: "c" }, // DA3
  { final: "n" }, // DSR: status, cursor position
  { prefix: "?", final: "n" }, // DSR, private: DECXCPR, colour scheme
  { intermediates: "$", final: "p" }, // DECRQM
  { prefix: "?", intermediates: "$", final: "p" }, // DECRQM, private
  { prefix: ">", final: "q" }, // XTVERSION
  { prefix: "?", final: "u" }, // kitty keyboard flags
  { final: "t" }, // window reports; moving windows is nothing a program may do either
];

/** Colour sequences both set and ask (`OSC 4;1;?;2;#fff`), so xterm processes them and only the answer goes. */
const COLOURS = [4, 10, 11, 12] as const;
const COLOUR_ANSWER = /^\x1b\](?:4|10|11|12);/;
const FOCUS_MODE = 1004;

export interface Swallower extends IDisposable {
  /** Whether this datum of `onData` is an answer of xterm.js itself, and must not be sent. */
  isAnswer(data: string): boolean;
}

export function swallowAnswers(term: Parsing): Swallower {
  let focusReports = 0;
  let colourReports = false;
  // What xterm emits for a sequence, it emits while it parses it, in this very task. What the learner does
  // comes as a task of its own, after this microtask: so nothing that was typed can be taken for an answer.
  const untilParsed = (): void => {
    queueMicrotask(() => {
      focusReports = 0;
      colourReports = false;
    });
  };

  const { parser } = term;
  const handlers: IDisposable[] = QUESTIONS.map((id) => parser.registerCsiHandler(id, () => true));
  handlers.push(parser.registerDcsHandler({ intermediates: "$", final: "q" }, () => true)); // DECRQSS
  handlers.push(parser.registerDcsHandler({ intermediates: "+", final: "q" }, () => true)); // XTGETTCAP
  handlers.push(parser.registerOscHandler(52, () => true)); // the clipboard is not a program's
  for (const colour of COLOURS) {
    handlers.push(
      parser.registerOscHandler(colour, (payload) => {
        if (payload.includes("?")) {
          colourReports = true;
          untilParsed();
        }
        return false;
      }),
    );
  }
  handlers.push(
    parser.registerCsiHandler({ prefix: "?", final: "h" }, (params) => {
      const asked = params.filter((param) => param === FOCUS_MODE).length;
      if (asked > 0) {
        focusReports += asked;
        untilParsed();
      }
      return false;
    }),
  );

  return {
    isAnswer(data) {
      if (focusReports > 0 && (data === "\x1b[I" || data === "\x1b[O")) {
        focusReports -= 1;
        return true;
      }
      return colourReports && COLOUR_ANSWER.test(data);
    },
    dispose: () => handlers.forEach((handler) => handler.dispose()),
  };
}
