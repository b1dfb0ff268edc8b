//! The table `checkpoints`, and reading what a screen is rebuilt from.

use sqlx::SqliteConnection;

use super::Store;
use crate::error::Result;
use crate::id::{RunId, SessionId};
use crate::log::{Checkpoint, Kept};
use crate::screen::{HistoryLines, Size};

/// Checkpoints that a session keeps: should the newest be damaged, the next older one serves.
const KEPT: i64 = 3;

pub(super) async fn insert_checkpoint(
    connection: &mut SqliteConnection,
    session: &str,
    run: RunId,
    checkpoint: &Checkpoint,
) -> sqlx::Result<()> {
    let (columns, rows) = (i64::from(checkpoint.size.columns), i64::from(checkpoint.size.rows));
    let data = checkpoint.data.packed();
    let data = &*data;
    sqlx::query!(
        "INSERT INTO checkpoints (session_id, run_id, next_sequence, log_offset, next_line, own_lines, columns, rows, created_at, data)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        session,
        run.0,
        checkpoint.next_sequence,
        checkpoint.log_offset,
        checkpoint.next_line,
        checkpoint.own_lines,
        columns,
        rows,
        checkpoint.created_at,
        data
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "DELETE FROM checkpoints WHERE session_id = ?1 AND id NOT IN (
             SELECT id FROM checkpoints WHERE session_id = ?1 ORDER BY id DESC LIMIT ?2
         )",
        session,
        KEPT
    )
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// What there is to rebuild a session's screen from, with the newest `lines` of its history.
    pub(crate) async fn kept(&self, session: SessionId, size: Size, lines: usize) -> Result<Kept> {
        let id = session.to_string();
        let rows = sqlx::query!(
            "SELECT next_sequence, log_offset, next_line, own_lines, columns, rows, created_at, data
             FROM checkpoints WHERE session_id = ? ORDER BY id DESC",
            id
        )
        .fetch_all(self.readers())
        .await?;
        let clamp = |number: i64| u16::try_from(number).unwrap_or(u16::MAX);
        let checkpoints: Vec<_> = rows
            .into_iter()
            .map(|row| Checkpoint {
                next_sequence: row.next_sequence,
                log_offset: row.log_offset,
                next_line: row.next_line,
                own_lines: row.own_lines,
                size: Size::new(clamp(row.columns), clamp(row.rows)),
                created_at: row.created_at,
                data: row.data.into(),
            })
            .collect();
        // The newest is nearly always good: only where it is not are the blocks before it wanted.
        let newest_good =
            checkpoints.iter().find(|checkpoint| checkpoint.restore(HistoryLines::default()).is_some());
        let from = newest_good.map_or(0, |checkpoint| checkpoint.next_sequence);
        let blocks = self.blocks_from(session, from).await?;
        let (history, history_end) = self.newest_history(session, lines).await?;
        Ok(Kept { checkpoints, history, history_end, blocks, size })
    }
}
