//! A screen as bytes, and back.
//!
//! Version 2: the byte 2; the length of the state (u32, little-endian); the state as JSON; then the lines of the
//! primary screen, those above it first, and of the alternate screen where that is up. A line is its number of cells
//! and whether it continues the one above, then runs of cells that look the same. Numbers there are LEB128. Nothing in
//! a checkpoint is trusted: what does not fit together is an error.

use std::collections::HashMap;
use std::sync::Arc;

use alacritty_terminal::grid::Row;
use alacritty_terminal::index::Line;
use serde::{Deserialize, Serialize};

use super::cell::{Cell, Color, Extra, Link};
use super::charset::Charset;
use super::color::{Rgb, Slot};
use super::history::History;
use super::lines::HistoryLines;
use super::modes::{Lasting, Modes, Mouse};
use super::page::{Page, Saved};
use super::rendition::{Extended, Marks, Rendition};
use super::state::{State, TITLE_STACK_MAX};
use super::{RestoreError, Size, marks, osc, row};

const VERSION: u8 = 2;
/// Underlines there are, with none.
const UNDERLINES: u8 = 6;

/// How cells look: colours, style, colour of the underline, and one more than the index of the link.
type Look = (Color, Color, u16, Color, usize);

#[derive(Debug, Serialize, Deserialize)]
struct Record {
    size: Size,
    is_alternate: bool,
    marks: Marks,
    underline: (u8, Color),
    /// One more than its index.
    link: usize,
    charsets: [Charset; 4],
    level: usize,
    charset: Charset,
    modes: Modes,
    mouse: Mouse,
    lasting: Lasting,
    title: Option<String>,
    titles: Vec<String>,
    palette: Vec<(Slot, Rgb)>,
    preceding: Option<u8>,
    /// Links without an id that there have been.
    anonymous: u64,
    primary: PageRecord,
    alternate: PageRecord,
    tables: Tables,
    /// Lines of history that were to be seen; older ones the program had cleared away.
    history: usize,
    pending: Vec<u8>,
    /// What a shell said, by the lines of the primary screen; checkpoints from before that was kept have none.
    #[serde(default)]
    commands: Vec<(usize, Vec<marks::Record>)>,
    #[serde(default)]
    is_running: bool,
}

/// What cells refer to.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Tables {
    looks: Vec<Look>,
    links: Vec<Link>,
    /// What combines with a cell's character.
    texts: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct PageRecord {
    above: usize,
    x: usize,
    y: usize,
    region: (usize, usize),
    tabs: Vec<usize>,
    saved: Saved,
    drained: usize,
}

impl PageRecord {
    fn of(page: &Page) -> PageRecord {
        PageRecord {
            above: page.base(),
            x: page.x,
            y: page.y,
            region: (page.top, page.bottom),
            tabs: (0..page.tabs.len()).filter(|x| page.has_tab(*x)).collect(),
            saved: page.saved,
            drained: page.drained,
        }
    }

    fn build(&self, page: &mut Page, in_use: bool, reader: &mut Reader<'_>) -> Result<(), RestoreError> {
        let (columns, rows) = (page.columns, page.rows);
        let fits = self.x <= columns + 1
            && self.y < rows
            && self.region.0 <= self.region.1
            && self.region.1 < rows
            && (page.keeps || self.above == 0)
            && self.tabs.iter().all(|x| *x <= usize::from(Size::COLUMNS_MAX) + 1);
        if !fits {
            return Err(RestoreError::Damaged);
        }
        for _ in 0..self.above {
            page.above.push_back(Row::from_vec(reader.line(columns)?, columns));
        }
        if in_use {
            for y in 0..rows {
                page.grid[Line(y as i32)] = Row::from_vec(reader.line(columns)?, columns);
            }
        }
        (page.x, page.y) = (self.x, self.y);
        (page.top, page.bottom) = self.region;
        page.tabs.clear();
        self.tabs.iter().for_each(|x| page.set_tab(*x, true));
        page.saved = self.saved;
        page.drained = self.drained;
        Ok(())
    }
}

/// Writes a checkpoint; `pending` is what is unfinished.
pub(crate) fn write(state: &State, pending: Vec<u8>) -> Vec<u8> {
    let mut writer = Writer::default();
    state.primary.lines_from(0).for_each(|line| writer.line(line));
    if state.is_alternate {
        state.alternate.screen().for_each(|line| writer.line(line));
    }
    let extended = &state.rendition.extended;
    let record = Record {
        size: state.size(),
        is_alternate: state.is_alternate,
        marks: state.rendition.marks,
        underline: (extended.underline, extended.color),
        link: writer.link(extended.link.as_ref()),
        charsets: state.charsets,
        level: state.level,
        charset: state.charset,
        modes: state.modes,
        mouse: state.mouse,
        lasting: state.lasting,
        title: state.title.clone(),
        titles: state.titles.clone(),
        palette: state.palette.changed().collect(),
        preceding: state.preceding,
        anonymous: state.links,
        primary: PageRecord::of(&state.primary),
        alternate: PageRecord::of(&state.alternate),
        tables: writer.tables,
        history: state.history.len(),
        pending,
        commands: marks_of(&state.primary),
        is_running: state.is_running,
    };
    // Plain numbers, strings and lists: there is nothing in it that JSON could refuse.
    let record = serde_json::to_vec(&record).unwrap_or_default();
    let mut out = Vec::with_capacity(5 + record.len() + writer.out.len());
    out.push(VERSION);
    out.extend_from_slice(&u32::try_from(record.len()).unwrap_or(0).to_le_bytes());
    out.extend_from_slice(&record);
    out.extend_from_slice(&writer.out);
    out
}

/// Reads a checkpoint; answers the screen, and what to feed to it.
pub(crate) fn read(bytes: &[u8], mut history: HistoryLines) -> Result<(State, Vec<u8>), RestoreError> {
    let damaged = || RestoreError::Damaged;
    match bytes.first() {
        Some(&VERSION) => {}
        Some(version) => return Err(RestoreError::Version(*version)),
        None => return Err(damaged()),
    }
    let length = bytes.get(1..5).and_then(|length| length.try_into().ok()).ok_or_else(damaged)?;
    let end = (u32::from_le_bytes(length) as usize).saturating_add(5);
    let record: Record =
        serde_json::from_slice(bytes.get(5..end).ok_or_else(damaged)?).map_err(|_| damaged())?;
    let size = Size::new(record.size.columns, record.size.rows);
    if size != record.size
        || record.level > 3
        || record.underline.0 >= UNDERLINES
        || record.titles.len() > TITLE_STACK_MAX
        || record.preceding.is_some_and(|width| !(1..=2).contains(&width))
    {
        return Err(damaged());
    }
    let links: Vec<Arc<Link>> = record.tables.links.into_iter().map(Arc::new).collect();
    let mut state = State::new(size);
    let mut reader =
        Reader { bytes, at: end, looks: cells_of(&record.tables.looks, &links), texts: &record.tables.texts };
    record.primary.build(&mut state.primary, true, &mut reader)?;
    put_marks(&mut state.primary, &record.commands);
    record.alternate.build(&mut state.alternate, record.is_alternate, &mut reader)?;
    history.keep_newest(record.history);
    state.history = History::new(history);
    // The saved row counts from the oldest line that is there.
    let missing = state.primary.drained.saturating_sub(state.history.len());
    state.primary.drained -= missing;
    state.primary.saved.y = state.primary.saved.y.saturating_sub(missing);
    state.is_alternate = record.is_alternate;
    let (underline, color) = record.underline;
    let link = link_at(&links, record.link);
    state.rendition = Rendition { marks: record.marks, extended: Extended { underline, color, link } };
    state.dip();
    state.charsets = record.charsets;
    state.level = record.level;
    state.charset = record.charset;
    state.modes = record.modes;
    state.mouse = record.mouse;
    state.lasting = record.lasting;
    state.title = record.title.as_deref().map(osc::sanitised);
    state.titles = record.titles.iter().map(|title| osc::sanitised(title)).collect();
    for (slot, color) in record.palette {
        state.palette.set(slot, color);
    }
    state.preceding = record.preceding;
    state.links = record.anonymous;
    state.is_running = record.is_running;
    Ok((state, record.pending))
}

fn marks_of(page: &Page) -> Vec<(usize, Vec<marks::Record>)> {
    let marked = page.lines_from(0).map(row::marks).enumerate().filter(|(_, marks)| !marks.is_empty());
    marked.map(|(at, marks)| (at, marks.iter().map(marks::Record::of).collect())).collect()
}

/// Those that are none are left out: a mark is not worth a screen.
fn put_marks(page: &mut Page, records: &[(usize, Vec<marks::Record>)]) {
    for (at, records) in records {
        let marks = records.iter().filter_map(|record| record.read(page.columns)).take(marks::ROW_MAX);
        let marks: Vec<_> = marks.collect();
        match at.checked_sub(page.base()) {
            None => row::set_marks(&mut page.above[*at][..], marks),
            Some(y) if y < page.rows => row::set_marks(page.row_mut(y), marks),
            Some(_) => {}
        }
    }
}

fn link_at(links: &[Arc<Link>], index: usize) -> Option<Arc<Link>> {
    links.get(index.checked_sub(1)?).cloned()
}

/// Empty cells of the looks in a checkpoint.
fn cells_of(looks: &[Look], links: &[Arc<Link>]) -> Vec<Cell> {
    let cell = |(fg, bg, style, underline, link): &Look| {
        let extra = Extra::new(*underline, link_at(links, *link));
        Cell::looking(*fg, *bg, *style, extra)
    };
    looks.iter().map(cell).collect()
}

fn look_the_same(a: &Cell, b: &Cell) -> bool {
    let extra = |cell: &Cell| cell.extra.as_ref().map(|extra| (extra.underline, extra.link.clone()));
    (a.fg, a.bg, a.style) == (b.fg, b.bg, b.style)
        && ((a.extra.is_none() && b.extra.is_none()) || extra(a) == extra(b))
}

#[derive(Debug, Default)]
struct Writer {
    out: Vec<u8>,
    tables: Tables,
    looks: HashMap<Look, u32>,
    links: HashMap<Arc<Link>, usize>,
}

impl Writer {
    fn number(&mut self, number: u32) {
        write_number(&mut self.out, number);
    }

    fn link(&mut self, link: Option<&Arc<Link>>) -> usize {
        let Some(link) = link else { return 0 };
        let links = &mut self.tables.links;
        *self.links.entry(link.clone()).or_insert_with(|| {
            links.push(Link::clone(link));
            links.len()
        })
    }

    fn look(&mut self, cell: &Cell) -> u32 {
        let extra = cell.extra.as_deref();
        let link = self.link(extra.and_then(|extra| extra.link.as_ref()));
        let underline = extra.map_or(Color::Default, |extra| extra.underline);
        let look = (cell.fg, cell.bg, cell.style, underline, link);
        let looks = &mut self.tables.looks;
        *self.looks.entry(look).or_insert_with(|| {
            looks.push(look);
            looks.len() as u32 - 1
        })
    }

    fn line(&mut self, line: &[Cell]) {
        let length = line.iter().rposition(|cell| !cell.is_untouched()).map_or(0, |x| x + 1);
        self.number((length as u32) << 1 | u32::from(row::continues(line)));
        for run in line[..length].chunk_by(look_the_same) {
            let look = self.look(&run[0]);
            self.number(run.len() as u32);
            self.number(look);
            run.iter().for_each(|cell| self.cell(cell));
        }
    }

    /// The character, shifted by two bits, with the width other than one below, and with what combines with it behind.
    fn cell(&mut self, cell: &Cell) {
        let kind = match (cell.combined().is_empty(), cell.width()) {
            (false, _) => 3,
            (true, 0) => 1,
            (true, 2) => 2,
            _ => 0,
        };
        self.number((cell.c as u32) << 2 | kind);
        if kind == 3 {
            self.number((self.tables.texts.len() as u32) << 2 | cell.width() as u32);
            self.tables.texts.push(cell.combined().to_owned());
        }
    }
}

fn write_number(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[derive(Debug)]
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// An empty cell of each look.
    looks: Vec<Cell>,
    texts: &'a [String],
}

impl Reader<'_> {
    fn number(&mut self) -> Result<u32, RestoreError> {
        let mut value = 0;
        for shift in (0..35).step_by(7) {
            let byte = *self.bytes.get(self.at).ok_or(RestoreError::Damaged)?;
            self.at += 1;
            value |= u32::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(RestoreError::Damaged)
    }

    fn line(&mut self, columns: usize) -> Result<Vec<Cell>, RestoreError> {
        let head = self.number()?;
        let length = (head >> 1) as usize;
        if length > columns {
            return Err(RestoreError::Damaged);
        }
        let mut line = Vec::with_capacity(columns);
        while line.len() < length {
            let run = self.number()? as usize;
            let look = self.number()? as usize;
            let look = self.looks.get(look).cloned().ok_or(RestoreError::Damaged)?;
            if run == 0 || run > length - line.len() {
                return Err(RestoreError::Damaged);
            }
            for _ in 0..run {
                line.push(self.cell(&look)?);
            }
        }
        line.resize(columns, Cell::default());
        row::set_continues(&mut line, head & 1 != 0);
        Ok(line)
    }

    fn cell(&mut self, look: &Cell) -> Result<Cell, RestoreError> {
        let number = self.number()?;
        let c = char::from_u32(number >> 2).ok_or(RestoreError::Damaged)?;
        if c == '\0' && number & 3 > 1 {
            // Nothing is not two columns wide, and nothing combines with it.
            return Err(RestoreError::Damaged);
        }
        Ok(match number & 3 {
            1 => look.with(c, 0),
            2 => look.with(c, 2),
            3 => {
                let text = self.number()?;
                let combined = self.texts.get((text >> 2) as usize).ok_or(RestoreError::Damaged)?;
                let width = (text & 3).min(2) as u8;
                let mut cell = look.with(c, width);
                combined.chars().for_each(|c| cell.combine(c, width));
                cell
            }
            _ => look.with(c, 1),
        })
    }
}
