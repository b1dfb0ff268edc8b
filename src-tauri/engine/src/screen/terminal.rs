//! The emulator: what splits its bytes, and the state that the pieces act on.

use alacritty_terminal::vte;

use super::lines::HistoryLines;
use super::splitter::{Pieces, Splitter};
use super::state::State;
use super::{Effects, HISTORY_IN_MEMORY, RestoreError, Screen, Size, checkpoint, keyframe, resume};

/// A terminal without a window: what it shows, and would show next, is what the pane shows.
pub struct Terminal {
    splitter: Splitter,
    stage: Stage,
}

/// The state, and what reads its sequences.
struct Stage {
    reader: vte::Parser,
    state: State,
}

impl std::fmt::Debug for Terminal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Terminal").field("state", &self.stage.state).finish_non_exhaustive()
    }
}

impl Terminal {
    /// A blank terminal.
    pub fn new(size: Size) -> Terminal {
        Terminal::of(State::new(Size::new(size.columns, size.rows)))
    }

    fn of(state: State) -> Terminal {
        Terminal { splitter: Splitter::default(), stage: Stage { reader: vte::Parser::new(), state } }
    }

    /// See [`super::restore`].
    pub fn restore(bytes: &[u8], history: HistoryLines) -> Result<Terminal, RestoreError> {
        let (state, pending) = checkpoint::read(bytes, history)?;
        let mut terminal = Terminal::of(state);
        let preceding = terminal.stage.state.preceding;
        terminal.splitter.advance(&pending, &mut terminal.stage);
        terminal.stage.state.preceding = preceding;
        // Whatever a forged one did.
        terminal.effects();
        Ok(terminal)
    }

    fn effects(&mut self) -> Effects {
        let state = &mut self.stage.state;
        Effects {
            replies: std::mem::take(&mut state.replies),
            history: state.history.take_fresh(),
            signals: std::mem::take(&mut state.signals),
        }
    }
}

impl Screen for Terminal {
    fn feed(&mut self, bytes: &[u8]) -> Effects {
        self.splitter.advance(bytes, &mut self.stage);
        self.effects()
    }

    fn resize(&mut self, size: Size) -> Effects {
        self.stage.state.resize(Size::new(size.columns, size.rows));
        self.effects()
    }

    fn size(&self) -> Size {
        self.stage.state.size()
    }

    fn title(&self) -> Option<&str> {
        self.stage.state.title.as_deref()
    }

    fn is_alternate(&self) -> bool {
        self.stage.state.is_alternate
    }

    fn history_len(&self) -> usize {
        self.stage.state.history.len() + self.own_lines()
    }

    fn own_lines(&self) -> usize {
        self.stage.state.primary.base()
    }

    fn keyframe(&self, history: usize) -> Vec<u8> {
        keyframe::keyframe(
            &self.stage.state,
            &HistoryLines::default(),
            history.min(HISTORY_IN_MEMORY),
            &self.splitter.pending(),
        )
    }

    fn keyframe_below(&self, older: &HistoryLines) -> Vec<u8> {
        keyframe::keyframe(&self.stage.state, older, usize::MAX, &self.splitter.pending())
    }

    fn history(&self) -> HistoryLines {
        let history = &self.stage.state.history;
        history.newest(history.len())
    }

    fn settle(&mut self) {
        self.stage.state.history.settle();
        self.stage.state.primary.forget_spare();
    }

    fn checkpoint(&self) -> Vec<u8> {
        checkpoint::write(&self.stage.state, self.splitter.pending())
    }

    fn resume_bytes(&self, mark: &str) -> Vec<u8> {
        resume::resume(&self.stage.state, mark)
    }

    fn rows_text(&self) -> Vec<String> {
        self.stage.state.rows_text()
    }
}

impl Pieces for Stage {
    fn text(&mut self, text: &[u8]) {
        self.state.print(text);
    }

    fn control(&mut self, control: u8) {
        self.state.control_character(control);
    }

    fn sequence(&mut self, sequence: &[u8]) {
        if !self.state.select_rendition(sequence) {
            self.reader.advance(&mut self.state, sequence);
        }
    }

    fn command(&mut self, payload: &[u8]) {
        self.state.command(payload);
        self.state.preceding = None;
    }

    fn device(&mut self, payload: &[u8]) {
        self.state.device_control(payload);
        self.state.preceding = None;
    }
}
