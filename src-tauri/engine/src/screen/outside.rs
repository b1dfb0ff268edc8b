//! What of a program's output goes on to a terminal that is not ours: the one that the `nook` command runs in.
//!
//! Only what the engine's own screen knows passes, written anew; so the terminal outside shows the same, and its
//! state is one that [`Outside::leave`] can end. Never passed is
//! - what asks something: the screen answers, and a second answer would be typed into the program;
//! - what outlives the session there or reaches beyond it: the size and place of the window, the clipboard, lines
//!   that stood there before.

use std::io::Write;

use alacritty_terminal::vte::{self, Params, Perform};

use super::charset::Charset;
use super::color;
use super::osc::sanitised;
use super::splitter::{Next, Pieces, Splitter, next};
use super::state::TITLE_STACK_MAX;

/// Larger numbers mean "to the end", and some terminals take their time to count so far.
const NUMBER_MAX: u16 = 9999;

/// Private modes that the screen knows. 2026 is among them: most terminals draw it whole then.
const PRIVATE_MODES: &[u16] =
    &[1, 6, 7, 9, 12, 25, 45, 47, 66, 1000, 1002, 1003, 1004, 1006, 1016, 1047, 1048, 1049, 2004, 2026];

/// Everything that a program may have switched, switched back; on the primary screen. The cursor moves.
const MODES_OFF: &str = "\x1b[?2026l\x1b[?1049l\x1b[!p\x1b[?9l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\
                         \x1b[?1016l\x1b[?1004l\x1b[?2004l\x1b[?1l\x1b>\x1b[?66l\x1b[?45l\x1b[?6l\x1b[?7h\x1b[4l\
                         \x1b[r\x1b[m\x1b[0 q\x1b(B\x1b)B\x1b*B\x1b+B\x0f\x1b]8;;\x1b\\";

/// A stream on its way to a terminal outside. It may be cut at any byte; a sequence passes once it is whole.
pub struct Outside {
    splitter: Splitter,
    passage: Passage,
}

/// What reads sequences, and what it writes anew.
struct Passage {
    reader: vte::Parser,
    written: Written,
}

#[derive(Debug)]
struct Written {
    out: Vec<u8>,
    columns: u16,
    title: String,
    titles: Vec<String>,
    /// Colours were changed; those that the terminal was given by its owner are not reset for nothing.
    coloured: bool,
    /// A character came last: REP repeats it. After a question that did not pass there is none.
    repeats: bool,
}

impl std::fmt::Debug for Outside {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Outside").field("written", &self.passage.written).finish_non_exhaustive()
    }
}

impl Outside {
    pub fn new(columns: u16) -> Self {
        let written = Written {
            out: Vec::new(),
            columns,
            title: String::new(),
            titles: Vec::new(),
            coloured: false,
            repeats: false,
        };
        Self { splitter: Splitter::default(), passage: Passage { reader: vte::Parser::new(), written } }
    }

    pub fn resize(&mut self, columns: u16) {
        self.passage.written.columns = columns;
    }

    /// What passes of these bytes.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.splitter.advance(bytes, &mut self.passage);
        std::mem::take(&mut self.passage.written.out)
    }

    /// Ends whatever was switched on, and leaves the text where it is. The cursor's place is not defined after it.
    pub fn leave(&self) -> Vec<u8> {
        let mut bytes = format!("{MODES_OFF}\x1b[?12l\x1b[?25h\x1b[20l").into_bytes();
        if self.passage.written.coloured {
            bytes.extend_from_slice(b"\x1b]104\x1b\\\x1b]110\x1b\\\x1b]111\x1b\\\x1b]112\x1b\\");
        }
        bytes
    }
}

impl Written {
    fn write(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn number(&mut self, number: u16) {
        // Into memory: it cannot fail.
        let _ = write!(self.out, "{number}");
    }

    /// Modes that are known, one sequence each.
    fn modes(&mut self, mark: &str, known: impl Fn(u16) -> bool, params: &Params, last: u8) {
        for mode in params.iter().map(first).filter(|mode| known(*mode)) {
            self.write("\x1b[");
            self.write(mark);
            self.number(mode);
            self.out.push(last);
        }
    }

    /// A sequence with at most so many of its numbers.
    fn numbers(&mut self, mark: &str, params: &Params, most: usize, end: &[u8]) {
        self.write("\x1b[");
        self.write(mark);
        for (at, value) in params.iter().map(first).take(most).enumerate() {
            if at > 0 {
                self.out.push(b';');
            }
            // Left out, it is the same.
            if value > 0 {
                self.number(value.min(NUMBER_MAX));
            }
        }
        self.out.extend_from_slice(end);
    }

    /// SGR, with the numbers that hang on numbers.
    fn rendition(&mut self, params: &Params) {
        self.write("\x1b[");
        for (at, value) in params.iter().enumerate() {
            if at > 0 {
                self.out.push(b';');
            }
            for (sub, number) in value.iter().enumerate() {
                if sub > 0 {
                    self.out.push(b':');
                }
                // The colour space of `38:2::r:g:b` (ITU-T T.416) is left out, as programs do.
                if !(sub == 2 && value.len() > 5) {
                    self.number(*number);
                }
            }
        }
        self.out.push(b'm');
    }

    /// RIS would clear what the terminal keeps above its screen, which is not the program's.
    fn reset(&mut self) {
        self.write(MODES_OFF);
        self.write("\x1b[H\x1b[2J\x1b[3g");
        for column in (1..=self.columns).step_by(8) {
            self.write(&format!("\x1b[{column}G\x1bH"));
        }
        self.write("\x1b[H\x1b7");
    }

    fn set_title(&mut self, title: &str) {
        let title = sanitised(title);
        // A keyframe names it in any case; without one, the title outside stays what it was.
        if title != self.title {
            self.write(&format!("\x1b]2;{title}\x1b\\"));
            self.title = title;
        }
    }

    /// The stack of titles is kept here: the one outside has the title of before.
    fn stack_titles(&mut self, params: &Params) {
        match (number_at(params, 0), number_at(params, 1)) {
            (22, 0 | 2) => {
                self.titles.push(self.title.clone());
                if self.titles.len() > TITLE_STACK_MAX {
                    self.titles.remove(0);
                }
            }
            (23, 0 | 2) => {
                if let Some(title) = self.titles.pop() {
                    self.set_title(&title);
                }
            }
            _ => {}
        }
    }

    fn set_color(&mut self, which: &str, spec: &str) {
        if let Some(color) = color::parse(spec) {
            self.coloured = true;
            self.write(&format!("\x1b]{which};{}\x1b\\", color::write(color)));
        }
    }

    fn command(&mut self, number: u16, data: &str) {
        match number {
            0 | 2 => self.set_title(data),
            4 => {
                let parts: Vec<_> = data.split(';').collect();
                for pair in parts.chunks_exact(2) {
                    if let Ok(index) = pair[0].parse::<u8>() {
                        self.set_color(&format!("4;{index}"), pair[1]);
                    }
                }
            }
            10..=12 => {
                for (slot, spec) in (number..=12).zip(data.split(';')) {
                    self.set_color(&slot.to_string(), spec);
                }
            }
            104 | 110..=112 if self.coloured => self.write(&format!("\x1b]{number};{data}\x1b\\")),
            8 if leads_outside(data) => self.write(&format!("\x1b]8;{data}\x1b\\")),
            _ => {}
        }
    }
}

/// Whether a link ends or leads to where the window opens links to as well.
fn leads_outside(data: &str) -> bool {
    let uri = data.split_once(';').map_or("", |(_, uri)| uri);
    uri.is_empty() || ["http://", "https://", "mailto:"].iter().any(|scheme| uri.starts_with(scheme))
}

/// The number of a parameter, without what hangs on it.
fn first(param: &[u16]) -> u16 {
    param.first().copied().unwrap_or(0)
}

fn number_at(params: &Params, index: usize) -> u16 {
    params.iter().nth(index).map_or(0, first)
}

impl Pieces for Passage {
    fn text(&mut self, text: &[u8]) {
        self.written.text(text);
    }

    fn control(&mut self, control: u8) {
        self.written.control(control);
    }

    fn sequence(&mut self, sequence: &[u8]) {
        self.reader.advance(&mut self.written, sequence);
    }

    fn command(&mut self, payload: &[u8]) {
        self.written.osc(payload);
    }

    fn device(&mut self, _payload: &[u8]) {}
}

impl Perform for Written {
    fn csi_dispatch(&mut self, params: &Params, intermediates: &[u8], _ignore: bool, action: char) {
        let repeats = std::mem::take(&mut self.repeats);
        let Ok(last) = u8::try_from(action) else { return };
        match (intermediates, last) {
            ([], b'm') => self.rendition(params),
            ([], b'h' | b'l') => self.modes("", |mode| matches!(mode, 4 | 20), params, last),
            ([], b'J') if number_at(params, 0) == 3 => {}
            ([], b'b') if !repeats => {}
            ([], b'H' | b'f' | b'r') => self.numbers("", params, 2, &[last]),
            ([], b's' | b'u') => self.numbers("", params, 0, &[last]),
            ([], b't') => self.stack_titles(params),
            ([], last) if b"@ABCDEFGIJKLMPSTXZ`abdeg".contains(&last) => self.numbers("", params, 1, &[last]),
            ([b'?'], b'J' | b'K') => self.numbers("?", params, 1, &[last]),
            // DECANM: the other way, a terminal would become a VT52.
            ([b'?'], b'h' | b'l') => {
                let known = |mode| PRIVATE_MODES.contains(&mode) || (mode == 2 && last == b'h');
                self.modes("?", known, params, last);
            }
            ([b' '], b'@' | b'A' | b'q') => self.numbers("", params, 1, &[b' ', last]),
            ([b'\''], b'}' | b'~') => self.numbers("", params, 1, &[b'\'', last]),
            ([b'"'], b'q') => self.numbers("", params, 1, &[b'"', last]),
            ([b'!'], b'p') => self.write("\x1b[!p"),
            _ => {}
        }
    }

    fn esc_dispatch(&mut self, intermediates: &[u8], _ignore: bool, last: u8) {
        self.repeats = false;
        let slot = match intermediates {
            [b'('] => '(',
            [b')' | b'-'] => ')',
            [b'*' | b'.'] => '*',
            [b'+'] => '+',
            // It would end UTF-8 there.
            [b'%'] if matches!(last, b'@' | b'G') => return self.write("\x0f\x1b(B"),
            [b'#'] if last == b'8' => return self.write("\x1b#8"),
            [] if last == b'c' => return self.reset(),
            [] if b"78DEHM=>no}|~".contains(&last) => return self.out.extend_from_slice(&[0x1b, last]),
            _ => return,
        };
        if Charset::designated_by(last).is_some() {
            self.write(&format!("\x1b{slot}{}", last as char));
        }
    }
}

impl Written {
    fn text(&mut self, text: &[u8]) {
        let mut at = 0;
        while at < text.len() {
            match next(&text[at..]) {
                Next::Char(_, length) => {
                    self.out.extend_from_slice(&text[at..at + length]);
                    at += length;
                }
                Next::Invalid(length) => at += length,
                Next::Cut => break,
            }
        }
        self.repeats |= at > 0;
    }

    fn control(&mut self, control: u8) {
        self.repeats = false;
        match control {
            0x07..=0x0f => self.out.push(control),
            0x84 => self.write("\x1bD"),
            0x85 => self.write("\x1bE"),
            0x88 => self.write("\x1bH"),
            // Among them ENQ, which some terminals answer.
            _ => {}
        }
    }

    fn osc(&mut self, payload: &[u8]) {
        let Ok(payload) = std::str::from_utf8(payload) else { return };
        let (number, data) = payload.split_once(';').unwrap_or((payload, ""));
        // A line feed or the like inside of it was no part of it.
        let plain = !data.chars().any(char::is_control);
        if plain
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(number) = number.parse()
        {
            self.command(number, data);
        }
    }
}
