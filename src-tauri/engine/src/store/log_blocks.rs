//! The tables `log_blocks`, and how a batch of a run's log is written.

use sqlx::SqliteConnection;

use super::Store;
use super::checkpoints::insert_checkpoint;
use super::history_blocks::insert_history;
use crate::error::Result;
use crate::id::{RunId, SessionId};
use crate::log::{Batch, Block};

/// Compressed log that a session may hold. The oldest blocks go first; what they held stays in the history.
const LOG_BYTES: i64 = 256 * 1024 * 1024;

pub(super) async fn save_batch(
    connection: &mut SqliteConnection,
    session: SessionId,
    run: RunId,
    batch: &Batch,
) -> sqlx::Result<()> {
    let session = session.to_string();
    for block in batch.blocks.iter().chain(&batch.open) {
        save_block(connection, &session, run, block).await?;
    }
    for block in &batch.history {
        insert_history(connection, &session, block).await?;
    }
    for checkpoint in &batch.checkpoints {
        insert_checkpoint(connection, &session, run, checkpoint).await?;
    }
    if !batch.checkpoints.is_empty() {
        trim(connection, &session).await?;
    }
    Ok(())
}

/// A block that grows is written into its own row; an older, shorter state of it never replaces a newer. One that is
/// full is packed better, and so written once more.
async fn save_block(
    connection: &mut SqliteConnection,
    session: &str,
    run: RunId,
    block: &Block,
) -> sqlx::Result<()> {
    let data = block.data.packed();
    let data = &*data;
    let written = sqlx::query!(
        "INSERT INTO log_blocks (session_id, sequence, run_id, first_offset, started_at, last_at, length, data)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (session_id, sequence) DO UPDATE
         SET last_at = excluded.last_at, length = excluded.length, data = excluded.data
         WHERE run_id = excluded.run_id AND length <= excluded.length",
        session,
        block.sequence,
        run.0,
        block.first_offset,
        block.started_at,
        block.last_at,
        block.length,
        data
    )
    .execute(&mut *connection)
    .await?
    .rows_affected();
    if written == 0 {
        let owner = sqlx::query_scalar!(
            "SELECT run_id FROM log_blocks WHERE session_id = ? AND sequence = ?",
            session,
            block.sequence
        )
        .fetch_one(connection)
        .await?;
        if owner != run.0 {
            return Err(sqlx::Error::Protocol(format!(
                "block {} of session {session} is run {owner}'s, and run {run} wrote it too",
                block.sequence
            )));
        }
    }
    Ok(())
}

/// Deletes the oldest blocks beyond the bound. What a checkpoint still needs is younger by far.
async fn trim(connection: &mut SqliteConnection, session: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM log_blocks WHERE rowid IN (
             SELECT rowid FROM (
                 SELECT rowid, sum(length(data)) OVER (ORDER BY sequence DESC) AS kept
                 FROM log_blocks WHERE session_id = ?
             ) WHERE kept > ?
         )",
        session,
        LOG_BYTES
    )
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// Writes a batch now, outside of the flusher's turn.
    pub(crate) async fn save_log(&self, session: SessionId, run: RunId, batch: &mut Batch) -> Result<()> {
        // Before the database is locked for others.
        batch.pack().await;
        let mut tx = self.begin().await?;
        save_batch(&mut tx, session, run, batch).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Blocks of a session from `sequence` on.
    pub(crate) async fn blocks_from(&self, session: SessionId, sequence: i64) -> Result<Vec<Block>> {
        let session = session.to_string();
        let blocks = sqlx::query_as!(
            Block,
            "SELECT sequence, first_offset, started_at, last_at, length, data
             FROM log_blocks WHERE session_id = ? AND sequence >= ? ORDER BY sequence",
            session,
            sequence
        )
        .fetch_all(self.readers())
        .await?;
        Ok(blocks)
    }
}
