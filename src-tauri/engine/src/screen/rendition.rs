//! Select graphic rendition (`CSI … m`), and the rendition that the next character gets.
//!
//! A rendition has two parts, because a saved cursor (DECSC) brings back only one: the marks, which say among others
//! whether there is an underline and whether there is an extended part; and the extended part itself, the kind and
//! colour of the underline and the link.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::cell::{Cell, Color, Extra, Link, style};

/// The kind of underline that the pane gives to links: dashed.
const LINK_UNDERLINE: u8 = 5;

/// The part that a saved cursor keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Marks {
    pub(crate) fg: Color,
    pub(crate) bg: Color,
    /// Bits of [`style`], without the kind of underline.
    pub(crate) style: u16,
    pub(crate) underlined: bool,
    /// Whether the extended part counts.
    pub(crate) extended: bool,
}

/// The part that outlasts a restored cursor.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Extended {
    /// 0 none, 1 single, 2 double, 3 curly, 4 dotted, 5 dashed.
    pub(crate) underline: u8,
    pub(crate) color: Color,
    pub(crate) link: Option<Arc<Link>>,
}

impl Extended {
    /// A colour alone does not count.
    pub(crate) fn is_empty(&self) -> bool {
        self.underline == 0 && self.link.is_none()
    }
}

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Rendition {
    pub(crate) marks: Marks,
    pub(crate) extended: Extended,
}

impl Rendition {
    /// A cell that looks so, without a character.
    pub(crate) fn cell(&self) -> Cell {
        let Marks { fg, bg, style, underlined, extended } = self.marks;
        let kind = match (underlined, extended) {
            (false, _) => 0,
            (true, false) => 1,
            // A link is underlined even where a restored cursor brought back an underline of no kind.
            (true, true) if self.extended.link.is_some() && self.extended.underline == 0 => LINK_UNDERLINE,
            (true, true) => self.extended.underline,
        };
        let mut extra = Extra::default();
        if extended {
            extra.link.clone_from(&self.extended.link);
            extra.underline = self.extended.color;
        }
        Cell::looking(fg, bg, style | u16::from(kind) << style::UNDERLINE, extra)
    }

    pub(crate) fn set_link(&mut self, link: Option<Arc<Link>>) {
        self.extended.link = link;
        self.marks.extended = !self.extended.is_empty();
    }

    fn set_underline(&mut self, kind: u8) {
        self.extended.underline = kind;
        self.marks.underlined = kind != 0;
        self.marks.extended = !self.extended.is_empty();
    }

    /// All but the link.
    fn reset(&mut self) {
        self.marks = Marks::default();
        self.extended.color = Color::Default;
        self.set_underline(0);
    }

    fn flag(&mut self, flag: u16, set: bool) {
        if set {
            self.marks.style |= flag;
        } else {
            self.marks.style &= !flag;
        }
    }

    pub(crate) fn protect(&mut self, protect: bool) {
        self.flag(style::PROTECTED, protect);
    }

    /// Applies the parameters of `CSI … m`; each with its sub-parameters.
    pub(crate) fn select(&mut self, params: &[&[u16]]) {
        let mut at = 0;
        while let Some(param) = params.get(at) {
            let code = param.first().copied().unwrap_or(0);
            match code {
                38 | 48 | 58 => at += self.select_color(code, &params[at..]),
                4 => self.set_underline(match param.get(1) {
                    None => 1,
                    Some(kind @ 0..=5) => *kind as u8,
                    Some(_) => 1,
                }),
                _ => self.select_one(code),
            }
            at += 1;
        }
    }

    fn select_one(&mut self, code: u16) {
        match code {
            0 => self.reset(),
            1 => self.flag(style::BOLD, true),
            2 => self.flag(style::DIM, true),
            3 => self.flag(style::ITALIC, true),
            5 => self.flag(style::BLINK, true),
            7 => self.flag(style::INVERSE, true),
            8 => self.flag(style::INVISIBLE, true),
            9 => self.flag(style::STRUCK, true),
            21 => self.set_underline(2),
            22 => self.flag(style::BOLD | style::DIM, false),
            23 => self.flag(style::ITALIC, false),
            24 => self.set_underline(0),
            25 => self.flag(style::BLINK, false),
            27 => self.flag(style::INVERSE, false),
            28 => self.flag(style::INVISIBLE, false),
            29 => self.flag(style::STRUCK, false),
            30..=37 => self.marks.fg = Color::Named(code as u8 - 30),
            39 => self.marks.fg = Color::Default,
            40..=47 => self.marks.bg = Color::Named(code as u8 - 40),
            49 => self.marks.bg = Color::Default,
            53 => self.flag(style::OVERLINE, true),
            55 => self.flag(style::OVERLINE, false),
            // The reference takes "the default" for all bits set, which is white.
            59 => {
                self.extended.color = Color::Rgb(255, 255, 255);
                self.marks.extended = !self.extended.is_empty();
            }
            90..=97 => self.marks.fg = Color::Named(code as u8 - 82),
            100..=107 => self.marks.bg = Color::Named(code as u8 - 92),
            _ => {}
        }
    }

    /// A colour of many, with `;` or `:` between its numbers. Answers how many parameters it took besides the first.
    fn select_color(&mut self, code: u16, params: &[&[u16]]) -> usize {
        let (spec, taken) = color_spec(params);
        let color = match spec {
            ColorSpec::Indexed(index) => Color::Indexed(index),
            ColorSpec::Rgb(red, green, blue) => Color::Rgb(red, green, blue),
            ColorSpec::None => return taken,
        };
        match code {
            38 => self.marks.fg = color,
            48 => self.marks.bg = color,
            _ => self.extended.color = color,
        }
        taken
    }
}

enum ColorSpec {
    None,
    Indexed(u8),
    Rgb(u8, u8, u8),
}

/// Most parameters with `;` between them that follow the first: so many are passed over for the mode 0.
const PARAMS_MAX: usize = 6;

/// Reads `38;5;n`, `38;2;r;g;b`, `38:5:n`, `38:2:space:r:g:b`, and mixtures, in which the first part with `:` is the
/// last. What is missing is 0.
fn color_spec(params: &[&[u16]]) -> (ColorSpec, usize) {
    // The mode and what follows it.
    let mut numbers = [0; PARAMS_MAX];
    let mut filled = 0;
    let mut taken = 0;
    let mut has_space = false;
    for (at, param) in params.iter().enumerate().take(PARAMS_MAX + 1) {
        taken = at;
        if at > 0 {
            numbers[filled] = param.first().copied().unwrap_or(0);
            filled += 1;
        }
        if param.len() > 1 {
            for (place, number) in numbers[filled..].iter_mut().zip(&param[1..]) {
                *place = *number;
            }
            // `:2` has a place for the colour space, `:5` has not.
            has_space = at == 0 && numbers[0] == 2;
            break;
        }
        let enough = match numbers[0] {
            5 => 2,
            2 => 4,
            0 => PARAMS_MAX,
            _ => PARAMS_MAX - 1,
        };
        if filled >= enough {
            break;
        }
    }
    let number = |at: usize| numbers[at] as u8;
    let spec = match numbers[0] {
        5 => ColorSpec::Indexed(number(1)),
        2 => {
            let at = 1 + usize::from(has_space);
            ColorSpec::Rgb(number(at), number(at + 1), number(at + 2))
        }
        _ => ColorSpec::None,
    };
    (spec, taken)
}
