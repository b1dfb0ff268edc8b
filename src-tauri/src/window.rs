//! Windows: made, brought to the front, and what goes with them.

use inglenook_engine::Parting;
use tauri::webview::PageLoadEvent;
use tauri::{AppHandle, Manager, Theme, Webview, WebviewUrl, WebviewWindowBuilder, Window, WindowEvent};

use crate::desk::Desk;
use crate::platform;
use crate::quit::{self, Quitting};

const MAIN: &str = "main";

/// A window for one session is named after it. The capability in `capabilities/main.json` knows the same beginning.
const OF_SESSION: &str = "session-";

pub(crate) fn open_main(app: &AppHandle) -> tauri::Result<()> {
    open(app, MAIN, "Inglenook")
}

/// A window of its own for a session; the one that it has, where it has one.
pub(crate) fn open_for(app: &AppHandle, session: &str, title: &str) -> tauri::Result<()> {
    let label = format!("{OF_SESSION}{session}");
    if app.get_webview_window(&label).is_some() {
        focus(app, &label);
        return Ok(());
    }
    open(app, &label, &format!("{title} – Inglenook"))
}

/// The session that a window was opened for.
pub(crate) fn session_of(label: &str) -> Option<&str> {
    label.strip_prefix(OF_SESSION)
}

fn open(app: &AppHandle, label: &str, title: &str) -> tauri::Result<()> {
    let window = WebviewWindowBuilder::new(app, label, WebviewUrl::default())
        .title(title)
        .inner_size(1280.0, 800.0)
        .min_inner_size(640.0, 400.0)
        .data_directory(app.state::<Desk>().web_view_dir())
        .on_navigation(is_our_own)
        .build()?;
    platform::when_page_crashes(&window)?;
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

/// Shows the main window, another where there is no main one, and a new one where there is none at all.
pub(crate) fn bring_to_front(app: &AppHandle) {
    let windows = app.webview_windows();
    let label =
        if windows.contains_key(MAIN) { Some(MAIN) } else { windows.keys().next().map(String::as_str) };
    match label {
        Some(label) => focus(app, label),
        None => {
            if let Err(error) = open_main(app) {
                tracing::error!(%error, "no window could be opened");
            }
        }
    }
}

fn focus(app: &AppHandle, label: &str) {
    let Some(window) = app.get_webview_window(label) else { return };
    for done in [window.unminimize(), window.show(), window.set_focus()] {
        if let Err(error) = done {
            tracing::debug!(%error, "the window stays where it is");
        }
    }
}

/// A page that begins to load knows nothing of the viewers that the one before it had.
pub(crate) fn on_page_load(view: &Webview, event: PageLoadEvent) {
    if event == PageLoadEvent::Started {
        view.app_handle().state::<Quitting>().forget(view.label(), false);
        detach_viewers(view.app_handle(), view.label(), Parting::Lost);
    }
}

pub(crate) fn on_event(window: &Window, event: &WindowEvent) {
    match event {
        WindowEvent::CloseRequested { api, .. } => {
            let app = window.app_handle();
            let windows = app.webview_windows().into_keys();
            if app.state::<Quitting>().is_last(windows, window.label())
                && !app.state::<Desk>().stays_in_background()
            {
                api.prevent_close();
                quit::ask(app, window.label());
            }
        }
        // Closed on purpose: whoever closes a window knows that it is gone.
        WindowEvent::Destroyed => {
            let app = window.app_handle();
            app.state::<Quitting>().forget(window.label(), true);
            detach_viewers(app, window.label(), Parting::Goodbye);
        }
        _ => {}
    }
}

pub(crate) fn detach_viewers(app: &AppHandle, label: &str, parting: Parting) {
    let (app, label) = (app.clone(), label.to_owned());
    tauri::async_runtime::spawn(async move {
        // One that is being opened has no viewers.
        if let Some(engine) = app.state::<Desk>().engine_by_now() {
            engine.detach_window(&label, parting);
        }
    });
}
