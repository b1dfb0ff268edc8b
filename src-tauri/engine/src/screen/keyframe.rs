//! Escape sequences that bring any terminal, from any state, to a screen.
//!
//! The order: an end to whatever the terminal was in the middle of, everything to its default, the primary screen
//! from its oldest line to its newest, the alternate screen where it is up, modes, the cursor, and what the parser
//! has of a sequence that is not finished.

use super::buffer::{Buffer, SCROLLBACK, Saved};
use super::cell::{Cell, Content, bg, fg};
use super::charset::Charset;
use super::color::{self, Slot};
use super::core::{Core, TITLE_STACK_MAX};
use super::modes::Modes;
use super::painter::Painter;
use super::render::{Look, Pen};

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
    finish(core, &mut pen);
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
    painter.encoded(core.history.newest(encoded));
    let is_plain = Saved { y: 0, ..buffer.saved } == Saved::default();
    let is_saved = !(is_plain && saved_row == 0);
    for (at, line) in buffer.lines.range(buffer.base - own..).enumerate() {
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

/// Charsets, modes and the cursor.
fn finish(core: &Core, pen: &mut Pen) {
    let cursor = Cursor::of(core);
    // A character printed again for the cursor's sake may not be in the charset that is in use by now.
    let late = matches!(cursor, Cursor::Printed(_))
        && core.charset == core.charsets[core.level]
        && !is_restored(core);
    if !late {
        charsets(core, pen);
    }
    modes(core, pen);
    if is_restored(core) {
        restored(core, pen);
    } else {
        cursor.place(core, pen);
    }
    if late {
        charsets(core, pen);
    }
}

/// Whether the rendition is one that only DECRC brings about: it restores whether there is an extended part and an
/// underline, but not the part itself.
fn is_restored(core: &Core) -> bool {
    let extended = core.pool.extended(core.attr.ext);
    let carries = core.attr.bg & bg::HAS_EXTENDED != 0;
    let underlined = core.attr.fg & fg::UNDERLINE != 0;
    let saved = core.active().saved;
    let agrees =
        (saved.bg ^ core.attr.bg) & bg::HAS_EXTENDED == 0 && (saved.fg ^ core.attr.fg) & fg::UNDERLINE == 0;
    agrees && (carries == extended.is_empty() || underlined != (extended.style() != 0))
}

/// Brings such a rendition about, and the cursor to its place.
fn restored(core: &Core, pen: &mut Pen) {
    let buffer = core.active();
    pen.set(Look::part(core.pool.extended(core.attr.ext)), &core.pool);
    pen.write("\x1b8");
    if core.charset == core.charsets[core.level] {
        pen.write(["\x0f", "\x0e", "\x1bn", "\x1bo"][core.level]);
    }
    if core.modes.origin {
        pen.write("\x1b[?6h");
    }
    let row = if core.modes.origin { buffer.y.saturating_sub(buffer.scroll_top) } else { buffer.y };
    let cursor = match Cursor::of(core) {
        // Without a change of rendition, a pending wrap can only be handed over.
        Cursor::Printed(_) if !core.is_alternate => Cursor::HandedOver,
        cursor => cursor,
    };
    let x = match cursor {
        Cursor::Joinable(cell) => buffer.x - cell.width() as usize,
        _ => buffer.x.min(buffer.columns - 1),
    };
    pen.write(&format!("\x1b[{};{}H", row + 1, x + 1));
    if cursor == Cursor::HandedOver {
        hand_over(buffer, pen);
    }
    late_modes(core, pen);
    pen.flags(Look::saved(core.attr.fg, core.attr.bg));
    if let Cursor::Joinable(cell) = cursor {
        print_last(core, pen, cell);
    }
}

/// The alternate screen hands its cursor over when it is left, the pending wrap included.
fn hand_over(buffer: &Buffer, pen: &mut Pen) {
    pen.write(&format!("\x1b[?47h\x1b[{};{}H \x1b[?47l", buffer.y + 1, buffer.columns));
}

/// Prints the last cell again, so that what combines joins it.
fn print_last(core: &Core, pen: &mut Pen, cell: Cell) {
    if core.modes.insert {
        pen.write(&format!("\x1b[{}P", cell.width()));
    }
    print(core, pen, cell);
}

fn charsets(core: &Core, pen: &mut Pen) {
    for (charset, slot) in core.charsets.iter().zip(['(', ')', '*', '+']) {
        if *charset != Charset::Ascii {
            pen.write(&format!("\x1b{slot}{}", charset.designator() as char));
        }
    }
    match core.level {
        1 => pen.write("\x0e"),
        2 => pen.write("\x1bn"),
        3 => pen.write("\x1bo"),
        _ => {}
    }
    if core.charset != core.charsets[core.level] {
        // Restoring a cursor brings its set back, and no more.
        pen.write("\x1b8\x1b[m");
    }
}

fn modes(core: &Core, pen: &mut Pen) {
    let (modes, default) = (core.modes, Modes::default());
    let mut private =
        |number: u16, set: bool| pen.write(&format!("\x1b[?{number}{}", if set { 'h' } else { 'l' }));
    let flags = [
        (1, modes.application_cursor, default.application_cursor),
        (66, modes.application_keypad, default.application_keypad),
        (45, modes.reverse_wraparound, default.reverse_wraparound),
        (1004, modes.focus_reports, default.focus_reports),
        (2004, modes.bracketed_paste, default.bracketed_paste),
        (2026, modes.synchronized, default.synchronized),
        (12, core.lasting.cursor_blink, false),
        (25, !core.lasting.cursor_hidden, true),
    ];
    for (number, set, usual) in flags {
        if set != usual {
            private(number, set);
        }
    }
    for number in [core.mouse.protocol, core.mouse.encoding] {
        if number != 0 {
            private(number, true);
        }
    }
    if modes.cursor_style != 0 {
        pen.write(&format!("\x1b[{} q", modes.cursor_style));
    }
}

/// Modes that change how what follows is taken: after the cursor is placed, or before its last character is printed.
fn late_modes(core: &Core, pen: &mut Pen) {
    if core.modes.insert {
        pen.write("\x1b[4h");
    }
    if !core.modes.wraparound {
        pen.write("\x1b[?7l");
    }
    if core.lasting.newline {
        pen.write("\x1b[20h");
    }
}

/// How the cursor gets where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cursor {
    /// By moving.
    Moved,
    /// By printing the cell before it again, because a wrap is pending.
    Printed(Cell),
    /// The same, and nothing may come after: what combines still joins it.
    Joinable(Cell),
    /// A wrap is pending after a cell that cannot be printed: by way of the alternate screen, which hands its cursor
    /// over when it is left.
    HandedOver,
    /// By printing a wide character into the last column without wrapping, which refuses it: what combines would join
    /// it.
    Refused,
}

impl Cursor {
    fn of(core: &Core) -> Cursor {
        let buffer = core.active();
        let Some(line) = buffer.screen().nth(buffer.y) else { return Cursor::Moved };
        let before = |width: usize| buffer.x.checked_sub(width).and_then(|x| line.cells.get(x).copied());
        let printed =
            |width: usize| before(width).filter(|cell| cell.has_content() && cell.width() as usize == width);
        let same = |cell: &Cell| Look::of(cell.attr, &core.pool) == Look::of(core.attr, &core.pool);
        let joinable = core.preceding.and_then(|width| printed(width as usize)).filter(same);
        if let Some(cell) = joinable {
            return Cursor::Joinable(cell);
        }
        if core.preceding == Some(2) && !core.modes.wraparound && buffer.x + 1 == buffer.columns {
            return Cursor::Refused;
        }
        if buffer.x < buffer.columns {
            return Cursor::Moved;
        }
        match printed(1).or_else(|| printed(2)) {
            Some(cell) => Cursor::Printed(cell),
            None if !core.is_alternate => Cursor::HandedOver,
            None => Cursor::Moved,
        }
    }

    fn place(self, core: &Core, pen: &mut Pen) {
        let buffer = core.active();
        let look = Look::current(core.attr, &core.pool);
        if core.modes.origin {
            pen.write("\x1b[?6h");
        }
        let row = if core.modes.origin { buffer.y.saturating_sub(buffer.scroll_top) } else { buffer.y };
        let go = |pen: &mut Pen, x: usize| pen.write(&format!("\x1b[{};{}H", row + 1, x + 1));
        match self {
            Cursor::Moved => {
                go(pen, buffer.x.min(buffer.columns - 1));
                late_modes(core, pen);
                pen.set(look, &core.pool);
            }
            Cursor::Printed(cell) => {
                pen.set(Look::of(cell.attr, &core.pool), &core.pool);
                if !go_before(core, pen, cell) {
                    go(pen, buffer.x - cell.width() as usize);
                }
                pen.print(cell.content(), &core.pool);
                late_modes(core, pen);
                pen.set_again(look, &core.pool);
            }
            Cursor::Joinable(cell) => {
                late_modes(core, pen);
                pen.set(look, &core.pool);
                if go_before(core, pen, cell) {
                    print(core, pen, cell);
                } else {
                    go(pen, buffer.x - cell.width() as usize);
                    print_last(core, pen, cell);
                }
            }
            Cursor::Refused => {
                late_modes(core, pen);
                pen.set(look, &core.pool);
                if !go_before(core, pen, Cell::EMPTY) {
                    go(pen, buffer.columns - 1);
                }
                pen.write("\u{3000}");
            }
            Cursor::HandedOver => {
                hand_over(buffer, pen);
                late_modes(core, pen);
                pen.set_again(look, &core.pool);
            }
        }
    }
}

/// Without wrapping, the last cell may have been printed over the right half of a wide character, and only in one go
/// with it: then prints that character, and leaves the cursor for `last`.
fn go_before(core: &Core, pen: &mut Pen, last: Cell) -> bool {
    let buffer = core.active();
    let before = buffer.columns - 2;
    let wide = buffer.screen().nth(buffer.y).map(|line| line.cells[before]);
    let Some(wide) = wide.filter(|cell| cell.width() == 2 && cell.has_content()) else { return false };
    if core.modes.wraparound || core.modes.insert || last.width() == 2 || buffer.x <= before {
        return false;
    }
    let row = if core.modes.origin { buffer.y.saturating_sub(buffer.scroll_top) } else { buffer.y };
    pen.write(&format!("\x1b[?7l\x1b[{};{}H", row + 1, before + 1));
    print(core, pen, wide);
    true
}

/// Prints a cell while the charset is in use: the character that the set shows as this one.
fn print(core: &Core, pen: &mut Pen, cell: Cell) {
    let unmapped = |c: char| core.charset.unmap(c).unwrap_or(c);
    match cell.content() {
        Content::Char(c) => pen.print(Content::Char(unmapped(c)), &core.pool),
        Content::Text(index) => {
            for c in core.pool.text(index).chars() {
                pen.print(Content::Char(unmapped(c)), &core.pool);
            }
        }
        Content::Empty => {}
    }
}
