//! From bytes to pieces: text, controls, and whole sequences (ECMA-48, and Paul Williams' machine for the VT500,
//! <https://vt100.net/emu/dec_ansi_parser>).
//!
//! A sequence is handed on once it is whole, for `vte` to read. Until then its bytes are kept, without the controls in
//! it that were carried out already: fed to a terminal that is in the middle of nothing, they bring it to where this
//! one is. So are the first bytes of a character. What is no UTF-8 is dropped, as are byte order marks. C1 controls
//! are U+0080 to U+009F, and each that starts something is the same as ESC and a letter.

/// Bytes of a command or a device control string; a longer one has no effect.
pub(crate) const SEQUENCE_MAX: usize = 1024 * 1024;
/// Bytes of a control sequence that are kept: there are no more than 32 parameters.
const CONTROL_MAX: usize = 1024;

/// Bytes that are looked at together.
const STRIDE: usize = 16;
const ESC: u8 = 0x1b;
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Takes the pieces.
pub(crate) trait Pieces {
    /// Text: neither C0 nor C1 controls nor DEL; bytes that are no UTF-8 are for this to pass over.
    fn text(&mut self, text: &[u8]);
    fn control(&mut self, control: u8);
    /// A whole escape or control sequence, from its ESC to its final byte.
    fn sequence(&mut self, sequence: &[u8]);
    /// What is between `ESC ]` and its end.
    fn command(&mut self, payload: &[u8]);
    /// What is between `ESC P` and its end.
    fn device(&mut self, payload: &[u8]);
}

/// What the bytes so far are in the middle of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Within {
    #[default]
    Nothing,
    Escape,
    /// An escape sequence with an intermediate byte.
    EscapeMore,
    /// A control sequence that has nothing but its introducer.
    ControlStart,
    Control,
    /// A control sequence with an intermediate byte.
    ControlMore,
    /// A control sequence that is none.
    ControlIgnored,
    Command,
    DeviceStart,
    DeviceHead,
    DeviceMore,
    DeviceIgnored,
    Device,
    /// SOS, PM or APC.
    Ignored,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Splitter {
    within: Within,
    /// The sequence so far, from its ESC on, written with 7 bits.
    kept: Vec<u8>,
    /// Whether it was too long; then nothing is added to it.
    is_cut: bool,
    /// The first bytes of a character.
    cut: Vec<u8>,
}

/// How many bytes at the start of `bytes` a character takes.
pub(crate) enum Next {
    Char(char, usize),
    /// No character.
    Invalid(usize),
    /// The start of one.
    Cut,
}

/// The character at the start of `bytes`, which are not empty.
pub(crate) fn next(bytes: &[u8]) -> Next {
    if bytes[0] < 0x80 {
        return Next::Char(char::from(bytes[0]), 1);
    }
    let length = match bytes[0] {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return Next::Invalid(1),
    };
    match std::str::from_utf8(&bytes[..bytes.len().min(length)]) {
        Ok(text) => match text.chars().next() {
            Some(BYTE_ORDER_MARK) | None => Next::Invalid(length),
            Some(c) => Next::Char(c, length),
        },
        Err(error) => error.error_len().map_or(Next::Cut, Next::Invalid),
    }
}

impl Splitter {
    /// What is unfinished.
    pub(crate) fn pending(&self) -> Vec<u8> {
        [self.kept.as_slice(), &self.cut].concat()
    }

    /// Takes bytes, cut anywhere.
    pub(crate) fn advance(&mut self, bytes: &[u8], pieces: &mut impl Pieces) {
        if self.cut.is_empty() {
            self.split(bytes, pieces);
        } else {
            let mut whole = std::mem::take(&mut self.cut);
            whole.extend_from_slice(bytes);
            self.split(&whole, pieces);
        }
    }

    fn split(&mut self, bytes: &[u8], pieces: &mut impl Pieces) {
        let whole = whole_characters(bytes);
        self.cut.extend_from_slice(&bytes[whole..]);
        let bytes = &bytes[..whole];
        let mut at = 0;
        while at < bytes.len() {
            at += match self.within {
                Within::Nothing => {
                    let text = text_length(&bytes[at..]);
                    if text > 0 {
                        pieces.text(&bytes[at..at + text]);
                    }
                    at += text;
                    if at == bytes.len() {
                        return;
                    }
                    match plain_sequence_length(&bytes[at..]) {
                        // What most programs send most often, at one look.
                        Some(length) => {
                            pieces.sequence(&bytes[at..at + length]);
                            length
                        }
                        None => self.one(&bytes[at..], pieces),
                    }
                }
                Within::Command | Within::Device => {
                    let run = bytes[at..].iter().take_while(|byte| (0x20..0x7f).contains(*byte)).count();
                    self.keep(&bytes[at..at + run]);
                    at += run;
                    if at == bytes.len() {
                        return;
                    }
                    self.one(&bytes[at..], pieces)
                }
                Within::ControlStart | Within::Control => {
                    let run = bytes[at..].iter().take_while(|byte| (0x30..0x3c).contains(*byte)).count();
                    if run > 0 {
                        self.within = Within::Control;
                        let room = CONTROL_MAX.saturating_sub(self.kept.len());
                        self.kept.extend_from_slice(&bytes[at..at + run.min(room)]);
                        run
                    } else {
                        self.one(&bytes[at..], pieces)
                    }
                }
                _ => self.one(&bytes[at..], pieces),
            };
        }
    }

    /// Takes the character at the start of `bytes`; answers its length.
    fn one(&mut self, bytes: &[u8], pieces: &mut impl Pieces) -> usize {
        match next(bytes) {
            Next::Char(c, length) => {
                match u8::try_from(c) {
                    Ok(byte) if byte < 0x80 => self.seven_bits(byte, pieces),
                    Ok(byte) if byte < 0xa0 => self.c1(byte, pieces),
                    _ => self.beyond_ascii(&bytes[..length]),
                }
                length
            }
            Next::Invalid(length) => length,
            // There are whole characters only.
            Next::Cut => bytes.len(),
        }
    }

    fn seven_bits(&mut self, byte: u8, pieces: &mut impl Pieces) {
        match byte {
            0x18 | 0x1a => {
                self.end();
                pieces.control(byte);
            }
            ESC => {
                self.finish_string(pieces);
                self.start(&[], Within::Escape);
            }
            0x00..=0x1f => self.in_between(byte, pieces),
            0x7f if self.within == Within::Command => self.keep(&[byte]),
            0x7f => {}
            _ => self.graphic(byte, pieces),
        }
    }

    /// A C0 control.
    fn in_between(&mut self, byte: u8, pieces: &mut impl Pieces) {
        match self.within {
            Within::Command if byte == 0x07 => {
                self.finish_string(pieces);
                self.end();
            }
            Within::Device => self.keep(&[byte]),
            Within::Command
            | Within::DeviceStart
            | Within::DeviceHead
            | Within::DeviceMore
            | Within::DeviceIgnored
            | Within::Ignored => {}
            _ => pieces.control(byte),
        }
    }

    fn graphic(&mut self, byte: u8, pieces: &mut impl Pieces) {
        match self.within {
            Within::Nothing | Within::Ignored | Within::DeviceIgnored => {}
            Within::Command | Within::Device => self.keep(&[byte]),
            Within::Escape | Within::EscapeMore => self.escape(byte, pieces),
            Within::ControlStart | Within::Control | Within::ControlMore | Within::ControlIgnored => {
                self.control(byte, pieces);
            }
            Within::DeviceStart | Within::DeviceHead | Within::DeviceMore => self.device_head(byte),
        }
    }

    fn escape(&mut self, byte: u8, pieces: &mut impl Pieces) {
        let is_first = self.within == Within::Escape;
        match byte {
            0x20..=0x2f => {
                self.keep(&[byte]);
                self.within = Within::EscapeMore;
            }
            b'[' if is_first => self.start(&[byte], Within::ControlStart),
            b']' if is_first => self.start(&[byte], Within::Command),
            b'P' if is_first => self.start(&[byte], Within::DeviceStart),
            b'X' | b'^' | b'_' if is_first => self.start(&[byte], Within::Ignored),
            _ => self.finish_sequence(byte, pieces),
        }
    }

    fn control(&mut self, byte: u8, pieces: &mut impl Pieces) {
        if byte >= 0x40 {
            if self.within == Within::ControlIgnored {
                self.end();
            } else {
                self.finish_sequence(byte, pieces);
            }
            return;
        }
        let next = match (byte, self.within) {
            (_, Within::ControlIgnored) => return,
            (0x20..=0x2f, _) => Within::ControlMore,
            (_, Within::ControlMore) => Within::ControlIgnored,
            (0x3c..=0x3f, Within::Control) => Within::ControlIgnored,
            _ => Within::Control,
        };
        self.within = next;
        if self.kept.len() < CONTROL_MAX {
            self.kept.push(byte);
        }
    }

    fn device_head(&mut self, byte: u8) {
        let next = match (byte, self.within) {
            (0x40.., _) => Within::Device,
            (0x20..=0x2f, _) => Within::DeviceMore,
            (_, Within::DeviceMore) => Within::DeviceIgnored,
            (0x3c..=0x3f, Within::DeviceHead) => Within::DeviceIgnored,
            _ => Within::DeviceHead,
        };
        self.within = next;
        self.keep(&[byte]);
    }

    fn c1(&mut self, byte: u8, pieces: &mut impl Pieces) {
        match byte {
            0x9b => self.start(b"[", Within::ControlStart),
            0x9d => self.start(b"]", Within::Command),
            0x90 => self.start(b"P", Within::DeviceStart),
            0x98 | 0x9e | 0x9f => self.start(b"_", Within::Ignored),
            0x9c => {
                self.finish_string(pieces);
                self.end();
            }
            _ => {
                self.end();
                pieces.control(byte);
            }
        }
    }

    /// A character beyond U+009F: part of a string, and the end of any other sequence. The pane takes it for the end of
    /// SOS, PM and APC too.
    fn beyond_ascii(&mut self, bytes: &[u8]) {
        match self.within {
            Within::Command | Within::Device => self.keep(bytes),
            Within::ControlIgnored | Within::DeviceIgnored => {}
            _ => self.end(),
        }
    }

    fn start(&mut self, introducer: &[u8], within: Within) {
        self.kept.clear();
        self.kept.push(ESC);
        self.kept.extend_from_slice(introducer);
        self.is_cut = false;
        self.within = within;
    }

    fn end(&mut self) {
        self.kept.clear();
        if self.kept.capacity() > 4 * CONTROL_MAX {
            self.kept = Vec::new();
        }
        self.within = Within::Nothing;
    }

    /// Adds to the sequence. One that is too long becomes one without effect, which no more bytes are kept of.
    fn keep(&mut self, bytes: &[u8]) {
        if self.is_cut {
            return;
        }
        if self.kept.len() + bytes.len() <= SEQUENCE_MAX {
            self.kept.extend_from_slice(bytes);
            return;
        }
        let without_effect: &[u8] = if self.within == Within::Command { b"\x1b]x" } else { b"\x1bPx" };
        self.kept = without_effect.to_vec();
        self.is_cut = true;
    }

    fn finish_sequence(&mut self, last: u8, pieces: &mut impl Pieces) {
        let mut sequence = std::mem::take(&mut self.kept);
        sequence.push(last);
        self.within = Within::Nothing;
        pieces.sequence(&sequence);
        sequence.clear();
        self.kept = sequence;
    }

    /// Hands on a string that its end was found of.
    fn finish_string(&mut self, pieces: &mut impl Pieces) {
        let payload = self.kept.get(2..).unwrap_or_default();
        match self.within {
            Within::Command => pieces.command(payload),
            Within::Device => pieces.device(payload),
            _ => {}
        }
    }
}

/// Bytes up to a character whose end is missing.
fn whole_characters(bytes: &[u8]) -> usize {
    for back in 1..=bytes.len().min(3) {
        let at = bytes.len() - back;
        if bytes[at] & 0xc0 != 0x80 {
            return if matches!(next(&bytes[at..]), Next::Cut) { at } else { bytes.len() };
        }
    }
    bytes.len()
}

/// Bytes of a control sequence of numbers and a letter, where all of it is there.
fn plain_sequence_length(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.strip_prefix(b"\x1b[")?;
    let numbers = rest.iter().take(CONTROL_MAX - 2).take_while(|byte| (b'0'..=b';').contains(byte)).count();
    rest.get(numbers).is_some_and(|last| (0x40..0x7f).contains(last)).then_some(numbers + 3)
}

/// Bytes up to a control.
fn text_length(bytes: &[u8]) -> usize {
    // Most text is ASCII, and is told in strides.
    let is_plain =
        |stride: &&[u8]| stride.iter().fold(true, |plain, byte| plain & (0x20..0x7f).contains(byte));
    let mut at = STRIDE * bytes.chunks_exact(STRIDE).take_while(is_plain).count();
    while let Some(byte) = bytes.get(at) {
        match byte {
            0x20..0x7f => at += 1,
            0..0x80 => break,
            // U+0080 to U+009F.
            0xc2 if bytes.get(at + 1).is_some_and(|byte| (0x80..0xa0).contains(byte)) => break,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests;
