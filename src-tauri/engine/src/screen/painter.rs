//! Writes the lines of a grid so that any terminal comes to show them, cell by cell.
//!
//! Lines are written from the top down onto blank ones, scrolling as they would have. A line that continues the one
//! above is reached by wrapping, so that the terminal knows it too. Cells that no program can print as they are (half
//! of a wide character, gone) are brought about the way they came about.

use super::buffer::Saved;
use super::cell::{Cell, Content, bg, fg};
use super::charset::Charset;
use super::history::HistoryLine;
use super::line::Line;
use super::pool::Pool;
use super::render::{Look, Pen, columns};

/// Two columns wide, and nothing to see.
const WIDE_BLANK: &str = "\u{3000}";

/// See the module. The cursor starts at the top left of a blank screen, all modes at their defaults.
#[derive(Debug)]
pub(crate) struct Painter<'a> {
    pub(crate) pen: Pen,
    pool: &'a Pool,
    columns: usize,
    rows: usize,
    /// Column of the cursor; `columns` when the next character wraps.
    x: usize,
    /// The cell before, where the line before ended.
    last: Cell,
    started: bool,
}

impl<'a> Painter<'a> {
    pub(crate) fn new(pen: Pen, pool: &'a Pool, (columns, rows): (usize, usize)) -> Painter<'a> {
        Painter { pen, pool, columns, rows, x: 0, last: Cell::EMPTY, started: false }
    }

    /// Writes lines that are encoded already. `continued` tells that the first one continues a line that is gone.
    pub(crate) fn encoded<'b>(&mut self, lines: impl Iterator<Item = &'b HistoryLine>, continued: bool) {
        if continued {
            self.continue_nothing();
        }
        let mut last: Option<&HistoryLine> = None;
        for line in lines {
            if last.is_some_and(|last| !last.wrapped) {
                self.pen.write("\r\n");
            }
            self.pen.out.extend_from_slice(&line.ansi);
            self.started = true;
            last = Some(line);
        }
        self.last = Cell::EMPTY;
        if let Some(last) = last {
            let width = columns(&last.ansi);
            self.x = if width == 0 { 0 } else { (width - 1) % self.columns + 1 };
        }
    }

    /// Writes a line. `saved` is what DECSC saved while on it.
    pub(crate) fn line(&mut self, line: &Line, saved: Option<Saved>) {
        let special = Special::of(line, self.pool);
        self.begin(line, saved.is_some() || !special.is_empty());
        if let Some(saved) = saved {
            self.save(saved, None);
        }
        self.prepare(&special);
        self.cells(line, &special);
        self.last = line.cells.last().copied().unwrap_or(Cell::EMPTY);
    }

    /// Goes to the start of the line. Where it is reached by wrapping, the first character wraps, unless `fresh` asks
    /// for a cursor that is there already.
    fn begin(&mut self, line: &Line, fresh: bool) {
        if !std::mem::replace(&mut self.started, true) {
            self.x = 0;
            if line.wrapped {
                self.continue_nothing();
            }
            return;
        }
        if !line.wrapped {
            self.pen.reset(self.pool);
            self.pen.write("\r\n");
            self.x = 0;
            return;
        }
        let first = line.cells.first().copied().unwrap_or(Cell::EMPTY);
        let look = Look::of(first.attr, self.pool);
        let last = Look::of(self.last.attr, self.pool);
        let prints = first.has_content() && first.width() > 0 && !look.has_background();
        let wraps = self.x == self.columns
            || (self.x + 1 == self.columns && first.width() == 2 && !self.last.has_content() && last == look);
        if prints && wraps && !fresh {
            return;
        }
        if self.x == self.columns {
            self.pen.reset(self.pool);
            self.pen.write(" \r");
            self.pen.erase(1);
        } else {
            // A wide character does not fit into the last column: it leaves it empty, in its own rendition.
            self.column(self.columns - 1);
            self.pen.set(last, self.pool);
            self.pen.write(WIDE_BLANK);
            self.pen.write("\r");
            self.pen.reset(self.pool);
            self.pen.erase(self.columns);
        }
        self.x = 0;
    }

    /// Makes the first line one that continues a line above, which is gone.
    fn continue_nothing(&mut self) {
        self.column(self.columns - 1);
        self.pen.write(WIDE_BLANK);
        // On a screen of more than one row the line above is deleted, on one of one row it has become history.
        self.pen.write(if self.rows > 1 { "\x1b[H\x1b[M" } else { "\x1b[3J\r" });
        self.pen.erase(self.columns);
    }

    fn column(&mut self, x: usize) {
        self.pen.write(&format!("\x1b[{}G", x + 1));
    }

    /// Saves a cursor at the current row, or at `row` of the screen. The row must be blank.
    pub(crate) fn save(&mut self, saved: Saved, row: Option<usize>) {
        let x = saved.x.min(self.columns - 1);
        match row {
            Some(row) => self.pen.write(&format!("\x1b[{};{}H", row + 1, x + 1)),
            None => self.column(x),
        }
        let pending = saved.x >= self.columns;
        if pending {
            self.pen.reset(self.pool);
            self.pen.write(" ");
        }
        self.pen.set(Look::saved(saved.fg, saved.bg), self.pool);
        // What carries an extended part is saved, the part is not: any link makes it so.
        let carries = saved.bg & bg::HAS_EXTENDED != 0;
        if carries {
            self.pen.write("\x1b]8;;x\x1b\\");
        }
        if saved.fg & fg::UNDERLINE != 0 && !carries {
            // Underlined without an extended part: restored to an empty one, which a link that ends takes away.
            self.pen.write("\x1b7\x1b[24m\x1b8\x1b]8;;x\x1b\\\x1b]8;;\x1b\\");
        }
        if saved.charset != Charset::Ascii {
            self.pen.write(&format!("\x1b({}", saved.charset.designator() as char));
        }
        self.pen.write("\x1b7");
        if carries {
            self.pen.write("\x1b]8;;\x1b\\");
        }
        if saved.charset != Charset::Ascii {
            self.pen.write("\x1b(B");
        }
        self.pen.reset(self.pool);
        if pending {
            self.pen.erase(1);
        }
        self.column(0);
        self.x = 0;
    }

    /// Brings about what has to be there before the rest of the line is written.
    fn prepare(&mut self, special: &Special) {
        for (at, (orphan, look)) in special.orphans.iter().enumerate().rev() {
            // Those to the left will shift this one, one column each.
            let x = orphan - at;
            if x < 2 {
                continue;
            }
            self.column(x - 2);
            self.pen.set(*look, self.pool);
            self.pen.write(WIDE_BLANK);
            self.pen.reset(self.pool);
            self.column(x - 1);
            self.pen.write("\x1b[@");
        }
        if let Some(look) = special.last {
            let x = self.columns - 2;
            self.column(x);
            self.pen.write(WIDE_BLANK);
            self.column(x);
            self.pen.set(look, self.pool);
            self.pen.write(" ");
            self.pen.reset(self.pool);
            self.column(x);
            self.pen.erase(1);
        }
        if !special.is_empty() {
            self.column(0);
        }
    }

    fn cells(&mut self, line: &Line, special: &Special) {
        let mut at = 0;
        let end = line.len().min(self.columns);
        while at < end {
            let cell = line.cells[at];
            let look = Look::of(cell.attr, self.pool);
            let width = cell.width() as usize;
            if width == 2 && at + 2 == end && line.cells[at + 1].has_content() {
                self.go(at);
                self.overlapping(cell, line.cells[at + 1]);
                at = end;
            } else if cell.has_content() && at + width <= self.columns {
                self.go(at);
                if width == 0 {
                    self.pen.set_again(look, self.pool);
                } else {
                    self.pen.set(look, self.pool);
                }
                self.pen.print(cell.content(), self.pool);
                at += width.max(1);
                self.x = at;
            } else if cell.has_content() || width == 0 || (at + 1 == end && special.last.is_some()) {
                at += 1;
            } else if look.is_erased() {
                let run = line.cells[at..end]
                    .iter()
                    .take_while(|other| !other.has_content() && other.width() == 1 && other.attr == cell.attr)
                    .count();
                let run = run.min(if special.last.is_some() { end - 1 - at } else { run });
                if look.has_background() {
                    self.go(at);
                    self.pen.set(look, self.pool);
                    self.pen.erase(run);
                }
                at += run;
            } else {
                self.go(at);
                self.half(at, look);
                at += 1;
            }
        }
    }

    /// A wide character at the end of a line, and what was printed over its right half without wrapping: only in one
    /// go does that spare the left half.
    fn overlapping(&mut self, wide: Cell, over: Cell) {
        self.pen.set(Look::of(over.attr, self.pool), self.pool);
        self.pen.write("\x1b[?7l");
        self.pen.print(wide.content(), self.pool);
        self.pen.print(over.content(), self.pool);
        self.pen.write("\x1b[?7h");
        self.x = self.columns;
    }

    /// An empty cell that kept a rendition: half of a wide character that was overwritten.
    fn half(&mut self, at: usize, look: Look) {
        self.pen.reset(self.pool);
        self.pen.write(WIDE_BLANK);
        self.column(at + 1);
        self.pen.set(look, self.pool);
        self.pen.write(" ");
        self.pen.reset(self.pool);
        self.column(at + 1);
        self.pen.erase(1);
        self.x = at + 1;
    }

    fn go(&mut self, at: usize) {
        if self.x < at || (self.x == self.columns && at == 0) {
            let from = if self.x == self.columns { 0 } else { self.x };
            self.pen.forward(at - from);
        }
        self.x = at;
    }
}

/// What of a line cannot be printed from left to right.
#[derive(Debug, Default)]
struct Special {
    /// Columns of right halves of wide characters that have no left half.
    orphans: Vec<(usize, Look)>,
    /// The last cell is empty and kept a rendition.
    last: Option<Look>,
}

impl Special {
    fn of(line: &Line, pool: &Pool) -> Special {
        let mut special = Special::default();
        let mut left = 1;
        for (x, cell) in line.cells.iter().enumerate() {
            if cell.is_orphan() && left != 2 {
                special.orphans.push((x, Look::of(cell.attr, pool)));
            }
            left = cell.width();
        }
        if let Some(last) = line.cells.last() {
            let look = Look::of(last.attr, pool);
            if last.content() == Content::Empty && last.width() == 1 && !look.is_erased() {
                special.last = Some(look);
            }
        }
        special
    }

    fn is_empty(&self) -> bool {
        self.orphans.is_empty() && self.last.is_none()
    }
}
