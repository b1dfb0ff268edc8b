//! What a run has written and the store does not have yet.
//!
//! The pump appends (under the run's lock), the store's flusher takes. A block that is not full is written
//! at every flush, longer each time, into the same row; so a crash loses at most what came since the last
//! flush, and a quiet session does not end as a thousand tiny rows.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::block::{Block, OpenBlock};
use super::event::LogEvent;
use super::guard::Guarded;
use super::history::{HistoryBlock, HistoryPacker};
use crate::clock::Millis;
use crate::id::{RunId, SessionId};
use crate::packing::{Data, FAST, Packer};
use crate::screen::{self, HistoryLines, Screen, Size};

/// Output between two checkpoints: bounds the replay after a crash to about a tenth of a second.
const CHECKPOINT_BYTES: u64 = 4 * 1024 * 1024;

/// What may wait in memory for a disk that refuses, compressed as far as there was time for it. Beyond it the program
/// waits: nothing is dropped.
const WAITING_BYTES: usize = 64 * 1024 * 1024;

/// With more than this the disk is late, and what comes is compressed at once: so memory holds ten times as much.
const PROMPT_BYTES: usize = 8 * 1024 * 1024;

/// Checkpoints that may wait: an older one is of no use once a newer one is saved.
const WAITING_CHECKPOINTS: usize = 2;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Checkpoint {
    /// The screen is the one after all blocks before this.
    pub next_sequence: i64,
    pub log_offset: i64,
    pub next_line: i64,
    /// Lines above the screen that are part of it, and no history yet.
    pub own_lines: i64,
    pub size: Size,
    pub created_at: Millis,
    /// The screen.
    pub data: Data,
}

impl Checkpoint {
    /// The screen, with the history lines above it; `None` where it cannot be read.
    pub(crate) fn restore(&self, history: HistoryLines) -> Option<Box<dyn Screen>> {
        let data = self.data.unpacked().ok()?;
        // Bytes from the disk: what reads them must not be able to take the app with it.
        let restored =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| screen::restore(&data, history)));
        restored.ok()?.ok()
    }
}

/// Where a run's log begins: after all that the session's earlier runs wrote.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct LogStart {
    pub sequence: i64,
    pub offset: i64,
    pub line: i64,
}

/// What goes to the store in one transaction.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub blocks: Vec<Block>,
    pub history: Vec<HistoryBlock>,
    pub checkpoints: Vec<Checkpoint>,
    /// As it stands.
    pub open: Option<Block>,
    /// What it counted as waiting, when it was taken.
    counted: usize,
}

impl Batch {
    /// The run has saved it all itself.
    pub(crate) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
            && self.history.is_empty()
            && self.checkpoints.is_empty()
            && self.open.is_none()
    }

    /// Bytes of it that count as waiting.
    fn weight(&self) -> usize {
        let blocks = self.blocks.iter().map(|block| block.data.weight());
        let history = self.history.iter().map(|block| block.data.weight());
        let checkpoints = self.checkpoints.iter().map(|checkpoint| checkpoint.data.weight());
        blocks.chain(history).chain(checkpoints).sum()
    }

    /// Compresses what is not yet. Others get a turn in between.
    pub(crate) async fn pack(&mut self) {
        let packer = &mut Packer::default();
        for block in &mut self.blocks {
            block.pack(packer);
            tokio::task::yield_now().await;
        }
        if let Some(open) = &mut self.open {
            // It is packed again whenever it has grown.
            open.data.pack(packer, FAST);
        }
        for block in &mut self.history {
            block.data.pack(packer, FAST);
            tokio::task::yield_now().await;
        }
        for checkpoint in &mut self.checkpoints {
            checkpoint.data.pack(packer, FAST);
            tokio::task::yield_now().await;
        }
    }
}

#[derive(Debug)]
pub(crate) struct RunLog {
    pub session: SessionId,
    pub run: RunId,
    /// Held by whoever saves, from `take` to `saved` or `put_back`: what was taken first is saved first.
    pub turn: tokio::sync::Mutex<()>,
    state: Mutex<State>,
    room: Condvar,
}

#[derive(Debug)]
struct State {
    sequence: i64,
    offset: i64,
    open: Option<OpenBlock>,
    /// The open block holds something that the store was not given yet.
    open_unsaved: bool,
    sealed: VecDeque<Block>,
    /// Of sealed blocks, history and checkpoints, until they are saved.
    waiting_bytes: usize,
    packer: HistoryPacker,
    history: Vec<HistoryBlock>,
    checkpoints: Vec<Checkpoint>,
    since_checkpoint: u64,
    /// Nobody will save what waits: the run ends with the app.
    abandoned: bool,
}

impl RunLog {
    pub(crate) fn new(session: SessionId, run: RunId, start: LogStart) -> Self {
        let state = State {
            sequence: start.sequence,
            offset: start.offset,
            open: None,
            open_unsaved: false,
            sealed: VecDeque::new(),
            waiting_bytes: 0,
            packer: HistoryPacker::new(start.line),
            history: Vec::new(),
            checkpoints: Vec::new(),
            since_checkpoint: 0,
            abandoned: false,
        };
        Self {
            session,
            run,
            turn: tokio::sync::Mutex::default(),
            state: Mutex::new(state),
            room: Condvar::new(),
        }
    }

    /// Answers whether this is the first unsaved event, so that the flusher has to be told.
    pub(crate) fn append(&self, event: &LogEvent<'_>, now: Millis) -> bool {
        let mut state = self.lock();
        let was_saved = state.is_saved();
        state.append(event, now);
        was_saved
    }

    /// Waits while too much waits for the disk. Called by the pump, outside of the run's lock.
    pub(crate) fn wait_for_room(&self) {
        let state = self.lock();
        let _room = self
            .room
            .wait_while(state, |state| state.waiting_bytes > WAITING_BYTES && !state.abandoned)
            .unwrap_or_else(PoisonError::into_inner);
    }

    /// Lets a waiting pump go on although nothing was saved.
    pub(crate) fn abandon(&self) {
        self.lock().abandoned = true;
        self.room.notify_all();
    }

    pub(crate) fn push_lines(&self, lines: &HistoryLines, now: Millis) {
        if !lines.is_empty() {
            self.lock().packer.push(lines, now);
        }
    }

    /// The screen was made again from the log, and with it the lines that no checkpoint has yet.
    pub(crate) fn replace_lines(&self, first: i64, lines: &HistoryLines, now: Millis) {
        self.lock().packer = HistoryPacker::new(first);
        self.push_lines(lines, now);
    }

    /// Blocks with lines before `line` that the store was not given yet. Whoever holds `turn` misses none that are
    /// on their way.
    pub(crate) fn unsaved_lines_before(&self, line: i64) -> Vec<HistoryBlock> {
        let state = self.lock();
        let sealed = state.history.iter().filter(|block| block.first_line < line).cloned();
        sealed.chain(state.packer.peek_before(line)).collect()
    }

    /// Bytes of output in the session so far.
    pub(crate) fn offset(&self) -> i64 {
        self.lock().offset
    }

    /// Lines of history in the session so far.
    pub(crate) fn next_line(&self) -> i64 {
        self.lock().packer.next_line()
    }

    pub(crate) fn wants_checkpoint(&self) -> bool {
        self.lock().since_checkpoint >= CHECKPOINT_BYTES
    }

    /// Whether anything came since the last checkpoint.
    pub(crate) fn is_ahead_of_checkpoint(&self) -> bool {
        self.lock().since_checkpoint > 0
    }

    /// Records the screen as it is after everything appended so far.
    /// One that is broken is not recorded: the log makes it again.
    pub(crate) fn checkpoint(&self, screen: &Guarded, now: Millis) {
        let Some(data) = screen.checkpoint() else { return };
        let mut state = self.lock();
        state.seal();
        let mut checkpoint = Checkpoint {
            next_sequence: state.sequence,
            log_offset: state.offset,
            next_line: state.packer.next_line(),
            own_lines: screen.own_lines() as i64,
            size: screen.size(),
            created_at: now,
            data: Data::Raw(data),
        };
        let mut lines = state.packer.take();
        if state.is_disk_late() {
            let packer = &mut Packer::default();
            lines.iter_mut().for_each(|block| block.data.pack(packer, FAST));
            checkpoint.data.pack(packer, FAST);
        }
        state.waiting_bytes +=
            checkpoint.data.weight() + lines.iter().map(|block| block.data.weight()).sum::<usize>();
        state.history.extend(lines);
        state.checkpoints.push(checkpoint);
        if state.checkpoints.len() > WAITING_CHECKPOINTS {
            let superseded = state.checkpoints.remove(0);
            state.waiting_bytes -= superseded.data.weight();
        }
        state.since_checkpoint = 0;
    }

    pub(crate) fn take(&self) -> Batch {
        let mut state = self.lock();
        let open = if state.open_unsaved { state.open.clone().map(OpenBlock::finish) } else { None };
        state.open_unsaved = false;
        let mut batch = Batch {
            blocks: state.sealed.drain(..).collect(),
            history: std::mem::take(&mut state.history),
            checkpoints: std::mem::take(&mut state.checkpoints),
            open,
            counted: 0,
        };
        batch.counted = batch.weight();
        batch
    }

    /// The batch is on the disk.
    pub(crate) fn saved(&self, batch: &Batch) {
        let mut state = self.lock();
        state.waiting_bytes = state.waiting_bytes.saturating_sub(batch.counted);
        self.room.notify_all();
    }

    /// The batch could not be saved: it is the first of what the next one holds.
    pub(crate) fn put_back(&self, batch: Batch) {
        let mut state = self.lock();
        state.waiting_bytes = state.waiting_bytes.saturating_sub(batch.counted) + batch.weight();
        for block in batch.blocks.into_iter().rev() {
            state.sealed.push_front(block);
        }
        state.history.splice(..0, batch.history);
        state.checkpoints.splice(..0, batch.checkpoints);
        state.open_unsaved |= state.open.is_some();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_saved(&self) -> bool {
        !self.open_unsaved && self.sealed.is_empty() && self.checkpoints.is_empty()
    }

    fn is_disk_late(&self) -> bool {
        self.waiting_bytes > PROMPT_BYTES
    }

    fn append(&mut self, event: &LogEvent<'_>, now: Millis) {
        let (sequence, offset) = (self.sequence, self.offset);
        let block = self.open.get_or_insert_with(|| OpenBlock::new(sequence, offset, now));
        block.push(event, now);
        let full = block.is_full();
        self.open_unsaved = true;
        self.since_checkpoint += 1;
        if let LogEvent::Output(bytes) = event {
            self.offset += bytes.len() as i64;
            self.since_checkpoint += bytes.len() as u64;
        }
        if full {
            self.seal();
        }
    }

    fn seal(&mut self) {
        let Some(open) = self.open.take() else { return };
        let mut block = open.finish();
        if self.is_disk_late() {
            block.pack(&mut Packer::default());
        }
        self.waiting_bytes += block.data.weight();
        self.sealed.push_back(block);
        self.sequence += 1;
        self.open_unsaved = false;
    }
}
