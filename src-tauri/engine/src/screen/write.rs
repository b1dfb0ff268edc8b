//! Text: wrapping, wide characters, combining characters, insert mode.

use super::cell::Cell;
use super::charset::Charset;
use super::page::Page;
use super::row;
use super::splitter::{Next, next};
use super::state::State;
use super::width::width;

/// Most characters that one REP prints; a hostile count would take hours.
const REPEAT_MAX: usize = 0xffff;

impl State {
    /// Prints a run of text. A wide character that the run starts or ends in loses its other half.
    pub(crate) fn print(&mut self, text: &[u8]) {
        let mut at = 0;
        let mut is_first = true;
        while at < text.len() {
            let plain = self.plain_length(&text[at..]);
            if plain == 0 {
                match next(&text[at..]) {
                    Next::Char(c, length) => {
                        self.start_run(&mut is_first);
                        self.print_char(c);
                        at += length;
                    }
                    Next::Invalid(length) => at += length,
                    Next::Cut => break,
                }
            } else {
                self.start_run(&mut is_first);
                self.print_plain(&text[at..at + plain]);
                at += plain;
            }
        }
        if is_first {
            return;
        }
        let (page, ink) = self.page_and_ink();
        let x = page.x;
        let cells = page.here();
        if x < cells.len() && cells[x].is_half() {
            row::set(cells, x, ink.clone());
        }
    }

    fn start_run(&mut self, is_first: &mut bool) {
        if !std::mem::replace(is_first, false) {
            return;
        }
        let (page, ink) = self.page_and_ink();
        let x = page.x;
        let cells = page.here();
        if x > 0 && row::width(cells, x - 1) == 2 {
            row::set(cells, x - 1, ink.clone());
        }
    }

    /// How many of the next characters are ASCII, printed as they are.
    fn plain_length(&self, text: &[u8]) -> usize {
        if self.charset != Charset::Ascii || self.modes.insert {
            return 0;
        }
        if text.is_ascii() { text.len() } else { text.iter().take_while(|byte| byte.is_ascii()).count() }
    }

    fn print_plain(&mut self, mut text: &[u8]) {
        self.preceding = Some(1);
        while !text.is_empty() {
            if !self.make_room(1) {
                return;
            }
            let (page, ink) = self.page_and_ink();
            let (x, columns) = (page.x, page.columns);
            let fits = text.len().min(columns - x);
            for (cell, byte) in page.here()[x..x + fits].iter_mut().zip(text) {
                cell.write(ink, char::from(*byte), 1);
            }
            page.x += fits;
            text = &text[fits..];
        }
    }

    /// The page that is up, and an empty cell in the rendition.
    fn page_and_ink(&mut self) -> (&mut Page, &Cell) {
        let page = if self.is_alternate { &mut self.alternate } else { &mut self.primary };
        (page, &self.ink)
    }

    /// Makes sure that the next character fits, by wrapping where that is on. Answers false for a wide character that
    /// is not shown because it is off.
    fn make_room(&mut self, columns: usize) -> bool {
        let wraps = self.modes.wraparound;
        let (page, ink) = self.page_and_ink();
        if page.x + columns <= page.columns {
            return true;
        }
        if !wraps {
            page.x = page.columns - 1;
            return columns < 2;
        }
        let x = page.x;
        page.here().iter_mut().skip(x).for_each(|cell| *cell = ink.clone());
        page.x = 0;
        if page.y == page.bottom {
            self.scroll(true);
        } else {
            page.y = (page.y + 1).min(page.rows - 1);
            row::set_continues(page.here(), true);
        }
        true
    }

    fn print_char(&mut self, c: char) {
        let c = self.charset.map(c);
        let columns = width(c);
        if columns == 0
            && let Some(preceding) = self.preceding
        {
            if self.page().x > 0 {
                self.join(c, preceding);
            } else {
                self.place(c, preceding);
            }
            return;
        }
        self.preceding = (columns > 0).then_some(columns);
        if self.make_room(usize::from(columns)) {
            self.place(c, columns);
        }
    }

    /// Adds what combines to the character before the cursor.
    fn join(&mut self, c: char, columns: u8) {
        let page = self.page_mut();
        let x = page.x;
        let cells = page.here();
        let before = if row::width(cells, x - 1) > 0 { 1 } else { 2 };
        if let Some(cell) = x.checked_sub(before).and_then(|x| cells.get_mut(x)) {
            cell.combine(c, columns);
        }
    }

    fn place(&mut self, c: char, columns: u8) {
        let insert = self.modes.insert;
        let (page, ink) = self.page_and_ink();
        let x = page.x;
        let cells = page.here();
        if insert {
            row::insert(cells, x, usize::from(columns), ink);
        }
        let mut places = cells.iter_mut().skip(x);
        if let Some(cell) = places.next() {
            cell.write(ink, c, columns);
        }
        if let Some(cell) = places.next().filter(|_| columns == 2) {
            cell.write(ink, '\0', 0);
        }
        page.x += usize::from(columns).max(1);
    }

    /// REP.
    pub(crate) fn repeat(&mut self, count: usize) {
        let Some(preceding) = self.preceding else { return };
        let page = self.page();
        let cell = page.x.checked_sub(usize::from(preceding)).and_then(|x| page.row(page.y).get(x));
        let text: String = cell.map(|cell| cell.chars().collect()).unwrap_or_default();
        self.print(text.repeat(count.min(REPEAT_MAX)).as_bytes());
    }
}
