//! What depends on the operating system.

use std::time::{Duration, Instant};

use inglenook_engine::Parting;
use tauri::{AppHandle, Manager, WebviewWindow};

use crate::window;
use crate::wire::Platform;

pub(crate) fn current() -> Platform {
    if cfg!(target_os = "macos") {
        Platform::Macos
    } else if cfg!(windows) {
        Platform::Windows
    } else {
        Platform::Linux
    }
}

/// Before the first window. WebKitGTK shows a blank window with NVIDIA's driver, and within an AppImage,
/// unless its DMABUF renderer is off; elsewhere that would only make it slower.
pub(crate) fn prepare() {
    const VARIABLE: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    let wanted =
        std::env::var_os("APPIMAGE").is_some() || std::path::Path::new("/proc/driver/nvidia").exists();
    if cfg!(target_os = "linux") && wanted && std::env::var_os(VARIABLE).is_none() {
        // SAFETY: this is the first thing that `main` does; no other thread exists yet.
        #[expect(unsafe_code, reason = "the web view reads the environment of the process")]
        unsafe {
            std::env::set_var(VARIABLE, "1");
        }
    }
}

/// A page's process that crashed is told of, and the page loaded anew. Its viewers are lost: whoever looked through it
/// has the grace that the settings give to come back.
#[cfg(target_os = "linux")]
pub(crate) fn when_page_crashes(window: &WebviewWindow) -> tauri::Result<()> {
    use std::sync::{Mutex, PoisonError};
    use webkit2gtk::WebViewExt;

    let (app, label) = (window.app_handle().clone(), window.label().to_owned());
    let crashes = Mutex::new((0, Instant::now()));
    window.with_webview(move |view| {
        view.inner().connect_web_process_terminated(move |_, why| {
            let count = count_crash(&mut crashes.lock().unwrap_or_else(PoisonError::into_inner));
            tracing::warn!(?why, count, window = label, "the window's page went away; it is loaded anew");
            window::detach_viewers(&app, &label, Parting::Lost);
            load_anew(&app, &label, patience_after(count));
        });
    })
}

/// Elsewhere the web view brings its page back by itself.
#[cfg(not(target_os = "linux"))]
pub(crate) fn when_page_crashes(_window: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// How many crashes there were before this one, and the last of them. After a quiet minute it is the first again.
#[cfg(target_os = "linux")]
fn count_crash(crashes: &mut (u32, Instant)) -> u32 {
    const QUIET: Duration = Duration::from_secs(60);
    let before = if crashes.1.elapsed() >= QUIET { 0 } else { crashes.0 };
    *crashes = (before + 1, Instant::now());
    before
}

/// A page that crashes again and again must not keep the machine busy.
#[cfg(target_os = "linux")]
fn patience_after(crashes: u32) -> Duration {
    const AT_ONCE: u32 = 5;
    crashes.checked_sub(AT_ONCE).map_or(Duration::ZERO, |more| Duration::from_secs(1 << more.min(5)))
}

#[cfg(target_os = "linux")]
fn load_anew(app: &AppHandle, label: &str, patience: Duration) {
    let (app, label) = (app.clone(), label.to_owned());
    tauri::async_runtime::spawn(async move {
        tokio::time::sleep(patience).await;
        let Some(window) = app.get_webview_window(&label) else { return };
        if let Err(error) = window.reload() {
            tracing::error!(%error, window = label, "the page could not be loaded anew");
        }
    });
}
