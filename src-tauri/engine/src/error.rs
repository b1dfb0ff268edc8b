//! What can go wrong, each as something that a caller can act on.

use std::path::PathBuf;

use crate::clock::Millis;
use crate::id::{RunId, SessionId};
use crate::session::Reason;
use crate::store::Damage;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The run that was named is over, or about to be.
    #[error("this run is over")]
    RunGone { run: RunId, session: Option<SessionId>, reason: Option<Reason> },
    /// Another process of Inglenook has the session.
    #[error("the session is open in another program ({kind}, process {pid})")]
    OpenElsewhere { session: SessionId, kind: String, pid: i64, since: Millis },
    #[error("there is no such {what}")]
    NotFound { what: &'static str },
    #[error("the directory {} does not exist", .0.display())]
    DirectoryMissing(PathBuf),
    #[error("“{0}” was not found")]
    CommandNotFound(String),
    #[error("the program could not be started: {0}")]
    StartFailed(String),
    /// The disk is full, or refuses to take more for another reason.
    #[error("nothing can be saved: {0}")]
    StoreFull(String),
    #[error("the database cannot be read: {}", .0.why)]
    StoreDamaged(Damage),
    /// Work is in progress; the caller may insist.
    #[error("{0} is running")]
    Busy(String),
    #[error("{0}")]
    Invalid(String),
    #[error("the database answered: {0}")]
    Store(#[source] sqlx::Error),
    #[error("{what}: {source}")]
    Io { what: String, source: std::io::Error },
}

impl Error {
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        use crate::store::Trouble;
        match Trouble::of(&error) {
            Some(Trouble::Full) => Self::StoreFull(error.to_string()),
            Some(Trouble::Damaged) => Self::StoreDamaged(Damage::unlocated(&error)),
            None => Self::Store(error),
        }
    }
}
