//! Links that the learner clicked on purpose, opened by the desktop.

use tauri::AppHandle;
use tauri_plugin_shell::ShellExt;

use super::Answer;
use crate::wire::{Code, Failure};

/// The plugin checks the address once more against the scope in `tauri.conf.json`.
#[tauri::command]
pub(crate) async fn open_link(app: AppHandle, url: String) -> Answer<()> {
    #[expect(deprecated, reason = "its successor opens files and programs as well; this one cannot")]
    let opened = app.shell().open(&url, None);
    opened.map_err(|error| Failure {
        code: Code::Invalid,
        message: format!("This link could not be opened: {error}"),
        hint: "Links that begin with http, https or mailto can be opened.".into(),
        session: None,
        reason: None,
    })
}
