//! One of the two screens: a grid, what is above it, and the cursor, region, tab stops and saved cursor that each
//! screen has for itself.
//!
//! The grid is `alacritty_terminal`'s, without history of its own: that would set aside room for a thousand rows a run
//! at the first line that leaves. The newest lines above the screen are kept here instead, as they still change with
//! the size; older ones are encoded. `drained` counts those of the encoded lines that the pane can scroll to, so that
//! both agree on what is full and on where a saved cursor is.

use std::collections::VecDeque;

use alacritty_terminal::grid::{Grid, Row};
use alacritty_terminal::index::Line;

use super::cell::{Cell, Color};
use super::charset::Charset;
use super::rendition::Marks;
use super::row;

/// Lines that the pane can scroll back.
pub(crate) const SCROLLBACK: usize = super::HISTORY_IN_MEMORY;
/// Lines above the screen that stay cells: enough for a window that grows, and to wrap what is near anew.
const OWN: usize = 250;
/// Lines beyond these that are encoded at once.
const BATCH: usize = 50;
const TAB_WIDTH: usize = 8;

/// What DECSC keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct Saved {
    pub(crate) x: usize,
    /// From the oldest line that the pane can scroll to.
    pub(crate) y: usize,
    pub(crate) marks: Marks,
    pub(crate) charset: Charset,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) grid: Grid<Cell>,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Lines above the screen, oldest first.
    pub(crate) above: VecDeque<Row<Cell>>,
    /// Rows that were encoded, for the next ones that leave: so a line that leaves allocates nothing.
    spare: Vec<Row<Cell>>,
    pub(crate) drained: usize,
    /// Whether lines that leave at the top are kept.
    pub(crate) keeps: bool,
    /// Column of the cursor; the number of columns when the next character wraps, one more after what has no width.
    pub(crate) x: usize,
    pub(crate) y: usize,
    /// First and last row of the scroll region.
    pub(crate) top: usize,
    pub(crate) bottom: usize,
    pub(crate) tabs: Vec<bool>,
    pub(crate) saved: Saved,
}

impl Page {
    pub(crate) fn new(keeps: bool, columns: usize, rows: usize) -> Page {
        let mut page = Page {
            grid: Grid::new(rows, columns, 0),
            columns,
            rows,
            above: VecDeque::new(),
            spare: Vec::new(),
            drained: 0,
            keeps,
            x: 0,
            y: 0,
            top: 0,
            bottom: rows - 1,
            tabs: Vec::new(),
            saved: Saved::default(),
        };
        page.default_tabs();
        page
    }

    /// Everything anew but the saved cursor.
    pub(crate) fn clear(&mut self) {
        let saved = self.saved;
        *self = Page::new(self.keeps, self.columns, self.rows);
        self.saved = saved;
    }

    #[inline]
    pub(crate) fn row(&self, y: usize) -> &[Cell] {
        &self.grid[line(y)][..]
    }

    #[inline]
    pub(crate) fn row_mut(&mut self, y: usize) -> &mut [Cell] {
        &mut self.grid[line(y)][..]
    }

    /// The cursor's row.
    #[inline]
    pub(crate) fn here(&mut self) -> &mut [Cell] {
        self.row_mut(self.y)
    }

    pub(crate) fn screen(&self) -> impl DoubleEndedIterator<Item = &[Cell]> + ExactSizeIterator {
        (0..self.rows).map(|y| self.row(y))
    }

    /// Lines kept above the screen.
    pub(crate) fn base(&self) -> usize {
        self.above.len()
    }

    /// The row that the pane calls the first of the screen.
    pub(crate) fn pane_base(&self) -> usize {
        self.above.len() + self.drained
    }

    /// A line, counted from the oldest that is kept above.
    pub(crate) fn line(&self, at: usize) -> Option<&[Cell]> {
        match at.checked_sub(self.above.len()) {
            None => self.above.get(at).map(|row| &row[..]),
            Some(y) => (y < self.rows).then(|| self.row(y)),
        }
    }

    /// Makes a line one that continues nothing: what ED 1 does to the row below that it ends in. The pane counts that
    /// row from the oldest line it has instead of from the first of the screen.
    pub(crate) fn part_from_above(&mut self, at: usize) {
        let Some(at) = at.checked_sub(self.drained) else { return };
        match at.checked_sub(self.above.len()) {
            None => row::set_continues(&mut self.above[at][..], false),
            Some(y) if y < self.rows => row::set_continues(self.row_mut(y), false),
            Some(_) => {}
        }
    }

    /// Lines from one on, down to the last of the screen.
    pub(crate) fn lines_from(&self, first: usize) -> impl Iterator<Item = &[Cell]> {
        (first..self.above.len() + self.rows).filter_map(|at| self.line(at))
    }

    /// Moves the region up by a line; from the top of the screen, into the history.
    pub(crate) fn scroll(&mut self, bg: Color, continues: bool) {
        if self.top == 0 && self.keeps {
            if self.pane_base() >= SCROLLBACK {
                self.drained = self.drained.saturating_sub(1);
            }
            let next = self.spare.pop().unwrap_or_else(|| Row::new(self.columns));
            self.above.push_back(std::mem::replace(&mut self.grid[line(0)], next));
        }
        let (top, bottom) = (self.top, self.bottom);
        self.move_up(top, bottom, 1, bg);
        if continues {
            row::set_continues(self.row_mut(bottom), true);
        }
    }

    /// Moves rows up inside of an area; `bg` fills what gets free.
    pub(crate) fn move_up(&mut self, top: usize, bottom: usize, count: usize, bg: Color) {
        self.grid.cursor.template = Cell::erased(bg);
        self.grid.scroll_up(&(line(top)..line(bottom + 1)), count.min(bottom + 1 - top));
    }

    pub(crate) fn move_down(&mut self, top: usize, bottom: usize, count: usize, bg: Color) {
        self.grid.cursor.template = Cell::erased(bg);
        self.grid.scroll_down(&(line(top)..line(bottom + 1)), count.min(bottom + 1 - top));
    }

    /// Empties a whole row, which then continues nothing.
    pub(crate) fn reset_row(&mut self, y: usize, bg: Color) {
        self.grid.cursor.template = Cell::erased(bg);
        self.grid.reset_region(line(y)..line(y + 1));
    }

    /// Takes the lines that are to be encoded, once there are enough of them. A line is not parted from what
    /// continues it, unless it is as long as all of them.
    pub(crate) fn drain(&mut self) -> Option<Vec<Row<Cell>>> {
        if self.above.len() < OWN + BATCH {
            return None;
        }
        let most = self.above.len() - OWN;
        let count =
            (1..=most).rev().find(|at| self.above.get(*at).is_some_and(|line| !row::continues(&line[..])));
        let drained: Vec<Row<Cell>> = self.above.drain(..count.unwrap_or(most)).collect();
        self.drained += drained.len();
        Some(drained)
    }

    /// Takes back rows that have been encoded.
    pub(crate) fn reuse(&mut self, rows: Vec<Row<Cell>>) {
        let free = BATCH.saturating_sub(self.spare.len());
        self.spare.extend(rows.into_iter().filter(|row| row.len() == self.columns).take(free));
    }

    /// Forgets such rows.
    pub(crate) fn forget_spare(&mut self) {
        self.spare = Vec::new();
    }

    /// Takes all lines above the screen: the pane has none any more.
    pub(crate) fn take_above(&mut self) -> Vec<Row<Cell>> {
        self.drained = 0;
        self.above.drain(..).collect()
    }

    fn default_tabs(&mut self) {
        self.tabs = (0..self.columns).map(|x| x % TAB_WIDTH == 0).collect();
    }

    pub(crate) fn has_tab(&self, x: usize) -> bool {
        self.tabs.get(x).copied().unwrap_or(false)
    }

    pub(crate) fn set_tab(&mut self, x: usize, set: bool) {
        if self.tabs.len() <= x {
            self.tabs.resize(x + 1, false);
        }
        self.tabs[x] = set;
    }

    /// Gives the columns of a new width their stops, from the last stop before on.
    pub(crate) fn extend_tabs(&mut self) {
        let columns = self.columns;
        let first = if self.has_tab(columns) { columns } else { self.previous_tab(columns) };
        for x in (first..columns).step_by(TAB_WIDTH) {
            self.set_tab(x, true);
        }
    }

    /// The stop right of a column, or the last column.
    pub(crate) fn next_tab(&self, x: usize) -> usize {
        (x + 1..self.columns).find(|x| self.has_tab(*x)).unwrap_or(self.columns - 1)
    }

    /// The stop left of a column, or the first column.
    pub(crate) fn previous_tab(&self, x: usize) -> usize {
        (0..x).rev().find(|x| self.has_tab(*x)).unwrap_or(0).min(self.columns - 1)
    }
}

fn line(y: usize) -> Line {
    // Rows are at most 500.
    Line(y as i32)
}
