//! Panes: what they read, what is typed into them, how large they are.

use std::time::Duration;

use inglenook_engine::{Engine, Frame, Pace, RunId, ViewerId};
use tauri::Webview;
use tauri::ipc::Response;

use super::{Answer, Desks};
use crate::wire::{self, GridSize, frames};

/// With its first read, so that a session is on the screen one call sooner.
#[tauri::command]
pub(crate) async fn attach(
    desk: Desks<'_>,
    view: Webview,
    run: i64,
    patience: Option<u32>,
) -> Answer<Response> {
    let engine = desk.engine().await?;
    let viewer = engine.attach(RunId(run), view.label()).await?;
    let frames = read(&engine, viewer, patience, 0).await?;
    Ok(Response::new(frames::encode_attached(viewer, &frames)))
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
    rest: u32,
) -> Answer<Response> {
    let frames = read(&desk.engine().await?, viewer, patience, rest).await?;
    Ok(Response::new(frames::encode(&frames)))
}

/// `patience` in bytes, `rest` in milliseconds.
async fn read(engine: &Engine, viewer: ViewerId, patience: Option<u32>, rest: u32) -> Answer<Vec<Frame>> {
    Ok(match patience {
        Some(patience) => {
            let pace = Pace { patience: patience as usize, rest: Duration::from_millis(rest.into()) };
            engine.read_or_skip(viewer, pace).await?
        }
        None => engine.read(viewer).await?,
    })
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
