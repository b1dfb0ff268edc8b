//! From bytes to actions: the state machine for escape sequences, on decoded text.
//!
//! A port of `common/parser/EscapeSequenceParser.ts` and `common/input/TextDecoder.ts` of xterm.js 6 (MIT), which
//! follow Paul Williams' machine for the VT500 (<https://vt100.net/emu/dec_ansi_parser>). Bytes that are no UTF-8
//! are dropped, C1 controls work as U+0080 to U+009F.
//!
//! The parser keeps the bytes of an unfinished sequence, without the controls in it that were executed already: fed
//! to any parser in its ground state they bring it to this one's state.

use super::params::Params;
use super::utf8::{Decoded, decode, encode};

/// Bytes kept of one OSC or DCS sequence; what is longer has no effect and is not kept.
pub(crate) const SEQUENCE_MAX: usize = 1024 * 1024;

/// What the parser calls.
pub(crate) trait Actions {
    /// Text; returns how many bytes it took. It stops before a C1 control and before an unfinished character.
    fn text(&mut self, bytes: &[u8]) -> usize;
    /// A C0 or C1 control.
    fn execute(&mut self, control: u8);
    /// A control sequence. `collect` holds its prefix and intermediate bytes, the last one lowest.
    fn csi(&mut self, collect: u32, last: u8, params: &Params);
    fn esc(&mut self, collect: u32, last: u8);
    fn osc(&mut self, payload: &[u8]);
    fn dcs(&mut self, collect: u32, last: u8, payload: &[u8]);
    /// A sequence ended without an action; what was printed last is no longer what comes before.
    fn interrupted(&mut self);
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    #[default]
    Ground,
    Escape,
    EscapeIntermediate,
    CsiEntry,
    CsiParam,
    CsiIntermediate,
    CsiIgnore,
    /// SOS, PM and APC strings.
    Ignored,
    Osc,
    DcsEntry,
    DcsParam,
    DcsIntermediate,
    DcsIgnore,
    DcsPassthrough,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Parser {
    state: State,
    collect: u32,
    params: Params,
    /// The sequence so far.
    raw: Vec<u8>,
    /// Where the payload of an OSC or DCS sequence starts in `raw`.
    payload: usize,
    /// The final byte of a DCS sequence's introducer.
    dcs_last: u8,
    /// The sequence was longer than [`SEQUENCE_MAX`].
    overflown: bool,
    /// The start of a character that the next bytes will end.
    partial: Vec<u8>,
}

impl Parser {
    pub(crate) fn advance(&mut self, actions: &mut impl Actions, bytes: &[u8]) {
        let mut at = self.finish_character(actions, bytes);
        while at < bytes.len() {
            let byte = bytes[at];
            if self.state == State::Ground && !matches!(byte, 0x00..=0x1f | 0x7f) {
                let end = text_end(bytes, at);
                at += actions.text(&bytes[at..end]);
                if at >= end {
                    continue;
                }
            } else if self.state == State::Osc && matches!(byte, 0x20..=0x7e) {
                let run = bytes[at..].iter().take_while(|b| matches!(b, 0x20..=0x7e)).count();
                self.keep(&bytes[at..at + run]);
                at += run;
                continue;
            } else if byte < 0x80 {
                self.step(actions, u32::from(byte), &[byte]);
                at += 1;
                continue;
            }
            match decode(&bytes[at..]) {
                Decoded::Char(c, len) => {
                    self.step(actions, c as u32, &bytes[at..at + len]);
                    at += len;
                }
                Decoded::Skip(len) => at += len,
                Decoded::Incomplete => {
                    self.partial.extend_from_slice(&bytes[at..]);
                    return;
                }
            }
        }
    }

    /// What has to be fed before the next byte, to be where this parser is.
    pub(crate) fn pending(&self) -> Vec<u8> {
        let mut pending = match self.state {
            State::Ground => Vec::new(),
            // No number follows `]`: ignored up to its end, as the rest of what was too long shall be.
            State::Osc if self.overflown => b"\x1b]?".to_vec(),
            State::DcsPassthrough if self.overflown => b"\x1bPz".to_vec(),
            _ => self.raw.clone(),
        };
        pending.extend_from_slice(&self.partial);
        pending
    }

    fn finish_character(&mut self, actions: &mut impl Actions, bytes: &[u8]) -> usize {
        let mut taken = 0;
        while !self.partial.is_empty() {
            match decode(&self.partial) {
                Decoded::Incomplete => {
                    let Some(byte) = bytes.get(taken) else { break };
                    self.partial.push(*byte);
                    taken += 1;
                }
                Decoded::Char(c, len) => {
                    let mut buffer = [0; 4];
                    let character = encode(c, &mut buffer);
                    self.partial.drain(..len);
                    self.character(actions, c, character);
                }
                Decoded::Skip(len) => {
                    self.partial.drain(..len);
                }
            }
            // What follows an invalid start is read again from the input where it came from there.
            if self.partial.len() == 1 && self.partial[0] < 0x80 {
                self.partial.clear();
                taken -= 1;
            }
        }
        taken
    }

    fn character(&mut self, actions: &mut impl Actions, c: char, bytes: &[u8]) {
        if self.state == State::Ground && (c as u32) >= 0xa0 {
            actions.text(bytes);
        } else {
            self.step(actions, c as u32, bytes);
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        if self.raw.len() + bytes.len() > SEQUENCE_MAX {
            self.overflown = true;
            self.raw.truncate(self.payload);
            self.raw.shrink_to(4096);
        }
        if !self.overflown {
            self.raw.extend_from_slice(bytes);
        }
    }

    fn start(&mut self, state: State, bytes: &[u8]) {
        self.state = state;
        self.collect = 0;
        self.params.reset();
        self.overflown = false;
        self.raw.clear();
        self.raw.extend_from_slice(bytes);
        self.payload = self.raw.len();
    }

    fn ground(&mut self) {
        self.state = State::Ground;
        self.raw.clear();
        if self.raw.capacity() > 64 * 1024 {
            self.raw = Vec::new();
        }
    }

    /// Ends an OSC or DCS sequence, with its effect where it was not cancelled.
    fn end_string(&mut self, actions: &mut impl Actions, cancelled: bool) {
        if !cancelled && !self.overflown {
            let payload = &self.raw[self.payload.min(self.raw.len())..];
            match self.state {
                State::Osc => actions.osc(payload),
                _ => actions.dcs(self.collect, self.dcs_last, payload),
            }
        }
        actions.interrupted();
        self.collect = 0;
        self.params.reset();
    }

    /// Takes one code point; `bytes` is how it was written.
    fn step(&mut self, actions: &mut impl Actions, code: u32, bytes: &[u8]) {
        use State::{CsiEntry, DcsEntry, DcsPassthrough, Escape, Ground, Ignored, Osc};
        let in_string = matches!(self.state, Osc | DcsPassthrough);
        match code {
            0x1b => {
                if in_string {
                    self.end_string(actions, false);
                }
                self.start(Escape, bytes);
            }
            0x9c => {
                if in_string {
                    self.end_string(actions, false);
                }
                self.ground();
            }
            0x18 | 0x1a if in_string => {
                self.end_string(actions, true);
                self.ground();
            }
            0x18 | 0x1a | 0x80..=0x8f | 0x91..=0x97 | 0x99 | 0x9a => {
                actions.execute(code as u8);
                self.ground();
            }
            0x9d => self.start(Osc, bytes),
            0x98 | 0x9e | 0x9f => self.start(Ignored, bytes),
            0x9b => self.start(CsiEntry, bytes),
            0x90 => self.start(DcsEntry, bytes),
            _ if self.state == Ground => {
                if code < 0x20 {
                    actions.execute(code as u8);
                }
            }
            0xa0.. => match self.state {
                Osc | DcsPassthrough => self.keep(bytes),
                State::CsiIgnore | State::DcsIgnore => {}
                _ => self.ground(),
            },
            _ => self.step_ascii(actions, code as u8),
        }
    }

    /// The rest of [`Self::step`]: ASCII inside of a sequence.
    fn step_ascii(&mut self, actions: &mut impl Actions, byte: u8) {
        use State::{
            CsiEntry, CsiIgnore, CsiIntermediate, CsiParam, DcsEntry, DcsIgnore, DcsIntermediate, DcsParam,
            DcsPassthrough, Escape, EscapeIntermediate, Ground, Ignored, Osc,
        };
        let to = |parser: &mut Parser, state| {
            parser.state = state;
            parser.raw.push(byte);
        };
        match (self.state, byte) {
            (Osc, 0x07) => {
                self.end_string(actions, false);
                self.ground();
            }
            (Osc, 0x20..=0x7f) | (DcsPassthrough, 0x00..=0x7e) => self.keep(&[byte]),
            (Osc | DcsPassthrough | Ground | Ignored | DcsIgnore, _) => {}
            (DcsEntry | DcsParam | DcsIntermediate, 0x00..=0x1f | 0x7f) | (_, 0x7f) => {}
            (_, 0x00..=0x1f) => actions.execute(byte),

            (Escape, b'[') => to(self, CsiEntry),
            (Escape, b']') => {
                to(self, Osc);
                self.payload = self.raw.len();
            }
            (Escape, b'P') => to(self, DcsEntry),
            (Escape, b'X' | b'^' | b'_') => to(self, Ignored),
            (Escape | EscapeIntermediate, 0x20..=0x2f) => {
                self.collect(byte);
                to(self, EscapeIntermediate);
            }
            (Escape | EscapeIntermediate, _) => {
                actions.esc(self.collect, byte);
                self.ground();
            }

            (CsiEntry | CsiParam, b'0'..=b';') => {
                self.params.put(byte);
                to(self, CsiParam);
            }
            (CsiEntry, b'<'..=b'?') => {
                self.collect(byte);
                to(self, CsiParam);
            }
            (CsiEntry | CsiParam | CsiIntermediate, 0x20..=0x2f) => {
                self.collect(byte);
                to(self, CsiIntermediate);
            }
            (CsiEntry | CsiParam | CsiIntermediate, 0x40..) => {
                actions.csi(self.collect, byte, &self.params);
                self.ground();
            }
            (CsiIgnore, 0x40..) => self.ground(),
            (CsiParam | CsiIntermediate, _) => to(self, CsiIgnore),
            (CsiIgnore, _) => {}

            (DcsEntry | DcsParam, b'0'..=b';') => {
                self.params.put(byte);
                to(self, DcsParam);
            }
            (DcsEntry, b'<'..=b'?') => {
                self.collect(byte);
                to(self, DcsParam);
            }
            (DcsEntry | DcsParam | DcsIntermediate, 0x20..=0x2f) => {
                self.collect(byte);
                to(self, DcsIntermediate);
            }
            (DcsEntry | DcsParam | DcsIntermediate, 0x40..) => {
                to(self, DcsPassthrough);
                self.payload = self.raw.len();
                self.dcs_last = byte;
            }
            (DcsParam | DcsIntermediate, _) => to(self, DcsIgnore),
        }
        // A program may send intermediates and digits without end.
        if self.raw.len() > SEQUENCE_MAX && !matches!(self.state, Osc | DcsPassthrough) {
            self.raw.truncate(4096);
        }
    }

    fn collect(&mut self, byte: u8) {
        self.collect = self.collect << 8 | u32::from(byte);
    }
}

/// Where text that started at `from` ends: at a control, or with the bytes.
fn text_end(bytes: &[u8], from: usize) -> usize {
    bytes[from..]
        .iter()
        .position(|byte| *byte < 0x20 || *byte == 0x7f)
        .map_or(bytes.len(), |length| from + length)
}
