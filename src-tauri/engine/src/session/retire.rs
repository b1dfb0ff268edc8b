//! The one way out of a run. Nothing else ends one.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::run::{Phase, Run};
use super::{Event, Reason, Sessions};
use crate::clock::Millis;
use crate::error::Error;
use crate::pty::{Exit, Pump};
use crate::store::RunEnd;

/// What a process gets to tidy up after SIGHUP.
const GRACE: Duration = Duration::from_secs(1);

/// After SIGKILL only a process stuck in the kernel is still there.
const KILL_PATIENCE: Duration = Duration::from_secs(1);

/// Between two tries to write the end of a run to a disk that refuses.
const RETRY: Duration = Duration::from_secs(1);

impl Sessions {
    /// Ends a run, whoever asks. The first reason wins; a second caller waits until the run is gone.
    pub(super) async fn retire(self: &Arc<Self>, run: &Arc<Run>, reason: Reason) {
        if !claim(run, reason) {
            let mut phase = run.phase.subscribe();
            // The sender lives in the run, which is held here.
            let _ = phase.wait_for(|phase| matches!(phase, Phase::Gone(_))).await;
            return;
        }
        let exit = self.stop(run).await;
        self.drain(run).await;
        let ended_at = self.finalise(run, reason, exit).await;
        self.forget(run, reason, exit);
        self.tell_end(run, reason, exit, ended_at).await;
    }

    /// Hang up, wait, kill. Answers the exit as it was observed.
    async fn stop(&self, run: &Run) -> Option<Exit> {
        let exit = run.process().as_ref().map(crate::pty::Process::exit);
        let mut exit = exit?;
        let observed = *exit.borrow();
        if let Some(observed) = observed {
            return observed;
        }
        self.signal(run, crate::pty::Process::hang_up);
        if tokio::time::timeout(GRACE, exit.wait_for(Option::is_some)).await.is_err() {
            self.signal(run, crate::pty::Process::kill);
            // What is left then cannot be ended by anybody.
            let _ = tokio::time::timeout(KILL_PATIENCE, exit.wait_for(Option::is_some)).await;
        }
        let observed = *exit.borrow();
        observed.flatten()
    }

    fn signal(&self, run: &Run, signal: impl FnOnce(&crate::pty::Process)) {
        if let Some(process) = &*run.process() {
            signal(process);
        }
    }

    /// The last output is read, logged and shown before anyone hears of the end.
    async fn drain(&self, run: &Run) {
        run.input.finish();
        let pump = run.take_pump();
        if let Some(pump) = pump {
            Pump::done(pump).await;
        }
    }

    /// Last log, checkpoint and row, in one transaction. A disk that refuses is asked again, unless the app
    /// itself goes: then the next start finds the run without an owner, and asleep.
    async fn finalise(&self, run: &Run, reason: Reason, exit: Option<Exit>) -> Millis {
        let ended_at = self.clock.now();
        if run.is_broken() {
            self.rebuild(run).await;
        }
        run.mark(&format!("ended {}", reason.as_str()));
        run.checkpoint();
        let end = RunEnd { run: run.id, session: run.session, reason, exit, ended_at, size: run.size() };
        loop {
            let batch = run.log.take();
            match self.store.finish_run(&end, &batch).await {
                Ok(_) => {
                    run.log.saved(&batch);
                    return ended_at;
                }
                Err(error) => {
                    run.log.put_back(batch);
                    tracing::warn!(%error, run = %run.id, "the end of a run could not be saved yet");
                    if self.closing.load(Ordering::SeqCst) || !is_worth_another_try(&error) {
                        run.log.abandon();
                        return ended_at;
                    }
                }
            }
            tokio::time::sleep(RETRY).await;
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

/// The one change that makes a run retiring; `false` for everyone but the first.
fn claim(run: &Run, reason: Reason) -> bool {
    run.phase.send_if_modified(|phase| {
        let alive = matches!(phase, Phase::Starting | Phase::Live);
        if alive {
            *phase = Phase::Retiring(reason);
        }
        alive
    })
}

fn is_worth_another_try(error: &Error) -> bool {
    !matches!(error, Error::StoreDamaged(_))
}
