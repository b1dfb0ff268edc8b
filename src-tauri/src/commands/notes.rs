//! Notes: kept while they are typed, made, edited, marked, deleted and put back.

use tauri::Webview;

use super::{Answer, Desks};
use crate::wire::{self, Note, NoteKind};

#[tauri::command]
pub(crate) async fn notes(desk: Desks<'_>, view: Webview, session: Option<String>) -> Answer<Vec<Note>> {
    let session = session.as_deref().map(wire::session_id).transpose()?;
    Ok(desk.engine().await?.notes(session, view.label()).await?.into_iter().map(Into::into).collect())
}

#[tauri::command]
pub(crate) async fn draft_note(
    desk: Desks<'_>,
    view: Webview,
    draft: String,
    session: Option<String>,
    kind: NoteKind,
    body: String,
) -> Answer<()> {
    let draft = wire::draft(&draft, session.as_deref(), kind, &body)?;
    Ok(desk.engine().await?.draft_note(view.label(), draft).await?)
}

#[tauri::command]
pub(crate) async fn park_note(
    desk: Desks<'_>,
    draft: String,
    session: Option<String>,
    kind: NoteKind,
    body: String,
) -> Answer<Note> {
    let draft = wire::draft(&draft, session.as_deref(), kind, &body)?;
    Ok(desk.engine().await?.park_note(draft).await?.into())
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
