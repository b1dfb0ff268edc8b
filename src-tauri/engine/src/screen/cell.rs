//! One cell of a grid: a character, how it looks, and what few cells need besides.

use std::sync::Arc;

use alacritty_terminal::grid::GridCell;
use alacritty_terminal::term::cell::{Flags, ResetDiscriminant};
use serde::{Deserialize, Serialize};

use super::marks::Mark;

/// Characters that one cell keeps: a base and what combines with it. Real scripts need fewer than ten; the rest would
/// be a way to fill the memory.
const COMBINED_MAX: usize = 32;

/// A colour as a program named it. The 16 named ones and the first 16 of the palette are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub(crate) enum Color {
    /// The theme's own.
    #[default]
    Default,
    /// 0 to 15.
    Named(u8),
    /// One of the palette.
    Indexed(u8),
    /// Red, green, blue.
    Rgb(u8, u8, u8),
}

/// Bits of [`Cell::style`], apart from the kind of underline.
pub(crate) mod style {
    pub(crate) const BOLD: u16 = 1;
    pub(crate) const DIM: u16 = 1 << 1;
    pub(crate) const ITALIC: u16 = 1 << 2;
    pub(crate) const BLINK: u16 = 1 << 3;
    pub(crate) const INVERSE: u16 = 1 << 4;
    pub(crate) const INVISIBLE: u16 = 1 << 5;
    pub(crate) const STRUCK: u16 = 1 << 6;
    pub(crate) const OVERLINE: u16 = 1 << 7;
    /// DECSCA: a selective erase spares it.
    pub(crate) const PROTECTED: u16 = 1 << 8;
    /// Where the kind of underline starts: 0 none, 1 single, 2 double, 3 curly, 4 dotted, 5 dashed.
    pub(crate) const UNDERLINE: u32 = 9;
}

/// A hyperlink (OSC 8). Cells that share one belong together even when they are apart on the screen.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Link {
    /// As the program gave it.
    pub(crate) id: Option<String>,
    pub(crate) uri: String,
    /// Tells links without an id apart; 0 for those with one.
    pub(crate) number: u64,
}

/// What few cells have, shared among those that have the same.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Extra {
    /// What combines with the cell's character.
    pub(crate) combined: String,
    pub(crate) underline: Color,
    pub(crate) link: Option<Arc<Link>>,
    /// In the first cell of a row: what a shell said on it.
    marks: Vec<Mark>,
}

impl Extra {
    pub(crate) fn new(underline: Color, link: Option<Arc<Link>>) -> Extra {
        Extra { underline, link, ..Extra::default() }
    }

    fn shows_nothing(&self) -> bool {
        self.combined.is_empty() && self.underline == Color::Default && self.link.is_none()
    }
}

/// See the module. `NUL` is a cell that was never written, or was erased; a space that was printed is another thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) c: char,
    pub(crate) fg: Color,
    pub(crate) bg: Color,
    pub(crate) style: u16,
    /// Of the grid's flags: `WIDE_CHAR`, `WIDE_CHAR_SPACER` for what has no width, and `WRAPLINE`, which in the first
    /// cell of a row says that the row continues the one above.
    flags: Flags,
    pub(crate) extra: Option<Arc<Extra>>,
}

impl Default for Cell {
    fn default() -> Cell {
        Cell { c: '\0', fg: Color::Default, bg: Color::Default, style: 0, flags: Flags::empty(), extra: None }
    }
}

impl Cell {
    /// What erasing leaves.
    #[inline]
    pub(crate) fn erased(bg: Color) -> Cell {
        Cell { bg, ..Cell::default() }
    }

    /// An empty cell with a look.
    pub(crate) fn looking(fg: Color, bg: Color, style: u16, extra: Extra) -> Cell {
        let extra = (extra != Extra::default()).then(|| Arc::new(extra));
        Cell { fg, bg, style, extra, ..Cell::default() }
    }

    /// This cell's look without a character.
    pub(crate) fn emptied(&self) -> Cell {
        self.with('\0', 1)
    }

    /// This cell's look with another character.
    #[inline]
    pub(crate) fn with(&self, c: char, width: u8) -> Cell {
        Cell { c, flags: width_flag(width), ..self.clone() }
    }

    /// Becomes a character in the look of `ink`; what the first cell knows of the row stays.
    #[inline]
    pub(crate) fn write(&mut self, ink: &Cell, c: char, width: u8) {
        (self.c, self.fg, self.bg, self.style) = (c, ink.fg, ink.bg, ink.style);
        self.flags = (self.flags & Flags::WRAPLINE) | width_flag(width);
        if self.extra.is_some() || ink.extra.is_some() {
            let marks = self.take_marks();
            self.extra.clone_from(&ink.extra);
            self.set_marks(marks);
        }
    }

    #[inline]
    pub(crate) fn has_content(&self) -> bool {
        self.c != '\0'
    }

    /// 0 for the right half of a wide character, and for what combines with nothing.
    #[inline]
    pub(crate) fn width(&self) -> usize {
        if self.flags.contains(Flags::WIDE_CHAR) {
            2
        } else {
            usize::from(!self.flags.contains(Flags::WIDE_CHAR_SPACER))
        }
    }

    /// The right half of a wide character, or what is left of one.
    #[inline]
    pub(crate) fn is_half(&self) -> bool {
        !self.has_content() && self.width() == 0
    }

    /// One ASCII character and nothing else, that looks as `other` does.
    #[inline]
    pub(crate) fn is_plain_like(&self, other: &Cell) -> bool {
        let is_plain = (self.c > '\0') & self.c.is_ascii() & self.extra.is_none() & other.extra.is_none();
        is_plain & (self.fg == other.fg) & (self.bg == other.bg) & (self.style == other.style)
    }

    pub(crate) fn is_protected(&self) -> bool {
        self.style & style::PROTECTED != 0
    }

    /// As it was before anything was written.
    #[inline]
    pub(crate) fn is_untouched(&self) -> bool {
        let plain = self.c == '\0' && self.bg == Color::Default && self.fg == Color::Default;
        let bare = self.extra.as_ref().is_none_or(|extra| extra.shows_nothing());
        plain && self.style == 0 && bare && self.width() == 1
    }

    #[inline]
    pub(crate) fn combined(&self) -> &str {
        self.extra.as_ref().map_or("", |extra| &extra.combined)
    }

    /// The characters of the cell.
    pub(crate) fn chars(&self) -> impl Iterator<Item = char> + '_ {
        self.has_content().then_some(self.c).into_iter().chain(self.combined().chars())
    }

    /// Adds a character to the cell, or makes it the cell's own where there is none, and gives it a width.
    pub(crate) fn combine(&mut self, c: char, width: u8) {
        let flag = self.flags & Flags::WRAPLINE;
        if !self.has_content() {
            *self = self.with(c, width);
        } else {
            if self.chars().count() < COMBINED_MAX {
                Arc::make_mut(self.extra.get_or_insert_default()).combined.push(c);
            }
            let extra = self.extra.take();
            *self = Cell { extra, ..self.with(self.c, width) };
        }
        self.flags |= flag;
    }

    #[inline]
    pub(crate) fn continues(&self) -> bool {
        self.flags.contains(Flags::WRAPLINE)
    }

    #[inline]
    pub(crate) fn set_continues(&mut self, continues: bool) {
        self.flags.set(Flags::WRAPLINE, continues);
    }

    #[inline]
    pub(crate) fn marks(&self) -> &[Mark] {
        self.extra.as_ref().map_or(&[], |extra| &extra.marks)
    }

    #[inline]
    pub(crate) fn take_marks(&mut self) -> Vec<Mark> {
        match &mut self.extra {
            Some(extra) if !extra.marks.is_empty() => std::mem::take(&mut Arc::make_mut(extra).marks),
            _ => Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn set_marks(&mut self, marks: Vec<Mark>) {
        if !marks.is_empty() || !self.marks().is_empty() {
            Arc::make_mut(self.extra.get_or_insert_default()).marks = marks;
        }
    }
}

#[inline]
fn width_flag(width: u8) -> Flags {
    match width {
        0 => Flags::WIDE_CHAR_SPACER,
        1 => Flags::empty(),
        _ => Flags::WIDE_CHAR,
    }
}

impl GridCell for Cell {
    fn is_empty(&self) -> bool {
        self.is_untouched()
    }

    #[inline]
    fn reset(&mut self, template: &Cell) {
        *self = Cell::erased(template.bg);
    }

    fn flags(&self) -> &Flags {
        &self.flags
    }

    fn flags_mut(&mut self) -> &mut Flags {
        &mut self.flags
    }
}

impl ResetDiscriminant<Color> for Cell {
    fn discriminant(&self) -> Color {
        self.bg
    }
}
