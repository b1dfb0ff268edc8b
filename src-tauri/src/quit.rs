//! Quitting: one question where work is in progress, then every run is retired, then the app is gone.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tauri::{AppHandle, Emitter, EventTarget, Manager};

use crate::desk::Desk;
use crate::events;
use crate::wire;

/// Closing again answers a question that the page did not: it may hang. A double click is no answer.
const SECOND_THOUGHT: Duration = Duration::from_secs(1);

/// When the question was asked that nobody has answered yet.
#[derive(Debug, Default)]
pub(crate) struct Question(Mutex<Option<Instant>>);

/// The learner wants to quit, in this window.
pub(crate) fn ask(app: &AppHandle, label: &str) {
    let (app, label) = (app.clone(), label.to_owned());
    tauri::async_runtime::spawn(async move {
        let work = in_progress(&app).await;
        if work.is_empty() || app.state::<Question>().is_answered_by_asking_again() {
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
    app.state::<Question>().set(None);
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
    // Without an engine there is nothing that could be in progress.
    let Ok(engine) = app.state::<Desk>().engine().await else { return Vec::new() };
    let mut named = Vec::new();
    for work in engine.work() {
        let title = engine.show(work.session).await.map(|row| row.title).unwrap_or_default();
        named.push(wire::Work::of(work, title));
    }
    named
}

impl Question {
    fn is_answered_by_asking_again(&self) -> bool {
        let mut asked = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let again = asked.is_some_and(|at| at.elapsed() >= SECOND_THOUGHT);
        asked.get_or_insert_with(Instant::now);
        again
    }

    fn set(&self, asked: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = asked;
    }
}
