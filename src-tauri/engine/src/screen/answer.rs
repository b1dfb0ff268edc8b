//! What a program asks and the terminal answers: attributes, status, modes, size, version (xterm's "Control
//! Sequences"). To a program the engine looks like the pane does. Titles and the clipboard are never told.

use super::Size;
use super::cell::style;
use super::state::{State, TITLE_STACK_MAX};

impl State {
    /// DA 1, 2 and 3, by what is before the number.
    pub(crate) fn answer_attributes(&mut self, mark: Option<u8>) {
        match mark {
            None => self.reply("\x1b[?1;2c"),
            Some(b'>') => self.reply("\x1b[>0;276;0c"),
            Some(b'=') => self.reply("\x1bP!|00000000\x1b\\"),
            _ => {}
        }
    }

    /// XTVERSION.
    pub(crate) fn answer_version(&mut self) {
        self.reply(concat!("\x1bP>|Inglenook ", env!("CARGO_PKG_VERSION"), "\x1b\\"));
    }

    /// DSR, and DECXCPR where private.
    pub(crate) fn answer_status(&mut self, what: u16, private: bool) {
        match what {
            5 if !private => self.reply("\x1b[0n"),
            6 => {
                let page = self.page();
                let (row, column) = (page.y + 1, (page.x + 1).min(page.columns));
                let mark = if private { "?" } else { "" };
                self.reply(&format!("\x1b[{mark}{row};{column}R"));
            }
            _ => {}
        }
    }

    /// XTWINOPS: the size in characters, and the stack of titles.
    pub(crate) fn window(&mut self, what: u16, which: u16) {
        match (what, which) {
            (18, _) => {
                let Size { columns, rows } = self.size();
                self.reply(&format!("\x1b[8;{rows};{columns}t"));
            }
            (22, 0 | 2) => {
                if self.titles.len() == TITLE_STACK_MAX {
                    self.titles.remove(0);
                }
                self.titles.push(self.title.clone().unwrap_or_default());
            }
            (23, 0 | 2) => {
                if let Some(title) = self.titles.pop() {
                    self.set_title(&title);
                }
            }
            _ => {}
        }
    }

    /// DECRQM.
    pub(crate) fn answer_mode(&mut self, mode: u16, private: bool) {
        let state = if private { self.private_mode(mode) } else { self.mode(mode) };
        let mark = if private { "?" } else { "" };
        self.reply(&format!("\x1b[{mark}{mode};{}$y", state as u8));
    }

    fn mode(&self, mode: u16) -> Setting {
        match mode {
            2 => Setting::NeverSet,
            4 => self.modes.insert.into(),
            12 => Setting::AlwaysSet,
            20 => self.lasting.newline.into(),
            _ => Setting::Unknown,
        }
    }

    fn private_mode(&self, mode: u16) -> Setting {
        let (modes, lasting) = (&self.modes, &self.lasting);
        match mode {
            1 => modes.application_cursor.into(),
            6 => modes.origin.into(),
            7 => modes.wraparound.into(),
            8 => Setting::AlwaysSet,
            9 | 1000 | 1002 | 1003 => (self.mouse.protocol == mode).into(),
            12 => lasting.cursor_blink.into(),
            25 => (!lasting.cursor_hidden).into(),
            45 => modes.reverse_wraparound.into(),
            47 | 1047 | 1049 => self.is_alternate.into(),
            66 => modes.application_keypad.into(),
            67 | 1005 | 1015 => Setting::NeverSet,
            1004 => modes.focus_reports.into(),
            1006 | 1016 => (self.mouse.encoding == mode).into(),
            1048 => Setting::Set,
            2004 => modes.bracketed_paste.into(),
            2026 => modes.synchronized.into(),
            _ => Setting::Unknown,
        }
    }

    /// DECRQSS, the one device control string that has an effect: `$q` and what is asked for.
    pub(crate) fn device_control(&mut self, payload: &[u8]) {
        let Some(asked) = payload.strip_prefix(b"$q") else { return };
        let page = self.page();
        let setting = match asked {
            b"\"q" => format!("1$r{}\"q", u8::from(self.rendition.marks.style & style::PROTECTED != 0)),
            b"\"p" => "1$r61;1\"p".to_owned(),
            b"r" => format!("1$r{};{}r", page.top + 1, page.bottom + 1),
            b"m" => "1$r0m".to_owned(),
            b" q" => format!("1$r{} q", if self.lasting.cursor_blink { 1 } else { 2 }),
            _ => "0$r".to_owned(),
        };
        self.reply(&format!("\x1bP{setting}\x1b\\"));
    }
}

/// What DECRQM answers of a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Setting {
    Unknown = 0,
    Set = 1,
    Reset = 2,
    AlwaysSet = 3,
    NeverSet = 4,
}

impl From<bool> for Setting {
    fn from(set: bool) -> Setting {
        if set { Setting::Set } else { Setting::Reset }
    }
}
