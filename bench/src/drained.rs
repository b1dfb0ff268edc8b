//! A terminal that is read until it ends, and what is read thrown away: the client of everything that is measured
//! but ours. A thread reads; who started it waits.

use std::io::Read;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tokio::sync::oneshot;

use crate::script::{PATIENCE, READY};

/// The first bytes, among which [`READY`] has to be.
const BEGINNING: usize = 256 * 1024;

/// Variables that would tell a program that it is inside of another terminal.
const FOREIGN: [&str; 4] = ["TMUX", "STY", "ZELLIJ", "SHPOOL_SESSION_NAME"];

pub(crate) struct Drained {
    child: Box<dyn Child + Send + Sync>,
    ready: Option<oneshot::Receiver<()>>,
    closed: Option<oneshot::Receiver<()>>,
    /// The terminal closes with it.
    _master: Box<dyn MasterPty + Send>,
}

impl Drained {
    /// At 80 columns and 24 rows, with a home in `folder`.
    pub(crate) fn start(words: &[String], folder: &Path) -> Result<Self> {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size)?;
        let (program, arguments) = words.split_first().context("no program")?;
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.cwd(folder);
        for name in FOREIGN {
            command.env_remove(name);
        }
        for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("SHELL", "/bin/sh")] {
            command.env(name, value);
        }
        command.env("HOME", folder);
        command.env("SCREENDIR", folder);
        let child = pair.slave.spawn_command(command)?;
        drop(pair.slave);
        let reader = pair.master.try_clone_reader()?;
        let (tell_ready, ready) = oneshot::channel();
        let (tell_closed, closed) = oneshot::channel();
        std::thread::spawn(move || {
            drain(reader, tell_ready);
            // Nobody waits for it: then nobody minds.
            let _ = tell_closed.send(());
        });
        Ok(Self { child, ready: Some(ready), closed: Some(closed), _master: pair.master })
    }

    /// Waits until the program in it has said so.
    pub(crate) async fn ready(&mut self) -> Result<()> {
        let ready = self.ready.take().context("asked once")?;
        let waited = tokio::time::timeout(Duration::from_secs(60), ready).await;
        waited.context("its program is never to be seen")?.context("it ended at once")
    }

    /// Waits until the terminal has ended.
    pub(crate) async fn closed(&mut self) -> Result<()> {
        let closed = self.closed.take().context("asked once")?;
        tokio::time::timeout(PATIENCE, closed).await.context("it never ends")?.context("the reader is gone")
    }
}

impl Drop for Drained {
    fn drop(&mut self) {
        // It has ended, as a rule.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn drain(mut reader: impl Read, tell_ready: oneshot::Sender<()>) {
    let mut buffer = vec![0; 64 * 1024];
    let mut beginning = Vec::new();
    let mut tell_ready = Some(tell_ready);
    // The end of a terminal is an error on Linux (EIO).
    while let Ok(read @ 1..) = reader.read(&mut buffer) {
        if tell_ready.is_some() && beginning.len() < BEGINNING {
            beginning.extend_from_slice(&buffer[..read]);
            if beginning.windows(READY.len()).any(|window| window == READY.as_bytes()) {
                let _ = tell_ready.take().map(|tell| tell.send(()));
            }
        }
    }
}
