//! The reapers: idle, evicted, orphaned. `keep` decides; this asks, and asks again under the run's lock.

use std::collections::HashMap;
use std::sync::Arc;

use super::keep::{Facts, Kept, due, keep};
use super::run::Run;
use super::{Reason, Sessions};
use crate::clock::Millis;
use crate::id::{RunId, SessionId};
use crate::moments::Moment;

/// What quitting would interrupt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    pub session: SessionId,
    pub kind: WorkKind,
    /// The program, where it has a name.
    pub job: Option<String>,
    pub since: Option<Millis>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkKind {
    Job,
    Waiting,
    Input,
    FullScreen,
    Variables,
}

impl Sessions {
    /// Looks at every run. One that is busy is looked at again the next time.
    pub(super) fn reap(self: &Arc<Self>) {
        let runs: HashMap<RunId, Arc<Run>> =
            self.registry.all().into_iter().filter(|run| run.is_alive()).map(|run| (run.id, run)).collect();
        let facts: Vec<(RunId, Facts)> =
            runs.iter().map(|(id, run)| (*id, run.facts(&self.viewers))).collect();
        for (id, reason) in due(&facts, &self.settings.now().settings, self.clock.awake()) {
            let found = facts.iter().find(|(run, _)| *run == id).map(|(_, facts)| *facts);
            if let (Some(run), Some(found)) = (runs.get(&id).cloned(), found) {
                let sessions = Arc::clone(self);
                tokio::spawn(async move { sessions.reclaim(&run, reason, &found).await });
            }
        }
    }

    async fn reclaim(self: &Arc<Self>, run: &Arc<Run>, reason: Reason, found: &Facts) {
        self.moments.pass(Moment::Due).await;
        // The row is the truth: another process may have pinned it.
        match self.store.session(run.session).await {
            Ok(row) => run.life().pinned = row.pinned,
            Err(error) => tracing::debug!(%error, run = %run.id, "whether it is pinned could not be read"),
        }
        tracing::info!(run = %run.id, reason = reason.as_str(), "a run is reclaimed, unless it was used meanwhile");
        self.retire_if(run, reason, Some(found)).await;
    }

    /// What the learner would lose sight of by quitting now.
    pub(crate) fn work(&self) -> Vec<Work> {
        let runs = self.registry.all().into_iter().filter(|run| run.is_alive());
        runs.filter_map(|run| {
            let facts = run.facts(&self.viewers);
            let kind = work_of(&facts)?;
            let done = run.done();
            let since = done.doing.job.is_some().then_some(done.since);
            let job = done.doing.job.or_else(|| Some(run.command_name.clone()));
            Some(Work { session: run.session, kind, job, since })
        })
        .collect()
    }
}

/// Of all that `keep` keeps, what is work in progress: a pane that looks on is none, and neither is a prompt that
/// nobody has typed anything into.
fn work_of(facts: &Facts) -> Option<WorkKind> {
    let at_work = Facts { starting: false, viewed: false, pinned: false, ..*facts };
    match keep(&at_work)? {
        Kept::MidTurn => Some(WorkKind::Job),
        Kept::AwaitingApproval => Some(WorkKind::Waiting),
        Kept::QueuedInput => Some(WorkKind::Input),
        Kept::FullScreen => Some(WorkKind::FullScreen),
        Kept::Stateful => facts.typed.then_some(WorkKind::Variables),
        Kept::Starting | Kept::Viewed | Kept::Pinned => None,
    }
}
