//! From what the learner chose to a program that exists.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use crate::error::{Error, Result};

/// Linux looks no further for an interpreter: `BINPRM_BUF_SIZE`.
const LONGEST_FIRST_LINE: u64 = 256;

/// A program by its full path, with its arguments, and where it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Resolved {
    /// As the learner wrote it.
    pub name: String,
    pub program: PathBuf,
    pub arguments: Vec<String>,
    pub directory: PathBuf,
}

impl Resolved {
    /// Asked again right before the fork: `portable-pty` starts a program in the home directory where its own is gone.
    pub(crate) fn check(&self) -> Result<()> {
        check_directory(&self.directory)?;
        if !is_executable(&self.program) {
            return Err(not_runnable(&self.name, std::slice::from_ref(&self.program)));
        }
        check_interpreter(&self.name, &self.program, &self.directory)
    }
}

/// Checks what can be checked before a fork: afterwards, a failure can only be told by an exit status.
pub(crate) fn resolve(command: &[String], directory: &Path, path: &OsStr) -> Result<Resolved> {
    check_directory(directory)?;
    let Some((name, arguments)) = command.split_first() else {
        return Err(Error::Invalid("There is no command to run.".into()));
    };
    let program =
        find(name, directory, path).ok_or_else(|| not_runnable(name, &places_of(name, directory, path)))?;
    check_interpreter(name, &program, directory)?;
    Ok(Resolved {
        name: name.clone(),
        program,
        arguments: arguments.to_vec(),
        directory: directory.to_owned(),
    })
}

fn check_directory(directory: &Path) -> Result<()> {
    if directory.is_dir() { Ok(()) } else { Err(Error::DirectoryMissing(directory.to_owned())) }
}

fn not_runnable(name: &str, places: &[PathBuf]) -> Error {
    if places.iter().any(|file| file.is_file()) {
        Error::StartFailed(format!("“{name}” may not be run, as its file lacks the permission"))
    } else {
        Error::CommandNotFound(name.to_owned())
    }
}

/// As a shell would: a name on `PATH`, or, with a slash in it, a path seen from `directory`.
pub(crate) fn find(program: &str, directory: &Path, path: &OsStr) -> Option<PathBuf> {
    places_of(program, directory, path).into_iter().find(|file| is_executable(file))
}

fn places_of(program: &str, directory: &Path, path: &OsStr) -> Vec<PathBuf> {
    match program {
        "" => Vec::new(),
        _ if program.contains('/') => vec![directory.join(program)],
        _ => std::env::split_paths(path).map(|folder| folder.join(program)).collect(),
    }
}

/// A script without its interpreter would seem to start: `portable-pty` closes the pipe through which a child tells
/// that it could not run the program.
fn check_interpreter(name: &str, program: &Path, directory: &Path) -> Result<()> {
    match interpreter_of(program) {
        Some(interpreter) if !is_executable(&directory.join(&interpreter)) => Err(Error::StartFailed(
            format!("“{name}” is run by {}, and that is not there", interpreter.display()),
        )),
        _ => Ok(()),
    }
}

/// What stands after `#!`: execve(2), "Interpreter scripts".
fn interpreter_of(program: &Path) -> Option<PathBuf> {
    let mut beginning = Vec::new();
    // What may be run and not read is no script.
    File::open(program).ok()?.take(LONGEST_FIRST_LINE).read_to_end(&mut beginning).ok()?;
    let line = beginning.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words = line.split(|byte| matches!(byte, b' ' | b'\t')).filter(|word| !word.is_empty());
    Some(PathBuf::from(OsStr::from_bytes(words.next()?)))
}

fn is_executable(file: &Path) -> bool {
    file.is_file() && access(file, Access::EXEC_OK).is_ok()
}

/// Words as a POSIX shell splits them; quotes and backslashes mean what they mean there.
pub(crate) fn split_words(line: &str) -> Result<Vec<String>> {
    shlex::split(line)
        .ok_or_else(|| Error::Invalid("A quote is opened and never closed in this command.".into()))
}
