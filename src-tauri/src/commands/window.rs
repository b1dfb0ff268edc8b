//! What a window needs first, what it does where the database is damaged, and windows themselves.

use inglenook_engine::FirstRows;
use tauri::{AppHandle, Webview};

use super::{Answer, Desks};
use crate::wire::{self, Damage, Settings, Snapshot};
use crate::{platform, quit, window};

/// `most`: of the sessions at most so many of each group, for a first picture.
#[tauri::command]
pub(crate) async fn snapshot(desk: Desks<'_>, view: Webview, most: Option<usize>) -> Answer<Snapshot> {
    let engine = desk.engine().await?;
    let showing = window::session_of(view.label());
    let own = showing.map(wire::session_id).transpose()?;
    let FirstRows { rows, unlisted } = engine.first_rows(most.unwrap_or(usize::MAX), own).await?;
    let saving = engine.saving().borrow().clone();
    let settings = engine.settings();
    Ok(Snapshot {
        sessions: rows.into_iter().map(Into::into).collect(),
        unlisted: unlisted.into(),
        subjects: engine.subjects().await?,
        saving: saving.into(),
        home: engine.home().to_string_lossy().into_owned(),
        platform: platform::current(),
        renderer: settings.settings.renderer.into(),
        settings: Settings::of(engine.settings_file(), settings),
        showing: showing.map(str::to_owned),
    })
}

#[tauri::command]
pub(crate) async fn damage(desk: Desks<'_>) -> Answer<Option<Damage>> {
    Ok(desk.damage().await.map(Into::into))
}

#[tauri::command]
pub(crate) async fn recover(desk: Desks<'_>, fresh: bool) -> Answer<()> {
    desk.recover(fresh).await
}

/// The session in a window of its own.
#[tauri::command]
pub(crate) async fn open_window(app: AppHandle, desk: Desks<'_>, session: String) -> Answer<()> {
    let row = desk.engine().await?.show(wire::session_id(&session)?).await?;
    window::open_for(&app, &session, &row.title).map_err(|error| {
        inglenook_engine::Error::Invalid(format!("No window could be opened: {error}")).into()
    })
}

#[tauri::command]
pub(crate) async fn quit(app: AppHandle, view: Webview) -> Answer<()> {
    quit::ask(&app, view.label());
    Ok(())
}

#[tauri::command]
pub(crate) async fn answer_quit(app: AppHandle, quit: bool) -> Answer<()> {
    quit::answer(&app, quit);
    Ok(())
}
