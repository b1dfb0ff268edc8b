//! Printing text: wrapping, wide characters, combining characters, insert mode.
//!
//! A port of `print` and `repeatPrecedingCharacter` in `common/InputHandler.ts` of xterm.js 6 (MIT).

use super::buffer::Buffer;
use super::cell::{Attr, Cell, Content};
use super::charset::Charset;
use super::core::Core;
use super::unicode;
use super::utf8::{Decoded, decode};

/// Most characters that one REP prints; a hostile count would take hours.
const REPEAT_MAX: usize = 0xffff;

impl Core {
    /// Prints text, and answers how many bytes it took: it stops before a C1 control and an unfinished character.
    pub(crate) fn print(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        let mut printed = false;
        while at < bytes.len() {
            let decoded = decode(&bytes[at..]);
            match decoded {
                Decoded::Char('\u{80}'..='\u{9f}', _) | Decoded::Incomplete => break,
                Decoded::Skip(len) => {
                    at += len;
                    continue;
                }
                Decoded::Char(..) if !std::mem::replace(&mut printed, true) => self.before_run(),
                Decoded::Char(..) => {}
            }
            match decoded {
                Decoded::Char(c, len) if !c.is_ascii() => {
                    self.put(c);
                    at += len;
                }
                _ => at += self.print_ascii(&bytes[at..]),
            }
        }
        if printed {
            self.after_run();
        }
        at
    }

    /// The left half of a wide character goes when text starts at its right half.
    fn before_run(&mut self) {
        let attr = self.attr;
        let buffer = self.active_mut();
        let (x, y) = (buffer.x, buffer.y);
        if x > 0 && buffer.line(y).width(x - 1) == 2 {
            buffer.line(y).clear(x - 1, attr);
        }
    }

    /// The right half of a wide character goes when text ends at its left half.
    fn after_run(&mut self) {
        let attr = self.attr;
        let buffer = self.active_mut();
        let (x, y, columns) = (buffer.x, buffer.y, buffer.columns);
        let line = buffer.line(y);
        if x < columns && line.cells.get(x).is_some_and(|cell| cell.is_orphan()) {
            line.clear(x, attr);
        }
        self.drain();
    }

    /// Prints the ASCII characters at the start of `bytes`; answers how many there were.
    fn print_ascii(&mut self, bytes: &[u8]) -> usize {
        let run = bytes.iter().take_while(|byte| **byte < 0x80).count();
        let text = &bytes[..run];
        if self.charset != Charset::Ascii || self.modes.insert || !self.modes.wraparound {
            for byte in text {
                self.put(*byte as char);
            }
            return run;
        }
        let model = Cell::new(0, 1, self.attr);
        let erased = self.attr.erased();
        let mut rest = text;
        while !rest.is_empty() {
            let buffer = self.active_mut();
            if buffer.x >= buffer.columns {
                wrap(buffer, erased);
                buffer.x = 0;
                if self.normal.is_brimming() {
                    self.drain();
                }
                continue;
            }
            let (x, y) = (buffer.x, buffer.y);
            let (now, later) = rest.split_at(rest.len().min(buffer.columns - x));
            buffer.x += now.len();
            for (cell, byte) in buffer.line(y).cells[x..].iter_mut().zip(now) {
                let mut printed = model;
                printed.set_char(*byte as char);
                *cell = printed;
            }
            rest = later;
        }
        self.preceding = Some(1);
        run
    }

    /// Prints a character.
    fn put(&mut self, c: char) {
        let c = if c.is_ascii() { self.charset.map(c) } else { c };
        let mut width = unicode::width(c) as usize;
        let mut old_width = 0;
        let mut joins = false;
        if let Some(preceding) = self.preceding.filter(|preceding| width == 0 && *preceding > 0) {
            joins = true;
            width = preceding as usize;
            old_width = width;
        }
        self.preceding = (width > 0).then_some(width as u32);
        let (attr, insert, wraparound) = (self.attr, self.modes.insert, self.modes.wraparound);
        let buffer = if self.is_alternate { &mut self.alternate } else { &mut self.normal };
        let columns = buffer.columns;
        if buffer.x + width - old_width > columns {
            if wraparound {
                let (from, y) = (buffer.x, buffer.y);
                let scrolled = wrap(buffer, attr.erased());
                buffer.x = 0;
                // The wide character did not fit: what it left free is empty.
                let above = if scrolled { y.checked_sub(1) } else { Some(y) };
                clear_rest(buffer, above, from, attr);
            } else {
                buffer.x = columns - 1;
                if width == 2 {
                    return;
                }
            }
        }
        let (x, y) = (buffer.x, buffer.y);
        if joins && x > 0 {
            let line = buffer.line(y);
            let at = x.saturating_sub(if line.width(x - 1) > 0 { 1 } else { 2 });
            let Some(cell) = line.cells.get_mut(at) else { return };
            let text = match cell.content() {
                Content::Empty => {
                    *cell = Cell::new(c as u32, 1, cell.attr);
                    None
                }
                Content::Char(base) => self.pool.combine(base.encode_utf8(&mut [0; 4]), c),
                Content::Text(index) => {
                    let base = self.pool.text(index).to_owned();
                    self.pool.combine(&base, c)
                }
            };
            if let Some(text) = text {
                cell.set_text(text);
            }
            cell.set_width(width as u32);
            return;
        }
        let line = buffer.line(y);
        if insert {
            line.insert_cells(x, width, attr);
            if line.width(columns - 1) == 2 {
                line.clear(columns - 1, attr);
            }
        }
        line.set(x, Cell::new(c as u32, width as u32, attr));
        // What takes no column moves the cursor too, beyond a pending wrap.
        buffer.x = (x + 1).min(columns + 1);
        if width == 2 {
            line_set_half(buffer, attr);
        }
        if self.normal.is_brimming() {
            self.drain();
        }
    }

    /// REP.
    pub(crate) fn repeat(&mut self, count: usize) {
        let Some(width) = self.preceding else { return };
        let buffer = self.active_mut();
        let (x, y) = (buffer.x, buffer.y);
        let Some(cell) = x.checked_sub(width as usize).and_then(|x| buffer.line(y).cells.get(x).copied())
        else {
            return;
        };
        let text = match cell.content() {
            Content::Empty => return,
            Content::Char(c) => c.to_string(),
            Content::Text(index) => self.pool.text(index).to_owned(),
        };
        let count = count.min(REPEAT_MAX);
        self.before_run();
        for _ in 0..count {
            for c in text.chars() {
                self.put(c);
            }
        }
        self.after_run();
    }
}

/// Goes to the start of the next line because text goes on there; answers whether the region scrolled. The caller
/// sets the column.
fn wrap(buffer: &mut Buffer, erased: Attr) -> bool {
    buffer.y += 1;
    if buffer.y == buffer.scroll_bottom + 1 {
        buffer.y -= 1;
        buffer.scroll(erased, true);
        return true;
    }
    buffer.y = buffer.y.min(buffer.rows - 1);
    let y = buffer.y;
    buffer.line(y).wrapped = true;
    false
}

fn line_set_half(buffer: &mut Buffer, attr: Attr) {
    let (x, y) = (buffer.x, buffer.y);
    buffer.line(y).set(x, Cell::new(0, 0, attr));
    buffer.x += 1;
}

/// Empties the end of the line that was wrapped; none when it has left the grid.
fn clear_rest(buffer: &mut Buffer, line: Option<usize>, from: usize, attr: Attr) {
    let columns = buffer.columns;
    let at = match line {
        Some(y) => buffer.base + y,
        None if buffer.base > 0 => buffer.base - 1,
        None => return,
    };
    if let Some(line) = buffer.lines.get_mut(at) {
        for x in from..columns {
            line.clear(x, attr);
        }
    }
}
