//! From what the learner chose to a program that exists.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use crate::error::{Error, Result};

/// A program by its full path, with its arguments, and where it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Resolved {
    pub program: PathBuf,
    pub arguments: Vec<String>,
    pub directory: PathBuf,
}

/// Checks what can be checked before a fork: afterwards, a failure can only be told by an exit status.
pub(crate) fn resolve(command: &[String], directory: &Path, path: &OsStr) -> Result<Resolved> {
    if !directory.is_dir() {
        return Err(Error::DirectoryMissing(directory.to_owned()));
    }
    let Some((program, arguments)) = command.split_first() else {
        return Err(Error::Invalid("There is no command to run.".into()));
    };
    let program = find(program, directory, path).ok_or_else(|| Error::CommandNotFound(program.clone()))?;
    Ok(Resolved { program, arguments: arguments.to_vec(), directory: directory.to_owned() })
}

/// As a shell would: a name on `PATH`, or, with a slash in it, a path seen from `directory`.
pub(crate) fn find(program: &str, directory: &Path, path: &OsStr) -> Option<PathBuf> {
    if program.is_empty() {
        return None;
    }
    if program.contains('/') {
        let file = directory.join(program);
        return is_executable(&file).then_some(file);
    }
    std::env::split_paths(path).map(|folder| folder.join(program)).find(|file| is_executable(file))
}

fn is_executable(file: &Path) -> bool {
    file.is_file() && access(file, Access::EXEC_OK).is_ok()
}

/// Words as a POSIX shell splits them; quotes and backslashes mean what they mean there.
pub(crate) fn split_words(line: &str) -> Result<Vec<String>> {
    shlex::split(line)
        .ok_or_else(|| Error::Invalid("A quote is opened and never closed in this command.".into()))
}
