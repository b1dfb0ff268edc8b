//! Escape sequences that bring any terminal, from any state, to a screen.
//!
//! The order: an end to whatever the terminal was in the middle of, everything to its default, the primary screen
//! from its oldest line to its newest, the alternate screen where it is up, modes, the cursor, and what the parser
//! has of a sequence that is not finished.

use super::buffer::{Buffer, SCROLLBACK, Saved};
use super::color::{self, Slot};
use super::core::{Core, TITLE_STACK_MAX};
use super::cursor;
use super::history::HistoryLine;
use super::painter::Painter;
use super::render::Pen;

/// Ends any sequence (CAN), resets all (RIS) and what RIS leaves: the cursor's visibility, its blinking (12), the
/// newline mode (20) and colours.
const KNOWN_STATE: &str =
    "\x18\x1bc\x1b[?25h\x1b[?12l\x1b[20l\x1b]104\x1b\\\x1b]110\x1b\\\x1b]111\x1b\\\x1b]112\x1b\\";

/// See the module. `history` is the most lines above the screen; `pending` what the parser has not finished.
pub(crate) fn keyframe(core: &Core, history: usize, pending: &[u8]) -> Vec<u8> {
    let mut pen = Pen::new(Vec::with_capacity(16 * 1024));
    pen.write(KNOWN_STATE);
    titles(core, &mut pen);
    for (slot, color) in core.palette.changed() {
        let color = color::write(color);
        match slot {
            Slot::Foreground => pen.write(&format!("\x1b]10;{color}\x1b\\")),
            Slot::Background => pen.write(&format!("\x1b]11;{color}\x1b\\")),
            Slot::Cursor => pen.write(&format!("\x1b]12;{color}\x1b\\")),
            Slot::Indexed(index) => pen.write(&format!("\x1b]4;{index};{color}\x1b\\")),
        }
    }
    if !core.is_alternate && core.alternate.saved != Saved::default() {
        pen = alternate_saved(core, pen);
    }
    pen = normal(core, pen, history);
    if core.is_alternate {
        pen = alternate(core, pen);
    }
    cursor::finish(core, &mut pen);
    pen.out.extend_from_slice(pending);
    pen.out
}

fn titles(core: &Core, pen: &mut Pen) {
    for _ in 0..TITLE_STACK_MAX {
        pen.write("\x1b[23;2t");
    }
    for title in &core.titles {
        pen.write(&format!("\x1b]2;{title}\x1b\\\x1b[22;2t"));
    }
    let title = core.title.as_deref().unwrap_or("");
    pen.write(&format!("\x1b]2;{title}\x1b\\"));
}

/// The alternate screen's saved cursor outlasts the screen.
fn alternate_saved(core: &Core, mut pen: Pen) -> Pen {
    pen.write("\x1b[?47h");
    let saved = core.alternate.saved;
    let mut painter = Painter::new(pen, &core.pool, (core.normal.columns, core.normal.rows));
    painter.save(saved, Some(saved.y.min(core.normal.rows - 1)));
    painter.pen.write("\x1b[H\x1b[?47l");
    painter.pen
}

fn normal(core: &Core, mut pen: Pen, history: usize) -> Pen {
    let buffer = &core.normal;
    let history = history.min(SCROLLBACK);
    let own = buffer.base.min(history);
    let encoded = core.history.len().min(history - own);
    // The row of the saved cursor, from the first line that is written.
    let first = (buffer.pane_base() as i64) - (own + encoded) as i64;
    let saved_row = usize::try_from(buffer.saved.y as i64 - first).unwrap_or(0);
    let total = encoded + own + buffer.rows;
    if saved_row >= total {
        pen = saved_below(core, pen, saved_row);
    }
    let mut painter = Painter::new(pen, &core.pool, (buffer.columns, buffer.rows));
    // What continues the last encoded line flows on from it, whatever the width was that it was encoded in.
    let flowing = buffer
        .lines
        .range(buffer.base - own..buffer.base)
        .take_while(|line| encoded > 0 && line.wrapped)
        .count();
    let flowing: Vec<HistoryLine> = (buffer.base - own..)
        .take(flowing)
        .map(|at| HistoryLine::of(&buffer.lines[at], buffer.lines.get(at + 1), &core.pool))
        .collect();
    let continued = core.history.newest(encoded + 1).next().is_some_and(|line| line.wrapped);
    painter.encoded(
        core.history.newest(encoded).chain(&flowing),
        continued && core.history.len() > encoded && encoded > 0,
    );
    let is_plain = Saved { y: 0, ..buffer.saved } == Saved::default();
    let is_saved = !(is_plain && saved_row == 0);
    for (at, line) in buffer.lines.range(buffer.base - own..).enumerate().skip(flowing.len()) {
        let here = is_saved && saved_row < total && at + encoded == saved_row.max(encoded);
        painter.line(line, here.then_some(buffer.saved));
    }
    let mut pen = painter.pen;
    pen.reset(&core.pool);
    tabs_and_region(buffer, &mut pen);
    pen
}

/// A saved row below the screen, left there by ED 3: scrolled down to, then the history is cleared.
fn saved_below(core: &Core, mut pen: Pen, row: usize) -> Pen {
    let rows = core.normal.rows;
    let down = row.min(SCROLLBACK + rows - 1);
    pen.write(&"\n".repeat(down));
    let mut painter = Painter::new(pen, &core.pool, (core.normal.columns, core.normal.rows));
    painter.save(core.normal.saved, None);
    painter.pen.write("\x1b[3J\x1b[H");
    painter.pen
}

fn alternate(core: &Core, mut pen: Pen) -> Pen {
    let buffer = &core.alternate;
    // What the primary screen's cursor is matters to a resize.
    pen.write(&format!("\x1b[{};{}H", core.normal.y + 1, core.normal.x.min(buffer.columns - 1) + 1));
    pen.write("\x1b[?47h");
    let mut painter = Painter::new(pen, &core.pool, (buffer.columns, buffer.rows));
    if buffer.saved != Saved::default() {
        painter.save(buffer.saved, Some(buffer.saved.y.min(buffer.rows - 1)));
    }
    painter.pen.write("\x1b[H");
    for line in buffer.screen() {
        painter.line(line, None);
    }
    let mut pen = painter.pen;
    pen.reset(&core.pool);
    tabs_and_region(buffer, &mut pen);
    pen
}

fn tabs_and_region(buffer: &Buffer, pen: &mut Pen) {
    let set: Vec<usize> = (0..buffer.columns).filter(|x| buffer.has_tab(*x)).collect();
    if !set.iter().copied().eq((0..buffer.columns).step_by(8)) {
        pen.write("\x1b[3g");
        for x in set {
            pen.write(&format!("\x1b[{}G\x1bH", x + 1));
        }
    }
    if (buffer.scroll_top, buffer.scroll_bottom) != (0, buffer.rows - 1) {
        pen.write(&format!("\x1b[{};{}r", buffer.scroll_top + 1, buffer.scroll_bottom + 1));
    }
}
