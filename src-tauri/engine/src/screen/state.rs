//! The state of a terminal: two pages, modes, charsets, rendition. Other files of this room add what changes it.

use super::cell::{Cell, Link};
use super::charset::Charset;
use super::color::Palette;
use super::history::History;
use super::modes::{Lasting, Modes, Mouse};
use super::page::{Page, Saved};
use super::rendition::{Marks, Rendition};
use super::{Signal, Size};

/// Titles that a program can put away.
pub(crate) const TITLE_STACK_MAX: usize = 10;
/// Bytes of answers in one stretch of output; a program that asks more than that reads none of them.
const REPLIES_MAX: usize = 256 * 1024;
/// Signals of one stretch of output.
const SIGNALS_MAX: usize = 4096;

/// See the module.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) primary: Page,
    pub(crate) alternate: Page,
    pub(crate) is_alternate: bool,
    pub(crate) rendition: Rendition,
    /// An empty cell in the rendition, made anew when that changes.
    pub(crate) ink: Cell,
    /// G0 to G3.
    pub(crate) charsets: [Charset; 4],
    /// Which of them was invoked last.
    pub(crate) level: usize,
    /// The set in use: the invoked one, or one that came back with a saved cursor.
    pub(crate) charset: Charset,
    pub(crate) modes: Modes,
    pub(crate) mouse: Mouse,
    pub(crate) lasting: Lasting,
    pub(crate) title: Option<String>,
    /// Titles put away, the newest last.
    pub(crate) titles: Vec<String>,
    pub(crate) palette: Palette,
    /// Columns of the character printed last, as long as nothing else came: what combines joins it, REP repeats it.
    pub(crate) preceding: Option<u8>,
    pub(crate) history: History,
    pub(crate) replies: Vec<u8>,
    pub(crate) signals: Vec<Signal>,
    /// The shell's last mark said that a command runs.
    pub(crate) is_running: bool,
    /// Links without an id that there have been.
    pub(crate) links: u64,
}

impl State {
    pub(crate) fn new(size: Size) -> State {
        let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
        State {
            primary: Page::new(true, columns, rows),
            alternate: Page::new(false, columns, rows),
            is_alternate: false,
            rendition: Rendition::default(),
            ink: Cell::default(),
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
            is_running: false,
            links: 0,
        }
    }

    pub(crate) fn size(&self) -> Size {
        // Pages are made of sizes.
        Size { columns: self.primary.columns as u16, rows: self.primary.rows as u16 }
    }

    #[inline]
    pub(crate) fn page(&self) -> &Page {
        if self.is_alternate { &self.alternate } else { &self.primary }
    }

    #[inline]
    pub(crate) fn page_mut(&mut self) -> &mut Page {
        if self.is_alternate { &mut self.alternate } else { &mut self.primary }
    }

    pub(crate) fn reply(&mut self, answer: &str) {
        if self.replies.len() + answer.len() <= REPLIES_MAX {
            self.replies.extend_from_slice(answer.as_bytes());
        }
    }

    pub(crate) fn signal(&mut self, signal: Signal) {
        if self.signals.len() < SIGNALS_MAX {
            self.signals.push(signal);
        }
    }

    /// To be called when the rendition has changed.
    pub(crate) fn dip(&mut self) {
        self.ink = self.rendition.cell();
    }

    /// The number of a link that has no id.
    pub(crate) fn link(&mut self, id: Option<String>, uri: String) -> Link {
        let number = if id.is_some() {
            0
        } else {
            self.links = self.links.wrapping_add(1);
            self.links
        };
        Link { id, uri, number }
    }

    /// Moves the region up by a line, and encodes what is far enough above the screen.
    pub(crate) fn scroll(&mut self, continues: bool) {
        let bg = self.ink.bg;
        self.page_mut().scroll(bg, continues);
        if !self.is_alternate {
            self.encode();
        }
    }

    fn encode(&mut self) {
        if let Some(lines) = self.primary.drain() {
            let following = self.primary.line(0).unwrap_or_default();
            self.history.keep(&lines, following);
            self.primary.reuse(lines);
        }
    }

    /// ED 3: the pane forgets what is above the screen; the history keeps it. A saved row stays where it was, counted
    /// from the oldest line, and may so be below the screen.
    pub(crate) fn clear_history(&mut self) {
        let lines = self.primary.take_above();
        let following = self.primary.row(0);
        self.history.part_with(&lines, following);
    }

    /// DECSC.
    pub(crate) fn save_cursor(&mut self) {
        let (marks, charset) = (self.rendition.marks, self.charset);
        let page = self.page_mut();
        page.saved = Saved { x: page.x, y: page.pane_base() + page.y, marks, charset };
    }

    /// DECRC. The row follows the lines as they scroll.
    pub(crate) fn restore_cursor(&mut self) {
        let page = self.page_mut();
        let saved = page.saved;
        page.x = saved.x;
        page.y = saved.y.saturating_sub(page.pane_base());
        self.rendition.marks = saved.marks;
        self.charset = saved.charset;
        self.dip();
        self.confine();
    }

    /// 47, 1047 and 1049 set: the alternate screen starts blank, in the background of now, with the cursor where it is.
    pub(crate) fn show_alternate(&mut self) {
        if self.is_alternate {
            return;
        }
        self.is_alternate = true;
        let bg = self.ink.bg;
        (self.alternate.x, self.alternate.y) = (self.primary.x, self.primary.y);
        for y in 0..self.alternate.rows {
            self.alternate.reset_row(y, bg);
        }
    }

    /// 47, 1047 and 1049 reset: the cursor stays where it is, what was on the alternate screen is gone.
    pub(crate) fn show_primary(&mut self) {
        if !self.is_alternate {
            return;
        }
        self.is_alternate = false;
        (self.primary.x, self.primary.y) = (self.alternate.x, self.alternate.y);
        self.alternate.clear();
    }

    /// RIS. What it leaves: the title, colours, and [`Lasting`].
    pub(crate) fn reset(&mut self) {
        self.clear_history();
        let fresh = State::new(self.size());
        *self = State {
            lasting: self.lasting,
            title: self.title.take(),
            titles: std::mem::take(&mut self.titles),
            palette: std::mem::take(&mut self.palette),
            history: std::mem::take(&mut self.history),
            replies: std::mem::take(&mut self.replies),
            signals: std::mem::take(&mut self.signals),
            links: self.links,
            ..fresh
        };
    }

    /// DECSTR.
    pub(crate) fn soft_reset(&mut self) {
        self.modes = Modes::default();
        self.lasting.cursor_hidden = false;
        self.rendition = Rendition::default();
        self.dip();
        self.charsets = [Charset::Ascii; 4];
        self.level = 0;
        self.charset = Charset::Ascii;
        let page = self.page_mut();
        (page.top, page.bottom) = (0, page.rows - 1);
        page.saved = Saved { x: 0, y: page.pane_base(), marks: Marks::default(), charset: Charset::Ascii };
    }

    pub(crate) fn resize(&mut self, size: Size) {
        let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
        if size == self.size() {
            return;
        }
        self.primary.resize(columns, rows, true);
        self.alternate.resize(columns, rows, self.is_alternate);
        self.encode();
    }

    pub(crate) fn rows_text(&self) -> Vec<String> {
        let text = |cells: &[Cell]| {
            let mut text = String::new();
            for cell in cells {
                if cell.has_content() {
                    text.extend(cell.chars());
                } else if cell.width() > 0 {
                    text.push(' ');
                }
            }
            text.trim_end().to_owned()
        };
        self.page().screen().map(text).collect()
    }
}
