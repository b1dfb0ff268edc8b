//! Deleting a session or a note: off the list at once, erased after ten seconds, and until then as it was.

use std::sync::Arc;

use super::{Event, Reason, Sessions};
use crate::clock::Millis;
use crate::error::Result;
use crate::id::SessionId;

/// The window offers to take it back for 10 s; what is clicked in the last of them still counts.
const UNDO: Millis = 12_000;

impl Sessions {
    /// Only the row is marked: process, screen and notes go on until the learner can no longer undo.
    pub(crate) async fn delete(&self, session: SessionId) -> Result<()> {
        self.store.mark_deleted(session, Some(self.clock.now())).await?;
        self.tell(Event::Changed { rows: Vec::new(), gone: vec![session] });
        Ok(())
    }

    pub(crate) async fn undelete(&self, session: SessionId) -> Result<()> {
        self.store.mark_deleted(session, None).await?;
        self.tell_changed(&[session]).await;
        Ok(())
    }

    /// Erases what was deleted longer than [`UNDO`] ago.
    pub(super) async fn erase_deleted(self: &Arc<Self>) -> Result<()> {
        for session in self.store.deleted_before(self.clock.now() - UNDO).await? {
            if !self.store.session(session).await?.deleted {
                continue;
            }
            if let Some(run) = self.registry.of_session(session) {
                self.retire(&run, Reason::Closed).await;
            }
            if self.store.erase(session).await? {
                self.tell(Event::Changed { rows: Vec::new(), gone: vec![session] });
            }
        }
        self.store.erase_notes(self.clock.now() - UNDO).await
    }
}
