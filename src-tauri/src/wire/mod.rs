//! What crosses the border to the window: shapes only, converted at once from the engine's types.
//!
//! Times are milliseconds since the Unix epoch. TypeScript reads these from `ui/src/backend/generated`.

mod convert;
mod failure;
pub(crate) mod frames;
mod rows;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub(crate) use convert::{draft, input_bytes, note_id, session_id};
pub(crate) use rows::*;

/// Everything a window needs for its first paint, in one answer.
#[derive(Debug, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Snapshot {
    pub(crate) sessions: Vec<SessionRow>,
    /// How many more there are, where only the first were asked for.
    pub(crate) unlisted: GroupCounts,
    pub(crate) subjects: Vec<String>,
    pub(crate) saving: Saving,
    /// The learner's home directory: paths below it are shown with `~`.
    pub(crate) home: String,
    pub(crate) platform: Platform,
    pub(crate) renderer: Renderer,
    pub(crate) settings: Settings,
    /// The session that this window was opened for, where it was.
    pub(crate) showing: Option<String>,
}

#[derive(Debug, Clone, Copy, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Platform {
    Linux,
    Macos,
    Windows,
}

/// How the terminal draws: `auto` is WebGL with a fallback to the DOM.
#[derive(Debug, Clone, Copy, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Renderer {
    Auto,
    Dom,
}

/// Whether output reaches the disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase", tag = "state")]
pub(crate) enum Saving {
    /// All output up to here is on the disk. `at`: when the last of it was written, absent before the first.
    Saved { at: Option<i64> },
    /// Output is waiting for its turn, for a fraction of a second.
    #[serde(rename = "saving")]
    Pending,
    /// The disk refuses; output is kept in memory and tried again every second.
    Stopped { since: i64, why: String },
}

#[derive(Debug, Deserialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewSession {
    /// Empty: a title is made from what runs and where.
    pub(crate) title: String,
    pub(crate) subject: String,
    /// `~` is understood. Empty: the home directory.
    pub(crate) directory: String,
    pub(crate) profile: String,
    /// Only for the profile `command`: a command line, split as a shell splits words.
    pub(crate) command: String,
}

#[derive(Debug, Clone, Copy, Deserialize, TS)]
#[ts(export)]
pub(crate) struct GridSize {
    pub(crate) columns: u16,
    pub(crate) rows: u16,
}

#[derive(Debug, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Opened {
    pub(crate) session: SessionRow,
    pub(crate) run: i64,
}

/// A thing to run that was looked for on this computer.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Profile {
    pub(crate) id: String,
    pub(crate) name: String,
    /// A version or a program's name, for the second line of its tile.
    pub(crate) detail: String,
    pub(crate) found: bool,
}

/// What is told to every window, in order.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase", tag = "event")]
pub(crate) enum Event {
    #[serde(rename = "session.reclaimed", rename_all = "camelCase")]
    Reclaimed { run: i64, session: String, reason: Reason, ended_at: i64 },
    #[serde(rename = "session.ended", rename_all = "camelCase")]
    Ended { run: i64, session: String, reason: Reason, exit: Option<Exit>, ended_at: i64 },
    /// Rows that were added or changed, whole; and the ids of those that are no longer listed.
    #[serde(rename = "sessions.changed")]
    Changed { rows: Vec<SessionRow>, gone: Vec<String> },
    /// Every session there is: told where a window was behind by more events than are kept for it.
    #[serde(rename = "sessions.listed")]
    Listed { rows: Vec<SessionRow> },
    #[serde(rename = "saving.changed")]
    Saving { saving: Saving },
    /// All notes of a session (of none: those that were parked without one), but for its draft.
    #[serde(rename = "notes.changed")]
    Notes { session: Option<String>, notes: Vec<Note> },
    #[serde(rename = "settings.changed")]
    Settings { settings: Settings },
    /// The learner asked to quit, and work is in progress. Only the window that was asked hears it; it answers
    /// with `answer_quit`.
    #[serde(rename = "quit.asked")]
    QuitAsked { work: Vec<Work> },
}

/// What quitting would interrupt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Work {
    pub(crate) session: String,
    pub(crate) title: String,
    pub(crate) kind: WorkKind,
    /// The program, where it has a name.
    pub(crate) job: Option<String>,
    pub(crate) since: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WorkKind {
    /// A program runs.
    Job,
    /// A program waits for an answer, such as a password.
    Waiting,
    /// Something typed is not read yet.
    Input,
    /// A full-screen program, such as an editor, may hold unsaved work.
    FullScreen,
    /// A prompt whose variables live only in its process, and that was used.
    Variables,
}

/// Something the learner wrote down: a thought that was parked, a win, …
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Note {
    pub(crate) id: String,
    pub(crate) session: Option<String>,
    /// The run in which it was written; absent where there was none.
    pub(crate) run: Option<i64>,
    pub(crate) kind: NoteKind,
    pub(crate) body: String,
    pub(crate) state: NoteState,
    pub(crate) created_at: i64,
    pub(crate) edited_at: i64,
    /// The place in the session's output, in bytes, where it was written.
    pub(crate) log_offset: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export)]
#[serde(rename_all = "lowercase")]
pub(crate) enum NoteKind {
    Park,
    Win,
    Struggle,
    Question,
    Note,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "lowercase")]
pub(crate) enum NoteState {
    /// Being typed.
    Draft,
    Open,
    Done,
}

/// The settings file, as it is in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Settings {
    pub(crate) file: String,
    /// What in the file cannot be understood, each with its line. What it concerns has its default.
    pub(crate) faults: Vec<SettingFault>,
    pub(crate) values: Vec<Setting>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SettingFault {
    /// Counted from 1.
    pub(crate) line: i64,
    /// The setting, where it is one value that is wrong.
    pub(crate) key: Option<String>,
    /// What is wrong, and what may stand there.
    pub(crate) message: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Setting {
    /// As in the file, with its table: `sessions.idle_after`.
    pub(crate) key: String,
    /// In force: `6h`, `never`, `16`, `true`, `auto`.
    pub(crate) value: String,
    pub(crate) default: String,
    pub(crate) kind: SettingKind,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub(crate) enum SettingKind {
    /// `90s`, `20m`, `6h`, `1h 30m`, or `never`.
    Duration,
    /// A whole number; 0 is no limit.
    Count,
    /// A number, both ends among them.
    Number {
        least: u16,
        most: u16,
        whole: bool,
    },
    Switch,
    Choice {
        of: Vec<String>,
    },
}

/// Every failure that a window hears of. Nobody matches on words: `code` decides.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) message: String,
    /// What to do next; may be empty.
    pub(crate) hint: String,
    /// With `RunGone` and `OpenElsewhere`.
    pub(crate) session: Option<String>,
    /// With `RunGone`: why it went.
    pub(crate) reason: Option<Reason>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub(crate) enum Code {
    RunGone,
    OpenElsewhere,
    NotFound,
    DirectoryMissing,
    CommandNotFound,
    StartFailed,
    StoreFull,
    StoreDamaged,
    Busy,
    Invalid,
    Internal,
}

/// With `StoreDamaged`: what there is to go back to.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Damage {
    pub(crate) file: String,
    pub(crate) why: String,
    /// When the newest backup was made; absent if there is none.
    pub(crate) backup_at: Option<i64>,
}

/// The last frame that a viewer reads, as JSON.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
pub(crate) struct EndedFrame {
    pub(crate) reason: Reason,
    pub(crate) exit: Option<Exit>,
}
