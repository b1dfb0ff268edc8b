//! Escape sequences without numbers: charsets, tab stops, index, reset, alignment pattern.
//!
//! A port of the ESC handlers in `common/InputHandler.ts` of xterm.js 6 (MIT).

use super::cell::{Cell, Content};
use super::charset::Charset;
use super::core::Core;

impl Core {
    pub(crate) fn escape(&mut self, collect: u32, last: u8) {
        let intermediate = match u8::try_from(collect) {
            Ok(intermediate) => intermediate,
            Err(_) => return,
        };
        match (intermediate, last) {
            (0, b'7') => self.save_cursor(),
            (0, b'8') => self.restore_cursor(),
            (0, b'D') => self.index(),
            (0, b'E') => self.next_line(),
            (0, b'H') => self.set_tab_here(),
            (0, b'M') => self.reverse_index(),
            (0, b'=') => self.modes.application_keypad = true,
            (0, b'>') => self.modes.application_keypad = false,
            (0, b'c') => self.full_reset(),
            (0, b'n' | b'}') => self.shift(2),
            (0, b'o' | b'|') => self.shift(3),
            (0, b'~') => self.shift(1),
            (b'%', b'@' | b'G') => {
                self.shift(0);
                self.designate(0, Charset::Ascii);
            }
            (b'#', b'8') => self.alignment_pattern(),
            (b'(', last) => self.designate_by(0, last),
            (b')' | b'-', last) => self.designate_by(1, last),
            (b'*' | b'.', last) => self.designate_by(2, last),
            (b'+', last) => self.designate_by(3, last),
            _ => {}
        }
    }

    fn designate_by(&mut self, level: usize, last: u8) {
        if let Some(charset) = Charset::designated_by(last) {
            self.designate(level, charset);
        }
    }

    /// NEL.
    pub(crate) fn next_line(&mut self) {
        self.active_mut().x = 0;
        self.index();
    }

    /// HTS. With a wrap pending that is the column beyond the last one.
    pub(crate) fn set_tab_here(&mut self) {
        let buffer = self.active_mut();
        buffer.set_tab(buffer.x, true);
    }

    /// DECALN.
    fn alignment_pattern(&mut self) {
        let mut attr = self.attr;
        attr.ext = 0;
        let cell = Cell::new(u32::from(b'E'), 1, attr);
        self.set_cursor(0, 0);
        // In origin mode the reference starts at the top of the region, and on the alternate screen, whose lines are a
        // ring, goes on at the first row.
        let first = if self.is_alternate { 0 } else { self.normal.y };
        let buffer = self.active_mut();
        for y in first..buffer.rows {
            let line = buffer.line(y);
            line.fill(cell, false);
            line.wrapped = false;
        }
        self.set_cursor(0, 0);
    }

    /// The rows of the screen as text, without the blanks at their ends.
    pub(crate) fn rows_text(&self) -> Vec<String> {
        self.active()
            .screen()
            .map(|line| {
                let mut text = String::new();
                for cell in &line.cells {
                    match cell.content() {
                        Content::Empty if cell.width() == 0 => {}
                        Content::Empty => text.push(' '),
                        Content::Char(c) => text.push(c),
                        Content::Text(index) => text.push_str(self.pool.text(index)),
                    }
                }
                text.truncate(text.trim_end().len());
                text
            })
            .collect()
    }
}
