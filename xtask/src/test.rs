//! `cargo xtask test`: everything that can be wrong, from formatting to the real window.

use std::fs;

use anyhow::{Result, bail};

use crate::check;
use crate::setup;
use crate::shell::{answer, command, exists, npm, root, step};

/// The tests of the whole. One window at a time: two cores draw no more.
const WHOLE: &str = "inglenook-tests";

/// New namespaces for the network and for mounts.
const UNSHARE: &[&str] = &["unshare", "--net", "--mount"];

/// What `sudo` has to be told to hand on.
const HANDED_ON: &[&str] = &["PATH", "INGLENOOK_SEED", "RUST_BACKTRACE"];

pub(crate) fn test() -> Result<()> {
    setup::everything()?;
    check::check()?;
    step(&mut npm(&["test", "--silent"]))?;
    // The tests of the whole start these binaries.
    step(&mut command("cargo", &["build", "--package", "inglenook", "--package", "nook"]))?;
    step(&mut command("cargo", &["test", "--workspace", "--exclude", WHOLE]))?;
    step(&mut command("cargo", &["test", "--package", WHOLE, "--no-run"]))?;
    whole()
}

/// The tests of the whole, with a display and a session bus of their own, no network but the loopback one, and
/// the right to mount a small disk. Cargo stays outside and runs each test program in there: so what it builds
/// belongs to the user, whoever the tests run as.
fn whole() -> Result<()> {
    let pictures = root().join("target/pictures");
    if pictures.exists() {
        // Those of a run through `sudo` could not be written over.
        fs::remove_dir_all(&pictures)?;
    }
    fs::create_dir_all(&pictures)?;
    let mut runner = namespaces()?;
    // The display starts in there too: from another network, it could be reached through `/tmp/.X11-unix` alone.
    let prepared = "ip link set lo up && unset WAYLAND_DISPLAY && export GDK_BACKEND=x11 && \
                    exec xvfb-run --auto-servernum --server-args='-screen 0 1280x800x24' \
                    dbus-run-session -- \"$@\"";
    runner.extend(["sh", "-c", prepared, "sh"].map(str::to_owned));
    let runner = runner.iter().map(|word| toml_string(word)).collect::<Vec<_>>().join(", ");
    let runner = format!("target.'cfg(unix)'.runner = [{runner}]");
    step(&mut command(
        "cargo",
        &[
            "test",
            "--offline",
            "--config",
            &runner,
            "--package",
            WHOLE,
            "--no-fail-fast",
            "--",
            "--test-threads=1",
        ],
    ))
}

/// What a program is put behind to have namespaces of its own, in which it may mount: as root, as a user who
/// is root in a namespace, or through `sudo` where the system lets no user make one.
fn namespaces() -> Result<Vec<String>> {
    let as_root: Vec<_> = UNSHARE.iter().map(|&word| word.to_owned()).collect();
    let as_user = [&as_root[..], &["--map-root-user".to_owned()]].concat();
    let is_root = rustix::process::geteuid().is_root();
    if is_root && may_mount(&as_root) {
        return Ok(as_root);
    }
    if may_mount(&as_user) {
        return Ok(as_user);
    }
    if is_root {
        bail!(
            "The tests of the whole need namespaces of their own, without a network and with the right to mount, \
             and root lacks CAP_SYS_ADMIN here. In a container: start it with --privileged."
        );
    }
    if !exists("sudo") {
        bail!(
            "The tests of the whole need namespaces of their own, without a network and with the right to mount. \
             This system lets no user make them, and there is no sudo: run the tests as root, or allow it (on \
             Ubuntu: sysctl kernel.apparmor_restrict_unprivileged_userns=0)."
        );
    }
    eprintln!(
        "The tests of the whole need namespaces without a network, and this system lets no user make them. They \
         run through sudo, which may ask for your password."
    );
    let mut through_sudo = vec!["sudo".to_owned(), "env".to_owned()];
    through_sudo.extend(
        HANDED_ON.iter().filter_map(|name| std::env::var(name).ok().map(|value| format!("{name}={value}"))),
    );
    through_sudo.extend(as_root);
    if !may_mount(&through_sudo) {
        bail!(
            "The tests of the whole need namespaces of their own, without a network and with the right to mount: \
             sudo was refused, or root lacks CAP_SYS_ADMIN here. In a container: start it with --privileged."
        );
    }
    Ok(through_sudo)
}

/// Tries all that the tests do there.
fn may_mount(way: &[String]) -> bool {
    let Some((program, arguments)) = way.split_first() else { return false };
    let tried = "ip link set lo up && mount -t tmpfs tmpfs /tmp";
    answer(command(program, &[]).args(arguments).args(["sh", "-c", tried])).is_some()
}

/// A basic string of TOML 1.0.
fn toml_string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_for_cargos_settings_keeps_its_quotes() {
        assert_eq!(toml_string(r#"sh "$@" \ 'x'"#), r#""sh \"$@\" \\ 'x'""#);
    }
}
