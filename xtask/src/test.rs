//! `cargo xtask test`: everything that can be wrong, from formatting to the real window.

use anyhow::Result;

use crate::check;
use crate::display::VirtualDisplay;
use crate::setup;
use crate::shell::{command, npm, step};

pub(crate) fn test() -> Result<()> {
    setup::everything()?;
    check::check()?;
    step(&mut npm(&["test", "--silent"]))?;
    // The tests of the whole start this binary in a real window.
    step(&mut command("cargo", &["build", "--package", "inglenook"]))?;
    let display = VirtualDisplay::start()?;
    let mut tests = command("cargo", &["test", "--workspace", "--no-fail-fast"]);
    tests.env("DISPLAY", &display.name).env("GDK_BACKEND", "x11").env_remove("WAYLAND_DISPLAY");
    step(&mut tests)
}
