//! `cargo xtask bench`: what Inglenook costs, side by side with what people know, on this machine.

use anyhow::Result;

use crate::setup;
use crate::shell::{command, exists, step};

/// Terminals that keep programs alive, as the system's packages have them.
const PEERS: &[&str] = &["tmux", "dtach", "screen", "asciinema"];

/// Those that have to be built.
const BUILT_PEERS: &[&str] = &["zellij", "shpool"];

pub(crate) fn bench(words: &[String]) -> Result<()> {
    setup::everything()?;
    setup::packages(PEERS)?;
    if words.iter().any(|word| word == "--all-peers") {
        for peer in BUILT_PEERS.iter().filter(|peer| !exists(peer)) {
            step(&mut command("cargo", &["install", "--locked", peer]))?;
        }
    }
    // Two builds: the app is measured with its own features, and not with those that the bench's packages add.
    for packages in [&["inglenook", "bare-window"][..], &["inglenook-bench"]] {
        let packages = packages.iter().flat_map(|package| ["--package", package]);
        step(command("cargo", &["build", "--release"]).args(packages))?;
    }
    // A display and a session bus of their own: what is measured is the same wherever it is.
    let mut bench = command("xvfb-run", &["--auto-servernum", "--server-args=-screen 0 1280x800x24"]);
    bench.args(["dbus-run-session", "--", "target/release/inglenook-bench"]).args(words);
    step(bench.env("GDK_BACKEND", "x11").env_remove("WAYLAND_DISPLAY"))
}
