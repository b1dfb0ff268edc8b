//! Panes: what they read, what is typed into them, how large they are.

use inglenook_engine::{RunId, ViewerId};
use tauri::Webview;
use tauri::ipc::Response;

use super::{Answer, Desks};
use crate::wire::{self, GridSize, frames};

#[tauri::command]
pub(crate) async fn attach(desk: Desks<'_>, view: Webview, run: i64) -> Answer<ViewerId> {
    Ok(desk.engine().await?.attach(RunId(run), view.label()).await?)
}

#[tauri::command]
pub(crate) async fn last_screen(desk: Desks<'_>, session: String, lines: u32) -> Answer<Response> {
    let frame = desk.engine().await?.last_screen(wire::session_id(&session)?, lines as usize).await?;
    Ok(Response::new(frames::encode(&[frame])))
}

#[tauri::command]
pub(crate) async fn read_viewer(
    desk: Desks<'_>,
    viewer: ViewerId,
    patience: Option<u32>,
) -> Answer<Response> {
    let engine = desk.engine().await?;
    let frames = match patience {
        Some(patience) => engine.read_or_skip(viewer, patience as usize).await?,
        None => engine.read(viewer).await?,
    };
    Ok(Response::new(frames::encode(&frames)))
}

#[tauri::command]
pub(crate) async fn deepen_viewer(desk: Desks<'_>, viewer: ViewerId, first: i64) -> Answer<()> {
    Ok(desk.engine().await?.deepen(viewer, first)?)
}

#[tauri::command]
pub(crate) async fn detach(desk: Desks<'_>, viewer: ViewerId) -> Answer<()> {
    desk.engine().await?.detach(viewer);
    Ok(())
}

#[tauri::command]
pub(crate) async fn write_input(desk: Desks<'_>, run: i64, data: String, binary: bool) -> Answer<()> {
    let bytes = wire::input_bytes(data, binary)?;
    Ok(desk.engine().await?.write(RunId(run), bytes).await?)
}

#[tauri::command]
pub(crate) async fn resize_run(desk: Desks<'_>, run: i64, size: GridSize) -> Answer<()> {
    Ok(desk.engine().await?.resize(RunId(run), size.into()).await?)
}
