//! What depends on the operating system.

use tauri::AppHandle;

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

/// SIGTERM, SIGINT and log-out end the app as closing its window does: every run is retired first.
pub(crate) fn quit_on_signals(app: &AppHandle) {
    use tokio::signal::unix::{SignalKind, signal};
    for kind in [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()] {
        let app = app.clone();
        tauri::async_runtime::spawn(async move {
            match signal(kind) {
                Ok(mut signals) => {
                    signals.recv().await;
                    app.exit(0);
                }
                Err(error) => tracing::warn!(%error, ?kind, "a signal will end the app at once"),
            }
        });
    }
}
