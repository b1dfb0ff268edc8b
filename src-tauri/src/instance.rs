//! One app for each data directory: a second start brings the first one's window to the front.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use tauri::plugin::TauriPlugin;
use tauri::{Config, Wry};

use crate::window;

/// The plugin finds the first app by a name on the session bus. With a data directory of its own an app is
/// another app: so tests, and a second desk on purpose, run side by side.
pub(crate) fn only_one(config: &Config, data_dir: &Path) -> TauriPlugin<Wry> {
    let mut hasher = DefaultHasher::new();
    data_dir.hash(&mut hasher);
    tauri_plugin_single_instance::Builder::new()
        .callback(|app, _, _| window::bring_to_front(app))
        .dbus_id(format!("{}.d{:x}", config.identifier, hasher.finish()))
        .build()
}
