//! Character sets that a program can designate: DEC special graphics, and national sets that replace some ASCII
//! characters (VT220 and VT510 manuals; the finals are listed in xterm's "Control Sequences").

use serde::{Deserialize, Serialize};

/// A set that text is shown in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Charset {
    /// US ASCII.
    #[default]
    Ascii,
    /// One of [`SETS`].
    Set(u8),
}

/// The bytes that designate a set, the characters it replaces, and what it shows for them.
const SETS: &[(&[u8], &str, &str)] = &[
    (b"0", "`abcdefghijklmnopqrstuvwxyz{|}~", "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·"),
    // British, Dutch, Finnish, French, French Canadian, German, Italian, Norwegian, Spanish, Swedish, Swiss.
    (b"A", "#", "£"),
    (b"4", "#@[\\]{|}~", "£¾i½|¨f¼´"),
    (b"C5", "[\\]^`{|}~", "ÄÖÅÜéäöåü"),
    (b"R", "#@[\\]{|}~", "£à°ç§éùè¨"),
    (b"Q", "@[\\]^`{|}~", "àâçêîôéùèû"),
    (b"K", "@[\\]{|}~", "§ÄÖÜäöüß"),
    (b"Y", "#@[\\]`{|}~", "£§°çéùàòèì"),
    (b"E6", "@[\\]^`{|}~", "ÄÆØÅÜäæøåü"),
    (b"Z", "#@[\\]{|}", "£§¡Ñ¿°ñç"),
    (b"H7", "@[\\]^`{|}~", "ÉÄÖÅÜéäöåü"),
    (b"=", "#@[\\]^_`{|}~", "ùàéçêîèôäöüû"),
];

impl Charset {
    /// The set that a final byte designates; none where the byte means nothing.
    pub(crate) fn designated_by(last: u8) -> Option<Charset> {
        if last == b'B' {
            return Some(Charset::Ascii);
        }
        let index = SETS.iter().position(|(finals, ..)| finals.contains(&last))?;
        Some(Charset::Set(index as u8))
    }

    fn tables(self) -> Option<&'static (&'static [u8], &'static str, &'static str)> {
        match self {
            Charset::Ascii => None,
            Charset::Set(index) => SETS.get(usize::from(index)),
        }
    }

    /// The byte that designates this set.
    pub(crate) fn designator(self) -> u8 {
        self.tables().map_or(b'B', |(finals, ..)| finals[0])
    }

    /// What is shown for a character.
    pub(crate) fn map(self, c: char) -> char {
        match self.tables() {
            Some((_, from, to)) => counterpart(c, from, to).unwrap_or(c),
            None => c,
        }
    }

    /// The character that is shown as `c`, if any is.
    pub(crate) fn unmap(self, c: char) -> Option<char> {
        let (_, from, to) = self.tables()?;
        counterpart(c, to, from).or((self.map(c) == c).then_some(c))
    }
}

fn counterpart(c: char, from: &str, to: &str) -> Option<char> {
    from.chars().zip(to.chars()).find(|(candidate, _)| *candidate == c).map(|(_, other)| other)
}
