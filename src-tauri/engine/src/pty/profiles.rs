//! What can be run without typing a command: looked for on `PATH`.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;

use super::Environment;
use super::command::find;
use crate::error::{Error, Result};

/// A version question that takes longer than this is not worth a line in a tile.
const VERSION_PATIENCE: Duration = Duration::from_secs(2);

/// One tile of the form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub id: &'static str,
    pub name: &'static str,
    /// A version or a program's name.
    pub detail: String,
    pub found: bool,
}

struct Known {
    id: &'static str,
    name: &'static str,
    programs: &'static [&'static str],
    arguments: &'static [&'static str],
}

const KNOWN: &[Known] = &[
    Known { id: "python", name: "Python", programs: &["python3", "python"], arguments: &[] },
    Known { id: "node", name: "Node", programs: &["node"], arguments: &[] },
    Known { id: "sqlite", name: "SQLite", programs: &["sqlite3"], arguments: &[] },
    Known { id: "julia", name: "Julia", programs: &["julia"], arguments: &[] },
];

pub(crate) async fn find_profiles(environment: &Environment) -> Vec<Profile> {
    let shell = environment.shell().file_name().map(|name| name.to_string_lossy().into_owned());
    let mut profiles =
        vec![Profile { id: "shell", name: "Shell", detail: shell.unwrap_or_default(), found: true }];
    // All at once: each is a process start.
    let searches = KNOWN.iter().map(|known| {
        let environment = environment.clone();
        tokio::spawn(async move { probe(known, &environment).await })
    });
    for search in searches.collect::<Vec<_>>() {
        if let Ok(profile) = search.await {
            profiles.push(profile);
        }
    }
    profiles.push(Profile { id: "command", name: "Command…", detail: String::new(), found: true });
    profiles
}

/// The words to run for a profile. `line` is what the learner typed, for the profile `command`.
pub(crate) fn command_of(profile: &str, line: &str, environment: &Environment) -> Result<Vec<String>> {
    match profile {
        "shell" => Ok(vec![environment.shell().to_string_lossy().into_owned()]),
        "command" => {
            let words = super::split_words(line)?;
            if words.is_empty() { Err(Error::Invalid("Type the command to run.".into())) } else { Ok(words) }
        }
        id => {
            let known =
                KNOWN.iter().find(|known| known.id == id).ok_or(Error::NotFound { what: "profile" })?;
            let program = program_of(known, environment)
                .ok_or_else(|| Error::CommandNotFound(known.programs[0].to_owned()))?;
            Ok(std::iter::once(program).chain(known.arguments.iter().copied()).map(str::to_owned).collect())
        }
    }
}

fn program_of(known: &Known, environment: &Environment) -> Option<&'static str> {
    known.programs.iter().copied().find(|program| find(program, Path::new("/"), environment.path()).is_some())
}

async fn probe(known: &Known, environment: &Environment) -> Profile {
    let Some(program) = program_of(known, environment) else {
        return Profile { id: known.id, name: known.name, detail: "not found".into(), found: false };
    };
    let detail = version_of(program, environment).await.unwrap_or_else(|| program.to_owned());
    Profile { id: known.id, name: known.name, detail, found: true }
}

/// The first thing that looks like a version in what `--version` prints, to two places.
async fn version_of(program: &str, environment: &Environment) -> Option<String> {
    let asked = Command::new(find(program, Path::new("/"), environment.path())?)
        .arg("--version")
        .env_clear()
        .envs(environment.variables().cloned())
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .output();
    let answer = tokio::time::timeout(VERSION_PATIENCE, asked).await.ok()?.ok()?;
    version_in(&String::from_utf8_lossy(&answer.stdout))
}

fn version_in(text: &str) -> Option<String> {
    let word = text
        .split_whitespace()
        .map(|word| word.trim_start_matches('v'))
        .find(|word| word.starts_with(|letter: char| letter.is_ascii_digit()) && word.contains('.'))?;
    let mut places = word.split('.');
    Some(format!("{}.{}", places.next()?, places.next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_programs_print() {
        for (printed, version) in [
            ("Python 3.11.7\n", Some("3.11")),
            ("v20.20.2", Some("20.20")),
            ("3.40.1 2022-12-28 14:03:47 df5c", Some("3.40")),
            ("julia version 1.10.4", Some("1.10")),
            ("no number here", None),
        ] {
            assert_eq!(version_in(printed).as_deref(), version, "in {printed:?}");
        }
    }
}
