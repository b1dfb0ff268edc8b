//! Quitting: one question where work is in progress, then every run is retired, then the app is gone.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tauri::{AppHandle, Emitter, EventTarget, Manager};

use crate::desk::Desk;
use crate::events;
use crate::wire;

/// Closing again answers a question that the page did not: it may hang. A double click is no answer.
const SECOND_THOUGHT: Duration = Duration::from_secs(1);

/// What was asked and not answered yet, and which windows are on their way out.
#[derive(Debug, Default)]
pub(crate) struct Quitting(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The window that was asked, and when.
    asked: Option<(String, Instant)>,
    /// Windows whose close was let through; they are still listed for a moment.
    closing: HashSet<String>,
}

/// The learner wants to quit, in this window.
pub(crate) fn ask(app: &AppHandle, label: &str) {
    let (app, label) = (app.clone(), label.to_owned());
    tauri::async_runtime::spawn(async move {
        let work = in_progress(&app).await;
        if work.is_empty() || app.state::<Quitting>().is_answered_by_asking_again(&label) {
            go(&app);
            return;
        }
        let event = wire::Event::QuitAsked { work };
        if let Err(error) = app.emit_to(EventTarget::webview_window(label), events::NAME, event) {
            tracing::warn!(%error, "the window could not ask; the app quits");
            go(&app);
        }
    });
}

pub(crate) fn answer(app: &AppHandle, quit: bool) {
    app.state::<Quitting>().state().asked = None;
    if quit {
        go(app);
    }
}

/// Windows go at once; the runs are retired where the event loop ends, within five seconds.
pub(crate) fn go(app: &AppHandle) {
    for window in app.webview_windows().values() {
        if let Err(error) = window.hide() {
            tracing::debug!(%error, "a window stays until the end");
        }
    }
    app.exit(0);
}

async fn in_progress(app: &AppHandle) -> Vec<wire::Work> {
    // Without an engine there is nothing that could be in progress, and while it is being opened not yet.
    let Some(engine) = app.state::<Desk>().engine_by_now() else { return Vec::new() };
    engine.work().await.into_iter().map(wire::Work::of).collect()
}

impl Quitting {
    /// Whether this is the last window, so that its close is the app's end. If not, its close is let through.
    pub(crate) fn is_last(&self, windows: impl Iterator<Item = String>, label: &str) -> bool {
        let mut state = self.state();
        let last = !windows.into_iter().any(|other| other != label && !state.closing.contains(&other));
        if !last {
            state.closing.insert(label.to_owned());
        }
        last
    }

    /// The window is gone, or its page is: what it was asked, it was not asked.
    pub(crate) fn forget(&self, label: &str, gone: bool) {
        let mut state = self.state();
        state.asked.take_if(|(asked, _)| asked == label);
        if gone {
            state.closing.remove(label);
        }
    }

    fn is_answered_by_asking_again(&self, label: &str) -> bool {
        let mut state = self.state();
        match &state.asked {
            Some((asked, at)) if asked == label => at.elapsed() >= SECOND_THOUGHT,
            _ => {
                state.asked = Some((label.to_owned(), Instant::now()));
                false
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn windows(labels: &[&str]) -> std::vec::IntoIter<String> {
        labels.iter().map(|label| (*label).to_owned()).collect::<Vec<_>>().into_iter()
    }

    #[test]
    fn of_two_windows_that_are_closed_at_once_the_second_is_the_last() {
        let quitting = Quitting::default();
        assert!(!quitting.is_last(windows(&["main", "other"]), "other"));
        assert!(quitting.is_last(windows(&["main", "other"]), "main"), "the other is on its way out");
        quitting.forget("other", true);
        assert!(quitting.is_last(windows(&["main"]), "main"));
        assert!(!quitting.is_last(windows(&["main", "other"]), "main"), "a new one of the same name counts");
    }

    #[test]
    fn only_the_window_that_was_asked_answers_by_closing_again_and_no_double_click_does() {
        let quitting = Quitting::default();
        let long_ago = Instant::now().checked_sub(SECOND_THOUGHT * 2);
        assert!(!quitting.is_answered_by_asking_again("main"));
        assert!(!quitting.is_answered_by_asking_again("main"), "a double click");
        quitting.state().asked = long_ago.map(|at| ("main".to_owned(), at));
        assert!(!quitting.is_answered_by_asking_again("other"), "it was asked nothing yet");
        quitting.state().asked = long_ago.map(|at| ("main".to_owned(), at));
        assert!(quitting.is_answered_by_asking_again("main"));
        quitting.forget("main", false);
        assert!(!quitting.is_answered_by_asking_again("main"), "its page was loaded anew");
    }
}
