//! What a live run is doing.

use std::collections::HashMap;

use super::Sessions;
use super::list::Activity;
use super::run::{Phase, Run};
use crate::id::{RunId, SessionId};
use crate::pty::name_of;

/// What was told last of each live run.
pub(super) type Seen = HashMap<RunId, Doing>;

/// What a live run does, and with what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Doing {
    pub activity: Activity,
    /// The program in the foreground, where it is not the prompt itself.
    pub job: Option<String>,
}

impl Sessions {
    /// Sessions whose activity is not what `seen` says; `seen` is brought up to date.
    pub(super) fn changed_activities(&self, seen: &mut Seen) -> Vec<SessionId> {
        let mut now = Seen::new();
        let mut changed = Vec::new();
        for run in self.registry.all() {
            let doing = doing_of(&run);
            if seen.get(&run.id) != Some(&doing) {
                changed.push(run.session);
            }
            now.insert(run.id, doing);
        }
        *seen = now;
        changed
    }
}

pub(super) fn doing_of(run: &Run) -> Doing {
    if run.phase() == Phase::Starting {
        return Doing { activity: Activity::Starting, job: None };
    }
    match work_in(run) {
        Some(job) => Doing { activity: Activity::Busy, job: Some(job) },
        None => Doing { activity: Activity::Prompt, job: None },
    }
}

/// The name of what would be interrupted by ending this run.
pub(super) fn work_in(run: &Run) -> Option<String> {
    if run.is_command { Some(run.command_name.clone()) } else { job_of(run) }
}

/// The job that a shell has in the foreground.
fn job_of(run: &Run) -> Option<String> {
    let job = run.process().as_ref()?.foreground_job()?;
    Some(name_of(job).unwrap_or_else(|| "a program".to_owned()))
}
