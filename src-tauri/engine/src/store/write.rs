//! A transaction of the writer.
//!
//! Not sqlx's own: SQLite rolls a transaction back by itself when the disk is full, which sqlx 0.9 does not
//! notice, and then refuses to begin another one on that connection. Here a connection whose transaction did
//! not end in order is closed, and the pool opens a fresh one.

use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{Executor, Sqlite, SqliteConnection, SqlitePool};

/// Rolled back where it is dropped without [`Write::commit`].
#[derive(Debug)]
pub(crate) struct Write {
    connection: PoolConnection<Sqlite>,
    open: bool,
}

impl Write {
    /// Holds the write lock from here on.
    pub(super) async fn begin(writer: &SqlitePool) -> sqlx::Result<Self> {
        let mut write = Self { connection: writer.acquire().await?, open: true };
        write.execute("BEGIN IMMEDIATE").await?;
        Ok(write)
    }

    pub(crate) async fn commit(mut self) -> sqlx::Result<()> {
        self.execute("COMMIT").await?;
        self.open = false;
        Ok(())
    }

    /// There was nothing to change after all.
    pub(crate) async fn abandon(mut self) -> sqlx::Result<()> {
        self.execute("ROLLBACK").await?;
        self.open = false;
        Ok(())
    }
}

impl Drop for Write {
    fn drop(&mut self) {
        if self.open {
            self.connection.close_on_drop();
        }
    }
}

impl Deref for Write {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for Write {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}
