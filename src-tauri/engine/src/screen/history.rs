//! Lines that have left the screen for good: the newest in memory, encoded; all of them handed on.
//!
//! In memory they are in chunks. A chunk is compressed once the terminal is quiet ([`History::settle`]): in a flood it
//! is gone again before anybody looks.

use std::collections::VecDeque;

use alacritty_terminal::grid::Row;

use super::HISTORY_IN_MEMORY;
use super::cell::Cell;
use super::lines::HistoryLines;
use super::{render, row};
use crate::packing::{FAST, Packer, decompress};

/// Lines in a chunk.
const CHUNK: usize = 512;

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// Full ones, oldest first. With `newest`: [`HISTORY_IN_MEMORY`] lines or a few more, which the pane can scroll to.
    chunks: VecDeque<Chunk>,
    newest: HistoryLines,
    /// Of all of these.
    count: usize,
    /// Lines that nobody has taken yet.
    fresh: HistoryLines,
    /// The line that is being encoded.
    line: Vec<u8>,
}

#[derive(Debug)]
enum Chunk {
    Raw(HistoryLines),
    Settled { data: Vec<u8>, count: usize },
}

impl Chunk {
    fn len(&self) -> usize {
        match self {
            Chunk::Raw(lines) => lines.len(),
            Chunk::Settled { count, .. } => *count,
        }
    }

    fn settle(&mut self, packer: &mut Packer) {
        if let Chunk::Raw(lines) = self {
            *self = Chunk::Settled { data: packer.compress(lines.packed(), FAST), count: lines.len() };
        }
    }

    fn add_to(&self, all: &mut HistoryLines) {
        match self {
            Chunk::Raw(lines) => all.append(lines),
            // Memory to memory, with a checksum: it is what was compressed.
            Chunk::Settled { data, .. } => {
                all.append(&decompress(data).ok().and_then(HistoryLines::unpack).unwrap_or_default());
            }
        }
    }
}

impl History {
    pub(crate) fn new(mut lines: HistoryLines) -> History {
        lines.keep_newest(HISTORY_IN_MEMORY);
        let mut history = History::default();
        lines.iter().for_each(|line| history.push(line.wrapped, line.ansi));
        history
    }

    pub(crate) fn len(&self) -> usize {
        self.count.min(HISTORY_IN_MEMORY)
    }

    /// The newest `count` lines, oldest first.
    pub(crate) fn newest(&self, count: usize) -> HistoryLines {
        let count = count.min(self.len());
        let (mut first, mut behind) = (self.chunks.len(), self.newest.len());
        while behind < count && first > 0 {
            first -= 1;
            behind += self.chunks[first].len();
        }
        let mut lines = HistoryLines::default();
        self.chunks.range(first..).for_each(|chunk| chunk.add_to(&mut lines));
        lines.append(&self.newest);
        lines.keep_newest(count);
        lines
    }

    /// Takes lines that have left from before `following`.
    pub(crate) fn keep(&mut self, lines: &[Row<Cell>], following: &[Cell]) {
        for (at, line) in lines.iter().enumerate() {
            let next = lines.get(at + 1).map_or(following, |next| &next[..]);
            let mut ansi = std::mem::take(&mut self.line);
            ansi.clear();
            let ansi = render::encode(&line[..], next, ansi);
            let wrapped = row::continues(next);
            self.push(wrapped, &ansi);
            self.fresh.push(wrapped, &ansi);
            self.line = ansi;
        }
    }

    fn push(&mut self, wrapped: bool, ansi: &[u8]) {
        self.newest.push(wrapped, ansi);
        self.count += 1;
        if self.newest.len() < CHUNK {
            return;
        }
        self.chunks.push_back(Chunk::Raw(std::mem::take(&mut self.newest)));
        while let Some(oldest) = self.chunks.front()
            && self.count - oldest.len() >= HISTORY_IN_MEMORY
        {
            self.count -= oldest.len();
            self.chunks.pop_front();
        }
    }

    /// Takes lines that the program has cleared away: the pane no longer shows any, what was kept stays kept.
    pub(crate) fn part_with(&mut self, lines: &[Row<Cell>], following: &[Cell]) {
        self.keep(lines, following);
        self.chunks.clear();
        self.newest.clear();
        self.count = 0;
    }

    pub(crate) fn take_fresh(&mut self) -> HistoryLines {
        std::mem::take(&mut self.fresh)
    }

    /// Takes up less memory from now on.
    pub(crate) fn settle(&mut self) {
        // The newest are raw, if any.
        let raw = self.chunks.iter_mut().rev().take_while(|chunk| matches!(chunk, Chunk::Raw(_)));
        let mut packer = Packer::default();
        raw.for_each(|chunk| chunk.settle(&mut packer));
        self.line = Vec::new();
    }
}
