//! Lines that have left the screen for good: the newest in memory, encoded; all of them handed on.

use std::collections::VecDeque;
use std::sync::Arc;

use super::HISTORY_IN_MEMORY;
use alacritty_terminal::grid::Row;

use super::cell::Cell;
use super::{marks, render, row};

/// One line that has left the screen at the top: UTF-8 text with escape sequences, that starts from and ends in the
/// default rendition, without a newline.
///
/// The sequences are SGR, OSC 8, and OSC 133 where a shell said so; where cells were never written, `CSI n C` (cursor forward) passes over them, with
/// `CSI n X` (erase) before it where they have a background.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryLine {
    /// Continues in the next line.
    pub wrapped: bool,
    /// Shared, since the newest lines are in memory and on their way to the store at once.
    pub ansi: Arc<[u8]>,
}

impl HistoryLine {
    /// A line before `next`, encoded.
    pub(crate) fn of(line: &[Cell], next: &[Cell]) -> HistoryLine {
        let mut ansi = render::encode(line, next);
        if !row::marks(line).is_empty() {
            ansi = marks::put_into(&ansi, row::marks(line));
        }
        HistoryLine { wrapped: row::continues(next), ansi: ansi.into() }
    }

    /// The text alone; cells that were never written are spaces.
    pub fn text(&self) -> String {
        render::text(&self.ansi)
    }
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// The newest [`HISTORY_IN_MEMORY`] lines, oldest first, which the pane can scroll to.
    lines: VecDeque<HistoryLine>,
    /// Lines that nobody has taken yet.
    fresh: Vec<HistoryLine>,
}

impl History {
    pub(crate) fn new(lines: Vec<HistoryLine>) -> History {
        let mut lines = VecDeque::from(lines);
        lines.drain(..lines.len().saturating_sub(HISTORY_IN_MEMORY));
        History { lines, fresh: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The newest `count` lines, oldest first.
    pub(crate) fn newest(&self, count: usize) -> impl Iterator<Item = &HistoryLine> {
        self.lines.range(self.lines.len().saturating_sub(count)..)
    }

    /// Takes lines that have left from before `following`.
    pub(crate) fn keep(&mut self, lines: &[Row<Cell>], following: &[Cell]) {
        for (at, line) in lines.iter().enumerate() {
            let line = HistoryLine::of(&line[..], lines.get(at + 1).map_or(following, |next| &next[..]));
            if self.lines.len() >= HISTORY_IN_MEMORY {
                self.lines.pop_front();
            }
            self.lines.push_back(line.clone());
            self.fresh.push(line);
        }
    }

    /// Takes lines that the program has cleared away: the pane no longer shows any, what was kept stays kept.
    pub(crate) fn part_with(&mut self, lines: &[Row<Cell>], following: &[Cell]) {
        self.keep(lines, following);
        self.lines.clear();
    }

    pub(crate) fn take_fresh(&mut self) -> Vec<HistoryLine> {
        std::mem::take(&mut self.fresh)
    }
}
