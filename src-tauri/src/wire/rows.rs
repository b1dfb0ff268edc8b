//! A session as the list shows it.

use serde::Serialize;
use ts_rs::TS;

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
    /// What a busy or waiting session runs.
    pub(crate) job: Option<String>,
    /// Since when it does what `activity` says.
    pub(crate) activity_since: Option<i64>,
    /// Its bell rang since anybody last looked at it or typed into it.
    pub(crate) rang: bool,
    /// How far its program is, where that says so.
    pub(crate) progress: Option<Progress>,
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

/// A number of rows for each group of the sidebar.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub(crate) struct GroupCounts {
    pub(crate) live: usize,
    pub(crate) asleep: usize,
    pub(crate) ended: usize,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub(crate) struct Progress {
    pub(crate) state: ProgressState,
    /// 0 to 100; means nothing where it is indeterminate.
    pub(crate) percent: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProgressState {
    Normal,
    Error,
    /// It works, and does not know for how long.
    Indeterminate,
    Paused,
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
    /// Which program had it.
    pub(crate) owner: Owner,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Owner {
    App,
    Nook,
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
