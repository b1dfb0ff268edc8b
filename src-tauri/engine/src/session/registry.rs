//! The runs of this instance that are in memory, and the order in which a session is opened.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use super::run::Run;
use crate::id::{RunId, SessionId};

/// At most one run a session. A run is in here from its start until it is forgotten.
#[derive(Debug, Default)]
pub(super) struct Registry {
    runs: Mutex<HashMap<RunId, Arc<Run>>>,
    gates: Mutex<HashMap<SessionId, Weak<tokio::sync::Mutex<()>>>>,
}

impl Registry {
    pub(super) fn insert(&self, run: Arc<Run>) {
        self.runs().insert(run.id, run);
    }

    pub(super) fn remove(&self, id: RunId) {
        self.runs().remove(&id);
    }

    pub(super) fn get(&self, id: RunId) -> Option<Arc<Run>> {
        self.runs().get(&id).cloned()
    }

    pub(super) fn of_session(&self, session: SessionId) -> Option<Arc<Run>> {
        self.runs().values().find(|run| run.session == session).cloned()
    }

    pub(super) fn all(&self) -> Vec<Arc<Run>> {
        self.runs().values().cloned().collect()
    }

    /// Held by whoever opens this session, so that a second opener finds the first one's run.
    pub(super) fn gate(&self, session: SessionId) -> Arc<tokio::sync::Mutex<()>> {
        let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
        gates.retain(|_, gate| gate.strong_count() > 0);
        if let Some(gate) = gates.get(&session).and_then(Weak::upgrade) {
            return gate;
        }
        let gate = Arc::new(tokio::sync::Mutex::new(()));
        gates.insert(session, Arc::downgrade(&gate));
        gate
    }

    /// Those of the sessions that somebody opens now.
    pub(super) fn gates(&self) -> Vec<Arc<tokio::sync::Mutex<()>>> {
        let gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
        gates.values().filter_map(Weak::upgrade).collect()
    }

    fn runs(&self) -> MutexGuard<'_, HashMap<RunId, Arc<Run>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
