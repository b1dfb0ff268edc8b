//! Passes on what the engine tells to every window, in order.

use inglenook_engine::Engine;
use tauri::{AppHandle, Emitter, Manager};
use tokio::sync::broadcast::error::RecvError;

use crate::desk::Desk;
use crate::wire;

/// The one event that windows listen to.
pub(crate) const NAME: &str = "inglenook";

/// Follows the engine, and the next one where the database was recovered.
pub(crate) fn forward(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let mut engines = app.state::<Desk>().engines.subscribe();
        loop {
            let engine = app.state::<Desk>().engine().await;
            match engine {
                Ok(engine) => tokio::select! {
                    () = follow(&app, &engine) => return,
                    changed = engines.changed() => if changed.is_err() { return },
                },
                Err(_) if engines.changed().await.is_err() => return,
                Err(_) => {}
            }
        }
    });
}

async fn follow(app: &AppHandle, engine: &Engine) {
    let mut events = engine.events();
    let mut saving = engine.saving();
    let mut settings = engine.settings_changes();
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
