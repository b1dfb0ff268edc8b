//! What crosses the border to the window: shapes only, converted at once from the engine's types.
//!
//! Times are milliseconds since the Unix epoch. TypeScript reads these from `ui/src/backend/generated`.

mod convert;
mod failure;
pub(crate) mod frames;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub(crate) use convert::{input_bytes, session_id};

/// Everything a window needs for its first paint, in one answer.
#[derive(Debug, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Snapshot {
    pub(crate) sessions: Vec<SessionRow>,
    pub(crate) subjects: Vec<String>,
    pub(crate) saving: Saving,
    /// The learner's home directory: paths below it are shown with `~`.
    pub(crate) home: String,
    pub(crate) platform: Platform,
    pub(crate) renderer: Renderer,
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

#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionRow {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) subject: Option<String>,
    pub(crate) directory: String,
    pub(crate) profile: String,
    /// What runs, as the learner would write it.
    pub(crate) command: String,
    pub(crate) pinned: bool,
    pub(crate) status: Status,
    /// Only of a live session.
    pub(crate) activity: Option<Activity>,
    /// What a busy session runs.
    pub(crate) job: Option<String>,
    /// The live run, where this app owns it.
    pub(crate) run: Option<i64>,
    /// The newest run that is over; absent where the session was never started or its first run lives.
    pub(crate) last_run: Option<LastRun>,
    /// Lines of history kept, without the screen.
    pub(crate) lines: i64,
    pub(crate) notes: i64,
    pub(crate) created_at: i64,
    pub(crate) last_active_at: i64,
    /// Grows with every change of any row: a row with a lower one is older news.
    pub(crate) revision: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Live,
    Asleep,
    Ended,
    Elsewhere,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Activity {
    Starting,
    Prompt,
    Busy,
    Waiting,
}

#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LastRun {
    pub(crate) id: i64,
    pub(crate) started_at: i64,
    pub(crate) ended_at: i64,
    pub(crate) reason: Reason,
    /// As observed; absent where nobody saw the process end.
    pub(crate) exit: Option<Exit>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reason {
    Idle,
    Evicted,
    Orphaned,
    Exited,
    Closed,
    AppQuit,
    OwnerLost,
    StartFailed,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub(crate) enum Exit {
    Code { code: i32 },
    Signal { signal: i32, name: String },
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
    #[serde(rename = "saving.changed")]
    Saving { saving: Saving },
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
