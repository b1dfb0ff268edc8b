//! One cell of the grid, and the rendition it is drawn in, packed as xterm.js packs them.
//!
//! The layout follows `common/buffer/Constants.ts` of xterm.js 6 (MIT), so that every rule of the reference about
//! what a cell keeps and loses can be followed bit by bit.

/// Colour mode bits of [`Attr::fg`], [`Attr::bg`] and of an underline colour.
pub(crate) const COLOR_MODE: u32 = 0x0300_0000;
/// One of the 16 named colours.
pub(crate) const COLOR_16: u32 = 0x0100_0000;
/// One of the 256 palette colours.
pub(crate) const COLOR_256: u32 = 0x0200_0000;
/// 24-bit colour, 8 bits each of red, green, blue.
pub(crate) const COLOR_RGB: u32 = 0x0300_0000;
/// The colour itself, without its mode.
pub(crate) const COLOR_VALUE: u32 = 0x00ff_ffff;
/// Mode and value together.
pub(crate) const COLOR: u32 = COLOR_MODE | COLOR_VALUE;

/// Flags of [`Attr::fg`].
pub(crate) mod fg {
    pub(crate) const INVERSE: u32 = 0x0400_0000;
    pub(crate) const BOLD: u32 = 0x0800_0000;
    pub(crate) const UNDERLINE: u32 = 0x1000_0000;
    pub(crate) const BLINK: u32 = 0x2000_0000;
    pub(crate) const INVISIBLE: u32 = 0x4000_0000;
    pub(crate) const STRIKETHROUGH: u32 = 0x8000_0000;
}

/// Flags of [`Attr::bg`].
pub(crate) mod bg {
    pub(crate) const ITALIC: u32 = 0x0400_0000;
    pub(crate) const DIM: u32 = 0x0800_0000;
    /// [`super::Attr::ext`] counts. Saved and restored with the background, apart from what it points at.
    pub(crate) const HAS_EXTENDED: u32 = 0x1000_0000;
    pub(crate) const PROTECTED: u32 = 0x2000_0000;
    pub(crate) const OVERLINE: u32 = 0x4000_0000;
}

/// Underline style (bits 26 to 28: 0 none, 1 single, 2 double, 3 curly, 4 dotted, 5 dashed) and underline colour
/// (as in [`COLOR`]), and the hyperlink: an index into the pool, 0 for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Extended {
    pub(crate) underline: u32,
    pub(crate) link: u32,
}

const STYLE_SHIFT: u32 = 26;
const STYLE: u32 = 7 << STYLE_SHIFT;

impl Extended {
    /// The style that was asked for; a link is drawn dashed whatever it is.
    pub(crate) fn style(self) -> u32 {
        (self.underline & STYLE) >> STYLE_SHIFT
    }

    pub(crate) fn set_style(&mut self, style: u32) {
        self.underline = (self.underline & !STYLE) | (style << STYLE_SHIFT & STYLE);
    }

    pub(crate) fn color(self) -> u32 {
        self.underline & COLOR
    }

    pub(crate) fn set_color(&mut self, color: u32) {
        self.underline = (self.underline & !COLOR) | (color & COLOR);
    }

    /// Nothing that makes a cell carry it. A colour alone does not count.
    pub(crate) fn is_empty(self) -> bool {
        self.style() == 0 && self.link == 0
    }
}

/// A rendition: colours, flags and the pool's index of its [`Extended`] part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Attr {
    pub(crate) fg: u32,
    pub(crate) bg: u32,
    pub(crate) ext: u32,
}

impl Attr {
    /// What an erased cell takes over: the background colour, no flag.
    pub(crate) fn erased(self) -> Attr {
        Attr { fg: 0, bg: self.bg & COLOR, ext: 0 }
    }
}

const CODE: u32 = 0x001f_ffff;
/// The code is an index of a text in the pool: a base character and what combines with it.
const COMBINED: u32 = 0x0020_0000;
const CONTENT: u32 = CODE | COMBINED;
const WIDTH_SHIFT: u32 = 22;

/// What a cell shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// Never written, or erased.
    Empty,
    Char(char),
    /// Index of a text in the pool.
    Text(u32),
}

/// A cell: content, width (0 for the right half of a wide character, 1 or 2) and rendition. 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    content: u32,
    pub(crate) attr: Attr,
}

impl Cell {
    pub(crate) const EMPTY: Cell = Cell { content: 1 << WIDTH_SHIFT, attr: Attr { fg: 0, bg: 0, ext: 0 } };

    /// A cell without content, one column wide.
    pub(crate) fn empty(attr: Attr) -> Cell {
        Cell::new(0, 1, attr)
    }

    /// `code` 0 is no content.
    pub(crate) fn new(code: u32, width: u32, attr: Attr) -> Cell {
        // Only what carries the flag has an extended part.
        let ext = if attr.bg & bg::HAS_EXTENDED == 0 { 0 } else { attr.ext };
        Cell { content: code | width << WIDTH_SHIFT, attr: Attr { ext, ..attr } }
    }

    pub(crate) fn width(self) -> u32 {
        self.content >> WIDTH_SHIFT
    }

    pub(crate) fn set_width(&mut self, width: u32) {
        self.content = (self.content & CONTENT) | width << WIDTH_SHIFT;
    }

    pub(crate) fn has_content(self) -> bool {
        self.content & CONTENT != 0
    }

    pub(crate) fn content(self) -> Content {
        if self.content & COMBINED != 0 {
            Content::Text(self.content & CODE)
        } else {
            match char::from_u32(self.content & CODE) {
                Some('\0') | None => Content::Empty,
                Some(c) => Content::Char(c),
            }
        }
    }

    pub(crate) fn set_char(&mut self, c: char) {
        self.content = (self.content & !CONTENT) | c as u32;
    }

    pub(crate) fn set_text(&mut self, index: u32) {
        self.content = (self.content & !CONTENT) | COMBINED | (index & CODE);
    }

    pub(crate) fn is_protected(self) -> bool {
        self.attr.bg & bg::PROTECTED != 0
    }

    /// The right half of a wide character, or what is left of one.
    pub(crate) fn is_orphan(self) -> bool {
        self.width() == 0 && !self.has_content()
    }

    /// The packed content, for checkpoints.
    pub(crate) fn bits(self) -> u32 {
        self.content
    }

    /// A cell from its packed content; none where no cell has such.
    pub(crate) fn of_bits(content: u32, attr: Attr) -> Option<Cell> {
        let valid = content >> WIDTH_SHIFT <= 2
            && (content & COMBINED != 0 || char::from_u32(content & CODE).is_some());
        valid.then_some(Cell { content, attr })
    }
}
