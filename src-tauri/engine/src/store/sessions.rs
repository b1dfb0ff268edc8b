//! The tables `sessions` and `subjects`.

use super::Store;
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::id::{InstanceId, SessionId};
use crate::screen::Size;

/// A row to be made.
#[derive(Debug)]
pub(crate) struct NewSessionRow<'a> {
    pub id: SessionId,
    pub title: &'a str,
    pub titled_by: &'static str,
    /// Empty: none.
    pub subject: &'a str,
    pub profile: &'a str,
    /// JSON: program and arguments.
    pub command: &'a str,
    pub directory: &'a str,
    pub now: Millis,
}

/// A session as it is stored, with its newest runs.
#[derive(Debug, Clone)]
pub(crate) struct StoredSession {
    pub id: String,
    pub title: String,
    pub subject: Option<String>,
    pub profile: String,
    pub command: String,
    pub directory: String,
    pub columns: i64,
    pub rows: i64,
    pub pinned: bool,
    pub deleted: bool,
    pub created_at: Millis,
    pub last_active_at: Millis,
    pub lines: i64,
    pub notes: i64,
    pub live_run: Option<i64>,
    pub live_instance: Option<String>,
    pub last_run: Option<i64>,
    pub last_started_at: Option<Millis>,
    pub last_ended_at: Option<Millis>,
    pub last_reason: Option<String>,
    pub last_exit_code: Option<i64>,
    pub last_exit_signal: Option<i64>,
    /// The kind of instance that owned the last run.
    pub last_owner: Option<String>,
}

impl StoredSession {
    pub(crate) fn session_id(&self) -> Option<SessionId> {
        self.id.parse().ok()
    }

    pub(crate) fn live_instance_id(&self) -> Option<InstanceId> {
        self.live_instance.as_ref()?.parse().ok()
    }

    pub(crate) fn size(&self) -> Size {
        let clamp = |number: i64| u16::try_from(number).unwrap_or(u16::MAX);
        Size::new(clamp(self.columns), clamp(self.rows))
    }
}

impl Store {
    pub(crate) async fn insert_session(&self, row: &NewSessionRow<'_>) -> Result<()> {
        let id = row.id.to_string();
        let mut tx = self.begin().await?;
        let subject = match row.subject {
            "" => None,
            name => Some(
                sqlx::query_scalar!(
                    r#"INSERT INTO subjects (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = name RETURNING id AS "id!""#,
                    name
                )
                .fetch_one(&mut *tx)
                .await?,
            ),
        };
        sqlx::query!(
            "INSERT INTO sessions (id, subject_id, title, titled_by, profile, command, directory, created_at, last_active_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            subject,
            row.title,
            row.titled_by,
            row.profile,
            row.command,
            row.directory,
            row.now,
            row.now,
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// All sessions that were not deleted, or the one of that id, deleted or not.
    pub(crate) async fn sessions(&self, only: Option<SessionId>) -> Result<Vec<StoredSession>> {
        let only = only.map(|id| id.to_string());
        let rows = sqlx::query_as!(
            StoredSession,
            r#"SELECT
                s.id, s.title, u.name AS subject, s.profile, s.command, s.directory, s.columns, s.rows,
                s.pinned AS "pinned: bool", s.deleted_at IS NOT NULL AS "deleted!: bool", s.created_at, s.last_active_at,
                coalesce((SELECT next_line + own_lines FROM checkpoints WHERE session_id = s.id ORDER BY id DESC LIMIT 1), 0) AS "lines!: i64",
                (SELECT count(*) FROM notes WHERE session_id = s.id AND state <> 'draft' AND deleted_at IS NULL) AS "notes!: i64",
                live.id AS "live_run?", live.instance_id AS "live_instance?",
                last.id AS "last_run?", last.started_at AS "last_started_at?", last.ended_at AS last_ended_at,
                last.reason AS last_reason, last.exit_code AS last_exit_code, last.exit_signal AS last_exit_signal,
                owner.kind AS "last_owner?"
             FROM sessions s
             LEFT JOIN subjects u ON u.id = s.subject_id
             LEFT JOIN runs live ON live.session_id = s.id AND live.ended_at IS NULL
             LEFT JOIN runs last ON last.id = (SELECT max(id) FROM runs WHERE session_id = s.id AND ended_at IS NOT NULL)
             LEFT JOIN instances owner ON owner.id = last.instance_id
             WHERE CASE WHEN ?1 IS NULL THEN s.deleted_at IS NULL ELSE s.id = ?1 END"#,
            only
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }

    pub(crate) async fn session(&self, id: SessionId) -> Result<StoredSession> {
        let found = self.sessions(Some(id)).await?.pop();
        found.ok_or(Error::NotFound { what: "session" })
    }

    pub(crate) async fn subjects(&self) -> Result<Vec<String>> {
        let names = sqlx::query_scalar!("SELECT name FROM subjects ORDER BY name COLLATE NOCASE")
            .fetch_all(self.readers())
            .await?;
        Ok(names)
    }

    pub(crate) async fn rename_session(&self, id: SessionId, title: &str) -> Result<()> {
        let id = id.to_string();
        let mut tx = self.begin().await?;
        let renamed =
            sqlx::query!("UPDATE sessions SET title = ?, titled_by = 'learner' WHERE id = ?", title, id)
                .execute(&mut *tx)
                .await?;
        tx.commit().await?;
        found(renamed.rows_affected())
    }

    pub(crate) async fn pin_session(&self, id: SessionId, pinned: bool) -> Result<()> {
        let id = id.to_string();
        let mut tx = self.begin().await?;
        let changed =
            sqlx::query!("UPDATE sessions SET pinned = ? WHERE id = ?", pinned, id).execute(&mut *tx).await?;
        tx.commit().await?;
        found(changed.rows_affected())
    }

    /// A new run starts there.
    pub(crate) async fn move_session(&self, id: SessionId, directory: &str) -> Result<()> {
        let id = id.to_string();
        let mut tx = self.begin().await?;
        let moved = sqlx::query!("UPDATE sessions SET directory = ? WHERE id = ?", directory, id)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        found(moved.rows_affected())
    }

    /// Takes a session off the lists, or puts it back where `at` is `None`. Nothing of it is touched.
    pub(crate) async fn mark_deleted(&self, id: SessionId, at: Option<Millis>) -> Result<()> {
        let id = id.to_string();
        let mut tx = self.begin().await?;
        let changed =
            sqlx::query!("UPDATE sessions SET deleted_at = ? WHERE id = ?", at, id).execute(&mut *tx).await?;
        tx.commit().await?;
        found(changed.rows_affected())
    }

    /// Sessions that the learner deleted at or before `before`.
    pub(crate) async fn deleted_before(&self, before: Millis) -> Result<Vec<SessionId>> {
        let ids = sqlx::query_scalar!("SELECT id FROM sessions WHERE deleted_at <= ?", before)
            .fetch_all(self.readers())
            .await?;
        Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// Erases a deleted session with all that hangs on it. One that lives, or was put back, is left alone.
    pub(crate) async fn erase(&self, id: SessionId) -> Result<bool> {
        let id = id.to_string();
        let mut tx = self.begin().await?;
        let erasable = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM sessions s WHERE s.id = ? AND s.deleted_at IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM runs WHERE session_id = s.id AND ended_at IS NULL)) AS "erasable: bool""#,
            id
        )
        .fetch_one(&mut *tx)
        .await?;
        if !erasable {
            tx.abandon().await?;
            return Ok(false);
        }
        sqlx::query!("DELETE FROM notes WHERE session_id = ?", id).execute(&mut *tx).await?;
        sqlx::query!("DELETE FROM history_blocks WHERE session_id = ?", id).execute(&mut *tx).await?;
        sqlx::query!("DELETE FROM checkpoints WHERE session_id = ?", id).execute(&mut *tx).await?;
        sqlx::query!("DELETE FROM log_blocks WHERE session_id = ?", id).execute(&mut *tx).await?;
        sqlx::query!("DELETE FROM runs WHERE session_id = ?", id).execute(&mut *tx).await?;
        sqlx::query!("DELETE FROM sessions WHERE id = ?", id).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(true)
    }
}

fn found(rows: u64) -> Result<()> {
    if rows == 0 { Err(Error::NotFound { what: "session" }) } else { Ok(()) }
}
