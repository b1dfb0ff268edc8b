//! The newest output of a run, in memory: what viewers follow.

use std::collections::VecDeque;

use super::{Frame, Reason};
use crate::pty::Exit;
use crate::screen::Size;

/// The tail is cut to [`KEEP`] when it passes [`LIMIT`]: so cutting is rare, and a viewer that keeps up within
/// a mebibyte never needs a keyframe.
const KEEP: usize = 1024 * 1024;
const LIMIT: usize = 2 * KEEP;

/// Small stretches are joined up to this size.
const JOIN: usize = 16 * 1024;

/// Output in one body. Larger ones gain nothing: xterm.js takes in about 17 MB/s.
const BODY: usize = 256 * 1024;

#[derive(Debug)]
enum Entry {
    Output(Vec<u8>),
    Resized(Size),
    Ended { reason: Reason, exit: Option<Exit> },
}

/// A place in the tail: entry by number, and bytes into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    entry: u64,
    within: usize,
}

#[derive(Debug, Default)]
pub(super) struct Tail {
    /// Number of the oldest entry; entries are counted through the whole run.
    first: u64,
    entries: VecDeque<Entry>,
    bytes: usize,
}

impl Tail {
    /// An empty tail that goes on after another, so that every viewer of that one has fallen off.
    pub(super) fn after(other: &Self) -> Self {
        Self { first: other.first + other.entries.len() as u64 + 1, ..Self::default() }
    }

    pub(super) fn push_output(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len();
        match self.entries.back_mut() {
            Some(Entry::Output(last)) if last.len() + bytes.len() <= JOIN => last.extend_from_slice(bytes),
            _ => self.entries.push_back(Entry::Output(bytes.to_vec())),
        }
        if self.bytes > LIMIT {
            self.cut();
        }
    }

    pub(super) fn push_resized(&mut self, size: Size) {
        self.entries.push_back(Entry::Resized(size));
    }

    pub(super) fn push_ended(&mut self, reason: Reason, exit: Option<Exit>) {
        self.entries.push_back(Entry::Ended { reason, exit });
    }

    /// The place after everything so far. The end of the run is always still to be read.
    pub(super) fn end(&self) -> Position {
        match self.entries.back() {
            Some(Entry::Ended { .. }) => {
                Position { entry: self.first + self.entries.len() as u64 - 1, within: 0 }
            }
            // The last stretch may still grow: a viewer stands inside of it.
            Some(Entry::Output(last)) => {
                Position { entry: self.first + self.entries.len() as u64 - 1, within: last.len() }
            }
            _ => Position { entry: self.first + self.entries.len() as u64, within: 0 },
        }
    }

    /// Bytes of output after `from`, which stands on the tail or has fallen off it.
    pub(super) fn bytes_after(&self, from: Position) -> usize {
        let Some(index) = from.entry.checked_sub(self.first).and_then(|index| usize::try_from(index).ok())
        else {
            return usize::MAX;
        };
        let output = |entry: &Entry| if let Entry::Output(bytes) = entry { bytes.len() } else { 0 };
        self.entries.iter().skip(index).map(output).sum::<usize>() - from.within
    }

    /// What came after `from`, at most [`BODY`] bytes of output, and the place after it. `None`: the viewer
    /// has fallen off the tail.
    pub(super) fn read(&self, from: Position) -> Option<(Vec<Frame>, Position)> {
        let mut index = usize::try_from(from.entry.checked_sub(self.first)?).ok()?;
        let mut at = from;
        let mut frames = Vec::new();
        let mut room = BODY;
        while let Some(entry) = self.entries.get(index) {
            match entry {
                Entry::Output(bytes) => {
                    let new = &bytes[at.within..];
                    let taken = new.len().min(room);
                    push_output(&mut frames, &new[..taken]);
                    room -= taken;
                    at.within += taken;
                    if at.within < bytes.len() || index + 1 == self.entries.len() {
                        break;
                    }
                }
                Entry::Resized(size) => frames.push(Frame::Resized(*size)),
                Entry::Ended { reason, exit } => frames.push(Frame::Ended { reason: *reason, exit: *exit }),
            }
            index += 1;
            at = Position { entry: at.entry + 1, within: 0 };
        }
        Some((frames, at))
    }

    /// All that came after `from`, but for the end of the run, and the place after it. Nothing for a viewer that has
    /// fallen off the tail, or has read nothing yet.
    pub(super) fn read_all(&self, from: Option<Position>) -> (Vec<Frame>, Position) {
        let (mut frames, end) = (Vec::new(), self.end());
        let mut at = from;
        while let Some(here) = at.filter(|here| *here != end) {
            let Some((more, next)) = self.read(here) else { break };
            let is_over = more.is_empty() || matches!(more.last(), Some(Frame::Ended { .. }));
            frames.extend(more.into_iter().filter(|frame| !matches!(frame, Frame::Ended { .. })));
            at = (!is_over).then_some(next);
        }
        (frames, end)
    }

    fn cut(&mut self) {
        while self.bytes > KEEP {
            match self.entries.pop_front() {
                Some(Entry::Output(bytes)) => self.bytes -= bytes.len(),
                Some(_) => {}
                None => return,
            }
            self.first += 1;
        }
    }
}

fn push_output(frames: &mut Vec<Frame>, bytes: &[u8]) {
    if bytes.is_empty() {
        return;
    }
    match frames.last_mut() {
        Some(Frame::Output(last)) => last.extend_from_slice(bytes),
        _ => frames.push(Frame::Output(bytes.to_vec())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output_of(frames: &[Frame]) -> Vec<u8> {
        frames
            .iter()
            .flat_map(|frame| if let Frame::Output(bytes) = frame { bytes.clone() } else { vec![] })
            .collect()
    }

    #[test]
    fn a_viewer_that_keeps_up_reads_every_byte_once() {
        let mut tail = Tail::default();
        let mut at = tail.end();
        let mut seen = Vec::new();
        let mut written = Vec::new();
        for round in 0..3000_u32 {
            let stretch = round.to_le_bytes().repeat(1 + round as usize % 300);
            tail.push_output(&stretch);
            written.extend_from_slice(&stretch);
            let (frames, next) = tail.read(at).expect("it keeps up");
            seen.extend(output_of(&frames));
            at = next;
        }
        assert_eq!(seen, written);
    }

    #[test]
    fn a_viewer_that_falls_behind_is_told_so() {
        let mut tail = Tail::default();
        let at = tail.end();
        for _ in 0..LIMIT / 1000 + 1 {
            tail.push_output(&[b'x'; 1000]);
        }
        assert!(tail.read(at).is_none(), "the first bytes are gone");
        assert!(tail.bytes <= LIMIT, "and the tail is bounded");
    }

    #[test]
    fn how_far_a_viewer_is_behind_is_known_at_every_place() {
        let mut tail = Tail::default();
        let start = tail.end();
        tail.push_output(&[b'x'; 1000]);
        let within = tail.end();
        tail.push_output(&[b'x'; 500]);
        tail.push_resized(Size::new(90, 30));
        tail.push_output(&vec![b'x'; JOIN]);
        let behind = [start, within, tail.end()].map(|from| tail.bytes_after(from));
        assert_eq!(behind, [1500 + JOIN, 500 + JOIN, 0]);
        let next = Tail::after(&tail);
        assert_eq!(next.bytes_after(within), usize::MAX, "it has fallen off");
        assert_eq!(next.bytes_after(next.end()), 0);
    }

    #[test]
    fn a_body_is_bounded_and_the_rest_follows() {
        let mut tail = Tail::default();
        let at = tail.end();
        tail.push_output(&vec![b'x'; BODY + 10]);
        tail.push_resized(Size::new(90, 30));
        let (frames, at) = tail.read(at).expect("on the tail");
        assert_eq!(output_of(&frames).len(), BODY);
        let (frames, at) = tail.read(at).expect("on the tail");
        assert_eq!(frames, [Frame::Output(vec![b'x'; 10]), Frame::Resized(Size::new(90, 30))]);
        assert_eq!(at, tail.end());
    }
}
