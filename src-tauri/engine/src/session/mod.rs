//! The life of sessions and their runs: claim, start, look at, retire, list.

mod activity;
mod calls;
mod delete;
mod depth;
mod event;
mod first;
mod instance;
mod keep;
mod life;
mod list;
mod look;
mod notes;
mod open;
mod reaper;
mod registry;
mod retire;
mod run;
mod screens;
mod sessions;
mod shell;
mod signs;
mod tail;
mod viewer;

pub use calls::Parting;
pub use event::{Event, Frame};
pub use first::{FirstRows, GroupCounts};
pub(crate) use instance::Instances;
pub use instance::{Instance, InstanceKind, OwnedRun};
pub use list::{Activity, LastRun, SessionRow, Status};
pub use notes::Draft;
pub use open::{NewSession, Opened};
pub use reaper::{Work, WorkKind};
pub(crate) use sessions::Sessions;
pub use signs::{Progress, ProgressState};
pub use viewer::Pace;

/// Why a run is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Reclaimed: nobody used it for long.
    Idle,
    /// Reclaimed: more were live than are allowed.
    Evicted,
    /// Reclaimed: its last window went without a word.
    Orphaned,
    /// The process ended.
    Exited,
    /// The learner ended it.
    Closed,
    /// It went with the app.
    AppQuit,
    /// Its owner died without ending it.
    OwnerLost,
    /// It never started.
    StartFailed,
}

impl Reason {
    const ALL: [Self; 8] = [
        Self::Idle,
        Self::Evicted,
        Self::Orphaned,
        Self::Exited,
        Self::Closed,
        Self::AppQuit,
        Self::OwnerLost,
        Self::StartFailed,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Evicted => "evicted",
            Self::Orphaned => "orphaned",
            Self::Exited => "exited",
            Self::Closed => "closed",
            Self::AppQuit => "app_quit",
            Self::OwnerLost => "owner_lost",
            Self::StartFailed => "start_failed",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
    }

    /// The engine ended it, and nobody had asked.
    pub fn is_reclaim(self) -> bool {
        matches!(self, Self::Idle | Self::Evicted | Self::Orphaned)
    }

    /// Whether a session whose last run ended so is asleep (it resumes when opened) or ended.
    pub fn leaves_asleep(self) -> bool {
        self.is_reclaim() || matches!(self, Self::AppQuit | Self::OwnerLost)
    }
}

#[cfg(test)]
mod tests;
