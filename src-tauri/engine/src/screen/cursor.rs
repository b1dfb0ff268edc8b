//! The end of a keyframe: charsets, modes, the rendition, and the cursor, which may have to be brought to its place by
//! printing.

use super::buffer::Buffer;
use super::cell::{Cell, Content, bg, fg};
use super::charset::Charset;
use super::core::Core;
use super::modes::Modes;
use super::render::{Look, Pen};

/// Writes what comes after the lines: see the module.
pub(crate) fn finish(core: &Core, pen: &mut Pen) {
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
