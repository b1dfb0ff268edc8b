/** Sessions in every state, for the fake engine: those of the design's pictures. */
import type { Note } from "./generated/Note";
import type { SessionRow } from "./generated/SessionRow";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function sampleRow(with_: Partial<SessionRow> & { id: string }): SessionRow {
  return {
    title: "Untitled",
    subject: null,
    directory: "/home/ada",
    profile: "shell",
    command: "bash",
    pinned: false,
    status: "asleep",
    activity: null,
    job: null,
    activitySince: null,
    rang: false,
    progress: null,
    run: null,
    lastRun: null,
    lines: 0,
    notes: 0,
    createdAt: 0,
    lastActiveAt: 0,
    revision: 1,
    ...with_,
  };
}

export function sampleRows(now: number): SessionRow[] {
  const ago = (ms: number): number => now - ms;
  const rested = (id: number, endedAt: number, lastRun: Partial<NonNullable<SessionRow["lastRun"]>>) => ({
    id,
    startedAt: endedAt - HOUR,
    endedAt,
    reason: "exited" as const,
    exit: null,
    owner: "app" as const,
    ...lastRun,
  });
  return [
    sampleRow({
      id: "ownership",
      title: "Ownership exercises",
      subject: "Rust",
      directory: "/home/ada/study/rustlings",
      status: "live",
      activity: "busy",
      job: "cargo test",
      activitySince: ago(12_000),
      run: 11,
      pinned: true,
      lines: 1204,
      lastActiveAt: ago(2 * MINUTE),
    }),
    sampleRow({
      id: "tutor",
      title: "Tutor: lifetimes",
      subject: "Rust",
      status: "live",
      activity: "waiting",
      job: "tutor",
      activitySince: ago(10_000),
      run: 12,
      lines: 88,
      lastActiveAt: ago(10_000),
    }),
    sampleRow({
      id: "numpy",
      title: "numpy broadcasting",
      subject: "Python",
      command: "python3",
      status: "live",
      activity: "prompt",
      activitySince: ago(14 * MINUTE),
      run: 13,
      lines: 310,
      lastActiveAt: ago(14 * MINUTE),
    }),
    sampleRow({
      id: "elsewhere",
      title: "Sorting, by hand",
      subject: "C",
      status: "elsewhere",
      lines: 42,
      lastActiveAt: ago(3 * HOUR),
    }),
    sampleRow({
      id: "joins",
      title: "Joins and windows",
      subject: "SQL",
      directory: "/home/ada/study/sql",
      command: "sqlite3 course.db",
      lines: 812,
      notes: 3,
      lastActiveAt: ago(2 * DAY + 6 * HOUR),
      lastRun: rested(3, ago(2 * DAY), { reason: "idle" }),
    }),
    sampleRow({
      id: "rebase",
      title: "git rebase practice",
      subject: "Git",
      lines: 96,
      lastActiveAt: ago(3 * DAY),
      lastRun: rested(4, ago(3 * DAY), { reason: "app_quit" }),
    }),
    sampleRow({
      id: "regex",
      title: "Regex golf",
      lines: 2210,
      lastActiveAt: ago(8 * DAY),
      lastRun: rested(5, ago(8 * DAY), { reason: "owner_lost" }),
    }),
    sampleRow({
      id: "julia",
      title: "Linear algebra in Julia",
      subject: "Maths",
      lines: 640,
      lastActiveAt: ago(11 * DAY),
      lastRun: rested(6, ago(11 * DAY), { reason: "evicted" }),
    }),
    sampleRow({
      id: "aoc",
      title: "Advent of Code 2025, day 1",
      subject: "Rust",
      directory: "/home/ada/study/aoc25",
      status: "ended",
      lines: 320,
      notes: 2,
      lastActiveAt: ago(13 * DAY),
      lastRun: rested(7, ago(13 * DAY), { exit: { kind: "code", code: 0 } }),
    }),
    sampleRow({
      id: "pointers",
      title: "C pointers lab",
      status: "ended",
      command: "./lab",
      lines: 12,
      lastActiveAt: ago(14 * DAY),
      lastRun: rested(8, ago(14 * DAY), { exit: { kind: "code", code: 139 } }),
    }),
  ];
}

export function sampleNote(with_: Partial<Note> & { id: string }): Note {
  return {
    session: null,
    run: null,
    kind: "park",
    body: "A thought",
    state: "open",
    createdAt: 0,
    editedAt: 0,
    logOffset: 0,
    ...with_,
  };
}

export function sampleNotes(now: number): Note[] {
  const of = (session: string, run: number) => (note: Partial<Note> & { id: string }) =>
    sampleNote({ session, run, editedAt: note.createdAt, ...note });
  const [ownership, joins] = [of("ownership", 11), of("joins", 3)];
  return [
    sampleNote({
      id: "iter",
      session: "ownership",
      run: 2,
      kind: "question",
      body: "Difference between iter() and into_iter()?",
      createdAt: now - 2 * DAY,
    }),
    sampleNote({
      id: "slices",
      session: "ownership",
      run: 2,
      body: "Read the chapter on slices.",
      state: "done",
      createdAt: now - 2 * DAY,
    }),
    ownership({ id: "copy", body: "Why is String not Copy? Ask later.", createdAt: now - 50 * MINUTE }),
    ownership({
      id: "closures",
      kind: "struggle",
      body: "When does a closure capture by move? Try again with threads.",
      createdAt: now - 21 * MINUTE,
    }),
    ownership({
      id: "nll",
      kind: "win",
      body: "Borrow ends at last use, not at the end of the scope (NLL).",
      createdAt: now - 9 * MINUTE,
    }),
    joins({
      id: "rank",
      kind: "win",
      body: "rank() leaves gaps, dense_rank() does not.",
      createdAt: now - 2 * DAY,
    }),
    joins({
      id: "frame",
      kind: "question",
      body: "What is the default frame of a window?",
      createdAt: now - 2 * DAY,
    }),
    joins({ id: "lag", kind: "note", body: "lag(x, 1, 0) has a default.", createdAt: now - 2 * DAY }),
    sampleNote({ id: "bread", body: "Buy bread on the way home.", createdAt: now - HOUR }),
  ];
}

const lines = (...text: string[]): string => text.join("\r\n");
const [dim, red, green, blue, magenta, off] = [90, 31, 32, 34, 35, 0].map((code) => `\x1b[${code}m`);

/** The marks of a shell around a command and its output (OSC 133); what runs to the end of a screen has none at its end. */
const typed = (command: string): string =>
  `\x1b]133;A\x07${dim}$${off} \x1b]133;B\x07${command}\r\n\x1b]133;C;cmdline_url=${encodeURIComponent(command)}\x07`;
const ended = (exit: number): string => `\x1b]133;D;${exit}\x07`;

const RUSTLINGS = lines(
  `${typed("rustlings run move_semantics2")}${green}✓${off} Successfully ran exercises/06_move_semantics/move_semantics2.rs`,
  `${ended(0)}${typed("cargo test")}${green}   Compiling${off} rustlings v6.5.0 (~/study/rustlings)`,
  `${green}    Finished${off} \`test\` profile [unoptimized + debuginfo] target(s) in 1.42s`,
  `${green}     Running${off} unittests src/main.rs`,
  "",
  "running 24 tests",
  `test move_semantics::fill_vec_takes_ownership ... ${green}ok${off}`,
  `test move_semantics::fill_vec_borrows ... ${green}ok${off}`,
);

/** The last screens, by session. */
export const SCREENS: Record<string, string> = {
  ownership: lines(
    `${typed("cargo test")}${green}   Compiling${off} rustlings v6.5.0 (~/study/rustlings)`,
    `${red}error[E0382]${off}: borrow of moved value: \`vec0\``,
    `${blue}  -->${off} exercises/06_move_semantics/move_semantics2.rs:20:9`,
    `${blue}   |${off}`,
    `${blue}16 |${off}         let vec0 = vec![22, 44, 66];`,
    `${blue}   |             ---- move occurs because \`vec0\` has type \`Vec<i32>\`${off}`,
    `${blue}18 |${off}         let vec1 = fill_vec(vec0);`,
    `${blue}   |                             ---- value moved here${off}`,
    `${blue}20 |${off}         assert_eq!(vec0, [22, 44, 66]);`,
    `${blue}   |                    ${red}^^^^ value borrowed here after move${off}`,
    `${ended(101)}${dim}──────────────── Resumed · Mon 30 Nov 14:02 ────────────────${off}`,
    RUSTLINGS,
    "test lifetimes::longest_outlives ... ",
  ),
  joins: lines(
    `sqlite> ${magenta}SELECT${off} name, score,`,
    `   ...> ${magenta}rank${off}() ${magenta}OVER${off} (${magenta}PARTITION BY${off} course ${magenta}ORDER BY${off} score ${magenta}DESC${off}) ${magenta}AS${off} place`,
    `   ...> ${magenta}FROM${off} results ${magenta}LIMIT${off} 5;`,
    "┌─────────┬───────┬───────┐",
    "│  name   │ score │ place │",
    "├─────────┼───────┼───────┤",
    "│ Amina   │ 98    │ 1     │",
    "│ Jonas   │ 95    │ 2     │",
    "│ Mei     │ 95    │ 2     │",
    "│ Lucía   │ 88    │ 5     │",
    "└─────────┴───────┴───────┘",
    "sqlite> ",
  ),
  aoc: lines(
    RUSTLINGS,
    `test lifetimes::longest_outlives ... ${green}ok${off}`,
    "",
    `test result: ${green}ok${off}. 24 passed; 0 failed`,
    `${ended(0)}${typed("exit")}`,
  ),
};
