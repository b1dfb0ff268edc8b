//! Notes: kept while they are typed, made, edited, marked, deleted and put back.

use super::{Answer, Desks};
use crate::wire::{self, Note, NoteKind};

#[tauri::command]
pub(crate) async fn notes(desk: Desks<'_>, session: Option<String>) -> Answer<Vec<Note>> {
    let session = session.as_deref().map(wire::session_id).transpose()?;
    Ok(desk.engine().await?.notes(session).await?.into_iter().map(Into::into).collect())
}

#[tauri::command]
pub(crate) async fn draft_note(
    desk: Desks<'_>,
    session: Option<String>,
    kind: NoteKind,
    body: String,
) -> Answer<()> {
    let session = session.as_deref().map(wire::session_id).transpose()?;
    Ok(desk.engine().await?.draft_note(session, kind.into(), &body).await?)
}

#[tauri::command]
pub(crate) async fn park_note(
    desk: Desks<'_>,
    session: Option<String>,
    kind: NoteKind,
    body: String,
) -> Answer<Note> {
    let session = session.as_deref().map(wire::session_id).transpose()?;
    Ok(desk.engine().await?.park_note(session, kind.into(), &body).await?.into())
}

#[tauri::command]
pub(crate) async fn edit_note(desk: Desks<'_>, note: String, kind: NoteKind, body: String) -> Answer<()> {
    Ok(desk.engine().await?.edit_note(wire::note_id(&note)?, kind.into(), &body).await?)
}

#[tauri::command]
pub(crate) async fn mark_note(desk: Desks<'_>, note: String, done: bool) -> Answer<()> {
    Ok(desk.engine().await?.mark_note(wire::note_id(&note)?, done).await?)
}

#[tauri::command]
pub(crate) async fn delete_note(desk: Desks<'_>, note: String) -> Answer<()> {
    Ok(desk.engine().await?.delete_note(wire::note_id(&note)?).await?)
}

#[tauri::command]
pub(crate) async fn undelete_note(desk: Desks<'_>, note: String) -> Answer<()> {
    Ok(desk.engine().await?.undelete_note(wire::note_id(&note)?).await?)
}
