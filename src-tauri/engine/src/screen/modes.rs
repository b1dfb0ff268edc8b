//! The modes that a program can switch, and their defaults. DECSTR resets what is in [`Modes`], RIS also the mouse,
//! and neither touches the rest, which the pane has as options.

use serde::{Deserialize, Serialize};

use super::charset::Charset;
use super::state::State;

/// Modes that DECSTR resets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Modes {
    pub(crate) application_cursor: bool,
    pub(crate) application_keypad: bool,
    pub(crate) bracketed_paste: bool,
    /// DECSCUSR, 0 to 6; 0 is the viewer's own.
    pub(crate) cursor_style: u8,
    pub(crate) insert: bool,
    pub(crate) origin: bool,
    pub(crate) reverse_wraparound: bool,
    pub(crate) focus_reports: bool,
    /// Only remembered: what comes meanwhile is shown at once.
    pub(crate) synchronized: bool,
    pub(crate) wraparound: bool,
}

impl Default for Modes {
    fn default() -> Modes {
        Modes {
            application_cursor: false,
            application_keypad: false,
            bracketed_paste: false,
            cursor_style: 0,
            insert: false,
            origin: false,
            reverse_wraparound: false,
            focus_reports: false,
            synchronized: false,
            wraparound: true,
        }
    }
}

/// Which mouse events are reported, as the number of the private mode; 0 for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Mouse {
    /// 9, 1000, 1002 or 1003.
    pub(crate) protocol: u16,
    /// 1006 or 1016.
    pub(crate) encoding: u16,
}

/// Switches that no reset touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Lasting {
    /// Private mode 25; DECSTR does reset this one.
    pub(crate) cursor_hidden: bool,
    /// Private mode 12.
    pub(crate) cursor_blink: bool,
    /// Mode 20: a line feed also returns the carriage.
    pub(crate) newline: bool,
}

impl State {
    /// SM and RM.
    pub(crate) fn set_mode(&mut self, mode: u16, set: bool) {
        match mode {
            4 => self.modes.insert = set,
            20 => self.lasting.newline = set,
            _ => {}
        }
    }

    /// DECSET and DECRST.
    pub(crate) fn set_private_mode(&mut self, mode: u16, set: bool) {
        match mode {
            1 => self.modes.application_cursor = set,
            2 if set => {
                self.charsets = [Charset::Ascii; 4];
                self.charset = Charset::Ascii;
            }
            6 => {
                self.modes.origin = set;
                self.go(0, 0);
            }
            7 => self.modes.wraparound = set,
            9 | 1000 | 1002 | 1003 => self.mouse.protocol = if set { mode } else { 0 },
            12 => self.lasting.cursor_blink = set,
            25 => self.lasting.cursor_hidden = !set,
            45 => self.modes.reverse_wraparound = set,
            66 => self.modes.application_keypad = set,
            1004 => self.modes.focus_reports = set,
            1006 | 1016 => self.mouse.encoding = if set { mode } else { 0 },
            2004 => self.modes.bracketed_paste = set,
            2026 => self.modes.synchronized = set,
            47 | 1047 | 1049 if set => {
                if mode == 1049 {
                    self.save_cursor();
                }
                self.show_alternate();
            }
            47 | 1047 | 1049 => {
                self.show_primary();
                if mode == 1049 {
                    self.restore_cursor();
                }
            }
            1048 if set => self.save_cursor(),
            1048 => self.restore_cursor(),
            _ => {}
        }
    }

    /// DECSCUSR.
    pub(crate) fn set_cursor_style(&mut self, style: u16) {
        if let Ok(style @ 0..=6) = u8::try_from(style) {
            self.modes.cursor_style = style;
        }
    }
}
