//! The desktop's session ends, by a signal or with its display. Nobody is there to answer a question; every run is
//! retired first, so that none reads as lost.

use tauri::AppHandle;

use crate::quit;

pub(crate) fn watch(app: &AppHandle) {
    quit_on_signals(app);
    #[cfg(target_os = "linux")]
    display::watch(app);
}

fn quit_on_signals(app: &AppHandle) {
    use tokio::signal::unix::{SignalKind, signal};
    for kind in [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()] {
        let app = app.clone();
        tauri::async_runtime::spawn(async move {
            match signal(kind) {
                Ok(mut signals) => {
                    signals.recv().await;
                    quit::go(&app);
                }
                Err(error) => tracing::warn!(%error, ?kind, "a signal will end the app at once"),
            }
        });
    }
}

/// The display itself goes away, as an X server does at the end of a log-out. GTK would end the process at once.
/// A Wayland compositor that goes leaves no such moment; desktops that use one send SIGTERM.
#[cfg(target_os = "linux")]
mod display {
    use std::ffi::c_int;
    use std::sync::{Once, OnceLock};

    use tauri::{AppHandle, Manager};
    use x11_dl::xlib::{Display, Xlib};

    use crate::desk::Desk;

    /// Xlib hands nothing of ours to the handler.
    static APP: OnceLock<AppHandle> = OnceLock::new();

    /// After GTK has started: it has a handler of its own, and the last one counts.
    pub(super) fn watch(app: &AppHandle) {
        // Without Xlib there is no display of its kind.
        let Ok(xlib) = Xlib::open() else { return };
        if APP.set(app.clone()).is_ok() {
            // SAFETY: sets a pointer within Xlib, which GTK has initialised; the handler lives as long as the program.
            #[expect(unsafe_code, reason = "Xlib tells it in no other way")]
            unsafe {
                (xlib.XSetIOErrorHandler)(Some(is_gone));
            }
        }
    }

    /// Must not return: Xlib would exit, and run what libraries do at an exit, on a display that is not there.
    #[expect(unsafe_code, reason = "the type that Xlib calls")]
    unsafe extern "C" fn is_gone(_: *mut Display) -> c_int {
        // The web view may have a connection of its own: who notices second waits for the first.
        static RETIRED: Once = Once::new();
        RETIRED.call_once(|| {
            tracing::warn!("the display went away: every session is put to sleep");
            // On a thread of its own: the one that noticed may be the runtime's.
            let retiring = std::thread::spawn(|| {
                if let Some(app) = APP.get() {
                    tauri::async_runtime::block_on(app.state::<Desk>().shut_down());
                }
            });
            if retiring.join().is_err() {
                tracing::error!("the sessions could not be put to sleep");
            }
        });
        signal_hook::low_level::exit(0)
    }
}
