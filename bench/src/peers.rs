//! The others: a bare terminal, and programs that keep one alive, attached to it as their users are.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::Result;

use crate::drained::Drained;
use crate::script::Script;

pub(crate) const ALL: [Peer; 7] =
    [Peer::Tmux, Peer::Bare, Peer::Dtach, Peer::Screen, Peer::Asciinema, Peer::Zellij, Peer::Shpool];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Peer {
    /// The program in a terminal, with nothing in between.
    Bare,
    Tmux,
    Dtach,
    Screen,
    Asciinema,
    Zellij,
    Shpool,
}

impl Peer {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare",
            Self::Tmux => "tmux",
            Self::Dtach => "dtach",
            Self::Screen => "screen",
            Self::Asciinema => "asciinema",
            Self::Zellij => "zellij",
            Self::Shpool => "shpool",
        }
    }

    pub(crate) fn is_installed(self) -> bool {
        let path = std::env::var_os("PATH").unwrap_or_default();
        self == Self::Bare || std::env::split_paths(&path).any(|folder| folder.join(self.name()).is_file())
    }

    /// Runs the script in it, and answers how long `cat` took.
    pub(crate) async fn flood(self, script: &Script) -> Result<Duration> {
        let _daemon = self.daemon(script.folder())?;
        let mut drained = Drained::start(&self.words(script)?, script.folder())?;
        let flooded = async {
            drained.ready().await?;
            script.go().await?;
            drained.closed().await?;
            script.took()
        };
        let took = flooded.await;
        self.clean_up(script.folder());
        took
    }

    fn words(self, script: &Script) -> Result<Vec<String>> {
        let (folder, line) = (script.folder(), script.line());
        let socket = folder.join("socket").to_string_lossy().into_owned();
        let words: &[&str] = match self {
            Self::Bare => return Ok(script.words()),
            Self::Tmux => &["tmux", "-u", "-S", &socket, "-f", "/dev/null", "new-session", &line],
            Self::Dtach => &["dtach", "-A", &socket, "-E", "-z", "sh", "-c", &line],
            Self::Screen => &["screen", "-U", "-c", "/dev/null", "-S", "bench", "sh", "-c", &line],
            Self::Asciinema => &["asciinema", "rec", "-q", "--overwrite", "-c", &line, "recording"],
            Self::Zellij => {
                let layout = format!(
                    "layout {{ pane command=\"sh\" close_on_exit=true {{ args \"-c\" \"{line}\"; }} }}\n"
                );
                fs::write(folder.join("layout.kdl"), layout)?;
                &["zellij", "--layout", "layout.kdl"]
            }
            Self::Shpool => &["shpool", "--socket", &socket, "attach", "--cmd", &line, "bench"],
        };
        Ok(words.iter().map(|&word| word.to_owned()).collect())
    }

    fn daemon(self, folder: &Path) -> Result<Option<Daemon>> {
        if self != Self::Shpool {
            return Ok(None);
        }
        let mut command = Command::new("shpool");
        command.arg("--socket").arg(folder.join("socket")).arg("daemon").env("HOME", folder);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        Ok(Some(Daemon(child)))
    }

    fn clean_up(self, folder: &Path) {
        if self == Self::Tmux {
            tmux(&folder.join("socket"), &["kill-server"]);
        }
    }
}

struct Daemon(std::process::Child);

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A command for a tmux server; a server that has ended already is none to be told.
pub(crate) fn tmux(socket: &Path, words: &[&str]) -> String {
    let mut command = Command::new("tmux");
    command.arg("-u").arg("-S").arg(socket).args(["-f", "/dev/null"]).args(words).env_remove("TMUX");
    let said = command.env("LANG", "C.UTF-8").stdin(Stdio::null()).stderr(Stdio::null()).output();
    said.map_or_else(|_| String::new(), |said| String::from_utf8_lossy(&said.stdout).trim().to_owned())
}
