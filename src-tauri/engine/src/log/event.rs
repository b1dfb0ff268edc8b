//! Events of the log and their encoding: `delta · kind · length · payload`, numbers as LEB128.
//!
//! `delta` is in milliseconds since the event before (the first: since the block's start), `kind` one byte.

use crate::clock::Millis;
use crate::screen::Size;

/// What can happen to a terminal. Input is never recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LogEvent<'a> {
    Output(&'a [u8]),
    Resized(Size),
    /// A moment in the life of the session, for people and for replay: plain text.
    Mark(&'a str),
}

const OUTPUT: u8 = 1;
const RESIZED: u8 = 2;
const MARK: u8 = 3;

impl LogEvent<'_> {
    /// Appends the event to `out`, `delta` milliseconds after the one before.
    pub(crate) fn encode(&self, delta: Millis, out: &mut Vec<u8>) {
        put_number(u64::try_from(delta).unwrap_or(0), out);
        match self {
            Self::Output(bytes) => put_payload(OUTPUT, bytes, out),
            Self::Resized(size) => {
                let mut payload = [0; 4];
                payload[..2].copy_from_slice(&size.columns.to_le_bytes());
                payload[2..].copy_from_slice(&size.rows.to_le_bytes());
                put_payload(RESIZED, &payload, out);
            }
            Self::Mark(text) => put_payload(MARK, text.as_bytes(), out),
        }
    }
}

/// Walks over encoded events. Ends at the first one that cannot be read; [`Events::damaged`] tells.
#[derive(Debug)]
pub(crate) struct Events<'a> {
    rest: &'a [u8],
    damaged: bool,
}

impl<'a> Events<'a> {
    pub(crate) fn new(raw: &'a [u8]) -> Self {
        Self { rest: raw, damaged: false }
    }

    #[cfg(test)]
    pub(crate) fn damaged(&self) -> bool {
        self.damaged
    }

    fn read(&mut self) -> Option<(Millis, LogEvent<'a>)> {
        let delta = take_number(&mut self.rest)?;
        let (&kind, rest) = self.rest.split_first()?;
        self.rest = rest;
        let length = usize::try_from(take_number(&mut self.rest)?).ok()?;
        let (payload, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        let event = match kind {
            OUTPUT => LogEvent::Output(payload),
            RESIZED => {
                let [c0, c1, r0, r1] = *payload else { return None };
                LogEvent::Resized(Size::new(u16::from_le_bytes([c0, c1]), u16::from_le_bytes([r0, r1])))
            }
            MARK => LogEvent::Mark(std::str::from_utf8(payload).ok()?),
            _ => return None,
        };
        Some((Millis::try_from(delta).ok()?, event))
    }
}

impl<'a> Iterator for Events<'a> {
    /// Milliseconds since the event before, and the event.
    type Item = (Millis, LogEvent<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() || self.damaged {
            return None;
        }
        let event = self.read();
        self.damaged = event.is_none();
        event
    }
}

fn put_payload(kind: u8, payload: &[u8], out: &mut Vec<u8>) {
    out.push(kind);
    put_number(payload.len() as u64, out);
    out.extend_from_slice(payload);
}

/// Unsigned LEB128.
pub(super) fn put_number(mut number: u64, out: &mut Vec<u8>) {
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            out.push(low);
            return;
        }
        out.push(low | 0x80);
    }
}

pub(super) fn take_number(from: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = from.split_first()?;
        *from = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}
