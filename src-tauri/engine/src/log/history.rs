//! History blocks: the lines that left the screen for good, packed for the store.

use crate::clock::Millis;
use crate::packing::{Data, Unreadable, decompress};
use crate::screen::HistoryLines;

/// Lines in a block, or up to twice as many: about one read's worth of scrolling back.
pub(super) const LINES: usize = 1000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HistoryBlock {
    /// Lines of the session before this block.
    pub first_line: i64,
    pub count: i64,
    /// When its newest line left the screen.
    pub at: Millis,
    pub data: Data,
}

/// Packs lines as they come.
#[derive(Debug)]
pub(super) struct HistoryPacker {
    first_line: i64,
    at: Millis,
    lines: HistoryLines,
    full: Vec<HistoryBlock>,
}

impl HistoryPacker {
    pub(super) fn new(first_line: i64) -> Self {
        Self { first_line, at: 0, lines: HistoryLines::default(), full: Vec::new() }
    }

    pub(super) fn push(&mut self, lines: &HistoryLines, now: Millis) {
        self.at = now;
        if self.lines.len() + lines.len() < 2 * LINES {
            self.lines.append(lines);
            self.seal_full();
            return;
        }
        // All lines of a replay come at once.
        for line in lines.iter() {
            self.lines.push(line.wrapped, line.ansi);
            self.seal_full();
        }
    }

    pub(super) fn next_line(&self) -> i64 {
        self.first_line + self.lines.len() as i64
    }

    /// All lines so far, as blocks.
    pub(super) fn take(&mut self) -> Vec<HistoryBlock> {
        self.seal();
        std::mem::take(&mut self.full)
    }

    /// The same, and they stay: those with lines before `line`.
    pub(super) fn peek_before(&self, line: i64) -> Vec<HistoryBlock> {
        let full = self.full.iter().filter(|block| block.first_line < line).cloned();
        let is_open = !self.lines.is_empty() && self.first_line < line;
        full.chain(is_open.then(|| self.block(self.lines.clone()))).collect()
    }

    fn block(&self, lines: HistoryLines) -> HistoryBlock {
        HistoryBlock {
            first_line: self.first_line,
            count: lines.len() as i64,
            at: self.at,
            data: Data::Raw(lines.into_packed()),
        }
    }

    fn seal_full(&mut self) {
        if self.lines.len() >= LINES {
            self.seal();
        }
    }

    fn seal(&mut self) {
        if self.lines.is_empty() {
            return;
        }
        let next_line = self.next_line();
        let lines = std::mem::take(&mut self.lines);
        self.full.push(self.block(lines));
        self.first_line = next_line;
    }
}

/// Packs lines that begin with number `first`.
pub(crate) fn pack(first: i64, lines: &HistoryLines, now: Millis) -> Vec<HistoryBlock> {
    let mut packer = HistoryPacker::new(first);
    packer.push(lines, now);
    packer.take()
}

/// Puts the lines with numbers below `before` on top of each other, at most `wanted` of them, out of blocks in any
/// order. A gap, or a block that cannot be read, ends them: nothing is shown as if it stood next to what it did not.
/// Oldest first.
pub(crate) fn lines_before(mut blocks: Vec<HistoryBlock>, before: i64, wanted: usize) -> HistoryLines {
    blocks.sort_by_key(|block| std::cmp::Reverse(block.first_line));
    let lowest = before.saturating_sub(i64::try_from(wanted).unwrap_or(i64::MAX));
    let mut parts: Vec<HistoryLines> = Vec::new();
    let mut first = before;
    for block in blocks.iter().filter(|block| block.first_line < before) {
        if first <= lowest || block.first_line + block.count < first {
            break;
        }
        let lines = block.data.unpacked().ok().and_then(|packed| HistoryLines::unpack(packed.into_owned()));
        let Some(mut lines) = lines else { break };
        lines.truncate(usize::try_from(first - block.first_line).unwrap_or(0));
        lines.drop_oldest(usize::try_from(lowest - block.first_line).unwrap_or(0));
        first -= lines.len() as i64;
        parts.push(lines);
    }
    let mut all = HistoryLines::default();
    parts.iter().rev().for_each(|lines| all.append(lines));
    all
}

pub(crate) fn unpack(data: &[u8]) -> Result<HistoryLines, Unreadable> {
    HistoryLines::unpack(decompress(data)?).ok_or(Unreadable)
}
