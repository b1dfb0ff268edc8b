//! Shells are told how to mark their commands (OSC 133) and their directory (OSC 7) when they start: by files of ours that
//! they read besides the learner's own, which are never touched. A shell that is started in another way than usual, or is
//! not known here, starts as it always would.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{Environment, Resolved};
use crate::error::{Error, Result};

const FILES: [(&str, &str); 3] = [
    ("bashrc", include_str!("../../shell/bashrc")),
    // This name is zsh's own: it looks for it in `ZDOTDIR`.
    (".zshenv", include_str!("../../shell/zshenv")),
    ("config.fish", include_str!("../../shell/config.fish")),
];

/// Options with which each shell reads what it usually reads.
const USUAL_BASH: &[&str] = &["-i"];
const USUAL_ZSH: &[&str] = &["-i", "-l", "--login"];
const USUAL_FISH: &[&str] = &["-i", "--interactive", "-l", "--login"];

/// The folder with the files that shells read.
#[derive(Debug)]
pub(crate) struct Shells {
    folder: Option<PathBuf>,
}

impl Shells {
    /// Writes the files, where they are not there as they should be. Without them shells start as they always would.
    pub(crate) fn prepare(data_dir: &Path) -> Self {
        let folder = data_dir.join("shell");
        match write_files(&folder) {
            Ok(()) => Self { folder: Some(folder) },
            Err(error) => {
                tracing::warn!(%error, "shells start without marks for their commands");
                Self { folder: None }
            }
        }
    }

    /// Has a shell read its file.
    pub(crate) fn join(&self, command: &mut Resolved, environment: &mut Environment) {
        let Some(folder) = &self.folder else { return };
        let name = command.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let starts_with =
            |usual: &[&str]| command.arguments.iter().all(|word| usual.contains(&word.as_str()));
        match name.as_str() {
            // Long options come first: bash(1).
            "bash" if starts_with(USUAL_BASH) => {
                let file = folder.join("bashrc").to_string_lossy().into_owned();
                command.arguments.splice(0..0, ["--rcfile".to_owned(), file]);
            }
            "zsh" if starts_with(USUAL_ZSH) => {
                if let Some(theirs) = environment.get("ZDOTDIR").map(OsStr::to_owned) {
                    environment.set("INGLENOOK_ZDOTDIR", &theirs);
                }
                environment.set("ZDOTDIR", folder.as_os_str());
            }
            "fish" if starts_with(USUAL_FISH) => {
                environment.set("INGLENOOK_FISH", folder.join("config.fish").as_os_str());
                let read = "source $INGLENOOK_FISH; set -e INGLENOOK_FISH";
                command.arguments.splice(0..0, ["--init-command".to_owned(), read.to_owned()]);
            }
            _ => {}
        }
    }
}

fn write_files(folder: &Path) -> Result<()> {
    let failed = |source| Error::Io { what: "the files for shells could not be written".into(), source };
    std::fs::create_dir_all(folder).map_err(failed)?;
    for (name, content) in FILES {
        let file = folder.join(name);
        if std::fs::read_to_string(&file).is_ok_and(|found| found == content) {
            continue;
        }
        // A shell may read it at this moment, for another process of ours.
        let mut new = NamedTempFile::new_in(folder).map_err(failed)?;
        new.write_all(content.as_bytes()).map_err(failed)?;
        new.persist(&file).map_err(|error| failed(error.error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(program: &str, arguments: &[&str]) -> (Vec<String>, Vec<(String, String)>) {
        let shells = Shells { folder: Some("/data/shell".into()) };
        let mut command = Resolved {
            name: program.into(),
            program: program.into(),
            arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
            directory: "/".into(),
        };
        let theirs = [("HOME", "/home/ada"), ("ZDOTDIR", "/home/ada/.zsh")];
        let before = Environment::of(theirs.into_iter().map(|(name, value)| (name.into(), value.into())));
        let mut environment = before.clone();
        shells.join(&mut command, &mut environment);
        let text = |word: &OsStr| word.to_string_lossy().into_owned();
        let new = environment.variables().filter(|each| !before.variables().any(|old| old == *each));
        (command.arguments, new.map(|(name, value)| (text(name), text(value))).collect())
    }

    #[test]
    fn a_shell_that_starts_as_usual_reads_a_file_of_ours_too() {
        let (arguments, new) = joined("/bin/bash", &["-i"]);
        assert_eq!(arguments, ["--rcfile", "/data/shell/bashrc", "-i"]);
        assert_eq!(new, []);
        let (arguments, new) = joined("/usr/bin/zsh", &[]);
        assert!(arguments.is_empty());
        let own = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(new, [own("INGLENOOK_ZDOTDIR", "/home/ada/.zsh"), own("ZDOTDIR", "/data/shell")]);
        let (arguments, new) = joined("/usr/bin/fish", &["-l"]);
        assert_eq!(arguments[0], "--init-command");
        assert_eq!(new, [own("INGLENOOK_FISH", "/data/shell/config.fish")]);
    }

    #[test]
    fn one_that_was_asked_to_start_in_another_way_does() {
        for (program, arguments) in [
            ("/bin/bash", &["--norc", "-i"][..]),
            ("/bin/bash", &["-l"]),
            ("/bin/bash", &["--rcfile", "mine"]),
            ("/usr/bin/zsh", &["-f"]),
            ("/usr/bin/fish", &["--no-config"]),
            ("/bin/dash", &[]),
            ("/usr/bin/python3", &["-i"]),
        ] {
            assert_eq!(
                joined(program, arguments),
                (arguments.iter().map(|&word| word.to_owned()).collect(), vec![])
            );
        }
    }

    #[test]
    fn the_files_are_written_anew_where_they_are_not_as_they_should_be() {
        let data = tempfile::tempdir().unwrap();
        Shells::prepare(data.path());
        let file = data.path().join("shell/bashrc");
        std::fs::write(&file, "half a f").unwrap();
        Shells::prepare(data.path());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), FILES[0].1);
        std::fs::remove_dir_all(data.path().join("shell")).unwrap();
        std::fs::write(data.path().join("shell"), "no folder").unwrap();
        assert!(Shells::prepare(data.path()).folder.is_none(), "shells start without them");
    }
}
