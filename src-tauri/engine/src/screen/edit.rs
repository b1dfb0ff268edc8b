//! What erases, inserts, deletes and scrolls at the program's word.

use super::cell::Cell;
use super::rendition::{Extended, Rendition};
use super::row;
use super::state::State;

impl State {
    fn fill(&self) -> Cell {
        Cell::erased(self.ink.bg)
    }

    fn erase(&mut self, y: usize, from: usize, to: usize, selective: bool) {
        let fill = self.fill();
        let cells = self.page_mut().row_mut(y);
        if selective {
            row::erase_unprotected(cells, from, to, &fill);
        } else {
            row::erase(cells, from, to, &fill);
        }
    }

    /// A whole row, which then continues nothing.
    fn erase_row(&mut self, y: usize, selective: bool) {
        if selective {
            let fill = self.fill();
            let cells = self.page_mut().row_mut(y);
            for x in 0..cells.len() {
                if !cells[x].is_protected() {
                    row::set(cells, x, fill.clone());
                }
            }
            row::set_continues(cells, false);
            row::set_marks(cells, Vec::new());
        } else {
            let bg = self.ink.bg;
            self.page_mut().reset_row(y, bg);
        }
    }

    /// ED, and DECSED where selective.
    pub(crate) fn erase_in_display(&mut self, what: u16, selective: bool) {
        self.confine_row();
        let (y, rows) = (self.page().y, self.page().rows);
        match what {
            0 => {
                self.erase_in_line(0, selective);
                (y + 1..rows).for_each(|y| self.erase_row(y, selective));
            }
            1 => {
                let (x, columns) = (self.page().x, self.page().columns);
                self.erase(y, 0, x + 1, selective);
                let page = self.page_mut();
                row::set_continues(page.here(), false);
                if x + 1 >= columns {
                    page.part_from_above(y + 1);
                }
                (0..y).for_each(|y| self.erase_row(y, selective));
            }
            2 => (0..rows).for_each(|y| self.erase_row(y, selective)),
            3 if !self.is_alternate => self.clear_history(),
            _ => {}
        }
    }

    /// EL, and DECSEL where selective.
    pub(crate) fn erase_in_line(&mut self, what: u16, selective: bool) {
        self.confine_row();
        let page = self.page();
        let (x, y, columns) = (page.x, page.y, page.columns);
        let (from, to) = match what {
            0 => (x, columns),
            1 => (0, x + 1),
            2 => (0, columns),
            _ => return,
        };
        self.erase(y, from, to, selective);
        if from == 0 && what != 1 {
            row::set_continues(self.page_mut().here(), false);
        }
    }

    /// ECH.
    pub(crate) fn erase_characters(&mut self, count: usize) {
        self.confine();
        let fill = self.fill();
        let page = self.page_mut();
        let (x, columns) = (page.x, page.columns);
        row::erase(page.here(), x, (x + count).min(columns), &fill);
    }

    /// ICH.
    pub(crate) fn insert_characters(&mut self, count: usize) {
        self.confine();
        let fill = self.fill();
        let page = self.page_mut();
        let x = page.x;
        row::insert(page.here(), x, count, &fill);
    }

    /// DCH.
    pub(crate) fn delete_characters(&mut self, count: usize) {
        self.confine();
        let fill = self.fill();
        let page = self.page_mut();
        let x = page.x;
        row::remove(page.here(), x, count, &fill);
    }

    /// The same in each row of the region, for DECIC, DECDC, SL and SR: from a column on, as long as the cursor is in
    /// the region.
    pub(crate) fn shift_columns(&mut self, x: usize, count: usize, inserts: bool) {
        let fill = self.fill();
        let page = self.page_mut();
        if page.y < page.top || page.y > page.bottom {
            return;
        }
        for y in page.top..=page.bottom {
            let cells = page.row_mut(y);
            if inserts {
                row::insert(cells, x, count, &fill);
            } else {
                row::remove(cells, x, count, &fill);
            }
            row::set_continues(cells, false);
        }
    }

    /// IL and DL: rows of the region from the cursor's on; the cursor goes to the first column.
    pub(crate) fn shift_lines(&mut self, count: usize, inserts: bool) {
        self.confine();
        let bg = self.ink.bg;
        let page = self.page_mut();
        if page.y < page.top || page.y > page.bottom {
            return;
        }
        if inserts {
            page.move_down(page.y, page.bottom, count, bg);
        } else {
            page.move_up(page.y, page.bottom, count, bg);
        }
        page.x = 0;
    }

    /// SU: what leaves does not become history.
    pub(crate) fn scroll_up(&mut self, count: usize) {
        let bg = self.ink.bg;
        let page = self.page_mut();
        page.move_up(page.top, page.bottom, count, bg);
    }

    /// SD: what comes is in the default colour.
    pub(crate) fn scroll_down(&mut self, count: usize) {
        let page = self.page_mut();
        page.move_down(page.top, page.bottom, count, Default::default());
    }

    /// DECALN: the screen full of E, in the rendition of now, but for links and kinds of underline. In origin mode the
    /// pane starts at the top of the region.
    pub(crate) fn align(&mut self) {
        let rendition = Rendition { marks: self.rendition.marks, extended: Extended::default() };
        let cell = rendition.cell().with('E', 1);
        self.go(0, 0);
        let page = self.page_mut();
        for y in page.y..page.rows {
            page.row_mut(y).fill(cell.clone());
        }
    }
}
