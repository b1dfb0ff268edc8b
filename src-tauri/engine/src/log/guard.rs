//! A screen that may have a fault. A panic in it costs the screen, not the run, the log or the app.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::screen::{self, Effects, HistoryLines, Screen, Size};

/// Brings any terminal to an empty screen that says why it is empty.
const UNDRAWABLE: &[u8] = b"\x1bc\x1b[2mThis screen could not be drawn. Its output is kept.\x1b[0m\r\n";

/// Where a call panics, an empty screen takes the place of the faulty one, and the screen is *broken* until
/// somebody puts a rebuilt one in.
pub(crate) struct Guarded {
    screen: Box<dyn Screen>,
    broken: bool,
}

impl Guarded {
    pub(crate) fn new(screen: Box<dyn Screen>) -> Self {
        Self { screen, broken: false }
    }

    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Effects {
        self.change(|screen| {
            #[cfg(test)]
            assert!(!bytes.ends_with(PANIC), "a fault, on purpose");
            screen.feed(bytes)
        })
    }

    pub(crate) fn resize(&mut self, size: Size) -> Effects {
        let effects = self.change(|screen| screen.resize(size));
        if self.screen.size() != size {
            self.screen = screen::new(size);
        }
        effects
    }

    fn change(&mut self, change: impl FnOnce(&mut Box<dyn Screen>) -> Effects) -> Effects {
        let size = self.screen.size();
        let screen = &mut self.screen;
        catch_unwind(AssertUnwindSafe(|| change(screen))).unwrap_or_else(|_| {
            self.screen = screen::new(size);
            self.broken = true;
            Effects::default()
        })
    }

    pub(crate) fn keyframe(&self, history: usize) -> Vec<u8> {
        self.look(|screen| screen.keyframe(history)).unwrap_or_else(|| UNDRAWABLE.to_vec())
    }

    pub(crate) fn keyframe_below(&self, older: &HistoryLines) -> Vec<u8> {
        self.look(|screen| screen.keyframe_below(older)).unwrap_or_else(|| UNDRAWABLE.to_vec())
    }

    /// See [`Screen::settle`].
    pub(crate) fn settle(&mut self) {
        self.screen.settle();
    }

    /// See [`Screen::history`].
    pub(crate) fn history(&self) -> HistoryLines {
        self.screen.history()
    }

    /// See [`Screen::history_len`].
    pub(crate) fn history_len(&self) -> usize {
        self.screen.history_len()
    }

    /// `None` where there is nothing that should be kept as the truth.
    pub(crate) fn checkpoint(&self) -> Option<Vec<u8>> {
        if self.broken { None } else { self.look(|screen| screen.checkpoint()) }
    }

    pub(crate) fn resume_bytes(&self, mark: &str) -> Vec<u8> {
        self.look(|screen| screen.resume_bytes(mark))
            .unwrap_or_else(|| format!("\x1bc{mark}\r\n").into_bytes())
    }

    pub(crate) fn size(&self) -> Size {
        self.screen.size()
    }

    pub(crate) fn own_lines(&self) -> usize {
        self.screen.own_lines()
    }

    pub(crate) fn is_alternate(&self) -> bool {
        self.screen.is_alternate()
    }

    #[cfg(test)]
    pub(crate) fn rows_text(&self) -> Vec<String> {
        self.screen.rows_text()
    }

    fn look<T>(&self, look: impl FnOnce(&dyn Screen) -> T) -> Option<T> {
        catch_unwind(AssertUnwindSafe(|| look(&*self.screen))).ok()
    }
}

/// Output at which the guarded screen of a test panics.
#[cfg(test)]
pub(crate) const PANIC: &[u8] = b"\x1b_panic\x1b\\";
