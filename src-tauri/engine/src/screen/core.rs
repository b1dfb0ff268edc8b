//! The state of a terminal, and what moves its cursor and its lines. Other files of this room add to it: printing,
//! control sequences, renditions, strings.
//!
//! A port of `common/InputHandler.ts` of xterm.js 6 (MIT), because the pane is an xterm.js and both must show the
//! same. Names in the comments are those of the reference.

use super::buffer::{Buffer, Saved};
use super::cell::Attr;
use super::charset::Charset;
use super::color::Palette;
use super::history::History;
use super::modes::{Lasting, Modes, Mouse};
use super::pool::{Pool, Sweep};
use super::{Signal, Size};

/// Entries of a pool that are not worth a sweep.
const POOL_SLACK: usize = 4096;
/// Titles that a program can push.
pub(crate) const TITLE_STACK_MAX: usize = 10;
/// Bytes of answers that wait to be taken: more is a flood of questions nobody reads the answers of.
const REPLIES_MAX: usize = 256 * 1024;
/// Signals of one stretch of output.
const SIGNALS_MAX: usize = 4096;

/// Everything but the parser.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) normal: Buffer,
    pub(crate) alternate: Buffer,
    pub(crate) is_alternate: bool,
    /// The current rendition.
    pub(crate) attr: Attr,
    pub(crate) pool: Pool,
    pool_limit: usize,
    pub(crate) charsets: [Charset; 4],
    /// Which of `charsets` was shifted in last.
    pub(crate) level: usize,
    /// The set in use. DECRC sets it without touching the other two.
    pub(crate) charset: Charset,
    pub(crate) modes: Modes,
    pub(crate) mouse: Mouse,
    pub(crate) lasting: Lasting,
    pub(crate) title: Option<String>,
    pub(crate) titles: Vec<String>,
    pub(crate) palette: Palette,
    /// Width of the character printed last, if nothing else came since: what combines may join it (REP repeats it).
    pub(crate) preceding: Option<u32>,
    pub(crate) history: History,
    pub(crate) replies: Vec<u8>,
    pub(crate) signals: Vec<Signal>,
}

impl Core {
    pub(crate) fn new(size: Size) -> Core {
        let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
        let mut normal = Buffer::new(true, columns, rows);
        normal.fill_viewport(Attr::default());
        Core {
            normal,
            alternate: Buffer::new(false, columns, rows),
            is_alternate: false,
            attr: Attr::default(),
            pool: Pool::default(),
            pool_limit: POOL_SLACK,
            charsets: [Charset::Ascii; 4],
            level: 0,
            charset: Charset::Ascii,
            modes: Modes::default(),
            mouse: Mouse::default(),
            lasting: Lasting::default(),
            title: None,
            titles: Vec::new(),
            palette: Palette::default(),
            preceding: None,
            history: History::default(),
            replies: Vec::new(),
            signals: Vec::new(),
        }
    }

    pub(crate) fn size(&self) -> Size {
        let narrow = |value: usize| u16::try_from(value).unwrap_or(u16::MAX);
        Size::new(narrow(self.normal.columns), narrow(self.normal.rows))
    }

    pub(crate) fn active(&self) -> &Buffer {
        if self.is_alternate { &self.alternate } else { &self.normal }
    }

    pub(crate) fn active_mut(&mut self) -> &mut Buffer {
        if self.is_alternate { &mut self.alternate } else { &mut self.normal }
    }

    pub(crate) fn reply(&mut self, reply: &str) {
        if self.replies.len() < REPLIES_MAX {
            self.replies.extend_from_slice(reply.as_bytes());
        }
    }

    pub(crate) fn signal(&mut self, signal: Signal) {
        if self.signals.len() < SIGNALS_MAX {
            self.signals.push(signal);
        }
    }

    pub(crate) fn resize(&mut self, size: Size) {
        // The reference does nothing at all then; else a pending wrap would be lost.
        if size == self.size() {
            return;
        }
        let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
        self.normal.resize(columns, rows);
        self.alternate.resize(columns, rows);
        self.normal.set_up_tabs(Some(columns));
        self.alternate.set_up_tabs(Some(columns));
        self.drain();
    }

    /// Moves lines from the emulator's own history to the encoded one.
    pub(crate) fn drain(&mut self) {
        while self.normal.is_brimming() {
            let lines = self.normal.drain();
            self.history.keep(&lines, self.normal.lines.front(), &self.pool);
            self.normal.recycle(lines);
        }
    }

    /// Sweeps the pool when it has grown much since the last time.
    pub(crate) fn tidy(&mut self) {
        if self.pool.len() < self.pool_limit {
            return;
        }
        let mut sweep = Sweep::new(&self.pool);
        for line in self.normal.lines.iter_mut().chain(&mut self.alternate.lines) {
            for cell in &mut line.cells {
                if let super::cell::Content::Text(index) = cell.content() {
                    cell.set_text(sweep.text(index));
                }
                if cell.attr.ext != 0 {
                    cell.attr.ext = sweep.extended(cell.attr.ext);
                }
            }
        }
        self.attr.ext = sweep.extended(self.attr.ext);
        self.pool = sweep.new;
        self.pool_limit = self.pool.len() * 2 + POOL_SLACK;
    }

    /// RIS.
    pub(crate) fn full_reset(&mut self) {
        let lines = self.normal.take_history();
        self.history.part_with(&lines, self.normal.lines.front(), &self.pool);
        let (columns, rows) = (self.normal.columns, self.normal.rows);
        self.normal = Buffer::new(true, columns, rows);
        self.normal.fill_viewport(Attr::default());
        self.alternate = Buffer::new(false, columns, rows);
        self.is_alternate = false;
        self.attr = Attr::default();
        self.reset_charsets();
        self.modes = Modes::default();
        self.mouse = Mouse::default();
    }

    /// DECSTR.
    pub(crate) fn soft_reset(&mut self) {
        self.lasting.cursor_hidden = false;
        self.attr = Attr::default();
        self.modes = Modes::default();
        self.reset_charsets();
        let buffer = self.active_mut();
        buffer.scroll_top = 0;
        buffer.scroll_bottom = buffer.rows - 1;
        buffer.saved = Saved { y: buffer.pane_base(), ..Saved::default() };
    }

    fn reset_charsets(&mut self) {
        self.charsets = [Charset::Ascii; 4];
        self.level = 0;
        self.charset = Charset::Ascii;
    }

    pub(crate) fn shift(&mut self, level: usize) {
        self.level = level;
        self.charset = self.charsets[level];
    }

    pub(crate) fn designate(&mut self, level: usize, charset: Charset) {
        self.charsets[level] = charset;
        if self.level == level {
            self.charset = charset;
        }
    }

    /// `_restrictCursor`: brings the cursor back into the screen, or into the region in origin mode.
    pub(crate) fn restrict(&mut self, last_column: usize) {
        let origin = self.modes.origin;
        let buffer = self.active_mut();
        buffer.x = buffer.x.min(last_column);
        buffer.y = if origin {
            buffer.y.max(buffer.scroll_top).min(buffer.scroll_bottom)
        } else {
            buffer.y.min(buffer.rows - 1)
        };
    }

    /// [`Self::restrict`] to the last column: no wrap is pending any more.
    pub(crate) fn settle(&mut self) {
        self.restrict(self.normal.columns - 1);
    }

    pub(crate) fn set_cursor(&mut self, x: usize, y: usize) {
        let origin = self.modes.origin;
        let buffer = self.active_mut();
        buffer.x = x;
        buffer.y = if origin { buffer.scroll_top + y } else { y };
        self.settle();
    }

    /// `_moveCursor`. In origin mode the reference counts the row it is on from the top of the region again.
    pub(crate) fn move_cursor(&mut self, x: i64, y: i64) {
        self.settle();
        let buffer = self.active();
        let add = |value: usize, by: i64| usize::try_from(value as i64 + by).unwrap_or(0);
        let (x, mut y) = (add(buffer.x, x), buffer.y as i64 + y);
        if self.modes.origin {
            y += self.active().scroll_top as i64;
        }
        let buffer = self.active_mut();
        buffer.x = x;
        buffer.y = usize::try_from(y).unwrap_or(0);
        self.settle();
    }

    /// LF, VT, FF.
    pub(crate) fn line_feed(&mut self) {
        let erased = self.attr.erased();
        let newline = self.lasting.newline;
        let buffer = self.active_mut();
        if newline {
            buffer.x = 0;
        }
        buffer.y += 1;
        if buffer.y == buffer.scroll_bottom + 1 {
            buffer.y -= 1;
            buffer.scroll(erased, false);
        } else if buffer.y >= buffer.rows {
            buffer.y = buffer.rows - 1;
        } else {
            let y = buffer.y;
            buffer.line(y).wrapped = false;
        }
        if buffer.x >= buffer.columns {
            buffer.x -= 1;
        }
        if self.normal.is_brimming() {
            self.drain();
        }
    }

    /// IND.
    pub(crate) fn index(&mut self) {
        self.settle();
        let erased = self.attr.erased();
        let buffer = self.active_mut();
        buffer.y += 1;
        if buffer.y == buffer.scroll_bottom + 1 {
            buffer.y -= 1;
            buffer.scroll(erased, false);
        } else if buffer.y >= buffer.rows {
            buffer.y = buffer.rows - 1;
        }
        self.settle();
        self.drain();
    }

    /// RI.
    pub(crate) fn reverse_index(&mut self) {
        self.settle();
        let erased = self.attr.erased();
        let buffer = self.active_mut();
        if buffer.y == buffer.scroll_top {
            let (from, to) = (buffer.base + buffer.scroll_bottom, buffer.base + buffer.y);
            buffer.rotate(from, to, erased, false);
        } else {
            buffer.y = buffer.y.saturating_sub(1);
            self.settle();
        }
    }

    /// BS.
    pub(crate) fn backspace(&mut self) {
        if !self.modes.reverse_wraparound {
            self.settle();
            let buffer = self.active_mut();
            buffer.x = buffer.x.saturating_sub(1);
            return;
        }
        self.restrict(self.normal.columns);
        let buffer = self.active_mut();
        if buffer.x > 0 {
            buffer.x -= 1;
        } else if buffer.y > buffer.scroll_top && buffer.y <= buffer.scroll_bottom {
            let y = buffer.y;
            if std::mem::take(&mut buffer.line(y).wrapped) {
                buffer.y -= 1;
                buffer.x = buffer.columns - 1;
                let (x, y) = (buffer.x, buffer.y);
                // A wide character that did not fit left the last cell empty.
                if buffer.line(y).cells.get(x).is_some_and(|cell| cell.width() > 0 && !cell.has_content()) {
                    buffer.x -= 1;
                }
            }
        }
        self.settle();
    }

    /// DECSC.
    pub(crate) fn save_cursor(&mut self) {
        let Attr { fg, bg, .. } = self.attr;
        let charset = self.charset;
        let buffer = self.active_mut();
        buffer.saved = Saved { x: buffer.x, y: buffer.pane_base() + buffer.y, fg, bg, charset };
    }

    /// DECRC.
    pub(crate) fn restore_cursor(&mut self) {
        let buffer = self.active_mut();
        let saved = buffer.saved;
        buffer.x = saved.x;
        buffer.y = saved.y.saturating_sub(buffer.pane_base());
        self.attr.fg = saved.fg;
        self.attr.bg = saved.bg;
        self.charset = saved.charset;
        self.settle();
    }

    /// Private modes 47, 1047 and 1049, on.
    pub(crate) fn enter_alternate(&mut self) {
        if self.is_alternate {
            return;
        }
        self.alternate.fill_viewport(self.attr.erased());
        self.alternate.x = self.normal.x;
        self.alternate.y = self.normal.y;
        self.is_alternate = true;
    }

    /// Private modes 47, 1047 and 1049, off.
    pub(crate) fn leave_alternate(&mut self) {
        if !self.is_alternate {
            return;
        }
        self.normal.x = self.alternate.x;
        self.normal.y = self.alternate.y;
        self.alternate.clear();
        self.is_alternate = false;
    }
}
