//! Control sequences: cursor, erasing, inserting and deleting, scrolling, modes.
//!
//! A port of the CSI handlers in `common/InputHandler.ts` of xterm.js 6 (MIT).

use super::cell::{Attr, Cell, bg};
use super::charset::Charset;
use super::core::Core;
use super::params::Params;

/// Most lines that one sequence scrolls, inserts or deletes one after the other; beyond a screen they are all blank.
const LINES_MAX: usize = 1000;

impl Core {
    pub(crate) fn control_sequence(&mut self, collect: u32, last: u8, params: &Params) {
        if collect > 0xffff {
            return;
        }
        let first = (collect >> 8) as u8;
        let second = collect as u8;
        match (first, second, last) {
            (0, 0, _) => self.plain_sequence(last, params),
            (0, b'?', _) => self.private_sequence(last, params),
            (0, b' ', b'@') => self.shift_columns(params, Some(0), true),
            (0, b' ', b'A') => self.shift_columns(params, Some(0), false),
            (0, b'\'', b'}') => self.shift_columns(params, None, false),
            (0, b'\'', b'~') => self.shift_columns(params, None, true),
            (0, b'!', b'p') => self.soft_reset(),
            (0, b' ', b'q') => self.modes.cursor_style = cursor_style(params.get(0), self.modes.cursor_style),
            (0, b'"', b'q') => match params.get(0) {
                1 => self.attr.bg |= bg::PROTECTED,
                0 | 2 => self.attr.bg &= !bg::PROTECTED,
                _ => {}
            },
            (0, b'>' | b'=', b'c' | b'q') | (0 | b'?', b'$', b'p') => {
                self.answer_sequence(collect, last, params);
            }
            _ => {}
        }
    }

    fn plain_sequence(&mut self, last: u8, params: &Params) {
        let count = params.count(0);
        let signed = count as i64;
        match last {
            b'@' => self.edit_line(|line, x, fill| line.insert_cells(x, count, fill)),
            b'A' => self.cursor_up(signed),
            b'B' => self.cursor_down(signed),
            b'C' | b'a' => self.move_cursor(signed, 0),
            b'D' => self.move_cursor(-signed, 0),
            b'E' => {
                self.cursor_down(signed);
                self.active_mut().x = 0;
            }
            b'F' => {
                self.cursor_up(signed);
                self.active_mut().x = 0;
            }
            b'G' | b'`' => {
                let y = self.active().y;
                self.set_cursor(count - 1, y);
            }
            b'H' | b'f' => {
                let x = if params.len() >= 2 { params.count(1) - 1 } else { 0 };
                self.set_cursor(x, count - 1);
            }
            b'I' => self.tab(count, true),
            b'J' => self.erase_display(params.get(0), false),
            b'K' => self.erase_line(params.get(0), false),
            b'L' => self.shift_lines(count, true),
            b'M' => self.shift_lines(count, false),
            b'P' => self.edit_line(|line, x, fill| line.delete_cells(x, count, fill)),
            b'S' => self.scroll_region(count, true),
            b'T' => self.scroll_region(count, false),
            b'X' => {
                self.edit_line(|line, x, fill| line.replace_cells(x, x.saturating_add(count), fill, false))
            }
            b'Z' => self.tab(count, false),
            b'b' => self.repeat(count),
            b'd' => {
                let x = self.active().x;
                self.set_cursor(x, count - 1);
            }
            b'e' => self.move_cursor(0, signed),
            b'g' => {
                let buffer = self.active_mut();
                match params.get(0) {
                    0 if buffer.has_tab(buffer.x) => buffer.set_tab(buffer.x, false),
                    3 => buffer.tabs.clear(),
                    _ => {}
                }
            }
            b'h' | b'l' => {
                for mode in params.iter() {
                    match mode {
                        4 => self.modes.insert = last == b'h',
                        20 => self.lasting.newline = last == b'h',
                        _ => {}
                    }
                }
            }
            b'm' => self.select_rendition(params),
            b'r' => self.set_region(params),
            b's' => self.save_cursor(),
            b'u' => self.restore_cursor(),
            b'c' | b'n' | b't' => self.answer_sequence(0, last, params),
            _ => {}
        }
    }

    fn private_sequence(&mut self, last: u8, params: &Params) {
        match last {
            b'J' => self.erase_display(params.get(0), true),
            b'K' => self.erase_line(params.get(0), true),
            b'h' | b'l' => {
                for mode in params.iter() {
                    self.set_private_mode(mode, last == b'h');
                }
            }
            b'n' => self.answer_sequence(u32::from(b'?'), last, params),
            _ => {}
        }
    }

    fn cursor_up(&mut self, count: i64) {
        let buffer = self.active();
        let room = buffer.y as i64 - buffer.scroll_top as i64;
        self.move_cursor(0, -if room >= 0 { room.min(count) } else { count });
    }

    fn cursor_down(&mut self, count: i64) {
        let buffer = self.active();
        let room = buffer.scroll_bottom as i64 - buffer.y as i64;
        self.move_cursor(0, if room >= 0 { room.min(count) } else { count });
    }

    /// HT, CHT and CBT. A pending wrap stays.
    pub(crate) fn tab(&mut self, count: usize, forward: bool) {
        let buffer = self.active_mut();
        if buffer.x >= buffer.columns {
            return;
        }
        for _ in 0..count.min(buffer.columns) {
            buffer.x = if forward { buffer.next_stop(buffer.x) } else { buffer.previous_stop(buffer.x) };
        }
    }

    /// ICH, DCH and ECH: an edit of the cursor's line.
    fn edit_line(&mut self, edit: impl FnOnce(&mut super::line::Line, usize, Attr)) {
        self.settle();
        let fill = self.attr.erased();
        let buffer = self.active_mut();
        let (x, y) = (buffer.x, buffer.y);
        edit(buffer.line(y), x, fill);
    }

    fn in_region(&self) -> bool {
        let buffer = self.active();
        (buffer.scroll_top..=buffer.scroll_bottom).contains(&buffer.y)
    }

    /// SL, SR, DECIC and DECDC: `at` is the column, or none for the cursor's.
    fn shift_columns(&mut self, params: &Params, at: Option<usize>, left: bool) {
        if !self.in_region() {
            return;
        }
        let count = params.count(0);
        let fill = self.attr.erased();
        let buffer = self.active_mut();
        let x = at.unwrap_or(buffer.x);
        for y in buffer.scroll_top..=buffer.scroll_bottom {
            let line = buffer.line(y);
            if left {
                line.delete_cells(x, count, fill);
            } else {
                line.insert_cells(x, count, fill);
            }
            line.wrapped = false;
        }
    }

    /// IL and DL.
    fn shift_lines(&mut self, count: usize, down: bool) {
        self.settle();
        if !self.in_region() {
            return;
        }
        let fill = self.attr.erased();
        let buffer = self.active_mut();
        let here = buffer.base + buffer.y;
        let bottom = buffer.base + buffer.scroll_bottom;
        for _ in 0..count.min(LINES_MAX) {
            if down {
                buffer.rotate(bottom, here, fill, false);
            } else {
                buffer.rotate(here, bottom, fill, false);
            }
        }
        buffer.x = 0;
    }

    /// SU and SD: nothing becomes history.
    fn scroll_region(&mut self, count: usize, up: bool) {
        let fill = self.attr.erased();
        let buffer = self.active_mut();
        let top = buffer.base + buffer.scroll_top;
        let bottom = buffer.base + buffer.scroll_bottom;
        for _ in 0..count.min(LINES_MAX) {
            if up {
                buffer.rotate(top, bottom, fill, false);
            } else {
                buffer.rotate(bottom, top, Attr::default(), false);
            }
        }
    }

    /// ED and DECSED.
    fn erase_display(&mut self, what: i32, respect: bool) {
        self.restrict(self.normal.columns);
        let fill = self.attr.erased();
        let buffer = self.active_mut();
        let (x, y, columns, rows) = (buffer.x, buffer.y, buffer.columns, buffer.rows);
        let reset = |line: &mut super::line::Line| {
            line.fill(Cell::empty(fill), respect);
            line.wrapped = false;
        };
        match what {
            0 => {
                let line = buffer.line(y);
                line.replace_cells(x, columns, fill, respect);
                line.wrapped &= x != 0;
                (y + 1..rows).for_each(|y| reset(buffer.line(y)));
            }
            1 => {
                let line = buffer.line(y);
                line.replace_cells(0, x + 1, fill, respect);
                line.wrapped = false;
                (0..y).for_each(|y| reset(buffer.line(y)));
                if x + 1 >= columns {
                    self.unwrap_pane_line(y + 1);
                }
            }
            2 => (0..rows).for_each(|y| reset(buffer.line(y))),
            3 => self.erase_history(),
            _ => {}
        }
    }

    /// ED 1 up to the last column means to say that the next line continues nothing. The reference counts the line
    /// from the start of its history instead of the screen's, and so does this.
    fn unwrap_pane_line(&mut self, index: usize) {
        let buffer = self.active_mut();
        let own = index.checked_sub(buffer.drained);
        if let Some(line) = own.and_then(|own| buffer.lines.get_mut(own)) {
            line.wrapped = false;
        }
    }

    /// ED 3.
    fn erase_history(&mut self) {
        if self.is_alternate {
            return;
        }
        let lines = self.normal.take_history();
        self.history.part_with(&lines, self.normal.lines.front(), &self.pool);
    }

    /// EL and DECSEL.
    fn erase_line(&mut self, what: i32, respect: bool) {
        self.restrict(self.normal.columns);
        let fill = self.attr.erased();
        let buffer = self.active_mut();
        let (x, y, columns) = (buffer.x, buffer.y, buffer.columns);
        let line = buffer.line(y);
        match what {
            0 => {
                line.replace_cells(x, columns, fill, respect);
                line.wrapped &= x != 0;
            }
            1 => line.replace_cells(0, x + 1, fill, respect),
            2 => {
                line.replace_cells(0, columns, fill, respect);
                line.wrapped = false;
            }
            _ => {}
        }
    }

    /// DECSTBM.
    fn set_region(&mut self, params: &Params) {
        let top = params.count(0);
        let rows = self.normal.rows;
        let bottom = match usize::try_from(params.get(1)) {
            Ok(bottom) if params.len() >= 2 && (1..=rows).contains(&bottom) => bottom,
            _ => rows,
        };
        if bottom > top {
            let buffer = self.active_mut();
            buffer.scroll_top = top - 1;
            buffer.scroll_bottom = bottom - 1;
            self.set_cursor(0, 0);
        }
    }

    fn set_private_mode(&mut self, mode: i32, set: bool) {
        match mode {
            1 => self.modes.application_cursor = set,
            2 if set => (0..4).for_each(|level| self.designate(level, Charset::Ascii)),
            6 => {
                self.modes.origin = set;
                self.set_cursor(0, 0);
            }
            7 => self.modes.wraparound = set,
            9 | 1000 | 1002 | 1003 => self.mouse.protocol = if set { mode as u16 } else { 0 },
            12 => self.lasting.cursor_blink = set,
            25 => self.lasting.cursor_hidden = !set,
            45 => self.modes.reverse_wraparound = set,
            66 => self.modes.application_keypad = set,
            1004 => self.modes.focus_reports = set,
            1006 | 1016 => self.mouse.encoding = if set { mode as u16 } else { 0 },
            1048 if set => self.save_cursor(),
            1048 => self.restore_cursor(),
            47 | 1047 | 1049 if set => {
                if mode == 1049 {
                    self.save_cursor();
                }
                self.enter_alternate();
            }
            47 | 1047 | 1049 => {
                self.leave_alternate();
                if mode == 1049 {
                    self.restore_cursor();
                }
            }
            2004 => self.modes.bracketed_paste = set,
            2026 => self.modes.synchronized = set,
            _ => {}
        }
    }
}

/// DECSCUSR: a style beyond the known ones changes only whether the cursor blinks.
fn cursor_style(asked: i32, now: u8) -> u8 {
    match asked {
        0..=6 => asked as u8,
        _ if now == 0 => now,
        // The shape stays; odd numbers blink.
        _ => now.div_ceil(2) * 2 - (asked & 1) as u8,
    }
}
