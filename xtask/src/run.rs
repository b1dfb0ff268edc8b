//! `cargo xtask run`: builds and starts the app, on a virtual display where there is none.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::display::{self, VirtualDisplay};
use crate::setup;
use crate::shell::{command, root, step};

/// How often the picture of a window on a virtual display is taken anew.
const PICTURE: Duration = Duration::from_secs(2);

pub(crate) fn run() -> Result<()> {
    setup::everything()?;
    step(&mut command("cargo", &["build", "--package", "inglenook"]))?;
    let mut app = Command::new(root().join("target/debug/inglenook"));
    app.args(std::env::args().skip(2));
    if display::is_there() || !cfg!(target_os = "linux") {
        let status = app.status().context("Inglenook could not be started")?;
        if !status.success() {
            bail!("Inglenook ended ({status})");
        }
        return Ok(());
    }
    let display = VirtualDisplay::start()?;
    let folder = root().join("target/run");
    fs::create_dir_all(&folder)?;
    eprintln!("There is no display here, so Inglenook runs on a virtual one ({}).", display.name);
    eprintln!(
        "A picture of its window, renewed every {} s: {}",
        PICTURE.as_secs(),
        folder.join("window.png").display()
    );
    eprintln!("End it with Ctrl+C.");
    let app = app
        .env("DISPLAY", &display.name)
        .env("GDK_BACKEND", "x11")
        .spawn()
        .context("Inglenook could not be started")?;
    watch(app, &display.name)
}

fn watch(mut app: Child, display: &str) -> Result<()> {
    let folder = root().join("target/run");
    let (new, current) = (folder.join("new.png"), folder.join("window.png"));
    loop {
        if let Some(status) = app.try_wait()? {
            if status.success() {
                return Ok(());
            }
            bail!("Inglenook ended ({status})");
        }
        let taken = Command::new("import")
            .args(["-silent", "-window", "root"])
            .arg(&new)
            .env("DISPLAY", display)
            .stderr(Stdio::null())
            .status();
        // Renamed, so that whoever looks never sees half a picture.
        if taken.is_ok_and(|status| status.success()) {
            fs::rename(&new, &current)?;
        }
        #[expect(clippy::disallowed_methods, reason = "pictures are taken by the clock")]
        std::thread::sleep(PICTURE);
    }
}
