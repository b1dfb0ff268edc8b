//! What a shell says of itself: its marks (OSC 133) and its directory (OSC 7).

use crate::screen::{PromptMark, Signal};

/// What was heard from a shell so far.
#[derive(Debug, Default)]
pub(super) struct Shell {
    /// A command runs.
    runs: bool,
    /// What was typed for it.
    line: Option<String>,
    directory: Option<String>,
    /// The directory that the database has.
    saved: Option<String>,
}

impl Shell {
    /// One that starts in the directory of the row.
    pub(super) fn starts_in(directory: String) -> Self {
        Self { saved: Some(directory), ..Self::default() }
    }

    /// `host` is the name of this computer: a shell on another one is in none of our directories.
    pub(super) fn hear(&mut self, signals: &[Signal], host: &str) {
        for signal in signals {
            match signal {
                Signal::Prompt(PromptMark::OutputStart { line }) => {
                    (self.runs, self.line) = (true, line.clone());
                }
                Signal::Prompt(_) => (self.runs, self.line) = (false, None),
                Signal::Directory { host: from, path } if from == host || is_here(from) => {
                    self.directory = Some(path.clone());
                }
                _ => {}
            }
        }
    }

    /// Whether a command runs, and what was typed for it, where the shell tells.
    pub(super) fn runs(&self) -> (bool, Option<String>) {
        (self.runs, self.line.clone())
    }

    /// Where it is, where the database does not have that yet.
    pub(super) fn unsaved_directory(&self) -> Option<String> {
        self.directory.clone().filter(|directory| self.saved.as_ref() != Some(directory))
    }

    pub(super) fn saved_directory(&mut self, directory: String) {
        self.saved = Some(directory);
    }
}

/// Names that every computer has for itself.
fn is_here(host: &str) -> bool {
    matches!(host, "" | "localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(signals: &[Signal]) -> Shell {
        let mut shell = Shell::default();
        shell.hear(signals, "desk");
        shell
    }

    #[test]
    fn a_shell_that_sends_marks_runs_something_between_the_output_and_the_next_prompt() {
        let (prompt, typed) =
            (Signal::Prompt(PromptMark::PromptStart), Signal::Prompt(PromptMark::CommandStart));
        let output =
            |line: Option<&str>| Signal::Prompt(PromptMark::OutputStart { line: line.map(str::to_owned) });
        let ended = Signal::Prompt(PromptMark::CommandEnd { exit: Some(1) });
        for (signals, runs, line) in [
            (vec![], false, None),
            (vec![prompt.clone(), typed.clone()], false, None),
            (vec![output(None)], true, None),
            (vec![output(Some("make")), Signal::Bell], true, Some("make")),
            (vec![output(Some("make")), ended], false, None),
            (vec![output(Some("make")), prompt], false, None),
            (vec![output(Some("make")), typed, output(None)], true, None),
        ] {
            assert_eq!(heard(&signals).runs(), (runs, line.map(str::to_owned)), "{signals:?}");
        }
    }

    #[test]
    fn only_a_shell_on_this_computer_says_where_the_session_is() {
        let at = |host: &str, path: &str| Signal::Directory { host: host.into(), path: path.into() };
        for (signals, directory) in [
            (vec![at("desk", "/a")], Some("/a")),
            (vec![at("localhost", "/a"), at("", "/b")], Some("/b")),
            (vec![at("desk", "/a"), at("far", "/b")], Some("/a")),
            (vec![at("far", "/b")], None),
        ] {
            assert_eq!(heard(&signals).unsaved_directory().as_deref(), directory, "{signals:?}");
        }
        let mut shell = heard(&[at("desk", "/a")]);
        shell.saved_directory("/a".into());
        assert_eq!(shell.unsaved_directory(), None, "it is saved once");
        shell.hear(&[at("desk", "/b"), at("desk", "/a")], "desk");
        assert_eq!(shell.unsaved_directory(), None, "it came back before anybody looked");
    }
}
