//! What a live run is doing.

use std::collections::HashMap;

use super::Sessions;
use super::list::Activity;
use super::run::{Phase, Run};
use crate::id::{RunId, SessionId};
use crate::pty::name_of;

/// The activities that were told last.
pub(super) type Seen = HashMap<RunId, Activity>;

impl Sessions {
    /// Sessions whose activity is not what `seen` says; `seen` is brought up to date.
    pub(super) fn changed_activities(&self, seen: &mut Seen) -> Vec<SessionId> {
        let mut now = Seen::new();
        let mut changed = Vec::new();
        for run in self.registry.all() {
            let activity = activity_of(&run);
            if seen.get(&run.id) != Some(&activity) {
                changed.push(run.session);
            }
            now.insert(run.id, activity);
        }
        *seen = now;
        changed
    }
}

pub(super) fn activity_of(run: &Run) -> Activity {
    if run.phase() == Phase::Starting {
        return Activity::Starting;
    }
    if run.is_command || job_of(run).is_some() { Activity::Busy } else { Activity::Prompt }
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
