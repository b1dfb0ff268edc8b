//! The flusher: one task that commits what runs have logged, and knows whether output reaches the disk.
//!
//! Runs say [`Flusher::wants`] when they have something; the task collects for [`COLLECT`], then commits all
//! of it. While the disk refuses, everything stays in the runs' logs and is tried again
//! every [`RETRY`].

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};

use super::Store;
use crate::clock::{Clock, Millis};
use crate::error::Error;
use crate::log::RunLog;

/// Half of what a crash may cost (250 ms), since a commit takes time as well.
const COLLECT: Duration = Duration::from_millis(100);
const RETRY: Duration = Duration::from_secs(1);

/// Whether output reaches the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saving {
    /// All of it has. `at`: the last commit; `None` before the first.
    Saved { at: Option<Millis> },
    /// Some waits for its turn, for a fraction of a second.
    Pending,
    /// The disk refuses; output is kept in memory and tried again every second.
    Stopped { since: Millis, why: String },
}

/// A handle on the task. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Flusher {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    waiting: Mutex<Vec<Arc<RunLog>>>,
    wake: Notify,
    saving: watch::Sender<Saving>,
}

impl Flusher {
    /// Starts the task; it ends with the runtime.
    pub(crate) fn start(store: Store, clock: Clock) -> Self {
        let (saving, _) = watch::channel(Saving::Saved { at: None });
        let shared = Arc::new(Shared { waiting: Mutex::default(), wake: Notify::new(), saving });
        let flusher = Self { shared };
        tokio::spawn(flusher.clone().run(store, clock));
        flusher
    }

    /// This run has unsaved output. Called once for each time that it goes from saved to unsaved.
    pub(crate) fn wants(&self, log: &Arc<RunLog>) {
        let mut waiting = self.shared.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if !waiting.iter().any(|known| Arc::ptr_eq(known, log)) {
            waiting.push(Arc::clone(log));
        }
        drop(waiting);
        self.shared.wake.notify_one();
    }

    pub(crate) fn saving(&self) -> watch::Receiver<Saving> {
        self.shared.saving.subscribe()
    }

    async fn run(self, store: Store, clock: Clock) {
        loop {
            self.shared.wake.notified().await;
            self.tell(|saving| matches!(saving, Saving::Saved { .. }).then_some(Saving::Pending));
            tokio::time::sleep(COLLECT).await;
            while !self.flush(&store, &clock).await {
                tokio::time::sleep(RETRY).await;
            }
        }
    }

    /// Commits what there is, a transaction a run, so that one that cannot be saved holds up no other. Answers
    /// whether all of it could be.
    async fn flush(&self, store: &Store, clock: &Clock) -> bool {
        let logs = std::mem::take(&mut *self.shared.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        let mut refused = None;
        for log in logs {
            let _turn = log.turn.lock().await;
            let mut batch = log.take();
            if batch.is_empty() {
                continue;
            }
            match store.save_log(log.session, log.run, &mut batch).await {
                Ok(()) => log.saved(&batch),
                Err(error) => {
                    tracing::warn!(%error, run = %log.run, "output could not be saved; it is kept in memory and tried again");
                    log.put_back(batch);
                    self.wants(&log);
                    refused = Some(error);
                }
            }
        }
        match refused {
            None => self.tell(|_| Some(Saving::Saved { at: Some(clock.now()) })),
            Some(ref error) => self.tell(|saving| match saving {
                Saving::Stopped { .. } => None,
                _ => Some(Saving::Stopped { since: clock.now(), why: in_plain_words(error) }),
            }),
        }
        refused.is_none()
    }

    fn tell(&self, next: impl FnOnce(&Saving) -> Option<Saving>) {
        self.shared.saving.send_if_modified(|saving| {
            next(saving).is_some_and(|next| {
                *saving = next;
                true
            })
        });
    }
}

fn in_plain_words(error: &Error) -> String {
    match error {
        Error::StoreFull(_) => "the disk is full or does not take more".into(),
        Error::StoreDamaged(_) => "the database file is damaged".into(),
        other => other.to_string(),
    }
}
