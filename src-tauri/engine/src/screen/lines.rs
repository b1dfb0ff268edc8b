//! Lines of the history, one after the other in one stretch of memory: there are ten thousand of them in a run, and
//! millions in a flood.
//!
//! A line is `flags · length · bytes`; flag 1 says that it continues in the next line.

use crate::packing::{put_number, take_bytes, take_number};

const WRAPPED: u8 = 1;

/// One line that has left the screen at the top: UTF-8 text with escape sequences, that starts from and ends in the
/// default rendition, without a newline.
///
/// The sequences are SGR, OSC 8, and OSC 133 where a shell said so; where cells were never written, `CSI n C` (cursor
/// forward) passes over them, with `CSI n X` (erase) before it where they have a background.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryLine {
    /// Continues in the next line.
    pub wrapped: bool,
    pub ansi: Box<[u8]>,
}

impl HistoryLine {
    /// The text alone; cells that were never written are spaces.
    pub fn text(&self) -> String {
        super::render::text(&self.ansi)
    }
}

/// A line among others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    pub(crate) wrapped: bool,
    pub(crate) ansi: &'a [u8],
}

/// See the module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HistoryLines {
    packed: Vec<u8>,
    count: usize,
}

impl HistoryLines {
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// As they are stored.
    pub(crate) fn packed(&self) -> &[u8] {
        &self.packed
    }

    pub(crate) fn into_packed(self) -> Vec<u8> {
        self.packed
    }

    /// Reads what [`HistoryLines::packed`] gave; `None` where that is damaged.
    pub(crate) fn unpack(packed: Vec<u8>) -> Option<HistoryLines> {
        let (mut rest, mut count) = (packed.as_slice(), 0);
        while !rest.is_empty() {
            take_line(&mut rest)?;
            count += 1;
        }
        Some(HistoryLines { packed, count })
    }

    pub(crate) fn push(&mut self, wrapped: bool, ansi: &[u8]) {
        self.packed.push(if wrapped { WRAPPED } else { 0 });
        put_number(ansi.len() as u64, &mut self.packed);
        self.packed.extend_from_slice(ansi);
        self.count += 1;
    }

    pub(crate) fn append(&mut self, others: &HistoryLines) {
        self.packed.extend_from_slice(&others.packed);
        self.count += others.count;
    }

    pub(crate) fn clear(&mut self) {
        self.packed.clear();
        self.count = 0;
    }

    /// Oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Line<'_>> {
        let mut rest = self.packed.as_slice();
        std::iter::from_fn(move || take_line(&mut rest))
    }

    /// The oldest `count` of them leave.
    pub(crate) fn drop_oldest(&mut self, count: usize) {
        let at = self.place_of(count);
        self.packed.drain(..at);
        self.count -= count.min(self.count);
    }

    /// All but the newest `count` leave.
    pub(crate) fn keep_newest(&mut self, count: usize) {
        self.drop_oldest(self.count.saturating_sub(count));
    }

    /// All but the oldest `count` leave.
    pub(crate) fn truncate(&mut self, count: usize) {
        let at = self.place_of(count);
        self.packed.truncate(at);
        self.count = self.count.min(count);
    }

    /// Where the line of this number begins.
    fn place_of(&self, number: usize) -> usize {
        let mut rest = self.packed.as_slice();
        (0..number).map_while(|_| take_line(&mut rest)).for_each(drop);
        self.packed.len() - rest.len()
    }
}

impl FromIterator<HistoryLine> for HistoryLines {
    fn from_iter<T: IntoIterator<Item = HistoryLine>>(lines: T) -> HistoryLines {
        let mut all = HistoryLines::default();
        lines.into_iter().for_each(|line| all.push(line.wrapped, &line.ansi));
        all
    }
}

impl IntoIterator for HistoryLines {
    type Item = HistoryLine;
    type IntoIter = std::vec::IntoIter<HistoryLine>;

    fn into_iter(self) -> Self::IntoIter {
        let owned = |line: Line<'_>| HistoryLine { wrapped: line.wrapped, ansi: line.ansi.into() };
        self.iter().map(owned).collect::<Vec<_>>().into_iter()
    }
}

fn take_line<'a>(rest: &mut &'a [u8]) -> Option<Line<'a>> {
    let flags = *take_bytes(rest, 1)?.first()?;
    let length = take_number(rest)?;
    Some(Line { wrapped: flags & WRAPPED != 0, ansi: take_bytes(rest, length)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(count: usize) -> HistoryLines {
        let mut lines = HistoryLines::default();
        (0..count).for_each(|n| lines.push(n % 3 == 0, format!("line {n}").as_bytes()));
        lines
    }

    fn texts(lines: &HistoryLines) -> Vec<String> {
        lines.clone().into_iter().map(|line| line.text()).collect()
    }

    #[test]
    fn lines_are_taken_off_at_either_end() {
        let mut lines = numbered(10);
        lines.drop_oldest(2);
        lines.truncate(5);
        assert_eq!(texts(&lines), ["line 2", "line 3", "line 4", "line 5", "line 6"]);
        lines.keep_newest(2);
        assert_eq!((texts(&lines).concat().as_str(), lines.len()), ("line 5line 6", 2));
        lines.drop_oldest(9);
        assert_eq!(lines, HistoryLines::default());
    }

    #[test]
    fn what_was_packed_is_unpacked_and_what_is_cut_is_not() {
        let lines = numbered(200);
        let packed = lines.packed().to_vec();
        assert_eq!(HistoryLines::unpack(packed[..packed.len() - 1].to_vec()), None);
        assert_eq!(HistoryLines::unpack(packed), Some(lines));
    }
}
