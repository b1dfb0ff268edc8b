//! The end of a keyframe: charsets, modes, the rendition, and the cursor, which may have to be brought to its place by
//! printing.

use super::cell::Cell;
use super::charset::Charset;
use super::modes::Modes;
use super::page::Page;
use super::render::{Look, Pen};
use super::state::State;

/// Writes what comes after the lines: see the module.
pub(crate) fn finish(state: &State, pen: &mut Pen) {
    let cursor = Cursor::of(state);
    // A character printed again for the cursor's sake may not be in the charset that is in use by now.
    let late = matches!(cursor, Cursor::Printed(_))
        && state.charset == state.charsets[state.level]
        && !is_restored(state);
    if !late {
        charsets(state, pen);
    }
    modes(state, pen);
    if is_restored(state) {
        restored(state, pen);
    } else {
        cursor.place(state, pen);
    }
    if late {
        charsets(state, pen);
    }
}

/// Whether the rendition is one that only DECRC brings about: it restores whether there is an extended part and an
/// underline, but not the part itself.
fn is_restored(state: &State) -> bool {
    let (marks, extended) = (state.rendition.marks, &state.rendition.extended);
    let saved = state.page().saved.marks;
    let agrees = saved.extended == marks.extended && saved.underlined == marks.underlined;
    agrees && (marks.extended == extended.is_empty() || marks.underlined != (extended.underline != 0))
}

/// Brings such a rendition about, and the cursor to its place.
fn restored(state: &State, pen: &mut Pen) {
    let page = state.page();
    pen.set(Look::part(&state.rendition.extended));
    pen.write("\x1b8");
    if state.charset == state.charsets[state.level] {
        pen.write(["\x0f", "\x0e", "\x1bn", "\x1bo"][state.level]);
    }
    if state.modes.origin {
        pen.write("\x1b[?6h");
    }
    let row = if state.modes.origin { page.y.saturating_sub(page.top) } else { page.y };
    let cursor = match Cursor::of(state) {
        // Without a change of rendition, a pending wrap can only be handed over.
        Cursor::Printed(_) if !state.is_alternate => Cursor::HandedOver,
        cursor => cursor,
    };
    let x = match &cursor {
        Cursor::Joinable(cell) => page.x - cell.width(),
        _ => page.x.min(page.columns - 1),
    };
    pen.write(&format!("\x1b[{};{}H", row + 1, x + 1));
    if cursor == Cursor::HandedOver {
        hand_over(page, pen);
    }
    late_modes(state, pen);
    pen.flags(state.rendition.marks);
    if let Cursor::Joinable(cell) = &cursor {
        print_last(state, pen, cell);
    }
}

/// The alternate screen hands its cursor over when it is left, the pending wrap included.
fn hand_over(page: &Page, pen: &mut Pen) {
    pen.write(&format!("\x1b[?47h\x1b[{};{}H \x1b[?47l", page.y + 1, page.columns));
}

/// Prints the last cell again, so that what combines joins it.
fn print_last(state: &State, pen: &mut Pen, cell: &Cell) {
    if state.modes.insert {
        pen.write(&format!("\x1b[{}P", cell.width()));
    }
    print(state, pen, cell);
}

fn charsets(state: &State, pen: &mut Pen) {
    for (charset, slot) in state.charsets.iter().zip(['(', ')', '*', '+']) {
        if *charset != Charset::Ascii {
            pen.write(&format!("\x1b{slot}{}", charset.designator() as char));
        }
    }
    match state.level {
        1 => pen.write("\x0e"),
        2 => pen.write("\x1bn"),
        3 => pen.write("\x1bo"),
        _ => {}
    }
    if state.charset != state.charsets[state.level] {
        // Restoring a cursor brings its set back, and no more.
        pen.write("\x1b8\x1b[m");
    }
}

fn modes(state: &State, pen: &mut Pen) {
    let (modes, default) = (state.modes, Modes::default());
    let mut private =
        |number: u16, set: bool| pen.write(&format!("\x1b[?{number}{}", if set { 'h' } else { 'l' }));
    let flags = [
        (1, modes.application_cursor, default.application_cursor),
        (66, modes.application_keypad, default.application_keypad),
        (45, modes.reverse_wraparound, default.reverse_wraparound),
        (1004, modes.focus_reports, default.focus_reports),
        (2004, modes.bracketed_paste, default.bracketed_paste),
        (2026, modes.synchronized, default.synchronized),
        (12, state.lasting.cursor_blink, false),
        (25, !state.lasting.cursor_hidden, true),
    ];
    for (number, set, usual) in flags {
        if set != usual {
            private(number, set);
        }
    }
    for number in [state.mouse.protocol, state.mouse.encoding] {
        if number != 0 {
            private(number, true);
        }
    }
    if modes.cursor_style != 0 {
        pen.write(&format!("\x1b[{} q", modes.cursor_style));
    }
}

/// Modes that change how what follows is taken: after the cursor is placed, or before its last character is printed.
fn late_modes(state: &State, pen: &mut Pen) {
    if state.modes.insert {
        pen.write("\x1b[4h");
    }
    if !state.modes.wraparound {
        pen.write("\x1b[?7l");
    }
    if state.lasting.newline {
        pen.write("\x1b[20h");
    }
}

/// How the cursor gets where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    fn of(state: &State) -> Cursor {
        let page = state.page();
        let line = page.row(page.y);
        let before = |width: usize| page.x.checked_sub(width).and_then(|x| line.get(x).cloned());
        let printed = |width: usize| before(width).filter(|cell| cell.has_content() && cell.width() == width);
        let same = |cell: &Cell| Look::of(cell) == Look::of(&state.ink);
        let joinable = state.preceding.and_then(|width| printed(usize::from(width))).filter(same);
        if let Some(cell) = joinable {
            return Cursor::Joinable(cell);
        }
        if state.preceding == Some(2) && !state.modes.wraparound && page.x + 1 == page.columns {
            return Cursor::Refused;
        }
        if page.x < page.columns {
            return Cursor::Moved;
        }
        match printed(1).or_else(|| printed(2)) {
            Some(cell) => Cursor::Printed(cell),
            None if !state.is_alternate => Cursor::HandedOver,
            None => Cursor::Moved,
        }
    }

    fn place(&self, state: &State, pen: &mut Pen) {
        let page = state.page();
        let look = Look::current(&state.rendition);
        if state.modes.origin {
            pen.write("\x1b[?6h");
        }
        let row = if state.modes.origin { page.y.saturating_sub(page.top) } else { page.y };
        let go = |pen: &mut Pen, x: usize| pen.write(&format!("\x1b[{};{}H", row + 1, x + 1));
        match self {
            Cursor::Moved => {
                go(pen, page.x.min(page.columns - 1));
                late_modes(state, pen);
                pen.set(look);
            }
            Cursor::Printed(cell) => {
                pen.set(Look::of(cell));
                if !go_before(state, pen, cell) {
                    go(pen, page.x - cell.width());
                }
                pen.print(cell);
                late_modes(state, pen);
                pen.set_again(look);
            }
            Cursor::Joinable(cell) => {
                late_modes(state, pen);
                pen.set(look);
                if go_before(state, pen, cell) {
                    print(state, pen, cell);
                } else {
                    go(pen, page.x - cell.width());
                    print_last(state, pen, cell);
                }
            }
            Cursor::Refused => {
                late_modes(state, pen);
                pen.set(look);
                if !go_before(state, pen, &Cell::default()) {
                    go(pen, page.columns - 1);
                }
                pen.write("\u{3000}");
            }
            Cursor::HandedOver => {
                hand_over(page, pen);
                late_modes(state, pen);
                pen.set_again(look);
            }
        }
    }
}

/// Without wrapping, the last cell may have been printed over the right half of a wide character, and only in one go
/// with it: then prints that character, and leaves the cursor for `last`.
fn go_before(state: &State, pen: &mut Pen, last: &Cell) -> bool {
    let page = state.page();
    let before = page.columns - 2;
    let wide = &page.row(page.y)[before];
    if wide.width() != 2 || !wide.has_content() {
        return false;
    }
    if state.modes.wraparound || state.modes.insert || last.width() == 2 || page.x <= before {
        return false;
    }
    let row = if state.modes.origin { page.y.saturating_sub(page.top) } else { page.y };
    pen.write(&format!("\x1b[?7l\x1b[{};{}H", row + 1, before + 1));
    print(state, pen, wide);
    true
}

/// Prints a cell while the charset is in use: the character that the set shows as this one.
fn print(state: &State, pen: &mut Pen, cell: &Cell) {
    for c in cell.chars() {
        pen.print_char(state.charset.unmap(c).unwrap_or(c));
    }
}
