//! From the store back to a screen: the newest good checkpoint, then the log's tail.

use super::block::Block;
use super::event::LogEvent;
use super::guard::Guarded;
use super::run_log::{Checkpoint, LogStart};
use crate::screen::{self, HistoryLines, Size};

/// What the store has of a session's screen.
#[derive(Debug)]
pub(crate) struct Kept {
    /// Newest first; a later one is used where an earlier one cannot be read.
    pub checkpoints: Vec<Checkpoint>,
    /// The newest history lines before `history_end`, oldest first.
    pub history: HistoryLines,
    /// Number of the line after the newest of `history`.
    pub history_end: i64,
    /// All blocks from the oldest checkpoint's `next_sequence` on.
    pub blocks: Vec<Block>,
    /// The size to start from where there is no checkpoint.
    pub size: Size,
}

/// A screen, and where its log goes on.
pub(crate) struct Rebuilt {
    pub screen: Guarded,
    pub start: LogStart,
    /// Lines that left the screen during the replay and are in no history block yet. They begin at
    /// `start.line`.
    pub lines: HistoryLines,
    /// Blocks, events and checkpoints that could not be read and were passed over.
    pub unreadable: u32,
}

impl Rebuilt {
    /// What a session begins with that has printed nothing yet.
    pub(crate) fn empty(size: Size) -> Self {
        Self {
            screen: Guarded::new(screen::new(size)),
            start: LogStart::default(),
            lines: HistoryLines::default(),
            unreadable: 0,
        }
    }
}

/// Attempts at a replay. Each passes over one event more than the last: those that made the screen panic.
const ATTEMPTS: usize = 8;

pub(crate) fn rebuild(kept: &Kept) -> Rebuilt {
    let mut passed_over = Vec::new();
    loop {
        match attempt(kept, &passed_over) {
            Ok(rebuilt) => return rebuilt,
            Err(Panicked { event, rebuilt })
                if passed_over.len() == ATTEMPTS || passed_over.contains(&event) =>
            {
                return rebuilt;
            }
            Err(Panicked { event, .. }) => passed_over.push(event),
        }
    }
}

/// The screen panicked on the event of this number; what came after it went to an empty screen.
struct Panicked {
    event: usize,
    rebuilt: Rebuilt,
}

fn attempt(kept: &Kept, passed_over: &[usize]) -> Result<Rebuilt, Panicked> {
    let Rebuilt { mut screen, mut start, mut unreadable, .. } = from_checkpoint(kept);
    let mut lines = HistoryLines::default();
    let mut panicked = None;
    let mut number = 0;
    let first = start.sequence;
    for block in kept.blocks.iter().filter(|block| block.sequence >= first) {
        start.sequence = block.sequence + 1;
        start.offset = block.first_offset;
        let Ok(events) = block.decode() else {
            unreadable += 1;
            continue;
        };
        for (_, event) in events.events() {
            number += 1;
            let effects = match event {
                LogEvent::Output(bytes) => {
                    start.offset += bytes.len() as i64;
                    if passed_over.contains(&number) {
                        unreadable += 1;
                        continue;
                    }
                    // The questions in it were answered when it was written.
                    screen.feed(bytes)
                }
                LogEvent::Resized(size) => screen.resize(size),
                LogEvent::Mark(_) => continue,
            };
            lines.append(&effects.history);
            if screen.is_broken() {
                panicked.get_or_insert(number);
            }
        }
    }
    number_after(&mut start, &mut lines, kept.history_end);
    let rebuilt = Rebuilt { screen, start, lines, unreadable };
    match panicked {
        Some(event) => Err(Panicked { event, rebuilt }),
        None => Ok(rebuilt),
    }
}

fn from_checkpoint(kept: &Kept) -> Rebuilt {
    let mut unreadable = 0;
    for checkpoint in &kept.checkpoints {
        // History beyond the checkpoint's own is replayed, so it must not stand above it as well.
        let surplus = usize::try_from(kept.history_end - checkpoint.next_line).unwrap_or(0);
        let mut history = kept.history.clone();
        history.truncate(history.len().saturating_sub(surplus));
        if let Some(screen) = checkpoint.restore(history) {
            let start = LogStart {
                sequence: checkpoint.next_sequence,
                offset: checkpoint.log_offset,
                line: checkpoint.next_line,
            };
            return Rebuilt {
                screen: Guarded::new(screen),
                start,
                lines: HistoryLines::default(),
                unreadable,
            };
        }
        unreadable += 1;
    }
    Rebuilt { unreadable, ..Rebuilt::empty(kept.size) }
}

/// History that the store has is never derived anew: where a block was missing, the same numbers would stand
/// for other lines. What is kept only grows.
fn number_after(start: &mut LogStart, lines: &mut HistoryLines, history_end: i64) {
    let stored = usize::try_from(history_end - start.line).unwrap_or(0);
    lines.drop_oldest(stored);
    start.line = start.line.max(history_end);
}

/// The output in these blocks; one that cannot be read is passed over.
pub(crate) fn output_in(blocks: &[Block]) -> Vec<u8> {
    let mut output = Vec::new();
    for events in blocks.iter().filter_map(|block| block.decode().ok()) {
        for (_, event) in events.events() {
            if let LogEvent::Output(bytes) = event {
                output.extend_from_slice(bytes);
            }
        }
    }
    output
}
