/**
 * What a shell says about its commands (OSC 133, as FinalTerm and iTerm2 have it), as a list: where each was
 * typed, what it was, and how it ended. Pure: `command-marks.ts` gives it places in xterm.js and draws it.
 */
import { plainText } from "./plain-text";

export type MarkEvent =
  | { kind: "prompt" }
  | { kind: "input" }
  | { kind: "runs"; command: string | null }
  | { kind: "done"; exit: number | null }
  /** The process is over, and nobody will say how its last command ended. */
  | { kind: "over" };

export interface Command<Place> {
  /** Where its prompt is. */
  at: Place;
  command: string | null;
  running: boolean;
  /** Null while it runs, and where the shell did not say. */
  exit: number | null;
}

export interface Marks<Place> {
  /** The prompt that waits for a command. */
  prompt: Place | null;
  /** Oldest first. */
  commands: readonly Command<Place>[];
}

export const NO_MARKS: Marks<never> = { prompt: null, commands: [] };

/** Every mark is looked at when the terminal is drawn; a pane that holds 10,000 lines rarely has more. */
export const MOST_COMMANDS = 1000;
/** A tooltip that is longer is not read. */
const LONGEST_COMMAND = 200;

/** The payload of an OSC 133, without the number. Null is what we do not know, and leave alone. */
export function parseMark(payload: string): MarkEvent | null {
  const [kind, ...params] = payload.split(";");
  switch (kind) {
    case "A":
      // `k=s` is the prompt of a further line of the same command (`> `).
      return params.includes("k=s") ? null : { kind: "prompt" };
    case "B":
      return { kind: "input" };
    case "C":
      return { kind: "runs", command: commandOf(params) };
    case "D":
      return { kind: "done", exit: exitOf(params[0]) };
    default:
      return null;
  }
}

/** The list after an event. `here` makes a place of where the cursor is, and is asked only where one is needed. */
export function step<Place>(marks: Marks<Place>, event: MarkEvent, here: () => Place): Marks<Place> {
  switch (event.kind) {
    // A prompt that is drawn again is the same prompt in another place.
    case "prompt":
      return { prompt: here(), commands: ended(marks.commands, null) };
    case "input":
      return { ...marks, prompt: marks.prompt ?? here() };
    case "runs": {
      const command = { at: marks.prompt ?? here(), command: event.command, running: true, exit: null };
      return {
        prompt: null,
        commands: [...ended(marks.commands, null), command].slice(-MOST_COMMANDS),
      };
    }
    // Without a command that runs this is an empty line, or one that was given up with Ctrl+C.
    case "done":
      return { ...marks, commands: ended(marks.commands, event.exit) };
    case "over":
      return { prompt: null, commands: ended(marks.commands, null) };
  }
}

/** The list without the places that are gone from the terminal: trimmed, or erased. */
export function without<Place>(marks: Marks<Place>, gone: (place: Place) => boolean): Marks<Place> {
  return {
    prompt: marks.prompt !== null && gone(marks.prompt) ? null : marks.prompt,
    commands: marks.commands.filter((command) => !gone(command.at)),
  };
}

/** What a mark says: `cargo test · exit code 101`. */
export function wordsFor({ command, running, exit }: Omit<Command<unknown>, "at">): string {
  const how = running ? "running" : exit === null ? "ended" : exit === 0 ? "done" : `exit code ${exit}`;
  return `${command ?? "Command"} · ${how}`;
}

/** Only the newest can run: a shell that speaks of the next one has left the last. */
function ended<Place>(commands: readonly Command<Place>[], exit: number | null): readonly Command<Place>[] {
  const last = commands.at(-1);
  return last?.running ? [...commands.slice(0, -1), { ...last, running: false, exit }] : commands;
}

function exitOf(param: string | undefined): number | null {
  return param !== undefined && /^-?\d{1,10}$/.test(param) ? Number(param) : null;
}

function commandOf(params: readonly string[]): string | null {
  const given = params.find((param) => param.startsWith("cmdline_url="));
  if (given === undefined) return null;
  try {
    const text = plainText(decodeURIComponent(given.slice("cmdline_url=".length)), LONGEST_COMMAND);
    return text === "" ? null : text;
  } catch {
    return null;
  }
}
