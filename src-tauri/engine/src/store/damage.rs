//! Telling a full disk and a damaged file from everything else that SQLite may answer.

use std::path::{Path, PathBuf};

use super::Backups;

use crate::clock::Millis;

/// A database that cannot be read, and what there is to go back to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    pub file: PathBuf,
    pub why: String,
    /// When the newest backup was made.
    pub backup_at: Option<Millis>,
}

impl Damage {
    pub(crate) fn located(self, data_dir: &Path) -> Self {
        let backup_at = Backups::new(data_dir).newest_at();
        Self { file: super::database_in(data_dir), backup_at, ..self }
    }

    pub(crate) fn unlocated(error: &sqlx::Error) -> Self {
        Self { file: PathBuf::new(), why: error.to_string(), backup_at: None }
    }
}

/// The two troubles that a learner can do something about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    Full,
    Damaged,
}

impl Trouble {
    /// From SQLite's primary result code: <https://www.sqlite.org/rescode.html>.
    pub(crate) fn of(error: &sqlx::Error) -> Option<Self> {
        const READONLY: u32 = 8;
        const IOERR: u32 = 10;
        const CORRUPT: u32 = 11;
        const FULL: u32 = 13;
        const CANTOPEN: u32 = 14;
        const NOTADB: u32 = 26;
        let code = error.as_database_error()?.code()?.parse::<u32>().ok()?;
        match code & 0xff {
            FULL | IOERR | READONLY | CANTOPEN => Some(Self::Full),
            CORRUPT | NOTADB => Some(Self::Damaged),
            _ => None,
        }
    }
}
