//! Copies of the database: before a migration, and once a day while it is small. Three generations.

use std::fs;
use std::path::{Path, PathBuf};

use sqlx::SqlitePool;

use super::open::{make_private_dir, make_private_file};
use crate::clock::Millis;
use crate::error::{Error, Result};

const GENERATIONS: usize = 3;

/// A copy a day is worth having where it costs little.
const DAILY: Millis = 24 * 60 * 60 * 1000;
const LARGEST_DAILY: u64 = 512 * 1024 * 1024;

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

    /// Makes one where the newest is older than a day and the database is small.
    pub(crate) async fn make_daily(&self, database: &SqlitePool, file: &Path, now: Millis) -> Result<()> {
        let small = fs::metadata(file).is_ok_and(|meta| meta.len() <= LARGEST_DAILY);
        let due = self.newest_at().is_none_or(|at| now - at >= DAILY);
        if small && due { self.make(database, now).await } else { Ok(()) }
    }

    pub(crate) fn newest_at(&self) -> Option<Millis> {
        self.newest().map(|(at, _)| at)
    }

    pub(crate) fn newest(&self) -> Option<(Millis, PathBuf)> {
        self.all().pop()
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

/// Sets a damaged database aside, whole with its WAL, and puts a backup in its place; none where `fresh`.
/// Nothing is deleted.
pub(crate) fn recover(data_dir: &Path, fresh: bool, now: Millis) -> Result<()> {
    let aside = data_dir.join(format!("damaged-{now}"));
    make_private_dir(&aside)?;
    for name in ["inglenook.db", "inglenook.db-wal", "inglenook.db-shm"] {
        let file = data_dir.join(name);
        if file.exists() {
            fs::rename(&file, aside.join(name))
                .map_err(Error::io(format!("{} could not be set aside", file.display())))?;
        }
    }
    if fresh {
        return Ok(());
    }
    let Some((_, backup)) = Backups::new(data_dir).newest() else {
        return Err(Error::NotFound { what: "backup" });
    };
    let file = data_dir.join("inglenook.db");
    fs::copy(&backup, &file).map_err(Error::io("the backup could not be copied"))?;
    make_private_file(&file)
}
