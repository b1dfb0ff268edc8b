//! Writes the lines of a grid so that any terminal comes to show them, cell by cell.
//!
//! Lines are written from the top down onto blank ones, scrolling as they would have. A line that continues the one
//! above is reached by wrapping, so that the terminal knows it too. Cells that no program can print as they are (half
//! of a wide character, gone) are brought about the way they came about.

use super::cell::Cell;
use super::charset::Charset;
use super::lines::Line;
use super::marks::Mark;
use super::page::Saved;
use super::render::{Look, Pen, columns};
use super::{marks, row};

/// Two columns wide, and nothing to see.
const WIDE_BLANK: &str = "\u{3000}";

/// See the module. The cursor starts at the top left of a blank screen, all modes at their defaults.
#[derive(Debug)]
pub(crate) struct Painter {
    pub(crate) pen: Pen,
    columns: usize,
    rows: usize,
    /// Column of the cursor; `columns` when the next character wraps.
    x: usize,
    /// The cell before, where the line before ended.
    last: Cell,
    started: bool,
}

impl Painter {
    pub(crate) fn new(pen: Pen, (columns, rows): (usize, usize)) -> Painter {
        Painter { pen, columns, rows, x: 0, last: Cell::default(), started: false }
    }

    /// Writes lines that are encoded already. `continued` tells that the first one continues a line that is gone.
    pub(crate) fn encoded<'a>(&mut self, lines: impl Iterator<Item = Line<'a>>, continued: bool) {
        if continued {
            self.continue_nothing();
        }
        let mut last: Option<Line<'_>> = None;
        for line in lines {
            if last.is_some_and(|last| !last.wrapped) {
                self.pen.write("\r\n");
            }
            self.pen.out.extend_from_slice(line.ansi);
            self.started = true;
            last = Some(line);
        }
        self.last = Cell::default();
        if let Some(last) = last {
            let width = columns(last.ansi);
            self.x = if width == 0 { 0 } else { (width - 1) % self.columns + 1 };
        }
    }

    /// Writes a line. `saved` is what DECSC saved while on it.
    pub(crate) fn line(&mut self, line: &[Cell], saved: Option<Saved>) {
        let special = Special::of(line);
        // Without wrapping, which such a cell needs, the line cannot be reached by printing it.
        let overlaps = self.columns == 2 && row::width(line, 0) == 2 && line[1].has_content();
        self.begin(line, saved.is_some() || !special.is_empty() || overlaps || !row::marks(line).is_empty());
        if let Some(saved) = saved {
            self.save(saved, None);
        }
        self.prepare(&special);
        self.cells(line, &special);
        self.last = line.last().cloned().unwrap_or_default();
    }

    /// Goes to the start of the line. Where it is reached by wrapping, the first character wraps, unless `fresh` asks
    /// for a cursor that is there already.
    fn begin(&mut self, line: &[Cell], fresh: bool) {
        if !std::mem::replace(&mut self.started, true) {
            self.x = 0;
            if row::continues(line) {
                self.continue_nothing();
            }
            return;
        }
        if !row::continues(line) {
            self.pen.reset();
            self.pen.write("\r\n");
            self.x = 0;
            return;
        }
        let first = line.first().cloned().unwrap_or_default();
        let look = Look::of(&first);
        let last = Look::of(&self.last);
        let prints = first.has_content() && first.width() > 0 && !look.has_background();
        let wraps = self.x == self.columns
            || (self.x + 1 == self.columns && first.width() == 2 && !self.last.has_content() && last == look);
        if prints && wraps && !fresh {
            return;
        }
        if self.x == self.columns {
            self.pen.reset();
            self.pen.write(" \r");
            self.pen.erase(1);
        } else {
            // A wide character does not fit into the last column: it leaves it empty, in its own rendition.
            self.column(self.columns - 1);
            self.pen.set(last);
            self.pen.write(WIDE_BLANK);
            self.pen.write("\r");
            self.pen.reset();
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
            self.pen.reset();
            self.pen.write(" ");
        }
        self.pen.set(Look::saved(saved.marks));
        // What carries an extended part is saved, the part is not: any link makes it so.
        let carries = saved.marks.extended;
        if carries {
            self.pen.write("\x1b]8;;x\x1b\\");
        }
        if saved.marks.underlined && !carries {
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
        self.pen.reset();
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
            self.pen.set(look.clone());
            self.pen.write(WIDE_BLANK);
            self.pen.reset();
            self.column(x - 1);
            self.pen.write("\x1b[@");
        }
        if let Some(look) = &special.last {
            let x = self.columns - 2;
            self.column(x);
            self.pen.write(WIDE_BLANK);
            self.column(x);
            self.pen.set(look.clone());
            self.pen.write(" ");
            self.pen.reset();
            self.column(x);
            self.pen.erase(1);
        }
        if !special.is_empty() {
            self.column(0);
        }
    }

    fn cells(&mut self, line: &[Cell], special: &Special) {
        let mut marks = row::marks(line);
        let mut at = 0;
        let end = line.len().min(self.columns);
        while at < end {
            self.tell(&mut marks, at);
            let cell = &line[at];
            let look = Look::of(cell);
            let width = cell.width();
            if width == 2 && at + 2 == end && line[at + 1].has_content() {
                self.go(at);
                self.overlapping(cell, &line[at + 1]);
                at = end;
            } else if cell.has_content() && at + width <= self.columns {
                self.go(at);
                if width == 0 {
                    self.pen.set_again(look);
                } else {
                    self.pen.set(look);
                }
                self.pen.print(cell);
                at += width.max(1);
                self.x = at;
            } else if cell.has_content() || width == 0 || (at + 1 == end && special.last.is_some()) {
                at += 1;
            } else if look.is_erased() {
                let run = line[at..end]
                    .iter()
                    .take_while(|other| !other.has_content() && other.width() == 1 && Look::of(other) == look)
                    .count();
                let run = run.min(if special.last.is_some() { end - 1 - at } else { run }).max(1);
                if look.has_background() {
                    self.go(at);
                    self.pen.set(look);
                    self.pen.erase(run);
                }
                at += run;
            } else {
                self.go(at);
                self.half(at, look);
                at += 1;
            }
        }
        self.tell(&mut marks, usize::MAX);
    }

    /// Says what a shell said up to a column, where it said so.
    fn tell(&mut self, marks: &mut &[Mark], upto: usize) {
        while let Some((mark, rest)) = marks.split_first()
            && mark.x <= upto
        {
            // What was written since may have moved on, or is to be left waiting to wrap.
            if mark.x > self.x && self.x < self.columns {
                self.go(mark.x.min(self.columns - 1));
            }
            self.pen.write(&marks::sequence(&mark.says));
            *marks = rest;
        }
    }

    /// A wide character at the end of a line, and what was printed over its right half without wrapping: only in one
    /// go does that spare the left half.
    fn overlapping(&mut self, wide: &Cell, over: &Cell) {
        self.pen.set(Look::of(over));
        self.pen.write("\x1b[?7l");
        self.pen.print(wide);
        self.pen.print(over);
        self.pen.write("\x1b[?7h");
        self.x = self.columns;
    }

    /// An empty cell that kept a rendition: half of a wide character that was overwritten.
    fn half(&mut self, at: usize, look: Look) {
        self.pen.reset();
        self.pen.write(WIDE_BLANK);
        self.column(at + 1);
        self.pen.set(look);
        self.pen.write(" ");
        self.pen.reset();
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
    fn of(line: &[Cell]) -> Special {
        let mut special = Special::default();
        let mut left = 1;
        for (x, cell) in line.iter().enumerate() {
            if cell.is_half() && left != 2 {
                special.orphans.push((x, Look::of(cell)));
            }
            left = cell.width();
        }
        if let Some(last) = line.last() {
            let look = Look::of(last);
            if !last.has_content() && last.width() == 1 && !look.is_erased() {
                special.last = Some(look);
            }
        }
        special
    }

    fn is_empty(&self) -> bool {
        self.orphans.is_empty() && self.last.is_none()
    }
}
