//! What a shell says of its commands (OSC 133), kept on the rows where it said so: a keyframe says it again there, and
//! whoever reads that knows the commands above as if the whole stream had been read.
//!
//! The marks of a row are in its first cell and outlast whatever is written there, as the pane's do: they go with the
//! row wherever it scrolls, and are gone when the row is erased as a whole. The alternate screen has none.

use serde::{Deserialize, Serialize};

use super::osc::{percent_decoded, sanitised};
use super::splitter::{Next, next};
use super::state::State;
use super::width::width;
use super::{PromptMark, row};

/// Marks of one row. A command that prints nothing leaves four; more than twice as many is a program that plays.
pub(crate) const ROW_MAX: usize = 8;

/// Something that a shell said at a column of a row; the number of columns, where the next character wraps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) x: usize,
    pub(crate) says: PromptMark,
}

/// A mark in a checkpoint: its column, and its payload.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record(usize, String);

impl Record {
    pub(crate) fn of(mark: &Mark) -> Record {
        Record(mark.x, payload(&mark.says))
    }

    /// None where it was none.
    pub(crate) fn read(&self, columns: usize) -> Option<Mark> {
        Some(Mark { x: self.0.min(columns), says: PromptMark::parse(&self.1)? })
    }
}

impl PromptMark {
    /// Reads the data of an OSC 133.
    pub(crate) fn parse(data: &str) -> Option<PromptMark> {
        let mut parts = data.split(';');
        match parts.next()? {
            "A" => Some(PromptMark::PromptStart),
            "B" => Some(PromptMark::CommandStart),
            "C" => Some(PromptMark::OutputStart { line: parts.find_map(command_line) }),
            "D" => Some(PromptMark::CommandEnd { exit: parts.next().and_then(|exit| exit.parse().ok()) }),
            _ => None,
        }
    }
}

/// `cmdline_url=…` in a mark, as one line of text.
fn command_line(parameter: &str) -> Option<String> {
    let line = percent_decoded(parameter.strip_prefix("cmdline_url=")?)?;
    let line = sanitised(&line.replace(['\n', '\t'], " "));
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_owned())
}

/// The prompt of a further line of the same command.
fn goes_on(data: &str) -> bool {
    data.starts_with('A') && data.split(';').any(|part| part == "k=s")
}

impl State {
    /// Keeps what the shell says now on the cursor's row.
    pub(crate) fn mark(&mut self, data: &str, says: &PromptMark) {
        if self.is_alternate || goes_on(data) {
            return;
        }
        self.is_running = matches!(says, PromptMark::OutputStart { .. });
        let page = &mut self.primary;
        let mark = Mark { x: page.x.min(page.columns), says: says.clone() };
        let y = page.y.min(page.rows - 1);
        let row = page.row_mut(y);
        let mut marks = row::take_marks(row);
        add(&mut marks, mark);
        row::set_marks(row, marks);
    }
}

/// A prompt that is drawn again in its place is the same prompt; a command ends once.
fn add(marks: &mut Vec<Mark>, mark: Mark) {
    use PromptMark::{CommandEnd, CommandStart, OutputStart, PromptStart};
    let is_replaced = |before: &Mark| {
        matches!(
            (&before.says, &mark.says),
            (PromptStart | CommandStart, PromptStart)
                | (CommandStart, CommandStart)
                | (OutputStart { .. }, OutputStart { .. })
        )
    };
    while marks.last().is_some_and(is_replaced) {
        marks.pop();
    }
    let ends_again = matches!(
        (marks.last().map(|last| &last.says), &mark.says),
        (Some(CommandEnd { .. }), CommandEnd { .. })
    );
    if ends_again {
        return;
    }
    if marks.len() == ROW_MAX {
        marks.remove(0);
    }
    marks.push(mark);
}

/// The sequence that says it again.
pub(crate) fn sequence(says: &PromptMark) -> String {
    format!("\x1b]133;{}\x1b\\", payload(says))
}

fn payload(says: &PromptMark) -> String {
    match says {
        PromptMark::PromptStart => "A".to_owned(),
        PromptMark::CommandStart => "B".to_owned(),
        PromptMark::OutputStart { line: None } => "C".to_owned(),
        PromptMark::OutputStart { line: Some(line) } => format!("C;cmdline_url={}", percent_encoded(line)),
        PromptMark::CommandEnd { exit: None } => "D".to_owned(),
        PromptMark::CommandEnd { exit: Some(exit) } => format!("D;{exit}"),
    }
}

/// What could end the sequence or a part of it, and what is not ASCII, by its bytes.
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'%' | b';' => encoded.push_str(&format!("%{byte:02x}")),
            b' '..=b'~' => encoded.push(char::from(byte)),
            _ => encoded.push_str(&format!("%{byte:02x}")),
        }
    }
    encoded
}

/// Puts marks into an encoded line, at their columns. Where the line has no such column they are at its end.
pub(crate) fn put_into(ansi: &[u8], marks: &[Mark]) -> Vec<u8> {
    let mut out = Vec::with_capacity(ansi.len() + 16 * marks.len());
    let mut marks = marks.iter().peekable();
    let (mut at, mut x) = (0, 0);
    while at < ansi.len() {
        let (length, columns) = piece(&ansi[at..]);
        let is_skip = ansi[at] == 0x1b && columns > 0;
        let mut left = columns;
        while columns > 0
            && let Some(mark) = marks.next_if(|mark| mark.x <= x || (is_skip && mark.x < x + left))
        {
            // What passes over empty cells is cut in two.
            if let Some(before) = mark.x.checked_sub(x).filter(|before| *before > 0) {
                out.extend_from_slice(format!("\x1b[{before}C").as_bytes());
                (x, left) = (x + before, left - before);
            }
            out.extend_from_slice(sequence(&mark.says).as_bytes());
        }
        if left == columns {
            out.extend_from_slice(&ansi[at..at + length]);
        } else {
            out.extend_from_slice(format!("\x1b[{left}C").as_bytes());
        }
        (at, x) = (at + length, x + left);
    }
    marks.for_each(|mark| out.extend_from_slice(sequence(&mark.says).as_bytes()));
    out
}

/// Bytes of the next character or sequence of an encoded line, and the columns by which it moves the cursor.
fn piece(ansi: &[u8]) -> (usize, usize) {
    if ansi.starts_with(b"\x1b[") {
        let Some(end) = ansi[2..].iter().position(|byte| (0x40..=0x7e).contains(byte)) else {
            return (ansi.len(), 0);
        };
        let count = std::str::from_utf8(&ansi[2..2 + end]).unwrap_or("").parse().unwrap_or(1);
        return (end + 3, if ansi[2 + end] == b'C' { count } else { 0 });
    }
    if ansi.starts_with(b"\x1b") {
        let end = ansi.windows(2).skip(1).position(|pair| pair == b"\x1b\\");
        return (end.map_or(ansi.len(), |end| end + 3), 0);
    }
    match next(ansi) {
        Next::Char(c, length) => (length, usize::from(width(c))),
        Next::Invalid(length) => (length, 0),
        Next::Cut => (ansi.len(), 0),
    }
}
