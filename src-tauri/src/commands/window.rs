//! What a window needs first, and what it does where the database is damaged.

use super::{Answer, Desks};
use crate::platform;
use crate::wire::{Damage, Settings, Snapshot};

#[tauri::command]
pub(crate) async fn snapshot(desk: Desks<'_>) -> Answer<Snapshot> {
    let engine = desk.engine().await?;
    let saving = engine.saving().borrow().clone();
    let settings = engine.settings();
    Ok(Snapshot {
        sessions: engine.list().await?.into_iter().map(Into::into).collect(),
        subjects: engine.subjects().await?,
        saving: saving.into(),
        home: engine.home().to_string_lossy().into_owned(),
        platform: platform::current(),
        renderer: settings.settings.renderer.into(),
        settings: Settings::of(engine.settings_file(), settings),
        showing: None,
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
