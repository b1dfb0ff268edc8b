//! `cargo xtask run`: builds and starts the app, on a virtual display where there is none.
//!
//! Ctrl+C reaches this process alone. It asks the app to end, once, and waits: the app retires its sessions, and
//! needs its display until it is gone.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::display::{self, VirtualDisplay};
use crate::setup;
use crate::shell::{command, root, step};

/// How often the picture of a window on a virtual display is taken anew.
const PICTURE: Duration = Duration::from_secs(2);

pub(crate) fn run() -> Result<()> {
    setup::everything()?;
    step(&mut command("cargo", &["build", "--package", "inglenook"]))?;
    // From here on a signal ends the app, and not this process.
    let mut signals = Signals::new([SIGCHLD, SIGHUP, SIGINT, SIGTERM])?;
    let virtual_display =
        if display::is_there() || !cfg!(target_os = "linux") { None } else { Some(VirtualDisplay::start()?) };
    let mut app = Command::new(root().join("target/debug/inglenook"));
    app.args(std::env::args_os().skip(2)).stdin(Stdio::null()).process_group(0);
    leave_out_cargo(&mut app);
    if let Some(display) = &virtual_display {
        app.env("DISPLAY", &display.name).env("GDK_BACKEND", "x11");
        show(&display.name)?;
    }
    let mut app = app.spawn().context("Inglenook could not be started")?;
    let status = end_of(&mut app, &mut signals)?;
    drop(virtual_display);
    if !status.success() {
        bail!("Inglenook ended ({status})");
    }
    Ok(())
}

/// Waits for the app, and asks it to end when somebody wants this process to.
fn end_of(app: &mut Child, signals: &mut Signals) -> Result<ExitStatus> {
    let mut asked = false;
    for signal in signals.forever() {
        if let Some(status) = app.try_wait()? {
            // So early that it did not listen to signals yet: then there was nothing to retire.
            let at_once = asked && status.signal() == Some(SIGTERM);
            return Ok(if at_once { ExitStatus::default() } else { status });
        }
        if signal == SIGCHLD {
            continue;
        }
        if asked {
            // The terminal may be what went, and this process has to stay: so it is no matter if nobody reads this.
            let _ =
                writeln!(std::io::stderr(), "Inglenook (process {}) is still saving its sessions.", app.id());
        } else {
            kill_process(Pid::from_child(app), Signal::TERM)
                .context("Inglenook could not be asked to end")?;
            asked = true;
        }
    }
    Ok(app.wait()?)
}

/// Says where the window can be seen, and keeps its picture fresh for as long as this process lives.
fn show(display: &str) -> Result<()> {
    let folder = root().join("target/run");
    fs::create_dir_all(&folder)?;
    eprintln!("There is no display here, so Inglenook runs on a virtual one ({display}).");
    eprintln!(
        "A picture of its window, renewed every {} s: {}",
        PICTURE.as_secs(),
        folder.join("window.png").display()
    );
    eprintln!("End it with Ctrl+C.");
    let display = display.to_owned();
    std::thread::spawn(move || {
        loop {
            if let Err(error) = take_picture(&display, &folder) {
                eprintln!("The picture of the window could not be renewed: {error:#}");
            }
            #[expect(clippy::disallowed_methods, reason = "pictures are taken by the clock")]
            std::thread::sleep(PICTURE);
        }
    });
    Ok(())
}

fn take_picture(display: &str, folder: &Path) -> Result<()> {
    let new = folder.join("new.png");
    let taken = Command::new("import")
        .args(["-silent", "-window", "root"])
        .arg(&new)
        .env("DISPLAY", display)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .status();
    // Renamed, so that whoever looks never sees half a picture.
    if taken.is_ok_and(|status| status.success()) {
        fs::rename(&new, folder.join("window.png"))?;
    }
    Ok(())
}

/// The sessions are the learner's: what cargo and rustup's proxy set for this process is not for them.
fn leave_out_cargo(app: &mut Command) {
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_cargos(name)) {
        app.env_remove(name);
    }
    const LIBRARIES: &str = "LD_LIBRARY_PATH";
    if let Some(path) = std::env::var_os(LIBRARIES) {
        let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".rustup"));
        let rustup = std::env::var_os("RUSTUP_HOME").map(PathBuf::from).or_else(home);
        let mut theirs = vec![root().join("target")];
        theirs.extend(rustup.map(|rustup| rustup.join("toolchains")));
        match without(&path, &theirs) {
            Some(path) => app.env(LIBRARIES, path),
            None => app.env_remove(LIBRARIES),
        };
    }
}

/// `CARGO_HOME` and its like are the learner's own.
fn is_cargos(name: &OsStr) -> bool {
    const NAMES: &[&str] = &["CARGO", "RUSTUP_TOOLCHAIN", "RUSTUP_TOOLCHAIN_SOURCE", "RUST_RECURSION_COUNT"];
    const PREFIXES: &[&str] =
        &["CARGO_BIN_", "CARGO_CRATE_", "CARGO_MANIFEST_", "CARGO_PKG_", "SQLX_", "TS_RS_"];
    let Some(name) = name.to_str() else { return false };
    NAMES.contains(&name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// The entries of a search path that do not lie below any of these folders; `None` where none is left.
fn without(path: &OsStr, folders: &[PathBuf]) -> Option<OsString> {
    let kept = std::env::split_paths(path)
        .filter(|entry| !folders.iter().any(|folder| entry.starts_with(folder)))
        .collect::<Vec<_>>();
    if kept.is_empty() { None } else { std::env::join_paths(kept).ok() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cargo_sets_is_left_out_and_what_the_learner_set_is_not() {
        for (name, expected) in [
            ("CARGO", true),
            ("CARGO_MANIFEST_DIR", true),
            ("CARGO_PKG_VERSION", true),
            ("RUSTUP_TOOLCHAIN", true),
            ("RUST_RECURSION_COUNT", true),
            ("SQLX_OFFLINE", true),
            ("TS_RS_EXPORT_DIR", true),
            ("CARGO_HOME", false),
            ("CARGO_TARGET_DIR", false),
            ("RUSTUP_HOME", false),
            ("RUST_BACKTRACE", false),
            ("PATH", false),
        ] {
            assert_eq!(is_cargos(OsStr::new(name)), expected, "{name}");
        }
    }

    #[test]
    fn libraries_of_the_toolchain_and_of_the_build_are_left_out() {
        let folders = [PathBuf::from("/home/ada/.rustup/toolchains"), PathBuf::from("/src/target")];
        let mixed = OsStr::new("/src/target/debug/deps:/home/ada/.rustup/toolchains/stable/lib:/opt/lib");
        assert_eq!(without(mixed, &folders).as_deref(), Some(OsStr::new("/opt/lib")));
        let theirs = OsStr::new("/home/ada/.rustup/toolchains/stable/lib");
        assert_eq!(without(theirs, &folders), None, "an empty entry would mean the working directory");
    }
}
