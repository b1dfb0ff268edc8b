//! Screens from the store: for a session that is opened again, looked at, or whose screen broke.

use super::depth::Copy;
use super::look::KEYFRAME_LINES;
use super::run::Run;
use super::{Frame, Sessions};
use crate::error::Result;
use crate::id::SessionId;
use crate::log::{Rebuilt, output_in, rebuild};
use crate::screen::{HISTORY_IN_MEMORY, Size};

impl Sessions {
    /// The screen of a session as the store has it, without a process.
    pub(super) async fn kept_screen(&self, session: SessionId, size: Size, lines: usize) -> Result<Rebuilt> {
        let kept = self.store.kept(session, size, lines).await?;
        // Replay may take a tenth of a second: not on a thread that others wait for.
        let rebuilt = tokio::task::spawn_blocking(move || rebuild(&kept)).await;
        let rebuilt = rebuilt
            .map_err(|error| crate::Error::Invalid(format!("the screen could not be rebuilt: {error}")))?;
        if rebuilt.unreadable > 0 {
            tracing::warn!(%session, unreadable = rebuilt.unreadable, "parts of the log could not be read and were passed over");
        }
        Ok(rebuilt)
    }

    pub(super) async fn resumed_screen(&self, session: SessionId, size: Size) -> Result<Rebuilt> {
        self.kept_screen(session, size, HISTORY_IN_MEMORY).await
    }

    /// What a pane shows of a session without a live run, with `lines` of history above it.
    pub(crate) async fn last_screen(&self, session: SessionId, lines: usize) -> Result<Frame> {
        let row = self.store.session(session).await?;
        let lines = lines.max(KEYFRAME_LINES);
        let rebuilt = self.kept_screen(session, row.size(), lines.min(HISTORY_IN_MEMORY)).await?;
        let copy = Copy::of(rebuilt, self.clock.now());
        Ok(self.keyframe_of(session, copy, lines).await)
    }

    /// The session's output, out of every block that can be read.
    pub(crate) async fn output_of(&self, session: SessionId) -> Result<Vec<u8>> {
        let blocks = self.store.blocks_from(session, 0).await?;
        Ok(output_in(&blocks))
    }

    /// A screen that panicked is built again from the log, without the stretch that broke it. Nothing is read
    /// from the terminal meanwhile. Where that fails the screen stays broken, and is recorded nowhere.
    pub(super) async fn rebuild(&self, run: &Run) {
        let turn = run.log.turn.lock().await;
        let mut batch = run.log.take();
        let saved = self.store.save_log(run.session, run.id, &mut batch).await;
        match saved {
            Ok(()) => run.log.saved(&batch),
            Err(error) => {
                run.log.put_back(batch);
                self.flusher.wants(&run.log);
                tracing::error!(%error, run = %run.id, "a broken screen cannot be rebuilt before its output is saved");
                return;
            }
        }
        drop(turn);
        match self.resumed_screen(run.session, run.size()).await {
            Ok(rebuilt) => run.replace_screen(rebuilt),
            Err(error) => tracing::error!(%error, run = %run.id, "a broken screen could not be rebuilt"),
        }
    }
}
