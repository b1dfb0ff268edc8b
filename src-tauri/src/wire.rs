//! What crosses the border to the window: shapes only, converted at once from the engine's types.
//!
//! Times are milliseconds since the Unix epoch. TypeScript reads these from `ui/src/backend/generated`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Everything a window needs for its first paint, in one answer.
#[derive(Debug, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    pub sessions: Vec<SessionRow>,
    pub subjects: Vec<String>,
    pub saving: Saving,
    /// The learner's home directory: paths below it are shown with `~`.
    pub home: String,
    pub platform: Platform,
    pub renderer: Renderer,
}

#[derive(Debug, Clone, Copy, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    Linux,
    Macos,
    Windows,
}

/// How the terminal draws: `auto` is WebGL with a fallback to the DOM.
#[derive(Debug, Clone, Copy, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "lowercase")]
pub enum Renderer {
    Auto,
    Dom,
}

#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub struct SessionRow {
    pub id: String,
    pub title: String,
    pub subject: Option<String>,
    pub directory: String,
    pub profile: String,
    /// What runs, as the learner would write it.
    pub command: String,
    pub pinned: bool,
    pub status: Status,
    /// Only of a live session.
    pub activity: Option<Activity>,
    /// The live run, where this app owns it.
    pub run: Option<i64>,
    /// The newest run that is over; absent where the session was never started or its first run lives.
    pub last_run: Option<LastRun>,
    /// Lines of history kept, without the screen.
    pub lines: i64,
    pub notes: i64,
    pub created_at: i64,
    pub last_active_at: i64,
    /// Grows with every change of any row: a row with a lower one is older news.
    pub revision: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Live,
    Asleep,
    Ended,
    Elsewhere,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "lowercase")]
pub enum Activity {
    Starting,
    Prompt,
    Busy,
    Waiting,
}

#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub struct LastRun {
    pub id: i64,
    pub started_at: i64,
    pub ended_at: i64,
    pub reason: Reason,
    /// As observed; absent where nobody saw the process end.
    pub exit: Option<Exit>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Idle,
    Evicted,
    Orphaned,
    Exited,
    Closed,
    AppQuit,
    OwnerLost,
    StartFailed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Exit {
    Code { code: i32 },
    Signal { signal: i32, name: &'static str },
}

/// Whether output reaches the disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase", tag = "state")]
pub enum Saving {
    /// All output up to here is on the disk. `at`: when the last of it was written, absent before the first.
    Saved {
        at: Option<i64>,
    },
    /// Output is waiting for its turn, for a fraction of a second.
    Saving,
    /// The disk refuses; output is kept in memory and tried again every second.
    Stopped {
        since: i64,
        why: String,
    },
}

#[derive(Debug, Deserialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub struct NewSession {
    /// Empty: a title is made from what runs and where.
    pub title: String,
    pub subject: String,
    /// `~` is understood. Empty: the home directory.
    pub directory: String,
    pub profile: String,
    /// Only for the profile `command`: a command line, split as a shell splits words.
    pub command: String,
}

#[derive(Debug, Clone, Copy, Deserialize, TS)]
#[ts(export)]
pub struct GridSize {
    pub columns: u16,
    pub rows: u16,
}

#[derive(Debug, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    pub session: SessionRow,
    pub run: i64,
}

/// A thing to run that was looked for on this computer.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    pub id: String,
    pub name: String,
    /// A version or a program's name, for the second line of its tile.
    pub detail: String,
    pub found: bool,
}

/// What is told to every window, in order.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase", tag = "event")]
pub enum Event {
    #[serde(rename = "session.reclaimed", rename_all = "camelCase")]
    Reclaimed {
        run: i64,
        session: String,
        reason: Reason,
        ended_at: i64,
    },
    #[serde(rename = "session.ended", rename_all = "camelCase")]
    Ended {
        run: i64,
        session: String,
        reason: Reason,
        exit: Option<Exit>,
        ended_at: i64,
    },
    /// Rows that were added or changed, whole; and the ids of those that are no longer listed.
    #[serde(rename = "sessions.changed")]
    Changed {
        rows: Vec<SessionRow>,
        gone: Vec<String>,
    },
    #[serde(rename = "saving.changed")]
    Saving { saving: Saving },
}

/// Every failure that a window hears of. Nobody matches on words: `code` decides.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    pub code: Code,
    pub message: String,
    /// What to do next; may be empty.
    pub hint: String,
    /// With `RunGone` and `OpenElsewhere`.
    pub session: Option<String>,
    /// With `RunGone`: why it went.
    pub reason: Option<Reason>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub enum Code {
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
pub struct Damage {
    pub file: String,
    pub why: String,
    /// When the newest backup was made; absent if there is none.
    pub backup_at: Option<i64>,
}
