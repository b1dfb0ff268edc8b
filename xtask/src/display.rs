//! A virtual display, for computers without one.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use rustix::process::{Pid, Signal, kill_process};

/// An X server without a screen. Ends when dropped.
pub(crate) struct VirtualDisplay {
    server: Child,
    pub(crate) name: String,
}

impl VirtualDisplay {
    /// The server picks a free number and says which. A Ctrl+C is not for it: what it shows ends first.
    pub(crate) fn start() -> Result<Self> {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .context("Xvfb could not be started")?;
        let said = server.stdout.take().context("Xvfb says nothing")?;
        let mut number = String::new();
        BufReader::new(said).read_line(&mut number).context("Xvfb did not say which display it is")?;
        ensure!(!number.trim().is_empty(), "Xvfb ended at once");
        Ok(Self { server, name: format!(":{}", number.trim()) })
    }
}

impl Drop for VirtualDisplay {
    fn drop(&mut self) {
        // Asked and not killed, so that it removes its socket and its lock. It may be gone already: then there
        // is nothing to end.
        let _ = kill_process(Pid::from_child(&self.server), Signal::TERM);
        let _ = self.server.wait();
    }
}

pub(crate) fn is_there() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}
