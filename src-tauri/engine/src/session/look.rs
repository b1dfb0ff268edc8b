//! What a run gives to those who look at it: the screen as of now, and what comes after it in the tail.

use super::Frame;
use super::run::{Core, Run};
use super::tail::{Position, Tail};
use crate::screen::{HISTORY_IN_MEMORY, HistoryLines};

/// History above the screen in a keyframe, unless a pane asks for more.
pub(super) const KEYFRAME_LINES: usize = 2000;

/// History in a keyframe for a viewer that is in haste, as it skips or has shown nothing yet: so little that it costs a
/// page less than any output which it could stand for. What is above is a matter of scrolling back.
const LINES_IN_HASTE: usize = 100;

/// See [`Run::frames_and_copy`].
pub(super) struct Copied {
    pub frames: Vec<Frame>,
    pub at: Position,
    /// Absent where the screen is broken.
    pub checkpoint: Option<Vec<u8>>,
    /// The encoded lines of the screen's history.
    pub history: HistoryLines,
    pub offset: i64,
    /// Number of the line after the newest of `history`.
    pub next_line: i64,
}

impl Run {
    /// The screen as of now, and the place in the tail from which it goes on.
    pub(super) fn keyframe(&self, is_in_haste: bool) -> (Frame, Position) {
        let mut core = self.core();
        core.is_followed = true;
        let lines = if is_in_haste { LINES_IN_HASTE } else { KEYFRAME_LINES };
        (self.keyframe_in(&core, lines), core.tail.end())
    }

    fn keyframe_in(&self, core: &Core, lines: usize) -> Frame {
        let shown = lines.min(core.screen.history_len()).min(HISTORY_IN_MEMORY);
        Frame::Keyframe {
            size: core.screen.size(),
            offset: self.log.offset(),
            above: self.lines_in(core) - shown as i64,
            bytes: core.screen.keyframe(lines),
        }
    }

    /// What came after `from`; a keyframe at the present for a viewer that has fallen off the tail, or would have to
    /// read more than `patience` bytes.
    pub(super) fn frames(&self, from: Position, patience: Option<usize>) -> (Vec<Frame>, Position) {
        let skips = {
            let core = self.core();
            let skips = patience.is_some_and(|most| core.tail.bytes_after(from) > most);
            if !skips && let Some(read) = core.tail.read(from) {
                return read;
            }
            skips
        };
        let (frame, at) = self.keyframe(skips);
        (vec![frame], at)
    }

    /// All that came after `from`, and then a keyframe with all that is in memory.
    pub(super) fn frames_and_keyframe(&self, from: Option<Position>) -> (Vec<Frame>, Position) {
        self.frames_and_keyframe_in(&mut self.core(), from, HISTORY_IN_MEMORY)
    }

    /// The same with the history from the session's line `first` on, where that can be had without the store.
    pub(super) fn frames_and_keyframe_from_line(
        &self,
        from: Option<Position>,
        first: i64,
    ) -> Option<(Vec<Frame>, Position)> {
        let mut core = self.core();
        let all = self.lines_in(&core);
        let lines = lines_from(first, all);
        let in_memory = core.screen.history_len();
        let is_there = lines <= in_memory || all <= in_memory as i64;
        (is_there && lines <= HISTORY_IN_MEMORY).then(|| self.frames_and_keyframe_in(&mut core, from, lines))
    }

    fn frames_and_keyframe_in(
        &self,
        core: &mut Core,
        from: Option<Position>,
        lines: usize,
    ) -> (Vec<Frame>, Position) {
        core.is_followed = true;
        let (mut frames, at) = core.tail.read_all(from);
        frames.push(self.keyframe_in(core, lines));
        (frames, at)
    }

    /// All that came after `from`, and what is needed to make the screen again elsewhere.
    pub(super) fn frames_and_copy(&self, from: Option<Position>) -> Copied {
        let mut core = self.core();
        core.is_followed = true;
        let (frames, at) = core.tail.read_all(from);
        Copied {
            frames,
            at,
            checkpoint: core.screen.checkpoint(),
            history: core.screen.history(),
            offset: self.log.offset(),
            next_line: self.log.next_line(),
        }
    }

    /// Nobody follows the tail any more: it is let go of. One who does after all has fallen off it.
    pub(super) fn unfollow(&self) {
        let mut core = self.core();
        core.is_followed = false;
        core.tail = Tail::after(&core.tail);
    }
}

/// How many lines there are from `first` on, of `all` in a session.
pub(super) fn lines_from(first: i64, all: i64) -> usize {
    usize::try_from(all.saturating_sub(first.max(0))).unwrap_or(0)
}
