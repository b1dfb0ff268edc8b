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

    /// The same, and they stay: those with lines before `line`.
    pub(super) fn peek_before(&self, line: i64) -> Vec<HistoryBlock> {
        let full = self.full.iter().filter(|block| block.first_line < line).cloned();
        let is_open = self.count > 0 && self.first_line < line;
        full.chain(is_open.then(|| self.block())).collect()
    }

    fn block(&self) -> HistoryBlock {
        HistoryBlock {
            first_line: self.first_line,
            count: i64::from(self.count),
            at: self.at,
            data: compress(&self.raw),
        }
    }

    fn seal(&mut self) {
        if self.count == 0 {
            return;
        }
        self.full.push(self.block());
        self.first_line += i64::from(self.count);
        self.count = 0;
        self.raw.clear();
    }
}

/// Packs lines that begin with number `first`.
pub(crate) fn pack(first: i64, lines: &[HistoryLine], now: Millis) -> Vec<HistoryBlock> {
    let mut packer = HistoryPacker::new(first);
    lines.iter().for_each(|line| packer.push(line, now));
    packer.take()
}

/// Puts the lines with numbers below `before` on top of each other, at most `wanted` of them, out of blocks in any
/// order. A gap, or a block that cannot be read, ends them: nothing is shown as if it stood next to what it did not.
/// Oldest first.
pub(crate) fn lines_before(mut blocks: Vec<HistoryBlock>, before: i64, wanted: usize) -> Vec<HistoryLine> {
    blocks.sort_by_key(|block| std::cmp::Reverse(block.first_line));
    let lowest = before.saturating_sub(i64::try_from(wanted).unwrap_or(i64::MAX));
    let mut parts = Vec::new();
    let mut first = before;
    for block in blocks.iter().filter(|block| block.first_line < before) {
        if first <= lowest || block.first_line + block.count < first {
            break;
        }
        let Ok(mut lines) = decode_lines(&block.data) else { break };
        let end = usize::try_from(first - block.first_line).unwrap_or(0);
        lines.truncate(end);
        let surplus = usize::try_from(lowest - block.first_line).unwrap_or(0);
        lines.drain(..surplus.min(lines.len()));
        first -= lines.len() as i64;
        parts.push(lines);
    }
    parts.into_iter().rev().flatten().collect()
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
