//! A grid with its cursor, scroll region, tab stops and saved cursor; the primary one has lines of history above.
//!
//! A port of `common/buffer/Buffer.ts` and of `scroll` in `common/services/BufferService.ts` of xterm.js 6 (MIT).
//! Where xterm.js keeps 10,000 lines, this keeps a few hundred: `drained` counts those that the pane still has and
//! that are only encoded lines here, so that both agree on what is full and on where a saved cursor is.

use std::collections::VecDeque;

use super::cell::{Attr, Cell};
use super::charset::Charset;
use super::line::Line;

/// Lines of scrollback that the pane keeps.
pub(crate) const SCROLLBACK: usize = 10_000;
/// Lines of its own history that a buffer keeps for growing and reflow, after a drain.
const OWN_HISTORY: usize = 400;
/// How many more there may be before they are drained.
const DRAIN_BATCH: usize = 100;
const TAB_WIDTH: usize = 8;

/// What DECSC saves. The row counts from the oldest line that the pane has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct Saved {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) fg: u32,
    pub(crate) bg: u32,
    pub(crate) charset: Charset,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Buffer {
    /// History and screen; empty for an alternate screen that is not in use.
    pub(crate) lines: VecDeque<Line>,
    /// Index of the first line of the screen.
    pub(crate) base: usize,
    /// Column of the cursor; equal to the number of columns when the next character wraps.
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) scroll_top: usize,
    pub(crate) scroll_bottom: usize,
    /// Columns with a tab stop. May reach beyond the last column.
    pub(crate) tabs: Vec<bool>,
    pub(crate) saved: Saved,
    pub(crate) has_scrollback: bool,
    pub(crate) drained: usize,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    spare: Vec<Line>,
}

impl Buffer {
    pub(crate) fn new(has_scrollback: bool, columns: usize, rows: usize) -> Buffer {
        let mut buffer = Buffer {
            lines: VecDeque::new(),
            base: 0,
            x: 0,
            y: 0,
            scroll_top: 0,
            scroll_bottom: rows - 1,
            tabs: Vec::new(),
            saved: Saved::default(),
            has_scrollback,
            drained: 0,
            columns,
            rows,
            spare: Vec::new(),
        };
        buffer.set_up_tabs(None);
        buffer
    }

    /// Makes the lines of the screen, where there are none.
    pub(crate) fn fill_viewport(&mut self, attr: Attr) {
        if self.lines.is_empty() {
            let line = Line::new(self.columns, Cell::empty(attr), false);
            self.lines.extend((0..self.rows).map(|_| line.clone()));
        }
    }

    /// Empties the alternate screen when it is left. The saved cursor stays.
    pub(crate) fn clear(&mut self) {
        self.lines.clear();
        self.spare.clear();
        self.base = 0;
        self.drained = 0;
        self.x = 0;
        self.y = 0;
        self.scroll_top = 0;
        self.scroll_bottom = self.rows - 1;
        self.set_up_tabs(None);
    }

    /// Most lines that the pane keeps, the screen's included.
    pub(crate) fn max_len(&self) -> usize {
        self.rows + if self.has_scrollback { SCROLLBACK } else { 0 }
    }

    /// Lines that the pane has, the screen's included.
    pub(crate) fn pane_len(&self) -> usize {
        self.lines.len() + self.drained
    }

    /// Index of the screen's first line, counted from the oldest line of the pane.
    pub(crate) fn pane_base(&self) -> usize {
        self.base + self.drained
    }

    /// The screen's line `y`.
    pub(crate) fn line(&mut self, y: usize) -> &mut Line {
        let at = (self.base + y).min(self.lines.len() - 1);
        &mut self.lines[at]
    }

    pub(crate) fn screen(&self) -> impl DoubleEndedIterator<Item = &Line> + ExactSizeIterator {
        self.lines.range(self.base.min(self.lines.len())..)
    }

    fn blank(&mut self, attr: Attr, wrapped: bool) -> Line {
        let fill = Cell::empty(attr);
        match self.spare.pop() {
            Some(mut line) => {
                line.reuse(self.columns, fill, wrapped);
                line
            }
            None => Line::new(self.columns, fill, wrapped),
        }
    }

    /// Scrolls the region up by a line; what leaves at the top of the screen becomes history.
    pub(crate) fn scroll(&mut self, attr: Attr, wrapped: bool) {
        let top = self.base + self.scroll_top;
        let bottom = self.base + self.scroll_bottom;
        if self.scroll_top > 0 {
            self.rotate(top, bottom, attr, wrapped);
            return;
        }
        let full = self.pane_len() >= self.max_len();
        if full && self.drained == 0 {
            // An alternate screen: the line goes.
            if let Some(line) = self.lines.pop_front() {
                self.spare.push(line);
            }
            let line = self.blank(attr, wrapped);
            self.lines.insert(bottom, line);
            return;
        }
        if full {
            self.drained -= 1;
        }
        self.base += 1;
        let line = self.blank(attr, wrapped);
        self.lines.insert(bottom + 1, line);
    }

    /// Removes the line at `from` and makes a blank one at `to`; both are indexes into all lines.
    pub(crate) fn rotate(&mut self, from: usize, to: usize, attr: Attr, wrapped: bool) {
        if let Some(line) = self.lines.remove(from) {
            self.spare.push(line);
        }
        let line = self.blank(attr, wrapped);
        self.lines.insert(to, line);
    }

    /// Takes the oldest lines off the history when there are too many; they are final. The line after them tells
    /// whether the last one continues.
    pub(crate) fn drain(&mut self) -> Vec<Line> {
        if !self.has_scrollback || self.base <= OWN_HISTORY + DRAIN_BATCH {
            return Vec::new();
        }
        let count = self.base - OWN_HISTORY;
        self.base -= count;
        self.drained = (self.drained + count).min(SCROLLBACK - self.base);
        self.lines.drain(..count).collect()
    }

    /// Gives drained lines back, to be used again.
    pub(crate) fn recycle(&mut self, lines: Vec<Line>) {
        self.spare.extend(lines);
        self.spare.truncate(DRAIN_BATCH * 2);
    }

    /// Whether there is enough to drain that it should not wait for the end of the bytes.
    pub(crate) fn is_brimming(&self) -> bool {
        self.base > OWN_HISTORY + DRAIN_BATCH && self.has_scrollback
    }

    /// Takes the whole history off, as ED 3 does.
    pub(crate) fn take_history(&mut self) -> Vec<Line> {
        let count = self.lines.len().saturating_sub(self.rows);
        self.base = self.base.saturating_sub(count);
        self.drained = 0;
        self.lines.drain(..count).collect()
    }

    /// Sets the default tab stops; `from` is given when the number of columns has changed.
    pub(crate) fn set_up_tabs(&mut self, from: Option<usize>) {
        let mut x = match from {
            None => {
                self.tabs.clear();
                0
            }
            Some(x) if self.has_tab(x) => x,
            Some(x) => self.previous_stop(x),
        };
        while x < self.columns {
            self.set_tab(x, true);
            x += TAB_WIDTH;
        }
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

    pub(crate) fn previous_stop(&self, from: usize) -> usize {
        let mut x = from.saturating_sub(1);
        while x > 0 && !self.has_tab(x) {
            x -= 1;
        }
        x.min(self.columns - 1)
    }

    pub(crate) fn next_stop(&self, from: usize) -> usize {
        let mut x = from + 1;
        while x < self.columns && !self.has_tab(x) {
            x += 1;
        }
        x.min(self.columns - 1)
    }
}
