//! A place of its own on the disk for an app and its sessions, and the programs that were built.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use tokio::process::Command;

/// Shared machines are slow at times; what takes longer than this does not come.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A data directory, settings, and a home for the sessions: what stays when the app goes.
#[derive(Debug)]
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Result<Self> {
        let place = Self { folder: tempfile::tempdir()? };
        std::fs::create_dir(place.home())?;
        place.set("[appearance]\nrenderer = \"dom\"\n")?;
        // A prompt that is the same everywhere.
        std::fs::write(
            place.home().join(".bashrc"),
            "PS1='$ '\nunset PROMPT_COMMAND\nbind 'set enable-bracketed-paste on'\n",
        )?;
        Ok(place)
    }

    pub fn set(&self, settings: &str) -> Result<()> {
        Ok(std::fs::write(self.folder.path().join("settings.toml"), settings)?)
    }

    pub fn settings(&self) -> Result<String> {
        Ok(std::fs::read_to_string(self.folder.path().join("settings.toml"))?)
    }

    /// Waits until the settings file holds this text.
    pub async fn until_file_says(&self, text: &str) -> Result<()> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        while !self.settings()?.contains(text) {
            if tokio::time::Instant::now() > deadline {
                bail!("the settings file never says {text:?}:\n{}", self.settings()?);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Asks the database for a number until it is as wanted; answers it.
    pub async fn until_number(&self, query: &'static str, wanted: impl Fn(i64) -> bool) -> Result<i64> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        let url = format!("sqlite://{}?mode=ro", self.database().display());
        let mut last = None;
        while tokio::time::Instant::now() < deadline {
            if let Ok(mut connection) = SqliteConnection::connect(&url).await {
                last = sqlx::query_scalar::<_, i64>(query).fetch_one(&mut connection).await.ok();
                connection.close().await?;
                if let Some(number) = last.filter(|number| wanted(*number)) {
                    return Ok(number);
                }
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        bail!("“{query}” never was as wanted, but {last:?}")
    }

    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    pub fn data_dir(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A program that finds this place in its environment.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env("INGLENOOK_DATA_DIR", self.data_dir())
            .env("INGLENOOK_CONFIG", self.folder.path().join("settings.toml"))
            .env("HOME", self.home())
            .env("SHELL", "/bin/bash")
            .env("LANG", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .stdin(Stdio::null());
        command
    }

    /// Starts the app once more, without a driver, and waits for its end.
    pub async fn start_again(&self) -> Result<ExitStatus> {
        let mut second = self.command(app_binary()?).kill_on_drop(true).spawn()?;
        Ok(tokio::time::timeout(PATIENCE, second.wait()).await.context("the second one stays")??)
    }

    /// The other program, which finds this place in its environment.
    pub fn nook(&self) -> Result<Command> {
        Ok(self.command(built("nook")?))
    }

    pub fn database(&self) -> PathBuf {
        self.data_dir().join("inglenook.db")
    }
}

pub(crate) fn app_binary() -> Result<PathBuf> {
    built("inglenook")
}

fn built(name: &str) -> Result<PathBuf> {
    let (profile, option) = if cfg!(debug_assertions) { ("debug", "") } else { ("release", " --release") };
    let binary = workspace().join("target").join(profile).join(name);
    if !binary.exists() {
        bail!("build it first: cargo build{option} --package {name}");
    }
    Ok(binary)
}

/// Where tests leave their pictures.
pub(crate) fn pictures() -> Result<PathBuf> {
    let folder = workspace().join("target/pictures");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}
