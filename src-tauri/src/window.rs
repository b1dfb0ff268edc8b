//! Windows: made, brought to the front, and what goes with them.

use inglenook_engine::Engine;
use tauri::webview::PageLoadEvent;
use tauri::{AppHandle, Manager, Theme, Webview, WebviewUrl, WebviewWindowBuilder, Window, WindowEvent};

use crate::desk::Desk;

const MAIN: &str = "main";

pub(crate) fn open_main(app: &AppHandle) -> tauri::Result<()> {
    let window = WebviewWindowBuilder::new(app, MAIN, WebviewUrl::default())
        .title("Inglenook")
        .inner_size(1280.0, 800.0)
        .min_inner_size(640.0, 400.0)
        .data_directory(app.state::<Desk>().web_view_dir())
        .on_navigation(is_our_own)
        .build()?;
    // The page paints its own ground; until then the window has the same one.
    let dark = window.theme().is_ok_and(|theme| theme == Theme::Dark);
    let ground =
        if dark { tauri::window::Color(23, 24, 26, 255) } else { tauri::window::Color(250, 248, 244, 255) };
    window.set_background_color(Some(ground))
}

/// The window shows the app and nothing else, whatever a link says.
fn is_our_own(url: &tauri::Url) -> bool {
    matches!(
        (url.scheme(), url.host_str()),
        ("tauri", Some("localhost")) | ("http" | "https", Some("tauri.localhost"))
    )
}

pub(crate) fn bring_to_front(app: &AppHandle) {
    let Some(window) = app.get_webview_window(MAIN) else { return };
    for done in [window.unminimize(), window.show(), window.set_focus()] {
        if let Err(error) = done {
            tracing::debug!(%error, "the window stays where it is");
        }
    }
}

/// A page that begins to load knows nothing of the viewers that the one before it had.
pub(crate) fn on_page_load(view: &Webview, event: PageLoadEvent) {
    if event == PageLoadEvent::Started {
        detach_viewers(view.app_handle(), view.label());
    }
}

pub(crate) fn on_event(window: &Window, event: &WindowEvent) {
    if let WindowEvent::Destroyed = event {
        detach_viewers(window.app_handle(), window.label());
    }
}

fn detach_viewers(app: &AppHandle, label: &str) {
    let (app, label) = (app.clone(), label.to_owned());
    tauri::async_runtime::spawn(async move {
        let engine: Result<Engine, _> = app.state::<Desk>().engine().await;
        if let Ok(engine) = engine {
            engine.detach_window(&label);
        }
    });
}
