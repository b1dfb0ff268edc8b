//! From cells to escape sequences: renditions, links, and whole lines for the history.

use std::sync::Arc;

use super::cell::{Cell, Color, Link, style};
use super::rendition::{Extended, Marks, Rendition};
use super::splitter::{Next, next};
use super::width::width;
use super::{marks, row};

/// How a cell looks, comparable across cells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Look {
    fg: Color,
    bg: Color,
    /// With the kind of underline.
    style: u16,
    underline: Color,
    link: Option<Arc<Link>>,
}

impl Look {
    pub(crate) fn of(cell: &Cell) -> Look {
        let mut look = Look { fg: cell.fg, bg: cell.bg, style: cell.style, ..Look::default() };
        if let Some(extra) = &cell.extra {
            look.underline = extra.underline;
            look.link.clone_from(&extra.link);
        }
        look
    }

    /// Whether the cell looks so.
    #[inline]
    fn is_of(&self, cell: &Cell) -> bool {
        (self.fg, self.bg, self.style) == (cell.fg, cell.bg, cell.style)
            && match &cell.extra {
                None => self.underline == Color::Default && self.link.is_none(),
                Some(extra) => self.underline == extra.underline && self.link == extra.link,
            }
    }

    /// The rendition that the next character gets; an underline colour counts before there is an underline.
    pub(crate) fn current(rendition: &Rendition) -> Look {
        Look { underline: rendition.extended.color, ..Look::of(&rendition.cell()) }
    }

    /// The rendition of a saved cursor, which has no extended part.
    pub(crate) fn saved(marks: Marks) -> Look {
        let marks = Marks { extended: false, ..marks };
        Look::of(&Rendition { marks, extended: Extended::default() }.cell())
    }

    /// Nothing but an extended part.
    pub(crate) fn part(extended: &Extended) -> Look {
        Look {
            style: u16::from(extended.underline) << style::UNDERLINE,
            underline: extended.color,
            link: extended.link.clone(),
            ..Look::default()
        }
    }

    fn kind(&self) -> u16 {
        self.style >> style::UNDERLINE
    }

    pub(crate) fn has_background(&self) -> bool {
        self.bg != Color::Default
    }

    /// Nothing but a background: what erasing leaves.
    pub(crate) fn is_erased(&self) -> bool {
        *self == Look { bg: self.bg, ..Look::default() }
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

    pub(crate) fn set(&mut self, look: Look) {
        if look == self.look {
            return;
        }
        if look.link != self.look.link {
            match &look.link {
                None => self.write("\x1b]8;;\x1b\\"),
                Some(link) => {
                    let id = link.id.as_deref().map(|id| format!("id={id}")).unwrap_or_default();
                    self.write(&format!("\x1b]8;{id};{}\x1b\\", link.uri));
                }
            }
            self.look.link.clone_from(&look.link);
        }
        if look != self.look {
            self.sgr(&look);
        }
        self.look = look;
    }

    /// Takes the look of a cell.
    #[inline]
    pub(crate) fn set_cell(&mut self, cell: &Cell) {
        if !self.look.is_of(cell) {
            self.set(Look::of(cell));
        }
    }

    /// Writes the rendition again even where it has not changed, so that nothing joins what was printed before.
    pub(crate) fn set_again(&mut self, look: Look) {
        self.set(look);
        self.sgr(&self.look.clone());
    }

    pub(crate) fn reset(&mut self) {
        self.set(Look::default());
    }

    fn sgr(&mut self, look: &Look) {
        // `CSI ; 1 m` is a reset and bold: a missing number is 0.
        self.write("\x1b[");
        self.flag_codes(look);
        if look.kind() > 0 {
            self.write(";4");
            if look.kind() > 1 {
                self.code(':', look.kind() as u8);
            }
        }
        self.color_codes(look.fg, 30, 38);
        self.color_codes(look.bg, 40, 48);
        self.color_codes(look.underline, 0, 58);
        self.write("m");
        if look.style & style::PROTECTED != 0 {
            self.write("\x1b[1\"q");
        }
    }

    /// Writes flags and colours one by one, without a reset: what is underlined or a link stays as it is.
    pub(crate) fn flags(&mut self, marks: Marks) {
        self.write("\x1b[22;23;25;27;28;29;39;49;55m");
        self.write(if marks.style & style::PROTECTED == 0 { "\x1b[0\"q" } else { "\x1b[1\"q" });
        self.write("\x1b[55");
        let look = Look::saved(marks);
        self.flag_codes(&look);
        self.color_codes(look.fg, 30, 38);
        self.color_codes(look.bg, 40, 48);
        self.write("m");
    }

    fn flag_codes(&mut self, look: &Look) {
        const FLAGS: [(u16, &str); 8] = [
            (style::BOLD, ";1"),
            (style::BLINK, ";5"),
            (style::INVERSE, ";7"),
            (style::INVISIBLE, ";8"),
            (style::STRUCK, ";9"),
            (style::DIM, ";2"),
            (style::ITALIC, ";3"),
            (style::OVERLINE, ";53"),
        ];
        for (_, code) in FLAGS.into_iter().filter(|(flag, _)| look.style & flag != 0) {
            self.write(code);
        }
    }

    fn color_codes(&mut self, color: Color, named: u8, extended: u8) {
        // Underline colours came with sub-parameters; the others are read by more terminals without.
        let mark = if extended == 58 { ':' } else { ';' };
        match color {
            Color::Default => {}
            Color::Named(index) => self.code(';', named + if index < 8 { index } else { 60 + (index & 7) }),
            Color::Indexed(index) => {
                self.code(';', extended);
                self.code(mark, 5);
                self.code(mark, index);
            }
            Color::Rgb(red, green, blue) => {
                self.code(';', extended);
                self.code(mark, 2);
                if mark == ':' {
                    self.write(":");
                }
                self.code(mark, red);
                self.code(mark, green);
                self.code(mark, blue);
            }
        }
    }

    /// A number after its mark.
    fn code(&mut self, mark: char, number: u8) {
        self.out.push(mark as u8);
        for power in [100, 10, 1] {
            if number >= power || power == 1 {
                self.out.push(b'0' + number / power % 10);
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

    /// Prints the characters of a cell; a space where there are none.
    #[inline]
    pub(crate) fn print(&mut self, cell: &Cell) {
        match cell.c {
            '\0' => self.out.push(b' '),
            c if c.is_ascii() => self.out.push(c as u8),
            c => self.print_char(c),
        }
        self.out.extend_from_slice(cell.combined().as_bytes());
    }

    #[inline]
    pub(crate) fn print_char(&mut self, c: char) {
        let code = c as u32;
        if (0x800..=0xffff).contains(&code) {
            // Three bytes of UTF-8, as most of what is not ASCII: written without a call for so few.
            let tail = |shift: u32| 0x80 | (code >> shift & 0x3f) as u8;
            return self.out.extend_from_slice(&[0xe0 | (code >> 12) as u8, tail(6), tail(0)]);
        }
        self.out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// A line of the history, before `next`; written into `out`, which is empty.
pub(crate) fn encode(line: &[Cell], next: &[Cell], out: Vec<u8>) -> Vec<u8> {
    let wrapped = row::continues(next);
    let mut pen = Pen::new(out);
    // What continues has to be as wide as the grid, or it would be joined too early. Only where a wide character did
    // not fit is the last cell not counted.
    let early = row::width(next, 0) == 2 && line.last().is_some_and(|cell| !cell.has_content());
    let end = if wrapped {
        line.len() - usize::from(early)
    } else {
        line.iter().rposition(|cell| !cell.is_untouched()).map_or(0, |x| x + 1)
    };
    let text_from = if wrapped { row::length(&line[..end]) } else { end };
    let mut x = 0;
    while x < end {
        let cell = &line[x];
        if cell.has_content() {
            pen.set_cell(cell);
            let plain = line[x..end].iter().take_while(|other| other.is_plain_like(cell)).count();
            if plain > 0 {
                pen.out.extend(line[x..x + plain].iter().map(|cell| cell.c as u8));
                x += plain;
            } else {
                pen.print(cell);
                x += cell.width().max(1);
            }
            continue;
        }
        let look = Look::of(cell);
        if x >= text_from || (x == 0 && row::continues(line)) || !look.is_erased() {
            pen.set(look);
            pen.write(" ");
            x += 1;
        } else {
            let run = empty_run(&line[x..text_from.max(x + 1)], &look);
            if look.has_background() {
                pen.set(look);
                pen.erase(run);
            }
            pen.forward(run);
            x += run;
        }
    }
    pen.reset();
    match row::marks(line) {
        [] => pen.out,
        said => marks::put_into(&pen.out, said),
    }
}

/// How many cells from the first on are empty, and look the same.
fn empty_run(cells: &[Cell], look: &Look) -> usize {
    cells.iter().take_while(|cell| !cell.has_content() && look.is_of(cell)).count().max(1)
}

/// The text of an encoded line.
pub(crate) fn text(ansi: &[u8]) -> String {
    let mut text = String::with_capacity(ansi.len());
    let mut at = 0;
    while at < ansi.len() {
        if ansi[at] != 0x1b {
            match next(&ansi[at..]) {
                Next::Char(c, length) => {
                    text.push(c);
                    at += length;
                }
                Next::Invalid(length) => at += length,
                Next::Cut => break,
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
    text(ansi).chars().map(|c| usize::from(width(c))).sum()
}
