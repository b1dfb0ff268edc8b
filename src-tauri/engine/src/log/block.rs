//! Blocks: a stretch of events, compressed, as one row of the store.

use super::event::{Events, LogEvent};
use crate::clock::Millis;

/// A block is full at this many bytes of events. Large enough to compress well, small enough that writing
/// the unfinished one anew at every flush stays cheap.
pub(super) const BLOCK_BYTES: usize = 128 * 1024;

/// Level 1 keeps up with any terminal; a higher one gains little on blocks of this size.
const COMPRESSION: i32 = 1;

/// No block decodes to more than this: a damaged one must not eat the memory.
const LARGEST_BLOCK: usize = 64 * 1024 * 1024;

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
    pub data: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the block cannot be read")]
pub(crate) struct Unreadable;

impl Block {
    /// The encoded events, to be walked with [`for_each_event`].
    pub(crate) fn decode(&self) -> Result<Vec<u8>, Unreadable> {
        decompress(&self.data)
    }
}

pub(super) fn for_each_event(raw: &[u8], mut visit: impl FnMut(Millis, LogEvent<'_>)) {
    for (delta, event) in Events::new(raw) {
        visit(delta, event);
    }
}

/// The block that is being written.
#[derive(Debug, Clone)]
pub(super) struct OpenBlock {
    sequence: i64,
    first_offset: i64,
    started_at: Millis,
    last_at: Millis,
    raw: Vec<u8>,
}

impl OpenBlock {
    pub(super) fn new(sequence: i64, first_offset: i64, now: Millis) -> Self {
        Self { sequence, first_offset, started_at: now, last_at: now, raw: Vec::new() }
    }

    pub(super) fn push(&mut self, event: &LogEvent<'_>, now: Millis) {
        // A clock that was set back must not make time run backwards in the log.
        let now = now.max(self.last_at);
        event.encode(now - self.last_at, &mut self.raw);
        self.last_at = now;
    }

    pub(super) fn is_full(&self) -> bool {
        self.raw.len() >= BLOCK_BYTES
    }

    pub(super) fn compress(&self) -> Block {
        Block {
            sequence: self.sequence,
            first_offset: self.first_offset,
            started_at: self.started_at,
            last_at: self.last_at,
            length: self.raw.len() as i64,
            data: compress(&self.raw),
        }
    }
}

pub(super) fn compress(raw: &[u8]) -> Vec<u8> {
    let compress = || {
        let mut compressor = zstd::bulk::Compressor::new(COMPRESSION)?;
        // A flipped bit must read as damage, and not as other output.
        compressor.include_checksum(true)?;
        compressor.compress(raw)
    };
    // Memory to memory, with a valid level and flag: there is nothing that could fail.
    compress().unwrap_or_default()
}

pub(super) fn decompress(data: &[u8]) -> Result<Vec<u8>, Unreadable> {
    let size = zstd::zstd_safe::get_frame_content_size(data).map_err(|_| Unreadable)?;
    let size = usize::try_from(size.ok_or(Unreadable)?).map_err(|_| Unreadable)?;
    if size > LARGEST_BLOCK {
        return Err(Unreadable);
    }
    zstd::bulk::decompress(data, size).map_err(|_| Unreadable)
}
