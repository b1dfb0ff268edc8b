//! Changing the size of a grid, and wrapping its lines anew.
//!
//! A port of `resize` and `_reflow*` in `common/buffer/Buffer.ts` and of `common/buffer/BufferReflow.ts` of
//! xterm.js 6 (MIT). The line that the cursor is on is left as it is: the shell will draw it again.

use std::collections::VecDeque;

use super::buffer::Buffer;
use super::cell::{Attr, Cell};
use super::line::Line;

impl Buffer {
    pub(crate) fn resize(&mut self, columns: usize, rows: usize) {
        if !self.lines.is_empty() {
            if self.columns < columns {
                for line in &mut self.lines {
                    line.resize(columns);
                }
            }
            let added = self.resize_rows(columns, rows);
            self.trim(rows);
            self.x = self.x.min(columns - 1);
            self.y = self.y.min(rows - 1) + added;
            self.saved.x = self.saved.x.min(columns - 1);
            self.scroll_top = 0;
        }
        self.scroll_bottom = rows - 1;
        self.rows = rows;
        if self.has_scrollback && self.columns != columns {
            if columns > self.columns {
                self.reflow_larger(columns, rows);
            } else {
                self.reflow_smaller(columns, rows);
            }
        }
        if self.columns > columns {
            // xterm.js keeps the cells beyond the edge of an alternate screen, where nobody sees them.
            for line in &mut self.lines {
                line.resize(columns);
            }
        }
        self.columns = columns;
        if !self.lines.is_empty() {
            while self.lines.len() < self.base + rows {
                self.lines.push_back(Line::new(columns, Cell::EMPTY, false));
            }
            // What would be below the screen is not to be seen again.
            self.lines.truncate(self.base + rows);
        }
    }

    /// Adds or removes lines at the bottom, or moves the edge between history and screen. Answers how far the
    /// screen's content moved down.
    fn resize_rows(&mut self, columns: usize, rows: usize) -> usize {
        let mut added = 0;
        if self.rows < rows {
            for _ in self.rows..rows {
                if self.lines.len() < rows + self.base {
                    if self.base > 0 && self.lines.len() <= self.base + self.y + added + 1 {
                        self.base -= 1;
                        added += 1;
                    } else {
                        self.lines.push_back(Line::new(columns, Cell::EMPTY, false));
                    }
                }
            }
        } else {
            for _ in rows..self.rows {
                if self.lines.len() > rows + self.base {
                    if self.lines.len() > self.base + self.y + 1 {
                        self.lines.pop_back();
                    } else {
                        self.base += 1;
                    }
                }
            }
        }
        added
    }

    /// Drops the oldest lines where the pane has more than it may.
    fn trim(&mut self, rows: usize) {
        let new_max = self.max_len() - self.rows + rows;
        if new_max >= self.max_len() {
            return;
        }
        let excess = self.pane_len().saturating_sub(new_max);
        if excess > 0 {
            let drained = excess.min(self.drained);
            self.drained -= drained;
            if !self.has_scrollback {
                let own = (excess - drained).min(self.lines.len());
                self.lines.drain(..own);
                self.base = self.base.saturating_sub(own);
            }
            self.saved.y = self.saved.y.saturating_sub(excess);
        }
    }

    fn reflow_larger(&mut self, columns: usize, rows: usize) {
        let removed = self.unwrap_lines(columns);
        if removed == 0 {
            return;
        }
        for _ in 0..removed {
            if self.base == 0 {
                self.y = self.y.saturating_sub(1);
                if self.lines.len() < rows {
                    self.lines.push_back(Line::new(columns, Cell::EMPTY, false));
                }
            } else {
                self.base -= 1;
            }
        }
        self.saved.y = self.saved.y.saturating_sub(removed);
    }

    /// Joins wrapped lines into wider ones; answers how many lines went.
    fn unwrap_lines(&mut self, columns: usize) -> usize {
        let old_columns = self.columns;
        let cursor = self.base + self.y;
        let mut removed = 0;
        let mut kept: VecDeque<Line> = VecDeque::with_capacity(self.lines.len());
        let lines: Vec<Line> = self.lines.drain(..).collect();
        let mut y = 0;
        while y < lines.len() {
            let mut end = y + 1;
            while end < lines.len() && lines[end].wrapped {
                end += 1;
            }
            let mut group: Vec<Line> = lines[y..end].to_vec();
            if group.len() > 1 && !(y..end).contains(&cursor) {
                let remove = join(&mut group, old_columns, columns);
                removed += remove;
                group.truncate(group.len() - remove);
            }
            kept.extend(group);
            y = end;
        }
        self.lines = kept;
        removed
    }

    fn reflow_smaller(&mut self, columns: usize, rows: usize) {
        let mut inserts: Vec<(usize, Vec<Line>)> = Vec::new();
        let mut inserted = 0;
        // Lines at the bottom go to make room for those above. The reference still reflows them.
        let mut len = self.lines.len();
        let mut y = len;
        while y > 0 {
            y -= 1;
            if !self.lines[y].wrapped && self.lines[y].trimmed_len() <= columns {
                continue;
            }
            let last = y;
            while self.lines[y].wrapped && y > 0 {
                y -= 1;
            }
            if (y..=last).contains(&(self.base + self.y)) {
                continue;
            }
            let mut group: Vec<Line> = self.lines.range(y..=last).cloned().collect();
            let old_len = group.len();
            let added = split(&mut group, self.columns, columns);
            let new_lines = group.split_off(old_len);
            for (offset, line) in group.into_iter().enumerate() {
                self.lines[y + offset] = line;
            }
            if !new_lines.is_empty() {
                inserts.push((last + 1 + inserted, new_lines));
                inserted += added;
            }
            // Lines that the pane has no room for are not dropped here: they leave as history.
            for _ in 0..added {
                if self.pane_base() == 0 && self.y < rows - 1 {
                    self.y += 1;
                    len -= 1;
                } else if self.pane_base() == 0 || self.base + rows < len + inserted {
                    self.base += 1;
                }
            }
            self.saved.y = (self.saved.y + added).min(self.pane_base() + rows - 1);
        }
        self.lines.truncate(len);
        self.insert_lines(inserts, inserted);
        // The pane drops its oldest lines where it has too many; they are still kept here.
        let excess = self.pane_len().saturating_sub(self.max_len());
        self.drained -= excess.min(self.drained);
    }

    /// Puts groups of new lines, the lowest first, before the lines with these indexes, which count the lines that
    /// come from the groups before.
    fn insert_lines(&mut self, groups: Vec<(usize, Vec<Line>)>, count: usize) {
        let mut from_below = Vec::with_capacity(self.lines.len() + count);
        let mut placed = 0;
        for (start, lines) in groups {
            while self.lines.len() + placed > start
                && let Some(line) = self.lines.pop_back()
            {
                from_below.push(line);
            }
            placed += lines.len();
            from_below.extend(lines.into_iter().rev());
        }
        self.lines.extend(from_below.into_iter().rev());
    }
}

/// Columns of a wrapped line that count, the early wrap of a wide character left out.
fn wrapped_len(lines: &[Line], index: usize, columns: usize) -> usize {
    let line = &lines[index];
    if index + 1 == lines.len() {
        return line.trimmed_len();
    }
    let ends_empty = columns
        .checked_sub(1)
        .and_then(|x| line.cells.get(x))
        .is_none_or(|cell| !cell.has_content() && cell.width() == 1);
    if ends_empty && lines[index + 1].width(0) == 2 { columns - 1 } else { columns }
}

/// Moves the cells of a group of wrapped lines forward into wider lines. Answers how many lines at its end are left
/// over.
fn join(group: &mut [Line], old_columns: usize, columns: usize) -> usize {
    let mut to_line = 0;
    let mut to = wrapped_len(group, 0, old_columns);
    let mut from_line = 1;
    let mut from = 0;
    while from_line < group.len() {
        let length = wrapped_len(group, from_line, old_columns);
        let count = length.saturating_sub(from).min(columns - to);
        copy(group, from_line, from, to_line, to, count, false);
        to += count;
        if to == columns {
            to_line += 1;
            to = 0;
        }
        from += count;
        if from >= length {
            from_line += 1;
            from = 0;
        }
        // A wide character that would be cut in two goes to the next line.
        if to == 0 && to_line != 0 && group[to_line - 1].width(columns - 1) == 2 {
            copy(group, to_line - 1, columns - 1, to_line, to, 1, false);
            to += 1;
            group[to_line - 1].set(columns - 1, Cell::EMPTY);
        }
    }
    if let Some(line) = group.get_mut(to_line) {
        line.replace_cells(to, columns, Attr::default(), false);
    }
    let mut remove = 0;
    for index in (1..group.len()).rev() {
        if index > to_line || group[index].trimmed_len() == 0 {
            remove += 1;
        } else {
            break;
        }
    }
    remove
}

/// Moves the cells of a group of lines into narrower ones, and adds the lines that this takes to the group. Answers
/// how many were added.
fn split(group: &mut Vec<Line>, old_columns: usize, columns: usize) -> usize {
    let last_len = group[group.len() - 1].trimmed_len();
    let lengths = new_lengths(group, old_columns, columns);
    let old_len = group.len();
    let added = lengths.len().saturating_sub(old_len);
    for _ in 0..added {
        group.push(Line::new(old_columns, Cell::EMPTY, true));
    }
    let length_of = |line: Option<usize>| line.and_then(|line| lengths.get(line).copied()).unwrap_or(0);
    let mut to_line = lengths.len().checked_sub(1);
    let mut to = length_of(to_line);
    if to == 0 {
        to_line = to_line.and_then(|line| line.checked_sub(1));
        to = length_of(to_line);
    }
    let mut from_line = Some(old_len - 1);
    let mut from = last_len;
    while let (Some(source), Some(target)) = (from_line, to_line) {
        let count = from.min(to);
        copy(group, source, from - count, target, to - count, count, true);
        to -= count;
        if to == 0 {
            to_line = target.checked_sub(1);
            to = length_of(to_line);
        }
        from -= count;
        if from == 0 {
            from_line = source.checked_sub(1);
            from = wrapped_len(group, source.saturating_sub(1), old_columns);
        }
        if count == 0 && to == 0 && to_line.is_none() {
            break;
        }
    }
    for (line, length) in group.iter_mut().zip(&lengths) {
        if *length < columns {
            line.set(*length, Cell::EMPTY);
        }
    }
    added
}

/// The lengths of the lines that a group becomes. A line ends early where a wide character would be cut.
fn new_lengths(group: &[Line], old_columns: usize, columns: usize) -> Vec<usize> {
    let needed: usize = (0..group.len()).map(|index| wrapped_len(group, index, old_columns)).sum();
    let mut lengths = Vec::new();
    let mut from = 0;
    let mut line = 0;
    let mut available = 0;
    while available < needed {
        if needed - available < columns {
            lengths.push(needed - available);
            break;
        }
        from += columns;
        let old_len = wrapped_len(group, line, old_columns);
        if from > old_len {
            from -= old_len;
            line += 1;
        }
        let wide = group.get(line).is_some_and(|line| line.width(from.wrapping_sub(1)) == 2);
        if wide {
            from -= 1;
        }
        let length = if wide { columns - 1 } else { columns };
        lengths.push(length);
        available += length.max(1);
    }
    lengths
}

fn copy(
    group: &mut [Line],
    source: usize,
    from: usize,
    target: usize,
    to: usize,
    count: usize,
    reverse: bool,
) {
    let mut each = |i: usize| {
        let cell = group[source].cells.get(from + i).copied();
        if let (Some(cell), Some(line)) = (cell, group.get_mut(target)) {
            line.set(to + i, cell);
        }
    };
    if reverse {
        (0..count).rev().for_each(&mut each);
    } else {
        (0..count).for_each(&mut each);
    }
}
