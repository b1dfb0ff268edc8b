//! `cargo xtask test`: everything that can be wrong, from formatting to the real window.

use anyhow::Result;

use crate::check;
use crate::display::VirtualDisplay;
use crate::setup;
use crate::shell::{answer, command, npm, step};

/// One window at a time: two cores draw no more.
const WHOLE: &str = "inglenook-tests";

pub(crate) fn test() -> Result<()> {
    setup::everything()?;
    check::check()?;
    step(&mut npm(&["test", "--silent"]))?;
    // The tests of the whole start this binary in a real window.
    step(&mut command("cargo", &["build", "--package", "inglenook"]))?;
    step(&mut command("cargo", &["test", "--workspace", "--exclude", WHOLE]))?;
    step(&mut command("cargo", &["test", "--package", WHOLE, "--no-run"]))?;
    whole()
}

/// The tests of the whole, with a display and a session bus of their own, no network but the loopback one, and
/// the right to mount a small disk: in namespaces, which on a desktop need no root.
fn whole() -> Result<()> {
    let display = VirtualDisplay::start()?;
    let is_root = answer(&mut command("id", &["-u"])).as_deref() == Some("0");
    let mut unshare = command("unshare", &["--net", "--mount"]);
    if !is_root {
        unshare.arg("--map-root-user");
    }
    let tests = format!(
        "ip link set lo up && exec dbus-run-session -- cargo test --offline --package {WHOLE} --no-fail-fast -- --test-threads=1"
    );
    unshare.args(["sh", "-c", &tests]);
    unshare.env("DISPLAY", &display.name).env("GDK_BACKEND", "x11").env_remove("WAYLAND_DISPLAY");
    step(&mut unshare)
}
