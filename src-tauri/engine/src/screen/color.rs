//! The palette that colour questions are answered from, and what a program has changed of it.
//!
//! Colours are written as X11 does (`XParseColor`): `rgb:` with one to four digits each, or `#` with as many.

use std::collections::BTreeMap;

/// 8 bits each of red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// Colours that have a number of their own in OSC 10, 11 and 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub(crate) enum Slot {
    Foreground,
    Background,
    Cursor,
    Indexed(u8),
}

/// The slots of OSC 10, 11 and 12, in this order.
pub(crate) const SPECIAL: [Slot; 3] = [Slot::Foreground, Slot::Background, Slot::Cursor];

/// The 16 named colours: what the pane takes without a theme (those of Tango).
const NAMED: [Rgb; 16] = [
    [0x2e, 0x34, 0x36],
    [0xcc, 0x00, 0x00],
    [0x4e, 0x9a, 0x06],
    [0xc4, 0xa0, 0x00],
    [0x34, 0x65, 0xa4],
    [0x75, 0x50, 0x7b],
    [0x06, 0x98, 0x9a],
    [0xd3, 0xd7, 0xcf],
    [0x55, 0x57, 0x53],
    [0xef, 0x29, 0x29],
    [0x8a, 0xe2, 0x34],
    [0xfc, 0xe9, 0x4f],
    [0x72, 0x9f, 0xcf],
    [0xad, 0x7f, 0xa8],
    [0x34, 0xe2, 0xe2],
    [0xee, 0xee, 0xec],
];

/// Colours that a program has set; the rest are the defaults.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Palette {
    changed: BTreeMap<Slot, Rgb>,
}

impl Palette {
    pub(crate) fn get(&self, slot: Slot) -> Rgb {
        self.changed.get(&slot).copied().unwrap_or_else(|| default_color(slot))
    }

    pub(crate) fn set(&mut self, slot: Slot, color: Rgb) {
        self.changed.insert(slot, color);
    }

    pub(crate) fn restore(&mut self, slot: Slot) {
        self.changed.remove(&slot);
    }

    /// OSC 104 without a number: all but the three special ones.
    pub(crate) fn restore_indexed(&mut self) {
        self.changed.retain(|slot, _| !matches!(slot, Slot::Indexed(_)));
    }

    pub(crate) fn changed(&self) -> impl Iterator<Item = (Slot, Rgb)> + '_ {
        self.changed.iter().map(|(slot, color)| (*slot, *color))
    }
}

/// The dark theme's ink, terminal ground and accent; the xterm 256-colour cube and greys.
fn default_color(slot: Slot) -> Rgb {
    match slot {
        Slot::Foreground => [0xe9, 0xe6, 0xe1],
        Slot::Background => [0x14, 0x15, 0x17],
        Slot::Cursor => [0xe6, 0xa5, 0x4a],
        Slot::Indexed(index @ 0..=15) => NAMED[usize::from(index)],
        Slot::Indexed(index @ 16..=231) => {
            let level = |step: u8| if step == 0 { 0 } else { step * 40 + 55 };
            let cube = index - 16;
            [level(cube / 36), level(cube / 6 % 6), level(cube % 6)]
        }
        Slot::Indexed(index) => [(index - 232) * 10 + 8; 3],
    }
}

/// Reads `rgb:h/h/h` with 1 to 4 digits each, or `#` with 3, 6, 9 or 12 digits.
pub(crate) fn parse(text: &str) -> Option<Rgb> {
    let text = text.to_ascii_lowercase();
    if let Some(parts) = text.strip_prefix("rgb:") {
        let parts: Vec<&str> = parts.split('/').collect();
        let [red, green, blue] = parts.as_slice() else { return None };
        let digits = red.len();
        if !(1..=4).contains(&digits) || green.len() != digits || blue.len() != digits {
            return None;
        }
        let most = (1_u32 << (4 * digits)) - 1;
        let scale = |part: &str| hex(part).map(|value| ((value * 255 * 2 + most) / (most * 2)) as u8);
        return Some([scale(red)?, scale(green)?, scale(blue)?]);
    }
    let digits = text.strip_prefix('#')?;
    if !digits.is_ascii() || ![3, 6, 9, 12].contains(&digits.len()) {
        return None;
    }
    let each = digits.len() / 3;
    let part = |index: usize| {
        let value = hex(&digits[index * each..(index + 1) * each])?;
        Some(match each {
            1 => value << 4,
            2 => value,
            3 => value >> 4,
            _ => value >> 8,
        } as u8)
    };
    Some([part(0)?, part(1)?, part(2)?])
}

fn hex(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u32::from_str_radix(text, 16).ok()).flatten()
}

/// Writes a colour as answers do: `rgb:rrrr/gggg/bbbb`.
pub(crate) fn write([red, green, blue]: Rgb) -> String {
    format!("rgb:{red:02x}{red:02x}/{green:02x}{green:02x}/{blue:02x}{blue:02x}")
}
