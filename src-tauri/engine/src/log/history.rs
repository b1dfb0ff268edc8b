//! History blocks: the lines that left the screen for good, packed for the store.
//!
//! A line is `flags · length · bytes`; flag 1 says that it continues in the next line.

use super::block::{Unreadable, compress, decompress};
use super::event::{put_number, take_number};
use crate::clock::Millis;
use crate::screen::HistoryLine;

/// Lines in a block: about one read's worth of scrolling back.
const LINES: u32 = 1000;
const WRAPPED: u8 = 1;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HistoryBlock {
    /// Lines of the session before this block.
    pub first_line: i64,
    pub count: i64,
    /// When its newest line left the screen.
    pub at: Millis,
    pub data: Vec<u8>,
}

/// Packs lines as they come.
#[derive(Debug)]
pub(super) struct HistoryPacker {
    first_line: i64,
    count: u32,
    at: Millis,
    raw: Vec<u8>,
    full: Vec<HistoryBlock>,
}

impl HistoryPacker {
    pub(super) fn new(first_line: i64) -> Self {
        Self { first_line, count: 0, at: 0, raw: Vec::new(), full: Vec::new() }
    }

    pub(super) fn push(&mut self, line: &HistoryLine, now: Millis) {
        self.raw.push(if line.wrapped { WRAPPED } else { 0 });
        put_number(line.ansi.len() as u64, &mut self.raw);
        self.raw.extend_from_slice(&line.ansi);
        self.count += 1;
        self.at = now;
        if self.count == LINES {
            self.seal();
        }
    }

    pub(super) fn next_line(&self) -> i64 {
        self.first_line + i64::from(self.count)
    }

    /// All lines so far, as blocks.
    pub(super) fn take(&mut self) -> Vec<HistoryBlock> {
        self.seal();
        std::mem::take(&mut self.full)
    }

    fn seal(&mut self) {
        if self.count == 0 {
            return;
        }
        self.full.push(HistoryBlock {
            first_line: self.first_line,
            count: i64::from(self.count),
            at: self.at,
            data: compress(&self.raw),
        });
        self.first_line += i64::from(self.count);
        self.count = 0;
        self.raw.clear();
    }
}

pub(crate) fn decode_lines(data: &[u8]) -> Result<Vec<HistoryLine>, Unreadable> {
    let raw = decompress(data)?;
    let mut rest = raw.as_slice();
    let mut lines = Vec::new();
    while let Some((&flags, after)) = rest.split_first() {
        rest = after;
        let length = take_number(&mut rest).ok_or(Unreadable)?;
        let length = usize::try_from(length).map_err(|_| Unreadable)?;
        let (ansi, after) = rest.split_at_checked(length).ok_or(Unreadable)?;
        rest = after;
        lines.push(HistoryLine { wrapped: flags & WRAPPED != 0, ansi: ansi.into() });
    }
    Ok(lines)
}
