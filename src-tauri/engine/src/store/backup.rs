//! Copies of the database: before a migration, and once a day while it is small. Three generations.

use std::fs;
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqlitePool};

use super::open::{make_private_dir, make_private_file};
use super::{Store, database_in};
use crate::clock::Millis;
use crate::error::{Error, Result};

const GENERATIONS: usize = 3;

/// A copy a day is worth having where it costs little.
const DAILY: Millis = 24 * 60 * 60 * 1000;
const LARGEST_DAILY: u64 = 512 * 1024 * 1024;

/// A copy of the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    pub file: PathBuf,
    pub made_at: Millis,
}

/// The folder `backups`, with files named by the time they were made.
#[derive(Debug, Clone)]
pub(crate) struct Backups {
    folder: PathBuf,
}

impl Backups {
    pub(crate) fn new(data_dir: &Path) -> Self {
        Self { folder: data_dir.join("backups") }
    }

    /// A whole, compact copy as of now; older ones than the newest three go.
    pub(crate) async fn make(&self, database: &SqlitePool, now: Millis) -> Result<()> {
        make_private_dir(&self.folder)?;
        let file = self.folder.join(format!("{now}.db"));
        let partial = self.folder.join(format!("{now}.partial"));
        let _ = fs::remove_file(&partial);
        sqlx::query("VACUUM INTO ?").bind(partial.to_string_lossy().into_owned()).execute(database).await?;
        make_private_file(&partial)?;
        fs::rename(&partial, &file).map_err(Error::io("the backup could not be put in place"))?;
        for (_, old) in self.all().into_iter().rev().skip(GENERATIONS) {
            fs::remove_file(&old).map_err(Error::io("an old backup could not be removed"))?;
        }
        Ok(())
    }

    /// Makes one where the newest is older than a day, the database is small, and there are sessions to copy.
    /// On a reader's connection: the writer must not wait for it.
    pub(crate) async fn make_daily(&self, store: &Store, now: Millis) -> Result<()> {
        let small = fs::metadata(store.file()).is_ok_and(|meta| meta.len() <= LARGEST_DAILY);
        let due = self.newest_at().is_none_or(|at| now - at >= DAILY);
        if small && due && !store.sessions(None).await?.is_empty() {
            self.make(store.readers(), now).await?;
        }
        Ok(())
    }

    /// Newest first.
    pub(crate) fn list(&self) -> Vec<Backup> {
        self.all().into_iter().rev().map(|(made_at, file)| Backup { file, made_at }).collect()
    }

    pub(crate) fn newest_at(&self) -> Option<Millis> {
        self.newest().map(|(at, _)| at)
    }

    fn newest(&self) -> Option<(Millis, PathBuf)> {
        self.all().pop()
    }

    /// The newest that can be read from end to end.
    async fn newest_good(&self) -> Option<PathBuf> {
        for (_, backup) in self.all().into_iter().rev() {
            match check(&backup).await {
                Ok(()) => return Some(backup),
                Err(error) => tracing::warn!(%error, backup = %backup.display(), "a backup is damaged too"),
            }
        }
        None
    }

    /// Oldest first.
    fn all(&self) -> Vec<(Millis, PathBuf)> {
        let Ok(entries) = fs::read_dir(&self.folder) else { return Vec::new() };
        let mut found: Vec<_> = entries
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                let at = path.file_name()?.to_str()?.strip_suffix(".db")?.parse().ok()?;
                Some((at, path))
            })
            .collect();
        found.sort();
        found
    }
}

/// Sets a damaged database aside, whole with its WAL, and puts the newest good backup in its place; none where
/// `fresh`. Nothing is deleted, and nothing is moved before there is something to put there.
pub(crate) async fn recover(data_dir: &Path, fresh: bool, now: Millis) -> Result<()> {
    let file = database_in(data_dir);
    let replacement = if fresh {
        None
    } else {
        let backup = Backups::new(data_dir).newest_good().await.ok_or(Error::NotFound { what: "backup" })?;
        let copy = data_dir.join("recovered.partial");
        let copied = fs::copy(&backup, &copy).and_then(|_| fs::File::open(&copy)?.sync_all());
        copied.map_err(Error::io("the backup could not be copied"))?;
        make_private_file(&copy)?;
        Some(copy)
    };
    let aside = data_dir.join(format!("damaged-{now}"));
    make_private_dir(&aside)?;
    for part in ["inglenook.db-shm", "inglenook.db-wal", "inglenook.db"] {
        let part_of_it = data_dir.join(part);
        if part_of_it.exists() {
            fs::rename(&part_of_it, aside.join(part))
                .map_err(Error::io(format!("{} could not be set aside", part_of_it.display())))?;
        }
    }
    match replacement {
        Some(copy) => fs::rename(copy, file).map_err(Error::io("the backup could not be put in place")),
        None => Ok(()),
    }
}

async fn check(backup: &Path) -> sqlx::Result<()> {
    let options = SqliteConnectOptions::new().filename(backup).read_only(true);
    let mut connection = options.connect().await?;
    let verdict: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut connection).await?;
    connection.close().await?;
    if verdict == "ok" { Ok(()) } else { Err(sqlx::Error::Protocol(verdict)) }
}
