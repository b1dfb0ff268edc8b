//! The table `history_blocks`.

use sqlx::SqliteConnection;

use super::Store;
use crate::error::Result;
use crate::id::SessionId;
use crate::log::{HistoryBlock, unpack};
use crate::screen::HistoryLines;

/// History lines that a session may keep; the oldest go first.
const HISTORY_LINES: i64 = 200_000;

pub(super) async fn insert_history(
    connection: &mut SqliteConnection,
    session: &str,
    block: &HistoryBlock,
) -> sqlx::Result<()> {
    // After a crash the same lines are derived once more, in blocks that need not begin at the same line.
    let end = block.first_line + block.count;
    sqlx::query!(
        "DELETE FROM history_blocks WHERE session_id = ? AND first_line >= ? AND first_line < ?",
        session,
        block.first_line,
        end
    )
    .execute(&mut *connection)
    .await?;
    let data = block.data.packed();
    let data = &*data;
    sqlx::query!(
        "INSERT INTO history_blocks (session_id, first_line, count, at, data) VALUES (?, ?, ?, ?, ?)",
        session,
        block.first_line,
        block.count,
        block.at,
        data
    )
    .execute(&mut *connection)
    .await?;
    let oldest = end - HISTORY_LINES;
    sqlx::query!(
        "DELETE FROM history_blocks WHERE session_id = ? AND first_line + count <= ?",
        session,
        oldest
    )
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// The newest `lines` of a session's history, oldest first, and the number of the line after them. A
    /// block that cannot be read ends them: nothing is shown as if it stood next to what it did not.
    pub(crate) async fn newest_history(
        &self,
        session: SessionId,
        lines: usize,
    ) -> Result<(HistoryLines, i64)> {
        let session = session.to_string();
        let wanted = i64::try_from(lines).unwrap_or(i64::MAX);
        let rows = sqlx::query!(
            r#"SELECT first_line, count, data FROM history_blocks WHERE session_id = ?1
               AND first_line + count > (SELECT max(first_line + count) FROM history_blocks WHERE session_id = ?1) - ?2
               ORDER BY first_line DESC"#,
            session,
            wanted
        )
        .fetch_all(self.readers())
        .await?;
        let end = rows.first().map_or(0, |row| row.first_line + row.count);
        let mut blocks: Vec<HistoryLines> = Vec::new();
        for row in &rows {
            match unpack(&row.data) {
                Ok(lines) => blocks.push(lines),
                Err(_) => break,
            }
        }
        let mut all = HistoryLines::default();
        blocks.iter().rev().for_each(|block| all.append(block));
        all.keep_newest(lines);
        Ok((all, end))
    }

    /// Blocks with the newest `lines` of a session's history before line `before`, and perhaps more.
    pub(crate) async fn history_before(
        &self,
        session: SessionId,
        before: i64,
        lines: usize,
    ) -> Result<Vec<HistoryBlock>> {
        let session = session.to_string();
        let from = before.saturating_sub(i64::try_from(lines).unwrap_or(i64::MAX));
        let blocks = sqlx::query_as!(
            HistoryBlock,
            "SELECT first_line, count, at, data FROM history_blocks
             WHERE session_id = ? AND first_line < ? AND first_line + count > ?",
            session,
            before,
            from
        )
        .fetch_all(self.readers())
        .await?;
        Ok(blocks)
    }
}
