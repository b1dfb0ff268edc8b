//! A row of the grid, with the rules of xterm.js for what happens to half-overwritten wide characters.
//!
//! A port of `common/buffer/BufferLine.ts` of xterm.js 6 (MIT).

use super::cell::{Attr, Cell};

/// A row. Unlike in most terminals, whether it continues the row above is a property of the row below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) cells: Vec<Cell>,
    /// Continues the line above.
    pub(crate) wrapped: bool,
}

impl Line {
    pub(crate) fn new(columns: usize, fill: Cell, wrapped: bool) -> Line {
        Line { cells: vec![fill; columns], wrapped }
    }

    /// Makes a used row a new one, keeping its memory.
    pub(crate) fn reuse(&mut self, columns: usize, fill: Cell, wrapped: bool) {
        self.cells.clear();
        self.cells.resize(columns, fill);
        self.wrapped = wrapped;
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Width of a cell; 1 outside of the row.
    pub(crate) fn width(&self, x: usize) -> u32 {
        self.cells.get(x).map_or(1, |cell| cell.width())
    }

    pub(crate) fn set(&mut self, x: usize, cell: Cell) {
        if let Some(target) = self.cells.get_mut(x) {
            *target = cell;
        }
    }

    /// Empties a cell; used where half of a wide character went.
    pub(crate) fn clear(&mut self, x: usize, attr: Attr) {
        self.set(x, Cell::empty(attr));
    }

    /// Shifts the cells from `at` to the right by `count`.
    pub(crate) fn insert_cells(&mut self, at: usize, count: usize, fill: Attr) {
        let len = self.len();
        let at = at % len;
        if at > 0 && self.width(at - 1) == 2 {
            self.clear(at - 1, fill);
        }
        let count = count.min(len - at);
        self.cells.copy_within(at..len - count, at + count);
        self.cells[at..at + count].fill(Cell::empty(fill));
        if self.width(len - 1) == 2 {
            self.clear(len - 1, fill);
        }
    }

    /// Shifts the cells right of `at + count` to the left by `count`.
    pub(crate) fn delete_cells(&mut self, at: usize, count: usize, fill: Attr) {
        let len = self.len();
        let at = at % len;
        let count = count.min(len - at);
        self.cells.copy_within(at + count..len, at);
        self.cells[len - count..].fill(Cell::empty(fill));
        if at > 0 && self.width(at - 1) == 2 {
            self.clear(at - 1, fill);
        }
        if self.cells[at].is_orphan() {
            self.clear(at, fill);
        }
    }

    /// Empties the cells from `start` to before `end`; `respect` spares protected ones (DECSED, DECSEL).
    pub(crate) fn replace_cells(&mut self, start: usize, end: usize, fill: Attr, respect: bool) {
        let len = self.len();
        let spared = |line: &Line, x: usize| respect && line.cells[x].is_protected();
        if start > 0 && self.width(start - 1) == 2 && !spared(self, start - 1) {
            self.clear(start - 1, fill);
        }
        if end < len && end > 0 && self.width(end - 1) == 2 && !spared(self, end) {
            self.clear(end, fill);
        }
        for x in start..end.min(len) {
            if !spared(self, x) {
                self.clear(x, fill);
            }
        }
    }

    /// Empties the whole row.
    pub(crate) fn fill(&mut self, fill: Cell, respect: bool) {
        for cell in &mut self.cells {
            if !(respect && cell.is_protected()) {
                *cell = fill;
            }
        }
    }

    /// Makes the row narrower or wider.
    pub(crate) fn resize(&mut self, columns: usize) {
        self.cells.resize(columns, Cell::EMPTY);
    }

    /// Columns up to the last cell with content.
    pub(crate) fn trimmed_len(&self) -> usize {
        self.cells
            .iter()
            .rposition(|cell| cell.has_content())
            .map_or(0, |x| x + self.cells[x].width() as usize)
    }
}
