//! What moves the cursor, and scrolls the screen while it does.

use super::charset::Charset;
use super::row;
use super::state::State;

impl State {
    /// Brings the cursor to a column of the screen, ending a pending wrap, and into the region in origin mode.
    pub(crate) fn confine(&mut self) {
        self.confine_to(1);
    }

    /// The same, leaving a pending wrap.
    pub(crate) fn confine_row(&mut self) {
        self.confine_to(0);
    }

    fn confine_to(&mut self, from_edge: usize) {
        let origin = self.modes.origin;
        let page = self.page_mut();
        page.x = page.x.min(page.columns - from_edge);
        page.y = if origin { page.y.clamp(page.top, page.bottom) } else { page.y.min(page.rows - 1) };
    }

    /// Goes to a place, whose row counts from the top of the region in origin mode.
    pub(crate) fn go(&mut self, x: usize, y: usize) {
        let origin = self.modes.origin;
        let page = self.page_mut();
        page.x = x;
        page.y = if origin { page.top + y } else { y };
        self.confine();
    }

    /// Moves the cursor. In origin mode the reference counts the row where it is from the top of the region again.
    fn step(&mut self, to: impl Fn(usize, usize) -> (usize, usize)) {
        self.confine();
        let (x, y) = to(self.page().x, self.page().y);
        self.go(x, y);
    }

    pub(crate) fn forward(&mut self, count: usize) {
        self.step(|x, y| (x + count, y));
    }

    pub(crate) fn back(&mut self, count: usize) {
        self.step(|x, y| (x.saturating_sub(count), y));
    }

    /// CUU: not beyond the top of the region, from inside of it.
    pub(crate) fn up(&mut self, count: usize) {
        let page = self.page();
        let most = page.y.checked_sub(page.top).unwrap_or(usize::MAX);
        self.step(|x, y| (x, y.saturating_sub(count.min(most))));
    }

    /// CUD: not beyond the bottom of the region, from inside of it.
    pub(crate) fn down(&mut self, count: usize) {
        let page = self.page();
        let most = page.bottom.checked_sub(page.y).unwrap_or(usize::MAX);
        self.step(|x, y| (x, y + count.min(most)));
    }

    /// VPR: regardless of the region.
    pub(crate) fn down_freely(&mut self, count: usize) {
        self.step(|x, y| (x, y + count));
    }

    pub(crate) fn go_to_column(&mut self, x: usize) {
        let y = self.page().y;
        self.go(x, y);
    }

    pub(crate) fn go_to_row(&mut self, y: usize) {
        let x = self.page().x;
        self.go(x, y);
    }

    pub(crate) fn carriage_return(&mut self) {
        self.page_mut().x = 0;
    }

    pub(crate) fn line_feed(&mut self) {
        if self.lasting.newline {
            self.carriage_return();
        }
        let page = self.page_mut();
        if page.y == page.bottom {
            self.scroll(false);
        } else if page.y + 1 < page.rows {
            page.y += 1;
            row::set_continues(page.here(), false);
        }
        let page = self.page_mut();
        if page.x >= page.columns {
            page.x -= 1;
        }
    }

    /// IND: as a line feed, but what the next row continues stays.
    pub(crate) fn index(&mut self) {
        self.confine();
        let page = self.page_mut();
        if page.y == page.bottom {
            self.scroll(false);
        } else if page.y + 1 < page.rows {
            page.y += 1;
        }
        self.confine();
    }

    /// RI.
    pub(crate) fn reverse_index(&mut self) {
        self.confine();
        let bg = self.ink.bg;
        let page = self.page_mut();
        if page.y == page.top {
            page.move_down(page.top, page.bottom, 1, bg);
        } else {
            page.y = page.y.saturating_sub(1);
        }
        self.confine();
    }

    /// With reverse wraparound (private mode 45), from the start of a row that continues one to the end of that.
    pub(crate) fn backspace(&mut self) {
        if !self.modes.reverse_wraparound {
            self.back_one();
            return;
        }
        self.confine_row();
        let page = self.page_mut();
        if page.x > 0 {
            page.x -= 1;
        } else if page.y > page.top && page.y <= page.bottom && row::continues(page.row(page.y)) {
            row::set_continues(page.here(), false);
            page.y -= 1;
            let last = page.columns - 1;
            let cell = &page.row(page.y)[last];
            // A wide character that did not fit left its column empty.
            page.x = last - usize::from(!cell.has_content() && cell.width() > 0);
        }
        self.confine();
    }

    fn back_one(&mut self) {
        self.confine();
        let page = self.page_mut();
        page.x = page.x.saturating_sub(1);
    }

    /// HT and CHT. A pending wrap stays.
    pub(crate) fn tab(&mut self, count: usize) {
        let page = self.page_mut();
        for _ in 0..count.min(page.columns) {
            if page.x < page.columns {
                page.x = page.next_tab(page.x);
            }
        }
    }

    /// CBT. A pending wrap stays.
    pub(crate) fn back_tab(&mut self, count: usize) {
        let page = self.page_mut();
        for _ in 0..count.min(page.columns) {
            if page.x < page.columns {
                page.x = page.previous_tab(page.x);
            }
        }
    }

    /// HTS.
    pub(crate) fn set_tab_here(&mut self) {
        let page = self.page_mut();
        page.set_tab(page.x, true);
    }

    /// TBC.
    pub(crate) fn clear_tabs(&mut self, which: u16) {
        let page = self.page_mut();
        match which {
            0 => page.set_tab(page.x, false),
            3 => page.tabs.clear(),
            _ => {}
        }
    }

    /// DECSTBM; rows are counted from 1, and 0 is what was left out.
    pub(crate) fn set_region(&mut self, top: usize, bottom: usize) {
        let page = self.page_mut();
        let top = top.max(1);
        let bottom = if bottom == 0 || bottom > page.rows { page.rows } else { bottom };
        if bottom > top {
            (page.top, page.bottom) = (top - 1, bottom - 1);
            self.go(0, 0);
        }
    }

    /// Designates a set as one of G0 to G3.
    pub(crate) fn designate(&mut self, slot: usize, charset: Charset) {
        self.charsets[slot] = charset;
        if self.level == slot {
            self.charset = charset;
        }
    }

    /// Invokes one of G0 to G3.
    pub(crate) fn invoke(&mut self, level: usize) {
        self.level = level;
        self.charset = self.charsets[level];
    }
}
