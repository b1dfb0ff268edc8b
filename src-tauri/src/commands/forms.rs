//! What the form for a new session asks.

use super::{Answer, Desks};
use crate::wire::Profile;

#[tauri::command]
pub(crate) async fn profiles(desk: Desks<'_>) -> Answer<Vec<Profile>> {
    let found = desk.engine().await?.profiles().await;
    Ok(found.into_iter().map(Into::into).collect())
}

#[tauri::command]
pub(crate) async fn complete_directory(desk: Desks<'_>, typed: String) -> Answer<Vec<String>> {
    Ok(desk.engine().await?.complete_directory(&typed).await)
}
