//! Opening the database: options, a copy before a migration, migrations, private file modes.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Row, SqlitePool};

use super::{Backups, Damage, Store, Trouble, database_in};
use crate::clock::Clock;
use crate::error::{Error, Result};

pub(super) static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// Another process writes for milliseconds at a time; one that holds the lock for longer is stuck.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// Readers are for lists and screens: more would only compete for two cores.
const READERS: u32 = 4;

impl Store {
    /// Opens or creates the database of the data directory. A damaged file is left as it is.
    pub(crate) async fn open(data_dir: &Path, clock: &Clock) -> Result<Self> {
        make_private_dir(data_dir)?;
        let file = database_in(data_dir);
        let backups = Backups::new(data_dir);
        if is_emptied(&file, &backups) {
            let why = "the file is empty, and it was not before".to_owned();
            return Err(Error::StoreDamaged(Damage { file, why, backup_at: None }));
        }
        Self::open_file(&file, &backups, clock).await
    }

    async fn open_file(file: &Path, backups: &Backups, clock: &Clock) -> Result<Self> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            // What a learner erases is overwritten, and not only forgotten.
            .pragma("secure_delete", "ON")
            .busy_timeout(BUSY_TIMEOUT)
            .disable_statement_logging();
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options.clone())
            .await?;
        make_private_file(file)?;
        migrate(&writer, backups, clock).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.create_if_missing(false).read_only(true))
            .await?;
        let store = Self { writer, readers, file: file.to_owned() };
        store.probe().await?;
        Ok(store)
    }

    /// Reads a little of every table itself, and not only of its index: damage shows now, and not as an empty
    /// list.
    async fn probe(&self) -> Result<()> {
        sqlx::query(
            "SELECT (SELECT max(started_at) FROM instances), (SELECT count(name) FROM subjects),
                    (SELECT max(length(title)) FROM sessions), (SELECT max(started_at) FROM runs),
                    (SELECT max(created_at) FROM notes), (SELECT max(id) FROM checkpoints),
                    (SELECT max(rowid) FROM log_blocks), (SELECT max(rowid) FROM history_blocks)",
        )
        .fetch_one(&self.readers)
        .await?;
        Ok(())
    }
}

/// SQLite takes an empty file for a new database, and an emptied one would show as an empty sidebar.
fn is_emptied(file: &Path, backups: &Backups) -> bool {
    let size = |file: &Path| fs::metadata(file).ok().map(|meta| meta.len());
    let wal = size(&file.with_extension("db-wal")).unwrap_or(0);
    size(file) == Some(0) && (wal > 0 || backups.newest_at().is_some())
}

async fn migrate(writer: &SqlitePool, backups: &Backups, clock: &Clock) -> Result<()> {
    let newest = MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or(0);
    let at = applied(writer).await?;
    if at == Some(newest) {
        return Ok(());
    }
    if at.is_some_and(|at| at > newest) {
        return Err(Error::Invalid(
            "this database was written by a newer Inglenook; install that version to open it".into(),
        ));
    }
    if at.is_some() {
        backups.make(writer, clock.now()).await?;
    }
    MIGRATOR.run(writer).await.map_err(|error| match error {
        sqlx::migrate::MigrateError::Execute(error) => Error::from(error),
        other => Error::Invalid(format!("the database could not be brought up to date: {other}")),
    })
}

/// The newest migration that this file has seen; `None` for a new file.
async fn applied(writer: &SqlitePool) -> Result<Option<i64>> {
    let answer = sqlx::query("SELECT max(version) AS version FROM _sqlx_migrations").fetch_one(writer).await;
    match answer {
        Ok(row) => Ok(row.try_get("version")?),
        Err(error) if Trouble::of(&error).is_some() => Err(error.into()),
        // No such table: nothing was ever migrated.
        Err(sqlx::Error::Database(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

pub(super) fn make_private_dir(dir: &Path) -> Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(dir)
        .and_then(|()| fs::set_permissions(dir, fs::Permissions::from_mode(0o700)))
        .map_err(Error::io(format!("the directory {} could not be made private", dir.display())))
}

pub(super) fn make_private_file(file: &Path) -> Result<()> {
    fs::set_permissions(file, fs::Permissions::from_mode(0o600))
        .map_err(Error::io(format!("{} could not be made private", file.display())))
}
