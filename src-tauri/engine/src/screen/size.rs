//! Another size: rows go into the history or come back from it, and lines wrap anew.
//!
//! What wraps anew is text: a row and those that continue it, as one line of cells, cut at the new width. The text
//! that the cursor is in is left as it is, since the shell will draw it again. The alternate screen wraps nothing.

use std::collections::VecDeque;

use alacritty_terminal::grid::{Grid, Row};
use alacritty_terminal::index::Line;

use super::cell::{Cell, Color};
use super::marks::Mark;
use super::page::{Page, SCROLLBACK};
use super::row;

/// The lines of a page while its size changes, those above the screen first.
#[derive(Debug)]
struct Lines {
    lines: VecDeque<Vec<Cell>>,
    /// The line that is the screen's first.
    base: usize,
    /// Encoded lines above, which count for what is full.
    drained: usize,
    /// The cursor's row.
    y: usize,
    saved_y: usize,
    columns: usize,
    rows: usize,
}

impl Page {
    /// See the module. `in_use` says whether there is anything on the page.
    pub(crate) fn resize(&mut self, columns: usize, rows: usize, in_use: bool) {
        if in_use {
            self.fit(columns, rows);
            self.top = 0;
        } else {
            self.grid = Grid::new(rows, columns, 0);
        }
        self.bottom = rows - 1;
        (self.columns, self.rows) = (columns, rows);
        self.extend_tabs();
    }

    fn fit(&mut self, columns: usize, rows: usize) {
        let mut lines = Lines {
            base: self.above.len(),
            lines: self.lines_from(0).map(<[Cell]>::to_vec).collect(),
            drained: self.drained,
            y: self.y,
            saved_y: self.saved.y,
            columns: self.columns,
            rows: self.rows,
        };
        if columns > lines.columns {
            lines.set_width(columns);
        }
        lines.set_height(rows, if self.keeps { SCROLLBACK } else { 0 });
        self.x = self.x.min(columns - 1);
        self.saved.x = self.saved.x.min(columns - 1);
        if self.keeps && columns > lines.columns {
            lines.join(columns);
        } else if self.keeps && columns < lines.columns {
            lines.part(columns);
        }
        lines.set_width(columns);
        lines.trim(if self.keeps { SCROLLBACK } else { 0 });
        lines.y = lines.y.min(lines.lines.len().saturating_sub(lines.base + 1));
        self.y = lines.y;
        self.saved.y = lines.saved_y;
        self.drained = lines.drained;
        self.grid = Grid::new(rows, columns, 0);
        while lines.lines.len() < lines.base + rows {
            lines.lines.push_back(blank(columns));
        }
        for (y, cells) in lines.lines.drain(lines.base..).take(rows).enumerate() {
            self.grid[Line(y as i32)] = Row::from_vec(cells, columns);
        }
        self.above = lines.lines.into_iter().map(|cells| Row::from_vec(cells, columns)).collect();
        self.forget_spare();
    }
}

fn blank(columns: usize) -> Vec<Cell> {
    vec![Cell::default(); columns]
}

impl Lines {
    fn pane_base(&self) -> usize {
        self.base + self.drained
    }

    fn set_width(&mut self, columns: usize) {
        for line in &mut self.lines {
            line.resize(columns, Cell::default());
        }
    }

    /// Rows that are added come from the history where the cursor is on the last line; rows that are taken away are
    /// those below the cursor first.
    fn set_height(&mut self, rows: usize, scrollback: usize) {
        let columns = self.lines.front().map_or(self.columns, Vec::len);
        let mut back = 0;
        for height in self.rows..rows.max(self.rows) {
            if self.lines.len() > height + self.base {
                continue;
            }
            if self.base > 0 && self.lines.len() <= self.base + self.y + back + 1 {
                self.base -= 1;
                back += 1;
            } else {
                self.lines.push_back(blank(columns));
            }
        }
        for _ in rows..self.rows.max(rows) {
            if self.lines.len() > self.base + self.y + 1 {
                self.lines.pop_back();
            } else {
                self.base += 1;
            }
        }
        self.rows = rows;
        self.trim(scrollback);
        self.y = self.y.min(rows - 1) + back;
    }

    /// Drops the oldest lines beyond what the pane keeps; encoded ones only stop to count.
    fn trim(&mut self, scrollback: usize) {
        let over = (self.lines.len() + self.drained).saturating_sub(scrollback + self.rows);
        let encoded = over.min(self.drained);
        self.drained -= encoded;
        let gone = over - encoded;
        if scrollback == 0 {
            self.lines.drain(..gone);
            self.base = self.base.saturating_sub(gone);
        }
        self.saved_y = self.saved_y.saturating_sub(over);
    }

    /// The first line of the text that ends before `end`.
    fn start_of(&self, end: usize) -> usize {
        (0..end).rev().find(|at| *at == 0 || !row::continues(&self.lines[*at])).unwrap_or(0)
    }

    /// Columns of each row of a text. All are full but the last, and but those that a wide character did not fit on.
    fn lengths(&self, start: usize, end: usize) -> Vec<usize> {
        let columns = self.columns;
        (start..end)
            .map(|at| {
                let line = &self.lines[at];
                if at + 1 == end {
                    return row::length(line);
                }
                let is_empty =
                    line.get(columns - 1).is_some_and(|last| !last.has_content() && last.width() == 1);
                let early = is_empty && row::width(&self.lines[at + 1], 0) == 2;
                columns - usize::from(early)
            })
            .collect()
    }

    /// The cells of a text in a row, without what marks the rows.
    fn text(&self, start: usize, end: usize) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (at, length) in (start..end).zip(self.lengths(start, end)) {
            cells.extend(self.lines[at].iter().take(length).cloned());
        }
        cells.iter_mut().for_each(|cell| cell.set_continues(false));
        cells
    }

    /// Takes the marks of a text, with their places counted in its cells.
    fn take_marks(&mut self, start: usize, end: usize) -> Vec<Mark> {
        let lengths = self.lengths(start, end);
        let mut before = 0;
        let mut taken = Vec::new();
        for (line, length) in self.lines.range_mut(start..end).zip(lengths) {
            let marks = row::take_marks(line).into_iter();
            taken.extend(marks.map(|mark| Mark { x: before + mark.x.min(length), ..mark }));
            before += length;
        }
        taken
    }

    /// Wraps text anew at a greater width.
    fn join(&mut self, columns: usize) {
        let cursor = self.base + self.y;
        let mut kept: VecDeque<Vec<Cell>> = VecDeque::with_capacity(self.lines.len());
        let mut removed = 0;
        let mut start = 0;
        while start < self.lines.len() {
            let end = (start + 1..self.lines.len())
                .find(|at| !row::continues(&self.lines[*at]))
                .unwrap_or(self.lines.len());
            if end - start == 1 || (start..end).contains(&cursor) {
                kept.extend(self.lines.range(start..end).cloned());
            } else {
                let marks = self.take_marks(start, end);
                let mut rows = cut(&self.text(start, end), columns);
                while rows.len() > 1 && rows.last().is_some_and(|last| row::length(last) == 0) {
                    rows.pop();
                }
                rows.truncate(end - start);
                for (at, cells) in rows.iter_mut().enumerate() {
                    row::set_continues(cells, at > 0 || row::continues(&self.lines[start]));
                }
                put_marks(&mut rows, marks);
                removed += end - start - rows.len();
                kept.extend(rows);
            }
            start = end;
        }
        self.lines = kept;
        for _ in 0..removed {
            if self.base > 0 {
                self.base -= 1;
            } else {
                self.y = self.y.saturating_sub(1);
                if self.lines.len() < self.rows {
                    self.lines.push_back(blank(columns));
                }
            }
        }
        self.saved_y = self.saved_y.saturating_sub(removed);
    }

    /// Wraps text anew at a smaller width, from the last to the first.
    fn part(&mut self, columns: usize) {
        // What is to be inserted, and before which line of now.
        let mut inserts: Vec<(usize, Vec<Vec<Cell>>)> = Vec::new();
        let mut inserted = 0;
        let mut end = self.lines.len();
        while end > 0 {
            // Lines may have been taken away below.
            let last = &self.lines[end - 1];
            let start = self.start_of(end);
            let fits = !row::continues(last) && row::length(last) <= columns;
            if fits || (start..end).contains(&(self.base + self.y)) {
                end = start;
                continue;
            }
            let marks = self.take_marks(start, end);
            let mut rows = cut(&self.text(start, end), columns);
            put_marks(&mut rows, marks);
            let added = rows.len().saturating_sub(end - start);
            let new = rows.split_off(rows.len() - added);
            for (at, cells) in (start..end).zip(rows) {
                self.lay(at, &cells, columns);
            }
            if added > 0 {
                let continuing = new.into_iter().map(|mut cells| {
                    cells.resize(columns, Cell::default());
                    row::set_continues(&mut cells, true);
                    cells
                });
                inserts.push((end, continuing.collect()));
                inserted += added;
            }
            for _ in 0..added {
                if self.pane_base() == 0 {
                    if self.y + 1 < self.rows {
                        self.y += 1;
                        self.lines.pop_back();
                    } else {
                        self.base += 1;
                    }
                } else if self.base < (self.lines.len() + inserted).saturating_sub(self.rows) {
                    self.base += 1;
                }
            }
            self.saved_y = self.saved_y.saturating_add(added).min(self.pane_base() + self.rows - 1);
            end = start.min(self.lines.len());
        }
        let left = self.lines.len();
        for (before, new) in inserts {
            let after = self.lines.split_off(before.min(left));
            self.lines.extend(new);
            self.lines.extend(after);
        }
    }

    /// Writes the cells of a row of text over a line. What an erase coloured behind the text stays, but for one cell.
    fn lay(&mut self, at: usize, cells: &[Cell], columns: usize) {
        let Some(line) = self.lines.get_mut(at) else { return };
        for (x, cell) in cells.iter().enumerate() {
            row::set(line, x, cell.clone());
        }
        if cells.len() < columns {
            row::set(line, cells.len(), Cell::erased(Color::Default));
        }
        row::set_marks(line, row::marks(cells).to_vec());
    }
}

/// Gives marks that are counted in the cells of a text to its rows; those behind its end to the last one.
fn put_marks(rows: &mut [Vec<Cell>], marks: Vec<Mark>) {
    let mut of_rows = vec![Vec::new(); rows.len()];
    for mut mark in marks {
        let mut at = 0;
        while at + 1 < rows.len() && mark.x >= rows[at].len() {
            mark.x -= rows[at].len();
            at += 1;
        }
        if let Some(marks) = of_rows.get_mut(at) {
            marks.push(mark);
        }
    }
    for (row, marks) in rows.iter_mut().zip(of_rows) {
        row::set_marks(row, marks);
    }
}

/// Cuts text into rows of a width; a wide character is not cut, but starts the next row.
fn cut(text: &[Cell], columns: usize) -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    let mut rest = text;
    loop {
        let mut length = rest.len().min(columns);
        if rest.len() >= columns && rest[columns - 1].width() == 2 {
            length -= 1;
        }
        let (cells, after) = rest.split_at(length);
        rows.push(cells.to_vec());
        rest = after;
        if rest.is_empty() {
            return rows;
        }
    }
}
