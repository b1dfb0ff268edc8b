//! Select graphic rendition: `CSI … m`.
//!
//! A port of `charAttributes` in `common/InputHandler.ts` of xterm.js 6 (MIT).

use super::cell::{self, Extended, bg, fg};
use super::core::Core;
use super::params::Params;

/// The rendition while it is changed, with its extended part taken out of the pool.
struct Rendition {
    fg: u32,
    bg: u32,
    extended: Extended,
}

impl Core {
    pub(crate) fn select_rendition(&mut self, params: &Params) {
        let mut rendition =
            Rendition { fg: self.attr.fg, bg: self.attr.bg, extended: self.pool.extended(self.attr.ext) };
        let mut at = 0;
        while at < params.len() {
            at += rendition.apply(params, at);
        }
        self.attr.fg = rendition.fg;
        self.attr.bg = rendition.bg;
        self.attr.ext = self.pool.add_extended(rendition.extended);
    }
}

impl Rendition {
    /// Applies the parameter at `at`; answers how many parameters that took.
    fn apply(&mut self, params: &Params, at: usize) -> usize {
        match params.get(at) {
            0 => self.reset(),
            1 => self.fg |= fg::BOLD,
            2 => self.bg |= bg::DIM,
            3 => self.bg |= bg::ITALIC,
            4 => self.underline(params.subs(at).first().copied().unwrap_or(1)),
            5 => self.fg |= fg::BLINK,
            7 => self.fg |= fg::INVERSE,
            8 => self.fg |= fg::INVISIBLE,
            9 => self.fg |= fg::STRIKETHROUGH,
            21 => self.underline(2),
            22 => {
                self.fg &= !fg::BOLD;
                self.bg &= !bg::DIM;
            }
            23 => self.bg &= !bg::ITALIC,
            24 => self.underline(0),
            25 => self.fg &= !fg::BLINK,
            27 => self.fg &= !fg::INVERSE,
            28 => self.fg &= !fg::INVISIBLE,
            29 => self.fg &= !fg::STRIKETHROUGH,
            p @ 30..=37 => set_color(&mut self.fg, cell::COLOR_16 | (p - 30) as u32),
            p @ 40..=47 => set_color(&mut self.bg, cell::COLOR_16 | (p - 40) as u32),
            p @ 90..=97 => set_color(&mut self.fg, cell::COLOR_16 | 8 | (p - 90) as u32),
            p @ 100..=107 => set_color(&mut self.bg, cell::COLOR_16 | 8 | (p - 100) as u32),
            39 => set_color(&mut self.fg, 0),
            49 => set_color(&mut self.bg, 0),
            38 | 48 | 58 => return self.color(params, at),
            53 => self.bg |= bg::OVERLINE,
            55 => self.bg &= !bg::OVERLINE,
            59 => {
                // The reference stores −1 here, which reads as white.
                self.extended.set_color(cell::COLOR);
                self.update_extended();
            }
            _ => {}
        }
        1
    }

    fn reset(&mut self) {
        self.fg = 0;
        self.bg = 0;
        self.extended.set_style(0);
        self.extended.set_color(0);
        self.update_extended();
    }

    fn underline(&mut self, style: i32) {
        let style = if (0..=5).contains(&style) { style as u32 } else { 1 };
        self.extended.set_style(style);
        if style == 0 {
            self.fg &= !fg::UNDERLINE;
        } else {
            self.fg |= fg::UNDERLINE;
        }
        self.update_extended();
    }

    fn update_extended(&mut self) {
        if self.extended.is_empty() {
            self.bg &= !bg::HAS_EXTENDED;
        } else {
            self.bg |= bg::HAS_EXTENDED;
        }
    }

    /// `_extractColor`: 38, 48 and 58, with their numbers in parameters or in sub-parameters.
    fn color(&mut self, params: &Params, at: usize) -> usize {
        // Target, mode, colour space, three values.
        let mut values = [0, 0, -1, 0, 0, 0];
        let mut space = 0;
        let mut advance = 0;
        loop {
            values[advance + space] = params.get(at + advance);
            let subs = params.subs(at + advance);
            if !subs.is_empty() {
                let mut i = 0;
                loop {
                    if values[1] == 5 {
                        space = 1;
                    }
                    if let Some(value) = values.get_mut(advance + i + 1 + space) {
                        *value = subs[i];
                    }
                    i += 1;
                    if i >= subs.len() || i + advance + 1 + space >= values.len() {
                        break;
                    }
                }
                break;
            }
            if (values[1] == 5 && advance + space >= 2) || (values[1] == 2 && advance + space >= 5) {
                break;
            }
            if values[1] != 0 {
                space = 1;
            }
            advance += 1;
            if advance + at >= params.len() || advance + space >= values.len() {
                break;
            }
        }
        let component = |index: usize| values[index].max(0) as u32 & 0xff;
        let value = |index: usize| if values[index] == -1 { 0 } else { component(index) };
        let color = match values[1] {
            2 => Some(cell::COLOR_RGB | value(3) << 16 | value(4) << 8 | value(5)),
            5 => Some(cell::COLOR_256 | value(3)),
            _ => None,
        };
        if let Some(color) = color {
            match values[0] {
                38 => set_color(&mut self.fg, color),
                48 => set_color(&mut self.bg, color),
                58 => self.extended.set_color(color),
                _ => {}
            }
        }
        advance + 1
    }
}

fn set_color(target: &mut u32, color: u32) {
    *target = (*target & !cell::COLOR) | color;
}
