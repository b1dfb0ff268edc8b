//! Blocks: a stretch of events, compressed, as one row of the store.

use super::event::{Columns, LogEvent};
use crate::clock::Millis;
use crate::packing::{Data, FAST, Packer, Raw as _, SMALL, Unreadable};

/// A block is full at this many bytes of events. Large enough to compress well, small enough that writing
/// the unfinished one anew at every flush stays cheap.
pub(super) const BLOCK_BYTES: usize = 128 * 1024;

/// A block that was filled faster than this came from a flood: what is won by packing it well is less than what it takes.
const FLOOD: Millis = 1000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// Counts up by one within a session, through all its runs.
    pub sequence: i64,
    /// Bytes of output in the session before this block.
    pub first_offset: i64,
    pub started_at: Millis,
    pub last_at: Millis,
    /// Bytes of events before compression.
    pub length: i64,
    pub data: Data<Columns>,
}

impl Block {
    pub(crate) fn decode(&self) -> Result<Columns, Unreadable> {
        match &self.data {
            Data::Raw(columns) => Ok(columns.clone()),
            Data::Packed(data) => Columns::decode(data),
        }
    }

    pub(crate) fn pack(&mut self, packer: &mut Packer) {
        self.data.pack(packer, if self.last_at - self.started_at < FLOOD { FAST } else { SMALL });
    }
}

/// The block that is being written.
#[derive(Debug, Clone)]
pub(super) struct OpenBlock {
    sequence: i64,
    first_offset: i64,
    started_at: Millis,
    last_at: Millis,
    raw: Columns,
}

impl OpenBlock {
    pub(super) fn new(sequence: i64, first_offset: i64, now: Millis) -> Self {
        Self { sequence, first_offset, started_at: now, last_at: now, raw: Columns::default() }
    }

    pub(super) fn push(&mut self, event: &LogEvent<'_>, now: Millis) {
        // A clock that was set back must not make time run backwards in the log.
        let now = now.max(self.last_at);
        self.raw.push(now - self.last_at, event);
        self.last_at = now;
    }

    pub(super) fn is_full(&self) -> bool {
        self.raw.length() >= BLOCK_BYTES
    }

    pub(super) fn finish(self) -> Block {
        Block {
            sequence: self.sequence,
            first_offset: self.first_offset,
            started_at: self.started_at,
            last_at: self.last_at,
            length: self.raw.length() as i64,
            data: Data::Raw(self.raw),
        }
    }
}
