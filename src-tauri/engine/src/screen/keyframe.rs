//! Escape sequences that bring any terminal, from any state, to a screen.
//!
//! The order: an end to whatever the terminal was in the middle of, everything to its default, the primary screen
//! from its oldest line to its newest, the alternate screen where it is up, modes, the cursor, and what the parser
//! has of a sequence that is not finished.

use super::color::{self, Slot};
use super::lines::HistoryLines;
use super::page::{Page, SCROLLBACK, Saved};
use super::painter::Painter;
use super::render::Pen;
use super::state::{State, TITLE_STACK_MAX};
use super::{cursor, render, row};

/// Ends any sequence (CAN), resets all (RIS) and what RIS leaves: the cursor's visibility, its blinking (12), the
/// newline mode (20) and colours.
const KNOWN_STATE: &str =
    "\x18\x1bc\x1b[?25h\x1b[?12l\x1b[20l\x1b]104\x1b\\\x1b]110\x1b\\\x1b]111\x1b\\\x1b]112\x1b\\";

/// See the module. `history` is the most lines above the screen out of memory, `older` are lines above all of these;
/// `pending` is what the parser has not finished.
pub(crate) fn keyframe(state: &State, older: &HistoryLines, history: usize, pending: &[u8]) -> Vec<u8> {
    let mut pen = Pen::new(Vec::with_capacity(16 * 1024));
    pen.write(KNOWN_STATE);
    titles(state, &mut pen);
    for (slot, color) in state.palette.changed() {
        let color = color::write(color);
        match slot {
            Slot::Foreground => pen.write(&format!("\x1b]10;{color}\x1b\\")),
            Slot::Background => pen.write(&format!("\x1b]11;{color}\x1b\\")),
            Slot::Cursor => pen.write(&format!("\x1b]12;{color}\x1b\\")),
            Slot::Indexed(index) => pen.write(&format!("\x1b]4;{index};{color}\x1b\\")),
        }
    }
    if !state.is_alternate && state.alternate.saved != Saved::default() {
        pen = alternate_saved(state, pen);
    }
    pen = primary(state, pen, older, history);
    if state.is_alternate {
        pen = alternate(state, pen);
    }
    cursor::finish(state, &mut pen);
    pen.out.extend_from_slice(pending);
    pen.out
}

fn titles(state: &State, pen: &mut Pen) {
    for _ in 0..TITLE_STACK_MAX {
        pen.write("\x1b[23;2t");
    }
    for title in &state.titles {
        pen.write(&format!("\x1b]2;{title}\x1b\\\x1b[22;2t"));
    }
    let title = state.title.as_deref().unwrap_or("");
    pen.write(&format!("\x1b]2;{title}\x1b\\"));
}

/// The alternate screen's saved cursor outlasts the screen.
fn alternate_saved(state: &State, mut pen: Pen) -> Pen {
    pen.write("\x1b[?47h");
    let saved = state.alternate.saved;
    let mut painter = Painter::new(pen, (state.primary.columns, state.primary.rows));
    painter.save(saved, Some(saved.y.min(state.primary.rows - 1)));
    painter.pen.write("\x1b[H\x1b[?47l");
    painter.pen
}

fn primary(state: &State, mut pen: Pen, older: &HistoryLines, history: usize) -> Pen {
    let page = &state.primary;
    let own = page.base().min(history);
    let in_memory = state.history.len().min(history - own);
    let encoded = older.len() + in_memory;
    // The row of the saved cursor, from the first line that is written.
    let first = (page.pane_base() as i64) - (own + encoded) as i64;
    let saved_row = usize::try_from(page.saved.y as i64 - first).unwrap_or(0);
    let total = encoded + own + page.rows;
    if saved_row >= total {
        pen = saved_below(state, pen, saved_row.min(older.len() + SCROLLBACK + page.rows - 1));
    }
    let mut painter = Painter::new(pen, (page.columns, page.rows));
    // What continues the last encoded line flows on from it, whatever the width was that it was encoded in.
    let own_from = page.base() - own;
    let flowing = page.lines_from(own_from).take(own);
    let flowing = flowing.take_while(|line| encoded > 0 && row::continues(line)).count();
    let line = |at: usize| page.line(at).unwrap_or_default();
    let mut encoded_lines = state.history.newest(in_memory + 1);
    let continued = encoded_lines.iter().next().is_some_and(|line| line.wrapped);
    encoded_lines.keep_newest(in_memory);
    for at in own_from..own_from + flowing {
        let next = line(at + 1);
        encoded_lines.push(row::continues(next), &render::encode(line(at), next, Vec::new()));
    }
    painter.encoded(
        older.iter().chain(encoded_lines.iter()),
        continued && older.is_empty() && state.history.len() > in_memory && in_memory > 0,
    );
    let is_plain = Saved { y: 0, ..page.saved } == Saved::default();
    let is_saved = !(is_plain && saved_row == 0);
    for (at, line) in page.lines_from(own_from).enumerate().skip(flowing) {
        let here = is_saved && saved_row < total && at + encoded == saved_row.max(encoded);
        painter.line(line, here.then_some(page.saved));
    }
    let mut pen = painter.pen;
    pen.reset();
    tabs_and_region(page, &mut pen);
    pen
}

/// A saved row below the screen, left there by ED 3: scrolled down to, then the history is cleared.
fn saved_below(state: &State, mut pen: Pen, row: usize) -> Pen {
    pen.write(&"\n".repeat(row));
    let mut painter = Painter::new(pen, (state.primary.columns, state.primary.rows));
    painter.save(state.primary.saved, None);
    painter.pen.write("\x1b[3J\x1b[H");
    painter.pen
}

fn alternate(state: &State, mut pen: Pen) -> Pen {
    let page = &state.alternate;
    // What the primary screen's cursor is matters to a resize.
    pen.write(&format!("\x1b[{};{}H", state.primary.y + 1, state.primary.x.min(page.columns - 1) + 1));
    pen.write("\x1b[?47h");
    let mut painter = Painter::new(pen, (page.columns, page.rows));
    if page.saved != Saved::default() {
        painter.save(page.saved, Some(page.saved.y.min(page.rows - 1)));
    }
    painter.pen.write("\x1b[H");
    for line in page.screen() {
        painter.line(line, None);
    }
    let mut pen = painter.pen;
    pen.reset();
    tabs_and_region(page, &mut pen);
    pen
}

fn tabs_and_region(page: &Page, pen: &mut Pen) {
    let set: Vec<usize> = (0..page.columns).filter(|x| page.has_tab(*x)).collect();
    if !set.iter().copied().eq((0..page.columns).step_by(8)) {
        pen.write("\x1b[3g");
        for x in set {
            pen.write(&format!("\x1b[{}G\x1bH", x + 1));
        }
    }
    if (page.top, page.bottom) != (0, page.rows - 1) {
        pen.write(&format!("\x1b[{};{}r", page.top + 1, page.bottom + 1));
    }
}
