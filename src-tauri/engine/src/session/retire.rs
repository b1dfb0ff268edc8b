//! The one way out of a run. Nothing else ends one.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use super::keep::Facts;
use super::run::{Phase, Run};
use super::{Event, Reason, Sessions};
use crate::clock::Millis;
use crate::error::Error;
use crate::log::Batch;
use crate::moments::Moment;
use crate::pty::{Exit, Group, Process, Pump};
use crate::store::RunEnd;

/// What a process gets to tidy up after SIGHUP.
const GRACE: Duration = Duration::from_secs(1);

/// After SIGKILL only a process stuck in the kernel is still there.
const KILL_PATIENCE: Duration = Duration::from_secs(1);

/// How often a process that is no child of ours is looked for: the kernel tells of children only.
const LOOK: Duration = Duration::from_millis(20);

/// Between two tries to write the end of a run to a disk that refuses.
const RETRY: Duration = Duration::from_secs(1);

impl Sessions {
    /// Ends a run, whoever asks. The first reason wins; a second caller waits until the run is gone.
    pub(super) async fn retire(self: &Arc<Self>, run: &Arc<Run>, reason: Reason) {
        self.retire_if(run, reason, None).await;
    }

    /// As [`Sessions::retire`]; for a reaper only where the run is still what it `found`.
    pub(super) async fn retire_if(self: &Arc<Self>, run: &Arc<Run>, reason: Reason, found: Option<&Facts>) {
        self.moments.pass(Moment::Retiring).await;
        if !run.claim_end(reason, found.map(|found| (found, &self.viewers))) {
            if found.is_none() {
                let mut phase = run.phase.subscribe();
                // The sender lives in the run, which is held here.
                let _ = phase.wait_for(|phase| matches!(phase, Phase::Gone(_))).await;
            }
            return;
        }
        let used_at = run.last_used();
        self.moments.pass(Moment::EndClaimed).await;
        let exit = stop(run).await;
        drain(run).await;
        self.moments.pass(Moment::Drained).await;
        // What a program says when it is made to go is no use of it.
        let used_at = if reason == Reason::Exited { run.last_used() } else { used_at };
        let ended_at = self.finalise(run, reason, exit, used_at).await;
        self.moments.pass(Moment::Finalised).await;
        self.forget(run, reason, exit);
        self.tell_end(run, reason, exit, ended_at).await;
    }

    /// Last log, checkpoint and row, in one transaction. Where the disk refuses, they are written later, and the
    /// lists say meanwhile what they will say then.
    async fn finalise(
        self: &Arc<Self>,
        run: &Arc<Run>,
        reason: Reason,
        exit: Option<Exit>,
        used_at: Millis,
    ) -> Millis {
        let ended_at = self.clock.now();
        if run.is_broken() {
            self.rebuild(run).await;
        }
        self.save_directory(run).await;
        run.mark(&format!("ended {}", reason.as_str()));
        run.checkpoint();
        let end =
            RunEnd { run: run.id, session: run.session, reason, exit, ended_at, used_at, size: run.size() };
        self.write_end_now_or_later(Some(Arc::clone(run)), end).await;
        ended_at
    }

    /// `run`: the run with the log that belongs to the end; none where a run ended before it had one.
    pub(super) async fn write_end_now_or_later(self: &Arc<Self>, run: Option<Arc<Run>>, end: RunEnd) {
        if let Err(error) = self.write_end(run.as_deref(), &end).await {
            tracing::warn!(%error, run = %end.run, "the end of a run could not be saved yet");
            self.unwritten().insert(end.session, end);
            let sessions = Arc::clone(self);
            tokio::spawn(async move { sessions.write_end_later(run.as_deref(), &end).await });
        }
    }

    async fn write_end(&self, run: Option<&Run>, end: &RunEnd) -> Result<(), Error> {
        let Some(run) = run else {
            return self.store.finish_run(end, &mut Batch::default()).await.map(drop);
        };
        let _turn = run.log.turn.lock().await;
        let mut batch = run.log.take();
        match self.store.finish_run(end, &mut batch).await {
            Ok(_) => {
                run.log.saved(&batch);
                Ok(())
            }
            Err(error) => {
                run.log.put_back(batch);
                self.flusher.wants(&run.log);
                Err(error)
            }
        }
    }

    /// Tries until it is written, or until the app itself goes: then the next start finds the run without an
    /// owner, and asleep.
    async fn write_end_later(self: &Arc<Self>, run: Option<&Run>, end: &RunEnd) {
        while !self.closing.load(Ordering::SeqCst) {
            sleep(RETRY).await;
            if self.write_end(run, end).await.is_ok() {
                self.unwritten().remove(&end.session);
                self.tell_changed(&[end.session]).await;
                return;
            }
        }
    }

    /// Every piece of memory that is kept per run goes here, and only here.
    fn forget(&self, run: &Arc<Run>, reason: Reason, exit: Option<Exit>) {
        // Viewers read the rest of the tail and its end, and are dropped with that.
        run.end_tail(reason, exit);
        // Closes the terminal's last descriptor.
        run.process().take();
        self.registry.remove(run.id);
        run.phase.send_replace(Phase::Gone(reason));
    }

    /// Last of all. What the learner asked for is no event of its own: the lists change.
    async fn tell_end(&self, run: &Run, reason: Reason, exit: Option<Exit>, ended_at: Millis) {
        let (run, session) = (run.id, run.session);
        self.tell_changed(&[session]).await;
        match reason {
            Reason::Idle | Reason::Evicted | Reason::Orphaned => {
                self.tell(Event::Reclaimed { run, session, reason, ended_at });
            }
            Reason::Closed => {}
            Reason::Exited | Reason::AppQuit | Reason::OwnerLost | Reason::StartFailed => {
                self.tell(Event::Ended { run, session, reason, exit, ended_at });
            }
        }
    }
}

/// Hang up, wait, kill. Answers the exit as it was observed.
async fn stop(run: &Run) -> Option<Exit> {
    let exit = run.process().as_ref().map(Process::exit);
    let mut exit = exit?;
    let observed = *exit.borrow();
    if let Some(observed) = observed {
        return observed;
    }
    let deadline = Instant::now() + GRACE;
    let asked = run.process().as_ref().map(Process::hang_up).unwrap_or_default();
    let mut ended = timeout(GRACE / 2, exit.wait_for(Option::is_some)).await.is_ok();
    if !ended {
        // A shell that was about to read may have missed it, and would read on: bash goes at the second one, and
        // saves its history.
        if let Some(process) = &*run.process() {
            process.hang_up();
        }
        ended = timeout(GRACE / 2, exit.wait_for(Option::is_some)).await.is_ok();
    }
    // A child that goes may leave something behind that did not want to hear.
    for group in &asked {
        outwait(group, deadline).await;
    }
    if !ended {
        if let Some(process) = &*run.process() {
            process.kill();
        }
        // What is left then cannot be ended by anybody.
        let _ = timeout(KILL_PATIENCE, exit.wait_for(Option::is_some)).await;
    }
    let observed = *exit.borrow();
    observed.flatten()
}

/// Gives a process group until the deadline. It is looked at all the time, so the number stays its own.
async fn outwait(group: &Group, deadline: Instant) {
    while group.is_there() {
        if Instant::now() >= deadline {
            group.kill();
            return;
        }
        sleep(LOOK).await;
    }
}

/// The last output is read, logged and shown before anyone hears of the end.
async fn drain(run: &Run) {
    // A disk that refuses holds up a program, never its end.
    run.log.abandon();
    run.input.finish();
    let pump = run.take_pump();
    if let Some(pump) = pump {
        Pump::done(pump).await;
    }
}
