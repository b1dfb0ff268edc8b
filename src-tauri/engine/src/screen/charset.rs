//! The character sets that a program can designate (DEC special graphics, national replacement sets).
//!
//! Tables from `common/data/Charsets.ts` of xterm.js 6 (MIT).

/// A character set that replaces some ASCII characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub(crate) enum Charset {
    /// US ASCII.
    #[default]
    Ascii,
    /// Index into the table of sets.
    Set(u8),
}

/// Final bytes that designate a set, what it replaces, and with what.
const SETS: &[(&[u8], &str, &str)] = &[
    (b"0", "`abcdefghijklmnopqrstuvwxyz{|}~", "◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·"),
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
    /// The set that `ESC ( final` and the like designate; none where xterm.js knows of no such set.
    pub(crate) fn designated_by(last: u8) -> Option<Charset> {
        if last == b'B' {
            return Some(Charset::Ascii);
        }
        let index = SETS.iter().position(|(finals, ..)| finals.contains(&last))?;
        u8::try_from(index).ok().map(Charset::Set)
    }

    /// The byte that designates this set.
    pub(crate) fn designator(self) -> u8 {
        match self {
            Charset::Ascii => b'B',
            Charset::Set(index) => SETS.get(usize::from(index)).map_or(b'B', |(finals, ..)| finals[0]),
        }
    }

    /// What is shown for a character.
    pub(crate) fn map(self, c: char) -> char {
        self.find(c, |(_, from, to)| (from, to)).unwrap_or(c)
    }

    /// The character that is shown as `c`, if any is.
    pub(crate) fn unmap(self, c: char) -> Option<char> {
        self.find(c, |(_, from, to)| (to, from)).or((self.map(c) == c).then_some(c))
    }

    fn find(
        self,
        c: char,
        sides: impl Fn(&'static (&[u8], &str, &str)) -> (&'static str, &'static str),
    ) -> Option<char> {
        let Charset::Set(index) = self else { return None };
        let (from, to) = sides(SETS.get(usize::from(index))?);
        let position = from.chars().position(|candidate| candidate == c)?;
        to.chars().nth(position)
    }
}
