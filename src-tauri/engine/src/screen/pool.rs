//! What does not fit into a cell and is shared: combined texts, hyperlinks, underline styles and colours.
//!
//! Entries are never changed once made, so cells can be copied freely. When the pool has grown, the terminal sweeps
//! it: it makes a new one of what the grids still use.

use std::collections::HashMap;

use super::cell::Extended;

/// Code points kept in one cell: a base character and what combines with it. Real scripts need fewer than ten; the
/// rest would be a way to fill the memory.
const COMBINED_MAX: usize = 32;
/// Bytes of a hyperlink's address, and of its id: longer ones are no links.
const LINK_MAX: usize = 8 * 1024;
/// Hyperlinks known at once; beyond that, and with all of them on the screen, new ones are plain text.
const LINKS_MAX: usize = 16 * 1024;

/// A hyperlink (OSC 8). Cells that share one belong together even when they are apart on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    /// As the program gave it; none makes every link one of its own.
    pub(crate) id: Option<Box<str>>,
    pub(crate) uri: Box<str>,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    texts: Vec<Box<str>>,
    extended: Vec<Extended>,
    extended_ids: HashMap<Extended, u32>,
    links: Vec<Link>,
    named_links: HashMap<(Box<str>, Box<str>), u32>,
}

impl Pool {
    pub(crate) fn text(&self, index: u32) -> &str {
        self.texts.get(index as usize).map_or("", |text| text)
    }

    /// Returns the index of the text, or none when the pool can hold no more.
    pub(crate) fn add_text(&mut self, text: &str) -> Option<u32> {
        let index = u32::try_from(self.texts.len()).ok().filter(|index| *index < 0x1f_ffff)?;
        self.texts.push(text.into());
        Some(index)
    }

    /// The text of `base` and `c`, or none when the cell is full.
    pub(crate) fn combine(&mut self, base: &str, c: char) -> Option<u32> {
        if base.chars().count() >= COMBINED_MAX {
            return None;
        }
        let mut text = String::with_capacity(base.len() + 4);
        text.push_str(base);
        text.push(c);
        self.add_text(&text)
    }

    pub(crate) fn extended(&self, id: u32) -> Extended {
        match id {
            0 => Extended::default(),
            id => self.extended.get(id as usize - 1).copied().unwrap_or_default(),
        }
    }

    /// The index of an extended rendition; 0 is the empty one.
    pub(crate) fn add_extended(&mut self, extended: Extended) -> u32 {
        if extended == Extended::default() {
            return 0;
        }
        if let Some(id) = self.extended_ids.get(&extended) {
            return *id;
        }
        self.extended.push(extended);
        let id = u32::try_from(self.extended.len()).unwrap_or(0);
        self.extended_ids.insert(extended, id);
        id
    }

    pub(crate) fn link(&self, link: u32) -> Option<&Link> {
        self.links.get((link as usize).checked_sub(1)?)
    }

    /// The index of a link; one with an id is the same as the last with that id and address. 0 when it is no link.
    pub(crate) fn add_link(&mut self, link: Link) -> u32 {
        let id_len = link.id.as_ref().map_or(0, |id| id.len());
        if link.uri.len() > LINK_MAX || id_len > LINK_MAX || self.links.len() >= LINKS_MAX {
            return 0;
        }
        let key = link.id.clone().map(|id| (id, link.uri.clone()));
        if let Some(known) = key.as_ref().and_then(|key| self.named_links.get(key)) {
            return *known;
        }
        self.links.push(link);
        let index = u32::try_from(self.links.len()).unwrap_or(0);
        if let Some(key) = key {
            self.named_links.insert(key, index);
        }
        index
    }

    /// All that is in it, in the order of the indexes.
    pub(crate) fn parts(&self) -> (&[Box<str>], &[Extended], &[Link]) {
        (&self.texts, &self.extended, &self.links)
    }

    /// The pool that [`Self::parts`] came from.
    pub(crate) fn of_parts(texts: Vec<Box<str>>, extended: Vec<Extended>, links: Vec<Link>) -> Pool {
        let mut pool = Pool { texts, ..Pool::default() };
        for (at, extended) in extended.iter().enumerate() {
            pool.extended_ids.insert(*extended, at as u32 + 1);
        }
        for (at, link) in links.iter().enumerate() {
            if let Some(id) = &link.id {
                pool.named_links.insert((id.clone(), link.uri.clone()), at as u32 + 1);
            }
        }
        pool.extended = extended;
        pool.links = links;
        pool
    }

    /// Roughly how much there is, to know when a sweep pays.
    pub(crate) fn len(&self) -> usize {
        self.texts.len() + self.extended.len() + self.links.len() * 8
    }
}

/// Moves what cells still use from an old pool into a new one.
#[derive(Debug)]
pub(crate) struct Sweep<'a> {
    old: &'a Pool,
    pub(crate) new: Pool,
    links: HashMap<u32, u32>,
}

impl<'a> Sweep<'a> {
    pub(crate) fn new(old: &'a Pool) -> Sweep<'a> {
        Sweep { old, new: Pool::default(), links: HashMap::new() }
    }

    pub(crate) fn text(&mut self, index: u32) -> u32 {
        self.new.add_text(self.old.text(index)).unwrap_or(0)
    }

    pub(crate) fn extended(&mut self, id: u32) -> u32 {
        let mut extended = self.old.extended(id);
        if let Some(link) = self.old.link(extended.link) {
            let Sweep { new, links, .. } = self;
            extended.link = *links.entry(extended.link).or_insert_with(|| new.add_link(link.clone()));
        }
        self.new.add_extended(extended)
    }
}
