//! What has to be there before anything can be built.

use std::fs;

use anyhow::{Result, bail};

use crate::shell::{answer, command, exists, npm, root, step};

/// Debian's and Ubuntu's names: what builds, then what the tests' real window and programs need (and `run`
/// without a display).
const PACKAGES: &[&str] = &[
    "build-essential",
    "pkg-config",
    "libwebkit2gtk-4.1-dev",
    "libayatana-appindicator3-dev",
    "librsvg2-dev",
    "libxdo-dev",
    "webkit2gtk-driver",
    "xvfb",
    "xauth",
    "dbus-x11",
    "imagemagick",
    "xdotool",
    "iproute2",
    "util-linux",
    "mount",
    "procps",
    "netbase",
    "python3",
    "sqlite3",
    "zsh",
    "fish",
    "vim",
    "nano",
    "tmux",
    "mc",
    "fzf",
    "less",
    "htop",
    "git",
];

/// What the window's tools need.
const NODE: (u32, u32) = (20, 19);

pub(crate) fn everything() -> Result<()> {
    node()?;
    packages(PACKAGES)?;
    window()
}

fn node() -> Result<()> {
    let wanted = format!("{}.{}", NODE.0, NODE.1);
    let Some(version) = answer(&mut command("node", &["--version"])) else {
        bail!("Node is missing: install Node {wanted} or newer, with npm, and try again.");
    };
    let mut places = version.trim_start_matches('v').split('.').filter_map(|place| place.parse().ok());
    let found = (places.next().unwrap_or(0), places.next().unwrap_or(0));
    if found < NODE {
        bail!("Node {version} is too old: install Node {wanted} or newer and try again.");
    }
    if !exists("npm") {
        bail!("npm is missing: install the npm that belongs to Node {version} and try again.");
    }
    Ok(())
}

/// Makes sure that these packages are installed.
pub(crate) fn packages(wanted: &[&str]) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    if !exists("dpkg-query") || !exists("apt-get") {
        eprintln!(
            "This is no Debian or Ubuntu. Make sure that what these packages hold is installed:\n  {}",
            wanted.join(" ")
        );
        return Ok(());
    }
    let missing: Vec<_> = wanted.iter().copied().filter(|package| !is_installed(package)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let is_root = rustix::process::geteuid().is_root();
    let list = missing.join(" ");
    if !is_root && !exists("sudo") {
        bail!("System packages are missing. Install them and try again:\n  apt-get install {list}");
    }
    eprintln!("These system packages are needed, and are missing:\n  {list}");
    eprintln!(
        "They are installed now{}.",
        if is_root { "" } else { ", through sudo, which may ask for your password" }
    );
    let apt = |arguments: &[&str]| {
        let mut apt = if is_root { command("env", &[]) } else { command("sudo", &["env"]) };
        // Named behind `sudo`, which hands no variables on.
        step(apt.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]).args(arguments))
    };
    if let Err(error) = apt(&["update", "-qq"]) {
        bail!(
            "{error:#}\nThe lists of packages could not be renewed; apt-get says why above. Mend that, or install \
             the packages yourself, and try again:\n  apt-get install {list}"
        );
    }
    let mut install = vec!["install", "-y", "-qq", "--no-install-recommends"];
    install.extend(missing);
    apt(&install)
}

fn is_installed(package: &str) -> bool {
    let status = answer(&mut command("dpkg-query", &["-W", "-f", "${db:Status-Status}", package]));
    status.as_deref() == Some("installed")
}

/// The window's libraries and its build, each only where something has changed.
fn window() -> Result<()> {
    let lock = fs::read(root().join("ui/package-lock.json"))?;
    let stamp = root().join("ui/node_modules/.inglenook-lock");
    if fs::read(&stamp).ok().as_ref() != Some(&lock) {
        step(&mut npm(&["ci", "--no-audit", "--no-fund"]))?;
        fs::write(&stamp, &lock)?;
    }
    step(&mut npm(&["run", "--silent", "build"]))
}
