//! A screen as bytes, and back.
//!
//! Version 1: the byte 1; the length of the state (u32, little-endian); the state as JSON; then the lines of the
//! primary and of the alternate grid. A line is its flags and number of cells, then runs of cells with one rendition.
//! Numbers there are LEB128. Nothing in a checkpoint is trusted: what does not fit together is an error.

use serde::{Deserialize, Serialize};

use super::buffer::{Buffer, Saved};
use super::cell::{Attr, Cell, Extended};
use super::charset::Charset;
use super::color::{Rgb, Slot};
use super::core::{Core, TITLE_STACK_MAX};
use super::history::{History, HistoryLine};
use super::line::Line;
use super::modes::{Lasting, Modes, Mouse};
use super::pool::{Link, Pool};
use super::{RestoreError, Size};

const VERSION: u8 = 1;

#[derive(Debug, Serialize, Deserialize)]
struct State {
    size: Size,
    is_alternate: bool,
    attr: (u32, u32, u32),
    charsets: [Charset; 4],
    level: usize,
    charset: Charset,
    modes: Modes,
    mouse: Mouse,
    lasting: Lasting,
    title: Option<String>,
    titles: Vec<String>,
    palette: Vec<(Slot, Rgb)>,
    preceding: Option<u32>,
    texts: Vec<String>,
    extended: Vec<(u32, u32)>,
    links: Vec<(Option<String>, String)>,
    normal: Grid,
    alternate: Grid,
    /// Lines of history that were to be seen; older ones the program had cleared away.
    history: usize,
    pending: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Grid {
    lines: usize,
    base: usize,
    x: usize,
    y: usize,
    scroll: (usize, usize),
    tabs: Vec<usize>,
    saved: Saved,
    drained: usize,
}

impl Grid {
    fn of(buffer: &Buffer) -> Grid {
        Grid {
            lines: buffer.lines.len(),
            base: buffer.base,
            x: buffer.x,
            y: buffer.y,
            scroll: (buffer.scroll_top, buffer.scroll_bottom),
            tabs: (0..buffer.tabs.len()).filter(|x| buffer.has_tab(*x)).collect(),
            saved: buffer.saved,
            drained: buffer.drained,
        }
    }

    fn build(
        &self,
        size: Size,
        has_scrollback: bool,
        in_use: bool,
        reader: &mut Reader,
    ) -> Result<Buffer, RestoreError> {
        let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
        let mut buffer = Buffer::new(has_scrollback, columns, rows);
        let fits = self.x <= columns + 1
            && self.y < rows
            && self.scroll.0 <= self.scroll.1
            && self.scroll.1 < rows
            && self.lines == if in_use { self.base.saturating_add(rows) } else { 0 }
            && (has_scrollback || self.base == 0)
            && self.tabs.iter().all(|x| *x <= usize::from(Size::COLUMNS_MAX) + 1);
        if !fits {
            return Err(RestoreError::Damaged);
        }
        for _ in 0..self.lines {
            buffer.lines.push_back(reader.line(columns)?);
        }
        buffer.base = self.base;
        (buffer.x, buffer.y) = (self.x, self.y);
        (buffer.scroll_top, buffer.scroll_bottom) = self.scroll;
        buffer.tabs.clear();
        self.tabs.iter().for_each(|x| buffer.set_tab(*x, true));
        buffer.saved = self.saved;
        buffer.drained = self.drained;
        Ok(buffer)
    }
}

/// Writes a checkpoint; `pending` is what the parser has not finished.
pub(crate) fn write(core: &Core, pending: Vec<u8>) -> Vec<u8> {
    let (texts, extended, links) = core.pool.parts();
    let state = State {
        size: core.size(),
        is_alternate: core.is_alternate,
        attr: (core.attr.fg, core.attr.bg, core.attr.ext),
        charsets: core.charsets,
        level: core.level,
        charset: core.charset,
        modes: core.modes,
        mouse: core.mouse,
        lasting: core.lasting,
        title: core.title.clone(),
        titles: core.titles.clone(),
        palette: core.palette.changed().collect(),
        preceding: core.preceding,
        texts: texts.iter().map(|text| text.to_string()).collect(),
        extended: extended.iter().map(|extended| (extended.underline, extended.link)).collect(),
        links: links
            .iter()
            .map(|link| (link.id.as_deref().map(str::to_owned), link.uri.to_string()))
            .collect(),
        normal: Grid::of(&core.normal),
        alternate: Grid::of(&core.alternate),
        history: core.history.len(),
        pending,
    };
    // Plain numbers, strings and lists: there is nothing in it that JSON could refuse.
    let state = serde_json::to_vec(&state).unwrap_or_default();
    let mut out = Vec::with_capacity(state.len() + 64 * 1024);
    out.push(VERSION);
    out.extend_from_slice(&u32::try_from(state.len()).unwrap_or(0).to_le_bytes());
    out.extend_from_slice(&state);
    for line in core.normal.lines.iter().chain(&core.alternate.lines) {
        write_line(&mut out, line);
    }
    out
}

/// Reads a checkpoint; answers the screen, and what to feed to its parser.
pub(crate) fn read(bytes: &[u8], mut history: Vec<HistoryLine>) -> Result<(Core, Vec<u8>), RestoreError> {
    let damaged = || RestoreError::Damaged;
    match bytes.first() {
        Some(&VERSION) => {}
        Some(version) => return Err(RestoreError::Version(*version)),
        None => return Err(damaged()),
    }
    let length = bytes.get(1..5).and_then(|length| length.try_into().ok()).ok_or_else(damaged)?;
    let end = (u32::from_le_bytes(length) as usize).saturating_add(5);
    let state: State =
        serde_json::from_slice(bytes.get(5..end).ok_or_else(damaged)?).map_err(|_| damaged())?;
    let size = Size::new(state.size.columns, state.size.rows);
    if size != state.size
        || state.level > 3
        || state.titles.len() > TITLE_STACK_MAX
        || state.preceding.is_some_and(|width| width > 2)
    {
        return Err(damaged());
    }
    let mut core = Core::new(size);
    let mut reader = Reader { bytes, at: end };
    core.normal = state.normal.build(size, true, true, &mut reader)?;
    core.alternate = state.alternate.build(size, false, state.is_alternate, &mut reader)?;
    history.drain(..history.len().saturating_sub(state.history));
    core.history = History::new(history);
    core.normal.drained = core.normal.drained.min(core.history.len());
    core.is_alternate = state.is_alternate;
    core.pool = Pool::of_parts(
        state.texts.into_iter().map(String::into_boxed_str).collect(),
        state.extended.into_iter().map(|(underline, link)| Extended { underline, link }).collect(),
        state.links.into_iter().map(|(id, uri)| Link { id: id.map(Box::from), uri: uri.into() }).collect(),
    );
    core.attr = Attr { fg: state.attr.0, bg: state.attr.1, ext: state.attr.2 };
    core.charsets = state.charsets;
    core.level = state.level;
    core.charset = state.charset;
    core.modes = state.modes;
    core.mouse = state.mouse;
    core.lasting = state.lasting;
    core.title = state.title.as_deref().map(super::osc::sanitised);
    core.titles = state.titles.iter().map(|title| super::osc::sanitised(title)).collect();
    for (slot, color) in state.palette {
        core.palette.set(slot, color);
    }
    core.preceding = state.preceding.filter(|width| *width > 0);
    Ok((core, state.pending))
}

fn write_number(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn write_line(out: &mut Vec<u8>, line: &Line) {
    let length = line.cells.iter().rposition(|cell| *cell != Cell::EMPTY).map_or(0, |x| x + 1);
    write_number(out, (length as u32) << 1 | u32::from(line.wrapped));
    for run in line.cells[..length].chunk_by(|a, b| a.attr == b.attr) {
        write_number(out, run.len() as u32);
        let attr = run[0].attr;
        for value in [attr.fg, attr.bg, attr.ext] {
            write_number(out, value);
        }
        for cell in run {
            // A narrow ASCII character takes one byte.
            write_number(out, cell.bits() ^ 1 << 22);
        }
    }
}

#[derive(Debug)]
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
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

    fn line(&mut self, columns: usize) -> Result<Line, RestoreError> {
        let head = self.number()?;
        let length = (head >> 1) as usize;
        if length > columns {
            return Err(RestoreError::Damaged);
        }
        let mut line = Line::new(columns, Cell::EMPTY, head & 1 != 0);
        let mut x = 0;
        while x < length {
            let run = self.number()? as usize;
            let attr = Attr { fg: self.number()?, bg: self.number()?, ext: self.number()? };
            if run == 0 || run > length - x {
                return Err(RestoreError::Damaged);
            }
            for _ in 0..run {
                let cell = Cell::of_bits(self.number()? ^ 1 << 22, attr).ok_or(RestoreError::Damaged)?;
                line.set(x, cell);
                x += 1;
            }
        }
        Ok(line)
    }
}
