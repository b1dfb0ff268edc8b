//! What a live run is doing, from its terminal's foreground process group and from the marks that a shell sends.

use rustix::process::Pid;

use super::list::Activity;
use super::open::clean;
use super::run::{Phase, Run};
use crate::clock::Millis;
use crate::pty::{Nature, job_in_session, name_of};

/// What a live run does, and with what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Doing {
    pub activity: Activity,
    /// The program in the foreground, where it is not a prompt.
    pub job: Option<String>,
}

/// What was told of it, and since when that is so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DoingSince {
    pub doing: Doing,
    pub since: Millis,
}

impl Run {
    pub(super) fn doing(&self) -> Doing {
        let activity = |activity, job| Doing { activity, job };
        if self.phase() == Phase::Starting {
            return activity(Activity::Starting, None);
        }
        let job = self.work();
        if self.process().as_ref().is_some_and(|process| process.asks_in_secret()) {
            let asks = job.unwrap_or_else(|| self.command_name.clone());
            return activity(Activity::Waiting, Some(asks));
        }
        match job {
            Some(job) => activity(Activity::Busy, Some(job)),
            None => activity(Activity::Prompt, None),
        }
    }

    /// The name of what would be interrupted by ending this run.
    pub(super) fn work(&self) -> Option<String> {
        if self.nature == Nature::Command {
            return Some(self.command_name.clone());
        }
        let (runs, line) = self.shell_runs();
        line.or_else(|| self.job()).or_else(|| runs.then(|| self.command_name.clone()))
    }

    /// The job that a shell has in the foreground.
    fn job(&self) -> Option<String> {
        Some(named(self.process().as_ref()?.foreground_job()?))
    }

    /// A job that a shell has in the background, stopped or running. Looks at every process there is: only where
    /// something hangs on it.
    pub(super) fn background_job(&self) -> Option<String> {
        let group = self.process().as_ref()?.session();
        job_in_session(group).map(named)
    }
}

/// A program gives itself its name.
fn named(job: Pid) -> String {
    let name = name_of(job).map(|name| clean(&name)).unwrap_or_default();
    if name.is_empty() { "a program".to_owned() } else { name }
}
