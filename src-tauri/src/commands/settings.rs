//! The settings page.

use super::{Answer, Desks};
use crate::wire::Settings;

#[tauri::command]
pub(crate) async fn settings(desk: Desks<'_>) -> Answer<Settings> {
    let engine = desk.engine().await?;
    Ok(Settings::of(engine.settings_file(), engine.settings()))
}

/// Answers what is in force then.
#[tauri::command]
pub(crate) async fn set_setting(desk: Desks<'_>, key: String, value: String) -> Answer<Settings> {
    let engine = desk.engine().await?;
    engine.set_setting(&key, &value).await?;
    Ok(Settings::of(engine.settings_file(), engine.settings()))
}
