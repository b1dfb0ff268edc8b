//! What is fed to a screen when a new process takes it over: the text stays, everything else starts anew.

use super::cell::Cell;
use super::state::State;
use super::{PromptMark, marks, width};

/// Ends what is unfinished, leaves the alternate screen, and sets every mode, charset, colour and tab stop to its
/// default. DECSTR (`CSI ! p`) does much of it, the rest is said one by one.
const DEFAULTS: &str = "\x18\x1b[?47l\x1b[!p\x1b(B\x1b)B\x1b*B\x1b+B\x0f\x1b]8;;\x1b\\\x1b[0m\x1b[0\"q\x1b[4;20l\
    \x1b[?1;6;9;12;45;66;1000;1002;1003;1004;1006;1016;2004;2026l\x1b[?7;25h\x1b[0 q\x1b[r\
    \x1b]104\x1b\\\x1b]110\x1b\\\x1b]111\x1b\\\x1b]112\x1b\\\x1b[3g";

/// See the module. `mark` is what the line between old and new says.
pub(crate) fn resume(state: &State, mark: &str) -> Vec<u8> {
    let page = &state.primary;
    let mut out = String::from(DEFAULTS);
    for x in (0..page.columns).step_by(8) {
        out.push_str(&format!("\x1b[{}G\x1bH", x + 1));
    }
    let last = page.screen().rposition(|line| line.iter().any(Cell::has_content));
    match last {
        Some(row) => out.push_str(&format!("\x1b[{};1H\r\n\x1b[J", row + 1)),
        None => out.push_str("\x1b[H\x1b[J"),
    }
    if state.is_running {
        // Nobody else will say that it is over.
        out.push_str(&marks::sequence(&PromptMark::CommandEnd { exit: None }));
    }
    out.push_str("\x1b[2m");
    out.push_str(&rule(mark, page.columns));
    out.push_str("\x1b[m\r\n\x1b7");
    out.into_bytes()
}

/// A line as wide as the screen with the mark in its middle; the mark alone, cut, where there is no room.
fn rule(mark: &str, columns: usize) -> String {
    let mut text = String::new();
    let mut width = 0;
    for c in mark.chars().filter(|c| !c.is_control()) {
        let next = width + usize::from(width::width(c));
        if next > columns {
            break;
        }
        width = next;
        text.push(c);
    }
    let Some(free) = columns.checked_sub(width + 2).filter(|free| *free >= 2 && width > 0) else {
        return if width == 0 { "─".repeat(columns) } else { text };
    };
    let left = free / 2;
    format!("{} {text} {}", "─".repeat(left), "─".repeat(free - left))
}
