//! Passes on what the engine tells to every window, in order.

use inglenook_engine::{Engine, Event, Saving, SettingsRead};
use tauri::{AppHandle, Emitter};
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio::sync::watch;

use crate::wire;

/// The one event that windows listen to.
pub(crate) const NAME: &str = "inglenook";

/// What an engine tells from the moment on when this was made.
struct Told {
    events: Receiver<Event>,
    saving: watch::Receiver<Saving>,
    settings: watch::Receiver<SettingsRead>,
}

/// Passes on everything that the engine tells from now on, until it is gone.
pub(crate) fn forward(app: &AppHandle, engine: &Engine) {
    let told = Told { events: engine.events(), saving: engine.saving(), settings: engine.settings_changes() };
    let (app, engine) = (app.clone(), engine.clone());
    tauri::async_runtime::spawn(async move { pass_on(&app, &engine, told).await });
}

async fn pass_on(app: &AppHandle, engine: &Engine, told: Told) {
    let Told { mut events, mut saving, mut settings } = told;
    loop {
        tokio::select! {
            event = events.recv() => match event {
                Ok(event) => emit(app, event.into()),
                // Too much at once: one whole list says the same.
                Err(RecvError::Lagged(_)) => match engine.list().await {
                    Ok(rows) => {
                        let rows = rows.into_iter().map(Into::into).collect();
                        emit(app, wire::Event::Listed { rows });
                    }
                    Err(error) => tracing::warn!(%error, "the sessions could not be listed"),
                },
                Err(RecvError::Closed) => return,
            },
            changed = saving.changed() => {
                if changed.is_err() {
                    return;
                }
                let saving = saving.borrow_and_update().clone();
                emit(app, wire::Event::Saving { saving: saving.into() });
            }
            changed = settings.changed() => {
                if changed.is_err() {
                    return;
                }
                let read = settings.borrow_and_update().clone();
                let settings = wire::Settings::of(engine.settings_file(), read);
                emit(app, wire::Event::Settings { settings });
            }
        }
    }
}

fn emit(app: &AppHandle, event: wire::Event) {
    if let Err(error) = app.emit(NAME, event) {
        tracing::warn!(%error, "a window was not told");
    }
}
