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
    pub title: String,
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
        let found: Vec<(RunId, Facts)> =
            runs.iter().map(|(id, run)| (*id, run.facts(&self.viewers))).collect();
        let (limits, now) = (self.settings.now().settings, self.clock.awake());
        if due(&found, &limits, now).is_empty() {
            return;
        }
        // A job in the background is work as well. Looked for only now, and only where nothing else keeps the run, since
        // it takes a look at every process.
        let with_jobs: Vec<(RunId, Facts)> = found
            .iter()
            .map(|(id, facts)| {
                let has_job = || runs.get(id).is_some_and(|run| run.background_job().is_some());
                (*id, Facts { mid_turn: facts.mid_turn || (keep(facts).is_none() && has_job()), ..*facts })
            })
            .collect();
        for (id, reason) in due(&with_jobs, &limits, now) {
            let found = found.iter().find(|(run, _)| *run == id).map(|(_, facts)| *facts);
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
    pub(crate) async fn work(&self) -> Vec<Work> {
        let mut all = Vec::new();
        for run in self.registry.all().into_iter().filter(|run| run.is_alive()) {
            if let Some((kind, job, since)) = work_in(&run, &run.facts(&self.viewers)) {
                let row = self.store.session(run.session).await;
                let title = row.map_or_else(|_| run.command_name.clone(), |row| row.title);
                all.push(Work { session: run.session, title, kind, job, since });
            }
        }
        all
    }
}

fn work_in(run: &Run, facts: &Facts) -> Option<(WorkKind, Option<String>, Option<Millis>)> {
    let Some(kind) = work_of(facts) else {
        return run.background_job().map(|job| (WorkKind::Job, Some(job), None));
    };
    let now = run.doing_since();
    let since = now.doing.job.is_some().then_some(now.since);
    Some((kind, now.doing.job.or_else(|| Some(run.command_name.clone())), since))
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
