//! Events of the log and their encoding.
//!
//! What belongs to all of them is kept column by column, since like stands well beside like: the *times* in
//! milliseconds since the event before (the first: since the block's start), the *shapes*, and the *bytes* of output.
//! A shape is the length of an output, or 0, a kind, and a length. Numbers are LEB128.
//!
//! Blocks of the first format have `delta · kind · length · payload` one event after the other.

use crate::clock::Millis;
use crate::packing::{Packer, Raw, Unreadable, decompress, put_number, take_bytes, take_number};
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

/// A shape that is not the length of an output.
const OTHER: u64 = 0;

/// The second format. A zstd frame, as the first format has it, begins with another byte.
const VERSION: u8 = 2;

/// Events, encoded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Columns {
    times: Vec<u8>,
    shapes: Vec<u8>,
    bytes: Vec<u8>,
}

impl Columns {
    /// Adds an event, `delta` milliseconds after the one before.
    pub(crate) fn push(&mut self, delta: Millis, event: &LogEvent<'_>) {
        put_number(u64::try_from(delta).unwrap_or(0), &mut self.times);
        match event {
            LogEvent::Output(bytes) if !bytes.is_empty() => {
                put_number(bytes.len() as u64, &mut self.shapes);
                self.bytes.extend_from_slice(bytes);
            }
            LogEvent::Output(_) => self.other(OUTPUT, &[]),
            LogEvent::Resized(size) => {
                let [c0, c1] = size.columns.to_le_bytes();
                let [r0, r1] = size.rows.to_le_bytes();
                self.other(RESIZED, &[c0, c1, r0, r1]);
            }
            LogEvent::Mark(text) => self.other(MARK, text.as_bytes()),
        }
    }

    fn other(&mut self, kind: u8, payload: &[u8]) {
        put_number(OTHER, &mut self.shapes);
        self.shapes.push(kind);
        put_number(payload.len() as u64, &mut self.shapes);
        self.bytes.extend_from_slice(payload);
    }

    /// The events up to the first one that cannot be read, each with the milliseconds since the one before.
    pub(crate) fn events(&self) -> Events<'_> {
        Events { times: &self.times, shapes: &self.shapes, bytes: &self.bytes }
    }

    pub(crate) fn decode(data: &[u8]) -> Result<Columns, Unreadable> {
        let Some(mut rest) = data.strip_prefix(&[VERSION]) else {
            return Ok(first_format(&decompress(data)?));
        };
        let mut column = || {
            let length = take_number(&mut rest).ok_or(Unreadable)?;
            decompress(take_bytes(&mut rest, length).ok_or(Unreadable)?)
        };
        let (times, shapes) = (column()?, column()?);
        Ok(Columns { times, shapes, bytes: decompress(rest)? })
    }
}

impl Raw for Columns {
    fn length(&self) -> usize {
        self.times.len() + self.shapes.len() + self.bytes.len()
    }

    fn compress(&self, packer: &mut Packer, level: i32) -> Vec<u8> {
        let mut data = vec![VERSION];
        for column in [&self.times, &self.shapes] {
            let column = packer.compress(column, level);
            put_number(column.len() as u64, &mut data);
            data.extend(column);
        }
        data.extend(packer.compress(&self.bytes, level));
        data
    }
}

/// See [`Columns::events`].
#[derive(Debug)]
pub(crate) struct Events<'a> {
    times: &'a [u8],
    shapes: &'a [u8],
    bytes: &'a [u8],
}

impl<'a> Iterator for Events<'a> {
    type Item = (Millis, LogEvent<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let event = self.read();
        if event.is_none() {
            self.shapes = &[];
        }
        event
    }
}

impl<'a> Events<'a> {
    fn read(&mut self) -> Option<(Millis, LogEvent<'a>)> {
        let mut length = take_number(&mut self.shapes)?;
        let mut kind = OUTPUT;
        if length == OTHER {
            (kind, self.shapes) = self.shapes.split_first().map(|(kind, rest)| (*kind, rest))?;
            length = take_number(&mut self.shapes)?;
        }
        let delta = Millis::try_from(take_number(&mut self.times)?).ok()?;
        Some((delta, event(kind, take_bytes(&mut self.bytes, length)?)?))
    }
}

fn event(kind: u8, payload: &[u8]) -> Option<LogEvent<'_>> {
    match kind {
        OUTPUT => Some(LogEvent::Output(payload)),
        RESIZED => {
            let [c0, c1, r0, r1] = *payload else { return None };
            Some(LogEvent::Resized(Size::new(u16::from_le_bytes([c0, c1]), u16::from_le_bytes([r0, r1]))))
        }
        MARK => std::str::from_utf8(payload).ok().map(LogEvent::Mark),
        _ => None,
    }
}

/// Reads events of the first format, up to the first one that cannot be read.
pub(super) fn first_format(mut raw: &[u8]) -> Columns {
    let mut columns = Columns::default();
    let mut read = || {
        let delta = Millis::try_from(take_number(&mut raw)?).ok()?;
        let (&kind, rest) = raw.split_first()?;
        raw = rest;
        let length = take_number(&mut raw)?;
        Some((delta, event(kind, take_bytes(&mut raw, length)?)?))
    };
    while let Some((delta, event)) = read() {
        columns.push(delta, &event);
    }
    columns
}
