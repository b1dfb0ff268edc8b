//! The store: one SQLite file in WAL mode. The only place with SQL.
//!
//! Writes go through a pool of one connection, so they queue and never meet `SQLITE_BUSY` within the
//! process; reads through a small pool of read-only ones. Log writes are collected and committed by the
//! [`flusher`]; everything else is committed when the call returns.

mod backup;
mod check;
mod checkpoints;
mod damage;
mod flusher;
mod history_blocks;
mod instances;
mod log_blocks;
mod notes;
mod open;
mod runs;
mod sessions;
mod write;

use std::path::{Path, PathBuf};

use sqlx::SqlitePool;

use crate::error::Result;

pub use backup::Backup;
pub(crate) use backup::{Backups, recover};
pub use damage::Damage;
pub(crate) use damage::Trouble;
pub(crate) use flusher::Flusher;
pub use flusher::Saving;
pub(crate) use instances::NewInstance;
pub(crate) use notes::Place;
pub use notes::{Note, NoteKind, NoteState};
pub(crate) use runs::{Claim, RunEnd};
pub(crate) use sessions::{NewSessionRow, StoredSession};
pub(crate) use write::Write;

/// The database of a data directory.
pub(crate) fn database_in(data_dir: &Path) -> PathBuf {
    data_dir.join("inglenook.db")
}

/// A handle on the database. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    writer: SqlitePool,
    readers: SqlitePool,
    file: PathBuf,
}

impl Store {
    /// A transaction that holds the write lock from its first statement on.
    pub(crate) async fn begin(&self) -> sqlx::Result<Write> {
        Write::begin(&self.writer).await
    }

    pub(crate) fn readers(&self) -> &SqlitePool {
        &self.readers
    }

    /// Another number than before: another process has written. Read on the writer, since a connection does not count
    /// its own changes: <https://www.sqlite.org/pragma.html#pragma_data_version>.
    pub(crate) async fn version_of_others(&self) -> Result<i64> {
        let mut writer = self.writer.acquire().await?;
        Ok(sqlx::query_scalar("PRAGMA data_version").fetch_one(&mut *writer).await?)
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Folds the WAL into the file and lets go of it.
    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

#[cfg(test)]
mod tests;
