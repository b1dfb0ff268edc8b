//! Screens with more history above them than memory has: what scrolling back and finding read.
//!
//! What is not in memory comes from history blocks, by the numbers of their lines. A copy of the screen is taken under
//! the run's lock; the rest is done without it, since 200,000 lines take a while to read and to write.

use super::look::lines_from;
use super::run::Run;
use super::tail::Position;
use super::{Frame, Sessions};
use crate::clock::Millis;
use crate::id::SessionId;
use crate::log::{Guarded, HistoryBlock, Rebuilt, lines_before, pack};
use crate::screen::{self, HISTORY_IN_MEMORY};

/// A screen of a session, and what the store may not have of the history above it.
pub(super) struct Copy {
    pub screen: Guarded,
    /// Of the session's log.
    pub offset: i64,
    /// Number of the line after the newest that has left the screen for good.
    pub next_line: i64,
    pub unsaved: Vec<HistoryBlock>,
}

impl Copy {
    pub(super) fn of(rebuilt: Rebuilt, now: Millis) -> Self {
        let Rebuilt { screen, start, lines, .. } = rebuilt;
        let next_line = start.line + lines.len() as i64;
        Self { screen, offset: start.offset, next_line, unsaved: pack(start.line, &lines, now) }
    }

    /// Lines that the session has had above the screen.
    fn lines(&self) -> i64 {
        self.next_line + self.screen.own_lines() as i64
    }
}

impl Sessions {
    /// What a viewer has not read yet, then the screen as it is after that, with the history from the session's line
    /// `first` on above it: so a pane can put the one in the place of the other without moving. A number of lines would
    /// not do, as any number may have been printed since the pane asked.
    pub(super) async fn deeper(
        &self,
        run: &Run,
        from: Option<Position>,
        first: i64,
    ) -> (Vec<Frame>, Position) {
        if let Some(given) = run.frames_and_keyframe_from_line(from, first) {
            return given;
        }
        // Nothing is on its way from the log to the store while this is held.
        let turn = run.log.turn.lock().await;
        let copied = run.frames_and_copy(from);
        let oldest = copied.next_line - copied.history.len() as i64;
        let unsaved = run.log.unsaved_lines_before(oldest);
        drop(turn);
        let (checkpoint, history) = (copied.checkpoint, copied.history);
        let restored = tokio::task::spawn_blocking(move || screen::restore(&checkpoint?, history).ok()).await;
        let Ok(Some(screen)) = restored else {
            tracing::error!(run = %run.id, "the screen could not be copied, so its older history is not shown");
            return run.frames_and_keyframe(from);
        };
        let (offset, next_line) = (copied.offset, copied.next_line);
        let copy = Copy { screen: Guarded::new(screen), offset, next_line, unsaved };
        let lines = lines_from(first, copy.lines());
        let mut frames = copied.frames;
        frames.push(self.keyframe_of(run.session, copy, lines).await);
        (frames, copied.at)
    }

    /// The screen with `lines` of history above it, as far as they are kept.
    pub(super) async fn keyframe_of(&self, session: SessionId, copy: Copy, lines: usize) -> Frame {
        let (size, total) = (copy.screen.size(), copy.lines());
        let in_memory = copy.screen.history_len();
        let Copy { screen, offset, mut unsaved, .. } = copy;
        if lines <= in_memory.min(HISTORY_IN_MEMORY) {
            let bytes = screen.keyframe(lines);
            return Frame::Keyframe { size, offset, above: total - lines as i64, bytes };
        }
        let oldest = total - in_memory as i64;
        let wanted = lines.saturating_sub(in_memory);
        match self.store.history_before(session, oldest, wanted).await {
            Ok(stored) => unsaved.extend(stored),
            Err(error) => {
                tracing::error!(%error, %session, "older history could not be read and is not shown");
            }
        }
        let written = tokio::task::spawn_blocking(move || {
            let older = lines_before(unsaved, oldest, wanted);
            // Fewer than were wanted: what is above these is not kept, or cannot be read.
            let above = if older.len() == wanted { oldest - wanted as i64 } else { 0 };
            (above, screen.keyframe_below(&older))
        });
        let (above, bytes) = written.await.unwrap_or_default();
        Frame::Keyframe { size, offset, above, bytes }
    }
}
