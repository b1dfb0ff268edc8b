//! From cells to escape sequences: renditions, links, and whole lines for the history.

use super::cell::{Attr, COLOR, COLOR_16, COLOR_256, COLOR_MODE, COLOR_RGB, Cell, Content, Extended, bg, fg};
use super::line::Line;
use super::pool::Pool;
use super::unicode;
use super::utf8::{Decoded, decode};

/// A rendition with its extended part, comparable across cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Look {
    fg: u32,
    bg: u32,
    extended: Extended,
}

impl Look {
    /// How a cell with this rendition looks.
    pub(crate) fn of(attr: Attr, pool: &Pool) -> Look {
        let mut look = Look { fg: attr.fg, bg: attr.bg & !bg::HAS_EXTENDED, extended: Extended::default() };
        let carries = attr.bg & bg::HAS_EXTENDED != 0;
        if carries {
            look.extended = pool.extended(attr.ext);
        }
        // An underline is single without an extended part, and none with an empty one.
        if look.fg & fg::UNDERLINE == 0 || (carries && look.extended.is_empty()) {
            look.fg &= !fg::UNDERLINE;
            look.extended.set_style(0);
            look.extended.set_color(0);
        }
        look
    }

    /// The rendition that the next character gets; an underline colour counts before there is an underline.
    pub(crate) fn current(attr: Attr, pool: &Pool) -> Look {
        let mut look = Look::of(attr, pool);
        look.extended.set_color(pool.extended(attr.ext).color());
        look
    }

    /// The rendition of a saved cursor, which has no extended part.
    pub(crate) fn saved(fg: u32, bg: u32) -> Look {
        Look { fg, bg: bg & !bg::HAS_EXTENDED, extended: Extended::default() }
    }

    /// Nothing but an extended part.
    pub(crate) fn part(extended: Extended) -> Look {
        let underlined = extended.style() != 0;
        Look { fg: if underlined { fg::UNDERLINE } else { 0 }, bg: 0, extended }
    }

    pub(crate) fn has_background(self) -> bool {
        self.bg & COLOR != 0
    }

    /// Nothing but a background: what erasing leaves.
    pub(crate) fn is_erased(self) -> bool {
        self == Look { bg: self.bg & COLOR, ..Look::default() }
    }
}

/// Writes text in renditions, with as few sequences as there are changes.
#[derive(Debug, Default)]
pub(crate) struct Pen {
    pub(crate) out: Vec<u8>,
    look: Look,
}

impl Pen {
    pub(crate) fn new(out: Vec<u8>) -> Pen {
        Pen { out, look: Look::default() }
    }

    pub(crate) fn write(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    pub(crate) fn set(&mut self, look: Look, pool: &Pool) {
        if look == self.look {
            return;
        }
        if look.extended.link != self.look.extended.link {
            match pool.link(look.extended.link) {
                None => self.write("\x1b]8;;\x1b\\"),
                Some(link) => {
                    let id = link.id.as_deref().map(|id| format!("id={id}")).unwrap_or_default();
                    self.write(&format!("\x1b]8;{id};{}\x1b\\", link.uri));
                }
            }
        }
        let plain = |look: Look| Look { extended: Extended { link: 0, ..look.extended }, ..look };
        if plain(look) != plain(self.look) {
            self.sgr(look);
        }
        self.look = look;
    }

    /// Writes the rendition again even where it has not changed, so that nothing joins what was printed before.
    pub(crate) fn set_again(&mut self, look: Look, pool: &Pool) {
        self.set(look, pool);
        self.sgr(look);
    }

    pub(crate) fn reset(&mut self, pool: &Pool) {
        self.set(Look::default(), pool);
    }

    fn sgr(&mut self, look: Look) {
        // `CSI ; 1 m` is a reset and bold: a missing number is 0.
        self.write("\x1b[");
        self.flag_codes(look);
        if look.fg & fg::UNDERLINE != 0 {
            self.write(";4");
            if look.extended.style() > 1 {
                self.code(':', look.extended.style());
            }
        }
        self.color_codes(look.fg, 30, 38);
        self.color_codes(look.bg, 40, 48);
        self.color_codes(look.extended.color(), 0, 58);
        self.write("m");
        if look.bg & bg::PROTECTED != 0 {
            self.write("\x1b[1\"q");
        }
    }

    /// Writes flags and colours one by one, without a reset: what is underlined or a link stays as it is.
    pub(crate) fn flags(&mut self, look: Look) {
        self.write("\x1b[22;23;25;27;28;29;39;49;55m");
        self.write(if look.bg & bg::PROTECTED == 0 { "\x1b[0\"q" } else { "\x1b[1\"q" });
        self.write("\x1b[55");
        self.flag_codes(look);
        self.color_codes(look.fg, 30, 38);
        self.color_codes(look.bg, 40, 48);
        self.write("m");
    }

    fn flag_codes(&mut self, look: Look) {
        const FOREGROUND: [(u32, &str); 5] = [
            (fg::BOLD, ";1"),
            (fg::BLINK, ";5"),
            (fg::INVERSE, ";7"),
            (fg::INVISIBLE, ";8"),
            (fg::STRIKETHROUGH, ";9"),
        ];
        const BACKGROUND: [(u32, &str); 3] = [(bg::DIM, ";2"), (bg::ITALIC, ";3"), (bg::OVERLINE, ";53")];
        for (_, code) in FOREGROUND.into_iter().filter(|(flag, _)| look.fg & flag != 0) {
            self.write(code);
        }
        for (_, code) in BACKGROUND.into_iter().filter(|(flag, _)| look.bg & flag != 0) {
            self.write(code);
        }
    }

    fn color_codes(&mut self, color: u32, named: u32, extended: u32) {
        let value = color & 0xff;
        // Underline colours came with sub-parameters; the others are read by more terminals without.
        let mark = if extended == 58 { ':' } else { ';' };
        match color & COLOR_MODE {
            COLOR_16 if value < 8 => self.code(';', named + value),
            COLOR_16 => self.code(';', named + 60 + (value & 7)),
            COLOR_256 => {
                self.code(';', extended);
                self.code(mark, 5);
                self.code(mark, value);
            }
            COLOR_RGB => {
                self.code(';', extended);
                self.code(mark, 2);
                if mark == ':' {
                    self.write(":");
                }
                self.code(mark, color >> 16 & 0xff);
                self.code(mark, color >> 8 & 0xff);
                self.code(mark, value);
            }
            _ => {}
        }
    }

    /// A number below 1000, after its mark.
    fn code(&mut self, mark: char, number: u32) {
        self.out.push(mark as u8);
        for power in [100, 10, 1] {
            if number >= power || power == 1 {
                self.out.push(b'0' + (number / power % 10) as u8);
            }
        }
    }

    /// Moves right.
    pub(crate) fn forward(&mut self, count: usize) {
        match count {
            0 => {}
            1 => self.write("\x1b[C"),
            _ => self.write(&format!("\x1b[{count}C")),
        }
    }

    /// Empties cells from the cursor on, which stays.
    pub(crate) fn erase(&mut self, count: usize) {
        match count {
            1 => self.write("\x1b[X"),
            _ => self.write(&format!("\x1b[{count}X")),
        }
    }

    pub(crate) fn print(&mut self, content: Content, pool: &Pool) {
        match content {
            Content::Empty => self.out.push(b' '),
            Content::Char(c) => self.out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Content::Text(index) => self.out.extend_from_slice(pool.text(index).as_bytes()),
        }
    }
}

/// A line of the history, before `next`.
pub(crate) fn encode(line: &Line, next: Option<&Line>, pool: &Pool) -> Vec<u8> {
    let wrapped = next.is_some_and(|next| next.wrapped);
    let mut pen = Pen::default();
    let full = line.len();
    // What continues has to be as wide as the grid, or it would be joined too early. Only where a wide character did
    // not fit is the last cell not counted.
    let early = next.is_some_and(|next| next.width(0) == 2)
        && line.cells.last().is_some_and(|cell| !cell.has_content());
    let pads_to = match (wrapped, early) {
        (true, true) => full - 1,
        (true, false) => full,
        (false, _) => 0,
    };
    let written = line.cells.iter().rposition(|cell| *cell != Cell::EMPTY).map_or(0, |x| x + 1);
    let end = if wrapped { pads_to } else { written };
    let text_from = if wrapped { trailing_gap(line, pads_to) } else { end };
    let mut x = 0;
    while x < end {
        let cell = line.cells[x];
        let look = Look::of(cell.attr, pool);
        if cell.has_content() {
            pen.set(look, pool);
            pen.print(cell.content(), pool);
            x += (cell.width() as usize).max(1);
        } else if x >= text_from || (x == 0 && line.wrapped) || !look.is_erased() {
            pen.set(look, pool);
            pen.write(" ");
            x += 1;
        } else {
            let run = line.cells[x..end]
                .iter()
                .take_while(|other| !other.has_content() && other.attr == cell.attr)
                .count();
            let run = run.min(text_from - x);
            if look.has_background() {
                pen.set(look, pool);
                pen.erase(run);
            }
            pen.forward(run);
            x += run;
        }
    }
    pen.reset(pool);
    pen.out
}

/// Where the empty cells at the end of a line start.
fn trailing_gap(line: &Line, end: usize) -> usize {
    line.cells[..end]
        .iter()
        .rposition(|cell| cell.has_content())
        .map_or(0, |x| x + line.cells[x].width() as usize)
}

/// The text of an encoded line.
pub(crate) fn text(ansi: &[u8]) -> String {
    let mut text = String::with_capacity(ansi.len());
    let mut at = 0;
    while at < ansi.len() {
        if ansi[at] != 0x1b {
            match decode(&ansi[at..]) {
                Decoded::Char(c, len) => {
                    text.push(c);
                    at += len;
                }
                Decoded::Skip(len) => at += len,
                Decoded::Incomplete => break,
            }
            continue;
        }
        let rest = &ansi[at..];
        if rest.starts_with(b"\x1b[") {
            let length = rest[2..].iter().position(|byte| (0x40..=0x7e).contains(byte));
            let Some(length) = length else { break };
            if rest[2 + length] == b'C' {
                let count = std::str::from_utf8(&rest[2..2 + length]).unwrap_or("");
                let count = count.parse().unwrap_or(1_usize).min(1000);
                text.extend(std::iter::repeat_n(' ', count));
            }
            at += length + 3;
        } else {
            let end = rest.windows(2).skip(1).position(|pair| pair == b"\x1b\\");
            at += end.map_or(rest.len(), |end| end + 3);
        }
    }
    text
}

/// Columns that an encoded line takes.
pub(crate) fn columns(ansi: &[u8]) -> usize {
    text(ansi).chars().map(|c| unicode::width(c) as usize).sum()
}
