//! How many columns a character takes. The engine and the pane must never disagree on it, so both take Unicode 11.

use std::cmp::Ordering;
use std::sync::LazyLock;

use super::width_table::{WIDE, ZERO};

/// Code points of the basic plane, which nearly all text is in.
const BASIC: usize = 0x1_0000;

static BASIC_WIDTHS: LazyLock<Vec<u8>> =
    LazyLock::new(|| (0..BASIC as u32).map(|code| if code < 0x300 { 1 } else { search(code) }).collect());

/// 0, 1 or 2.
#[inline]
pub(crate) fn width(c: char) -> u8 {
    let code = c as u32;
    if code < 0x300 {
        return 1;
    }
    BASIC_WIDTHS.get(code as usize).copied().unwrap_or_else(|| search(code))
}

fn search(code: u32) -> u8 {
    let within = |table: &[(u32, u32)]| {
        table
            .binary_search_by(|(first, last)| match () {
                () if *last < code => Ordering::Less,
                () if *first > code => Ordering::Greater,
                () => Ordering::Equal,
            })
            .is_ok()
    };
    if within(ZERO) { 0 } else { 1 + u8::from(within(WIDE)) }
}

#[cfg(test)]
mod tests {
    use super::width;

    #[test]
    fn widths_are_those_of_unicode_11() {
        for (c, columns) in [
            ('a', 1),
            ('é', 1),
            ('\u{ad}', 1),
            ('\u{301}', 0),
            ('\u{200d}', 0),
            ('한', 2),
            ('。', 2),
            ('🙂', 2),
        ] {
            assert_eq!(width(c), columns, "{c:?}");
        }
        assert_eq!(width('🫠'), 1, "what came after Unicode 11 takes one column");
    }
}
