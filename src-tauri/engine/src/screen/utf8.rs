//! UTF-8 as xterm.js reads it: what is not valid is dropped, and so are the byte order mark and surrogates.
//!
//! Follows the main loop of `Utf8ToUtf32` in `common/input/TextDecoder.ts` of xterm.js 6 (MIT). Its other path, for a
//! character cut in two by the end of a write, loses characters such as `。` and `’` (a second byte of 0x80); the
//! pane therefore has to hand over whole characters.

/// What the start of some bytes is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decoded {
    /// A character, and how many bytes it took.
    Char(char, usize),
    /// So many bytes mean nothing.
    Skip(usize),
    /// More bytes are needed to tell.
    Incomplete,
}

/// Reads the first character.
pub(crate) fn decode(bytes: &[u8]) -> Decoded {
    let Some(first) = bytes.first().copied() else { return Decoded::Incomplete };
    let (length, mut code) = match first {
        0x00..=0x7f => return Decoded::Char(first as char, 1),
        0xc0..=0xdf => (2, u32::from(first & 0x1f)),
        0xe0..=0xef => (3, u32::from(first & 0x0f)),
        0xf0..=0xf7 => (4, u32::from(first & 0x07)),
        _ => return Decoded::Skip(1),
    };
    for at in 1..length {
        match bytes.get(at) {
            None => return Decoded::Incomplete,
            Some(byte) if byte & 0xc0 != 0x80 => return Decoded::Skip(at),
            Some(byte) => code = code << 6 | u32::from(byte & 0x3f),
        }
    }
    let least = match length {
        2 => 0x80,
        3 => 0x800,
        _ => 0x1_0000,
    };
    match char::from_u32(code) {
        Some(c) if code >= least && c != '\u{feff}' => Decoded::Char(c, length),
        // Two bytes that should have been one: the second is looked at again, and dropped for itself.
        _ => Decoded::Skip(length),
    }
}

/// Writes a character.
pub(crate) fn encode(c: char, buffer: &mut [u8; 4]) -> &[u8] {
    c.encode_utf8(buffer).as_bytes()
}
