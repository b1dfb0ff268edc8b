//! Sessions: make, open, name, pin, end, delete.

use super::{Answer, Desks};
use crate::wire::{self, GridSize, NewSession, Opened, SessionRow};

#[tauri::command]
pub(crate) async fn create_session(desk: Desks<'_>, session: NewSession) -> Answer<SessionRow> {
    Ok(desk.engine().await?.create(session.into()).await?.into())
}

#[tauri::command]
pub(crate) async fn open_session(desk: Desks<'_>, session: String, size: GridSize) -> Answer<Opened> {
    Ok(desk.engine().await?.open(wire::session_id(&session)?, size.into()).await?.into())
}

#[tauri::command]
pub(crate) async fn rename_session(desk: Desks<'_>, session: String, title: String) -> Answer<()> {
    Ok(desk.engine().await?.rename(wire::session_id(&session)?, &title).await?)
}

#[tauri::command]
pub(crate) async fn move_session(desk: Desks<'_>, session: String, directory: String) -> Answer<()> {
    Ok(desk.engine().await?.move_to(wire::session_id(&session)?, &directory).await?)
}

#[tauri::command]
pub(crate) async fn pin_session(desk: Desks<'_>, session: String, pinned: bool) -> Answer<()> {
    Ok(desk.engine().await?.pin(wire::session_id(&session)?, pinned).await?)
}

#[tauri::command]
pub(crate) async fn end_session(desk: Desks<'_>, session: String, force: bool) -> Answer<()> {
    Ok(desk.engine().await?.end(wire::session_id(&session)?, force).await?)
}

#[tauri::command]
pub(crate) async fn delete_session(desk: Desks<'_>, session: String) -> Answer<()> {
    Ok(desk.engine().await?.delete(wire::session_id(&session)?).await?)
}

#[tauri::command]
pub(crate) async fn undelete_session(desk: Desks<'_>, session: String) -> Answer<()> {
    Ok(desk.engine().await?.undelete(wire::session_id(&session)?).await?)
}
