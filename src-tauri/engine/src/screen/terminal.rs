//! The emulator: a parser and the state it acts on.

use super::core::Core;
use super::history::HistoryLine;
use super::params::Params;
use super::parser::{Actions, Parser};
use super::{Effects, RestoreError, Screen, Size, checkpoint, keyframe, resume};

/// An xterm.js without a window: what it shows, and would show next, is what the pane shows.
#[derive(Debug)]
pub struct Terminal {
    parser: Parser,
    core: Core,
}

impl Terminal {
    /// A blank terminal.
    pub fn new(size: Size) -> Terminal {
        Terminal { parser: Parser::default(), core: Core::new(Size::new(size.columns, size.rows)) }
    }

    /// See [`super::restore`].
    pub fn restore(bytes: &[u8], history: Vec<HistoryLine>) -> Result<Terminal, RestoreError> {
        let (core, pending) = checkpoint::read(bytes, history)?;
        let mut terminal = Terminal { parser: Parser::default(), core };
        let preceding = terminal.core.preceding;
        terminal.parser.advance(&mut terminal.core, &pending);
        terminal.core.preceding = preceding;
        // Whatever a forged one did.
        terminal.effects();
        Ok(terminal)
    }

    fn effects(&mut self) -> Effects {
        self.core.tidy();
        Effects {
            replies: std::mem::take(&mut self.core.replies),
            history: self.core.history.take_fresh(),
            signals: std::mem::take(&mut self.core.signals),
        }
    }
}

impl Screen for Terminal {
    fn feed(&mut self, bytes: &[u8]) -> Effects {
        self.parser.advance(&mut self.core, bytes);
        self.effects()
    }

    fn resize(&mut self, size: Size) -> Effects {
        self.core.resize(Size::new(size.columns, size.rows));
        self.effects()
    }

    fn size(&self) -> Size {
        self.core.size()
    }

    fn title(&self) -> Option<&str> {
        self.core.title.as_deref()
    }

    fn is_alternate(&self) -> bool {
        self.core.is_alternate
    }

    fn history_len(&self) -> usize {
        self.core.history.len() + self.core.normal.base
    }

    fn own_lines(&self) -> usize {
        self.core.normal.base
    }

    fn keyframe(&self, history: usize) -> Vec<u8> {
        keyframe::keyframe(&self.core, history, &self.parser.pending())
    }

    fn checkpoint(&self) -> Vec<u8> {
        checkpoint::write(&self.core, self.parser.pending())
    }

    fn resume_bytes(&self, mark: &str) -> Vec<u8> {
        resume::resume(&self.core, mark)
    }

    fn rows_text(&self) -> Vec<String> {
        self.core.rows_text()
    }
}

impl Actions for Core {
    fn text(&mut self, bytes: &[u8]) -> usize {
        self.print(bytes)
    }

    fn execute(&mut self, control: u8) {
        match control {
            0x07 => self.signal(super::Signal::Bell),
            0x08 => self.backspace(),
            0x09 => self.tab(1, true),
            0x0a..=0x0c => self.line_feed(),
            0x0d => self.active_mut().x = 0,
            0x0e => self.shift(1),
            0x0f => self.shift(0),
            0x84 => self.index(),
            0x85 => self.next_line(),
            0x88 => self.set_tab_here(),
            _ => {}
        }
        self.preceding = None;
    }

    fn csi(&mut self, collect: u32, last: u8, params: &Params) {
        self.control_sequence(collect, last, params);
        self.preceding = None;
    }

    fn esc(&mut self, collect: u32, last: u8) {
        self.escape(collect, last);
        self.preceding = None;
    }

    fn osc(&mut self, payload: &[u8]) {
        self.command(payload);
    }

    fn dcs(&mut self, collect: u32, last: u8, payload: &[u8]) {
        self.device_control(collect, last, payload);
    }

    fn interrupted(&mut self) {
        self.preceding = None;
    }
}
