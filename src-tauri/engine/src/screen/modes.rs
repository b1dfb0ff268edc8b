//! The modes that a program can switch, and their defaults.
//!
//! What each reset touches follows `common/services/CoreService.ts` of xterm.js 6 (MIT): DECSTR resets what is in
//! [`Modes`], RIS also the mouse, and neither the cursor's visibility nor what are options there.

use serde::{Deserialize, Serialize};

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

/// Switches that neither DECSTR nor RIS resets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Lasting {
    /// Private mode 25; DECSTR does reset this one.
    pub(crate) cursor_hidden: bool,
    /// Private mode 12.
    pub(crate) cursor_blink: bool,
    /// Mode 20: a line feed also returns the carriage.
    pub(crate) newline: bool,
}
