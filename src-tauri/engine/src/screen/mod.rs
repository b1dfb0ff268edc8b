//! The screen of a run: emulator, keyframe, history lines, marks. No I/O, no clock.
//!
//! The window's pane is an xterm.js 6, and the engine has to show the same at every byte, in every mode, after every
//! resize: the pane is the reference, `tests/keyframes.rs` compares the two, and what still differs is in
//! `tests/corpus/known-differences.md`. The grid is `alacritty_terminal`'s and sequences are read by its `vte`; what a
//! sequence does to the grid is our own, where the two terminals disagree and where what is needed is private there.
//!
//! - Bytes go through `splitter`, which keeps what is unfinished, and through `vte` to `dispatch`, and from there to
//!   the files that add to `state`: `write`, `motion`, `edit`, `rendition`, `modes`, `osc`, `answer`.
//! - `state` holds two `page`s, each a grid of `cell`s with what is above it; `row` is what happens inside of a row,
//!   `size` what happens when the size changes, `marks` what a shell said on it. `history` are the `lines` that left,
//!   encoded by `render`.
//! - `keyframe` writes a screen as escape sequences, with `painter` and `cursor`; `checkpoint` writes it as bytes;
//!   `resume` writes what comes before a new process; `outside` says what goes on to a terminal that is not ours.

mod answer;
mod cell;
mod charset;
mod checkpoint;
mod color;
mod cursor;
mod dispatch;
mod edit;
mod history;
mod keyframe;
mod lines;
mod marks;
mod modes;
mod motion;
mod osc;
mod outside;
mod page;
mod painter;
mod render;
mod rendition;
mod resume;
mod row;
mod size;
mod splitter;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod width;
mod width_table;
mod write;

pub use lines::{HistoryLine, HistoryLines};
pub use outside::Outside;
pub use terminal::Terminal;

/// Lines of history that a screen keeps encoded in memory, apart from the few hundred that the emulator keeps itself:
/// as many as the pane can scroll back.
pub const HISTORY_IN_MEMORY: usize = 10_000;

/// Columns and rows of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Size {
    /// 2 to 1000.
    pub columns: u16,
    /// 1 to 500.
    pub rows: u16,
}

impl Size {
    pub(crate) const COLUMNS_MAX: u16 = 1000;
    const ROWS_MAX: u16 = 500;

    /// The size, brought into its limits. The pane knows nothing narrower than 2 columns, a wide character's width.
    pub fn new(columns: u16, rows: u16) -> Size {
        Size { columns: columns.clamp(2, Self::COLUMNS_MAX), rows: rows.clamp(1, Self::ROWS_MAX) }
    }
}

/// What a stretch of output did besides changing the screen.
#[derive(Debug, Default)]
pub struct Effects {
    /// Answers to the program's questions, to be written to its terminal.
    pub replies: Vec<u8>,
    /// Lines that have left for good since the last time, oldest first.
    pub history: HistoryLines,
    /// What the program told, in order.
    pub signals: Vec<Signal>,
}

/// Something a program told its terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signal {
    /// A title (OSC 0 and 2), as text: no control or bidirectional characters, 200 characters at most.
    Title(String),
    /// Where the shell is (OSC 7).
    Directory {
        /// The computer that says so: a shell that was reached through the network is on another one.
        host: String,
        /// Percent-decoded. Whether it exists is not known.
        path: String,
    },
    /// BEL.
    Bell,
    /// A shell's mark (OSC 133).
    Prompt(PromptMark),
    /// Progress (OSC 9;4).
    Progress {
        /// 0 none, 1 normal, 2 error, 3 indeterminate, 4 paused.
        state: u8,
        /// 0 to 100.
        percent: u8,
    },
    /// Text for the clipboard (OSC 52). The clipboard is never read.
    Clipboard(String),
}

/// Where a shell is, as it says with OSC 133.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PromptMark {
    /// A: the prompt starts.
    PromptStart,
    /// B: the prompt ends, what is typed follows.
    CommandStart,
    /// C: the command runs, its output follows.
    OutputStart {
        /// What was typed, as text, where the shell said so: with `cmdline_url`, as kitty calls it.
        line: Option<String>,
    },
    /// D: the command has ended.
    CommandEnd {
        /// Its exit status, where the shell said so.
        exit: Option<i32>,
    },
}

/// Why a checkpoint cannot be used; an older one, or the log, has to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// Written by another version.
    #[error("the checkpoint has version {0}, which is not known")]
    Version(u8),
    /// Cut short, or not what was written.
    #[error("the checkpoint is damaged")]
    Damaged,
}

/// A terminal emulator without a window.
pub trait Screen: Send {
    /// Takes output of the program; it may be cut at any byte.
    fn feed(&mut self, bytes: &[u8]) -> Effects;

    /// Changes the size; lines wrap anew.
    fn resize(&mut self, size: Size) -> Effects;

    /// The size now.
    fn size(&self) -> Size;

    /// The title that the program gave, sanitised.
    fn title(&self) -> Option<&str>;

    /// Whether the alternate screen is up, as editors and pagers have it.
    fn is_alternate(&self) -> bool;

    /// Lines of history in memory, for the pane's scrollback: at most [`HISTORY_IN_MEMORY`] and the emulator's own few
    /// hundred.
    fn history_len(&self) -> usize;

    /// Of these, the emulator's own few hundred: above the screen, and not final yet, since a larger screen or
    /// another width may still change them.
    fn own_lines(&self) -> usize;

    /// Escape sequences that bring any terminal of this size from any state to this screen, with at most `history` of
    /// the newest history lines above it. They end with what the parser has of an unfinished sequence or character, so
    /// that the stream goes on exactly after the last byte fed.
    fn keyframe(&self, history: usize) -> Vec<u8>;

    /// The same with all the history in memory, below `older` lines, which left the screen before any of that.
    fn keyframe_below(&self, older: &HistoryLines) -> Vec<u8>;

    /// The encoded lines in memory, oldest first: those above the emulator's own.
    fn history(&self) -> HistoryLines;

    /// All that is needed to build this screen again, but for the history lines in memory beyond the emulator's own.
    /// Starts with a version byte.
    fn checkpoint(&self) -> Vec<u8>;

    /// What to feed and to log when a new process takes over this screen: its text stays, all else is reset, and a
    /// line with `mark` is drawn below it.
    fn resume_bytes(&self, mark: &str) -> Vec<u8>;

    /// Nothing more comes for now: takes up less memory.
    fn settle(&mut self);

    /// The rows that are to be seen, as text without trailing blanks.
    fn rows_text(&self) -> Vec<String>;
}

/// A blank screen.
pub fn new(size: Size) -> Box<dyn Screen> {
    Box::new(Terminal::new(size))
}

/// The screen of a checkpoint. `history` are the newest lines that had left it, oldest first.
pub fn restore(checkpoint: &[u8], history: HistoryLines) -> Result<Box<dyn Screen>, RestoreError> {
    Ok(Box::new(Terminal::restore(checkpoint, history)?))
}
