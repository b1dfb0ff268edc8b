//! What failed, in words for the learner: what happened, what was kept, what to do next.

use inglenook_engine::Error;

use super::{Code, Failure, Reason};

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let plain = |code, message: String, hint: &str| Self {
            code,
            message,
            hint: hint.to_owned(),
            session: None,
            reason: None,
        };
        match error {
            Error::RunGone { session, reason, .. } => Self {
                session: session.map(|id| id.to_string()),
                reason: reason.map(Reason::from),
                ..plain(
                    Code::RunGone,
                    "This terminal has ended.".into(),
                    "Its screen, history and notes are kept. Open the session to go on.",
                )
            },
            Error::OpenElsewhere { session, kind, pid, .. } => {
                let program = if kind == "app" { "another Inglenook" } else { "the nook command" };
                Self {
                    session: Some(session.to_string()),
                    ..plain(
                        Code::OpenElsewhere,
                        format!("This session is open in {program} (process {pid})."),
                        "Close it there, then open it here. Nothing of it is lost.",
                    )
                }
            }
            Error::NotFound { what } => {
                plain(Code::NotFound, format!("There is no such {what}."), "It may have been deleted.")
            }
            Error::DirectoryMissing(directory) => plain(
                Code::DirectoryMissing,
                format!("The directory {} does not exist.", directory.display()),
                "Make it again and try once more. Screen, history and notes of the session are kept.",
            ),
            Error::CommandNotFound(command) => plain(
                Code::CommandNotFound,
                format!("“{command}” was not found on this computer."),
                "Check the spelling, or install it and try again.",
            ),
            Error::StartFailed(why) => plain(
                Code::StartFailed,
                format!("The program could not be started: {why}"),
                "Everything kept of the session is still there.",
            ),
            Error::StoreFull(_) => plain(
                Code::StoreFull,
                "This could not be saved: the disk is full or does not take more.".into(),
                "Free some space and try again. What was saved before is safe.",
            ),
            Error::StoreDamaged(damage) => plain(
                Code::StoreDamaged,
                format!("The database cannot be read: {}", damage.why),
                "Nothing was deleted. Start Inglenook again to choose a backup.",
            ),
            Error::Busy(what) => plain(Code::Busy, format!("{what} is running."), ""),
            Error::Invalid(why) => plain(Code::Invalid, why, ""),
            Error::Store(_) | Error::Io { .. } => plain(
                Code::Internal,
                format!("Something went wrong: {error}"),
                "What was saved before is safe. Try again.",
            ),
        }
    }
}
