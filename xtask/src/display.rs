//! A virtual display, for computers without one.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result};

/// An X server without a screen. Ends when dropped.
pub(crate) struct VirtualDisplay {
    server: Child,
    pub(crate) name: String,
}

impl VirtualDisplay {
    /// The server picks a free number and says which.
    pub(crate) fn start() -> Result<Self> {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("Xvfb could not be started")?;
        let said = server.stdout.take().context("Xvfb says nothing")?;
        let mut number = String::new();
        BufReader::new(said).read_line(&mut number).context("Xvfb did not say which display it is")?;
        Ok(Self { server, name: format!(":{}", number.trim()) })
    }
}

impl Drop for VirtualDisplay {
    fn drop(&mut self) {
        // It may be gone already: then there is nothing to end.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

pub(crate) fn is_there() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}
