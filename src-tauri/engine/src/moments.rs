//! Named moments at which a test can hold the engine, to bring two things to the worst order there is. Where nobody
//! holds one, passing it costs a look at an empty map.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Moment {
    /// The engine is open and known to others; nobody was given it.
    Started,
    /// An opener has the session's gate, and has not looked for a run yet.
    Opening,
    /// The database has the new run; its process is not started.
    Claimed,
    /// The opener has a run and has not answered yet.
    Opened,
    /// A reaper found a run due, and has not asked again.
    Due,
    /// The timers have looked, and what they found due is on its way.
    Looked,
    /// Somebody is about to claim the end of a run.
    Retiring,
    /// The end is claimed; the process still lives.
    EndClaimed,
    /// The process is gone and its last words are read; nothing of it is written.
    Drained,
    /// The end is in the database; nobody was told, and the run is still in memory.
    Finalised,
}

/// What is held at the moment. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Moments {
    held: Arc<Mutex<HashMap<Moment, Hold>>>,
}

#[derive(Debug, Clone)]
struct Hold {
    arrived: watch::Sender<usize>,
    free: watch::Sender<bool>,
}

/// Everybody who comes to the moment waits there until this is released or dropped.
#[derive(Debug)]
pub struct Held {
    moments: Moments,
    moment: Moment,
    hold: Hold,
}

impl Moments {
    pub fn hold(&self, moment: Moment) -> Held {
        let hold = Hold { arrived: watch::Sender::new(0), free: watch::Sender::new(false) };
        self.held().insert(moment, hold.clone());
        Held { moments: self.clone(), moment, hold }
    }

    pub(crate) async fn pass(&self, moment: Moment) {
        let hold = self.held().get(&moment).cloned();
        if let Some(hold) = hold {
            let mut free = hold.free.subscribe();
            hold.arrived.send_modify(|count| *count += 1);
            // The sender lives in `hold`.
            let _ = free.wait_for(|free| *free).await;
        }
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Moment, Hold>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    /// Waits until somebody is held.
    pub async fn arrived(&self) {
        self.arrived_times(1).await;
    }

    /// Waits until so many have come.
    pub async fn arrived_times(&self, times: usize) {
        let mut arrived = self.hold.arrived.subscribe();
        // The sender lives in `self`.
        let _ = arrived.wait_for(|count| *count >= times).await;
    }

    pub fn release(self) {}
}

impl Drop for Held {
    fn drop(&mut self) {
        self.moments.held().remove(&self.moment);
        self.hold.free.send_replace(true);
    }
}
