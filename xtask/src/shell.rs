//! Running other programs, and saying which.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root of the checkout.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

pub(crate) fn npm(arguments: &[&str]) -> Command {
    let mut command = command("npm", arguments);
    command.current_dir(root().join("ui"));
    command
}

/// Runs it in sight of the reader, under its own line.
pub(crate) fn step(command: &mut Command) -> Result<()> {
    let line = line_of(command);
    eprintln!("» {line}");
    let status =
        command.stdin(Stdio::null()).status().with_context(|| format!("{line} could not be started"))?;
    if !status.success() {
        bail!("{line} failed ({status})");
    }
    Ok(())
}

/// What it prints, without a trailing line break; `None` where it fails.
pub(crate) fn answer(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

pub(crate) fn exists(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn line_of(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
