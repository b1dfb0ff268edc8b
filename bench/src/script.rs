//! The program that floods, the same in every terminal: it says that it is there, waits for the start, and notes
//! the times at which `cat` began and ended.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use rustix::fs::{CWD, Mode, mkfifoat};

/// What it says when it is there.
pub(crate) const READY: &str = "ready";

/// What a machine under load needs for the slowest terminal.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

#[derive(Debug)]
pub(crate) struct Script {
    folder: PathBuf,
}

impl Script {
    /// In a folder of its own, which is there.
    pub(crate) fn new(folder: PathBuf, file: &Path) -> Result<Self> {
        // What `screen` asks of a folder for its sockets.
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
        mkfifoat(CWD, folder.join("go"), Mode::RUSR | Mode::WUSR)?;
        let (here, file) = (folder.display(), file.display());
        fs::write(
            folder.join("flood.sh"),
            format!(
                "echo {READY}\nread go < '{here}/go'\ndate +%s%N > '{here}/began'\ncat '{file}'\n\
                 date +%s%N > '{here}/ended'\n"
            ),
        )?;
        Ok(Self { folder })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn words(&self) -> Vec<String> {
        vec!["sh".to_owned(), self.folder.join("flood.sh").to_string_lossy().into_owned()]
    }

    pub(crate) fn line(&self) -> String {
        self.words().join(" ")
    }

    /// Lets it begin; waits until it is there.
    pub(crate) async fn go(&self) -> Result<()> {
        let fifo = self.folder.join("go");
        let told = tokio::task::spawn_blocking(move || fs::write(fifo, "go\n"));
        Ok(tokio::time::timeout(PATIENCE, told).await.context("the program never starts")???)
    }

    /// How long `cat` took.
    pub(crate) fn took(&self) -> Result<Duration> {
        Ok(Duration::from_nanos(self.at("ended")?.saturating_sub(self.at("began")?)))
    }

    /// When `cat` ended, in milliseconds since 1970.
    pub(crate) fn ended_at(&self) -> Result<f64> {
        Ok(self.at("ended")? as f64 / 1e6)
    }

    fn at(&self, name: &str) -> Result<u64> {
        let text = fs::read_to_string(self.folder.join(name)).context("the program was cut short")?;
        text.trim().parse().context("the program was cut short")
    }
}
