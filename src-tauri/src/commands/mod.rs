//! What a window may call: this list, and nothing else. One file a subject, each command a few lines over
//! the engine.

mod forms;
mod links;
mod notes;
mod sessions;
mod settings;
mod viewers;
mod window;

use tauri::State;
use tauri::ipc::Invoke;

use crate::desk::Desk;
use crate::wire::Failure;

type Desks<'a> = State<'a, Desk>;
type Answer<T> = Result<T, Failure>;

macro_rules! commands {
    ($($subject:ident :: $command:ident),+ $(,)?) => {
        pub(crate) fn handler() -> impl Fn(Invoke<tauri::Wry>) -> bool + Send + Sync + 'static {
            tauri::generate_handler![$($subject::$command),+]
        }

        #[cfg(test)]
        const NAMES: &[&str] = &[$(stringify!($command)),+];
    };
}

commands![
    window::snapshot,
    window::damage,
    window::recover,
    forms::profiles,
    forms::complete_directory,
    sessions::create_session,
    sessions::open_session,
    sessions::rename_session,
    sessions::move_session,
    sessions::pin_session,
    sessions::end_session,
    sessions::delete_session,
    sessions::undelete_session,
    viewers::attach,
    viewers::last_screen,
    viewers::read_viewer,
    viewers::deepen_viewer,
    viewers::detach,
    viewers::write_input,
    viewers::resize_run,
    notes::notes,
    notes::draft_note,
    notes::park_note,
    notes::edit_note,
    notes::mark_note,
    notes::delete_note,
    notes::undelete_note,
    settings::settings,
    settings::set_setting,
    window::open_window,
    window::quit,
    window::answer_quit,
    links::open_link,
];

#[cfg(test)]
mod tests {
    /// A new command is a new thing that a page may do: it is added here on purpose, or not at all.
    #[test]
    fn a_window_can_call_these_commands_and_nothing_else() {
        assert_eq!(
            super::NAMES,
            [
                "snapshot",
                "damage",
                "recover",
                "profiles",
                "complete_directory",
                "create_session",
                "open_session",
                "rename_session",
                "move_session",
                "pin_session",
                "end_session",
                "delete_session",
                "undelete_session",
                "attach",
                "last_screen",
                "read_viewer",
                "deepen_viewer",
                "detach",
                "write_input",
                "resize_run",
                "notes",
                "draft_note",
                "park_note",
                "edit_note",
                "mark_note",
                "delete_note",
                "undelete_note",
                "settings",
                "set_setting",
                "open_window",
                "quit",
                "answer_quit",
                "open_link",
            ]
        );
        let capability: serde_json::Value =
            serde_json::from_str(include_str!("../../capabilities/main.json"))
                .expect("the capability is JSON");
        assert_eq!(
            capability["permissions"],
            serde_json::json!(["core:event:allow-listen", "core:event:allow-unlisten"]),
            "of Tauri's own commands a window needs to listen, no more"
        );
    }
}
