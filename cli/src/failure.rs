//! What failed, in words: what happened, what was kept, what to do next. And the exit code of it.

use inglenook_engine::Error;

use crate::words;

/// The exit codes that scripts rely on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    Done = 0,
    Failed = 1,
    Usage = 2,
    NotFound = 3,
    Elsewhere = 4,
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

#[derive(Debug)]
pub(crate) struct Failure {
    pub exit: Exit,
    pub message: String,
    /// What was kept, and what to do; may be empty.
    pub hint: String,
}

impl Failure {
    pub(crate) fn new(exit: Exit, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { exit, message: message.into(), hint: hint.into() }
    }

    /// For standard error.
    pub(crate) fn text(&self) -> String {
        let hint = if self.hint.is_empty() { String::new() } else { format!("{}\n", self.hint) };
        format!("nook: {}\n{hint}", self.message)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let failed = |message: String, hint: &str| Self::new(Exit::Failed, message, hint);
        match error {
            Error::RunGone { .. } => failed(
                "This session has ended just now.".into(),
                "Its screen, history and notes are kept. Open it again to go on.",
            ),
            Error::OpenElsewhere { kind, pid, since, .. } => Self::new(
                Exit::Elsewhere,
                format!(
                    "This session is open in {} since {}.",
                    words::owner(&kind, pid),
                    words::moment(since, inglenook_engine::Clock::system().now())
                ),
                "Close it there, then open it here. Nothing of it is lost.",
            ),
            Error::NotFound { what } => Self::new(
                Exit::NotFound,
                format!("There is no such {what}."),
                "It may have been deleted. nook ls lists what there is.",
            ),
            Error::DirectoryMissing(directory) => failed(
                format!("The directory {} does not exist.", words::plain(&directory.to_string_lossy())),
                "Nothing was started. Make the directory and try again; what a session has is kept.",
            ),
            Error::CommandNotFound(command) => failed(
                format!("“{}” was not found on this computer.", words::plain(&command)),
                "Nothing was started. Check the spelling, or install it and try again.",
            ),
            Error::StartFailed(why) => failed(
                format!("The program could not be started: {why}"),
                "Everything kept of the session is still there. Try again in a moment.",
            ),
            Error::StoreFull(_) => failed(
                "This could not be saved: the disk is full or does not take more.".into(),
                "What was saved before is safe. Free some space and try again.",
            ),
            Error::StoreDamaged(damage) => failed(
                format!("The database cannot be read: {}", damage.why),
                "Nothing was deleted. nook doctor says more; start the Inglenook app to choose a backup.",
            ),
            Error::Busy(what) => failed(format!("{what} is running."), "Nothing was changed."),
            Error::Invalid(why) => failed(words::sentence(&why), ""),
            Error::Store(_) | Error::Io { .. } => failed(
                words::sentence(&format!("Something went wrong: {error}")),
                "What was saved before is safe. Try again; nook doctor may say more.",
            ),
        }
    }
}
