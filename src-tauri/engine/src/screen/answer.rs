//! What a program asks and the terminal answers: attributes, status, modes, size, version.
//!
//! The answers are those of xterm.js 6 (`common/InputHandler.ts`, MIT), which looks to a program like the pane does.
//! Titles and the clipboard are never told.

use super::cell::bg;
use super::core::{Core, TITLE_STACK_MAX};
use super::params::Params;

impl Core {
    /// Answers a control sequence that asks something, and keeps the stack of titles.
    pub(crate) fn answer_sequence(&mut self, collect: u32, last: u8, params: &Params) {
        let asked = params.get(0);
        let first = collect as u8;
        match (last, first) {
            (b'c', 0) if asked == 0 => self.reply("\x1b[?1;2c"),
            (b'c', b'>') if asked == 0 => self.reply("\x1b[>0;276;0c"),
            (b'c', b'=') if asked == 0 => self.reply("\x1bP!|00000000\x1b\\"),
            (b'q', b'>') if asked == 0 => {
                self.reply(concat!("\x1bP>|Inglenook ", env!("CARGO_PKG_VERSION"), "\x1b\\"));
            }
            (b'n', 0) if asked == 5 => self.reply("\x1b[0n"),
            (b'n', 0 | b'?') if asked == 6 => {
                let buffer = self.active();
                let (row, column) = (buffer.y + 1, (buffer.x + 1).min(buffer.columns));
                let mark = if first == 0 { "" } else { "?" };
                self.reply(&format!("\x1b[{mark}{row};{column}R"));
            }
            (b't', 0) => self.window_sequence(params),
            (b'p', b'$') => self.answer_mode(asked, collect >> 8 != 0),
            _ => {}
        }
    }

    fn window_sequence(&mut self, params: &Params) {
        let titles = matches!(params.get(1), 0 | 2);
        match params.get(0) {
            18 => {
                let buffer = self.active();
                self.reply(&format!("\x1b[8;{};{}t", buffer.rows, buffer.columns));
            }
            22 if titles => {
                self.titles.push(self.title.clone().unwrap_or_default());
                if self.titles.len() > TITLE_STACK_MAX {
                    self.titles.remove(0);
                }
            }
            23 if titles => {
                if let Some(title) = self.titles.pop() {
                    self.set_title(&title);
                }
            }
            _ => {}
        }
    }

    /// DECRQM: 0 not known, 1 set, 2 reset, 3 always set, 4 always reset.
    fn answer_mode(&mut self, mode: i32, private: bool) {
        let flag = |set: bool| if set { 1 } else { 2 };
        let (modes, mouse, lasting) = (self.modes, self.mouse, self.lasting);
        let state = match (private, mode) {
            (false, 2) => 4,
            (false, 4) => flag(modes.insert),
            (false, 12) => 3,
            (false, 20) => flag(lasting.newline),
            (false, _) => 0,
            (true, 1) => flag(modes.application_cursor),
            (true, 6) => flag(modes.origin),
            (true, 7) => flag(modes.wraparound),
            (true, 8 | 1048) => {
                if mode == 8 {
                    3
                } else {
                    1
                }
            }
            (true, 9 | 1000 | 1002 | 1003) => flag(i32::from(mouse.protocol) == mode),
            (true, 12) => flag(lasting.cursor_blink),
            (true, 25) => flag(!lasting.cursor_hidden),
            (true, 45) => flag(modes.reverse_wraparound),
            (true, 66) => flag(modes.application_keypad),
            (true, 67 | 1005 | 1015) => 4,
            (true, 1004) => flag(modes.focus_reports),
            (true, 1006 | 1016) => flag(i32::from(mouse.encoding) == mode),
            (true, 47 | 1047 | 1049) => flag(self.is_alternate),
            (true, 2004) => flag(modes.bracketed_paste),
            (true, 2026) => flag(modes.synchronized),
            (true, _) => 0,
        };
        let mark = if private { "?" } else { "" };
        self.reply(&format!("\x1b[{mark}{mode};{state}$y"));
    }

    /// DECRQSS, the one device control string that is known.
    pub(crate) fn device_control(&mut self, collect: u32, last: u8, payload: &[u8]) {
        if (collect, last) != (u32::from(b'$'), b'q') {
            return;
        }
        let buffer = self.active();
        let answer = match payload {
            b"\"q" => format!("1$r{}\"q", u8::from(self.attr.bg & bg::PROTECTED != 0)),
            b"\"p" => "1$r61;1\"p".to_owned(),
            b"r" => format!("1$r{};{}r", buffer.scroll_top + 1, buffer.scroll_bottom + 1),
            b"m" => "1$r0m".to_owned(),
            b" q" => format!("1$r{} q", 2 - u8::from(self.lasting.cursor_blink)),
            _ => "0$r".to_owned(),
        };
        self.reply(&format!("\x1bP{answer}\x1b\\"));
    }
}
