//! The table `notes`: what the learner wrote down. Written at once, and deleted by the learner alone.

use super::Store;
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::id::{NoteId, RunId, SessionId};

/// What kind of thought it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// To come back to later.
    Park,
    Win,
    Struggle,
    Question,
    Note,
}

impl NoteKind {
    const ALL: [Self; 5] = [Self::Park, Self::Win, Self::Struggle, Self::Question, Self::Note];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Park => "park",
            Self::Win => "win",
            Self::Struggle => "struggle",
            Self::Question => "question",
            Self::Note => "note",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteState {
    /// Being typed.
    Draft,
    Open,
    Done,
}

impl NoteState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Open => "open",
            Self::Done => "done",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Draft, Self::Open, Self::Done].into_iter().find(|state| state.as_str() == text)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub id: NoteId,
    /// `None`: parked without a session.
    pub session: Option<SessionId>,
    /// The run in which it was begun.
    pub run: Option<RunId>,
    pub kind: NoteKind,
    pub body: String,
    pub state: NoteState,
    pub created_at: Millis,
    pub edited_at: Millis,
    /// The place in the session's output where it was begun, in bytes.
    pub log_offset: i64,
}

/// Where a note hangs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Place {
    pub session: Option<SessionId>,
    pub run: Option<RunId>,
    pub log_offset: i64,
}

struct Stored {
    id: String,
    session_id: Option<String>,
    run_id: Option<i64>,
    kind: String,
    body: String,
    state: String,
    created_at: Millis,
    edited_at: Millis,
    log_offset: i64,
}

impl Stored {
    fn note(self) -> Option<Note> {
        Some(Note {
            id: self.id.parse().ok()?,
            session: self.session_id.and_then(|id| id.parse().ok()),
            run: self.run_id.map(RunId),
            kind: NoteKind::parse(&self.kind)?,
            body: self.body,
            state: NoteState::parse(&self.state)?,
            created_at: self.created_at,
            edited_at: self.edited_at,
            log_offset: self.log_offset,
        })
    }
}

impl Store {
    /// Notes of a session, or those that hang at none; the draft too. Oldest first.
    pub(crate) async fn notes(&self, session: Option<SessionId>) -> Result<Vec<Note>> {
        let session = session.map(|id| id.to_string());
        let rows = sqlx::query_as!(
            Stored,
            "SELECT id, session_id, run_id, kind, body, state, created_at, edited_at, log_offset
             FROM notes WHERE session_id IS ? AND deleted_at IS NULL ORDER BY created_at, id",
            session
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows.into_iter().filter_map(Stored::note).collect())
    }

    /// Notes of every session that is listed, and those that hang at none. Oldest first.
    pub(crate) async fn all_notes(&self) -> Result<Vec<Note>> {
        let rows = sqlx::query_as!(
            Stored,
            "SELECT n.id, session_id, run_id, kind, body, state, n.created_at, edited_at, log_offset
             FROM notes n LEFT JOIN sessions s ON s.id = n.session_id
             WHERE n.deleted_at IS NULL AND s.deleted_at IS NULL ORDER BY n.created_at, n.id"
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows.into_iter().filter_map(Stored::note).collect())
    }

    pub(crate) async fn note(&self, id: NoteId) -> Result<Note> {
        let id = id.to_string();
        let row = sqlx::query_as!(
            Stored,
            "SELECT id, session_id, run_id, kind, body, state, created_at, edited_at, log_offset
             FROM notes WHERE id = ?",
            id
        )
        .fetch_optional(self.readers())
        .await?;
        row.and_then(Stored::note).ok_or(Error::NotFound { what: "note" })
    }

    /// What is being typed. An empty one is none. A note that was made of it stays as it is.
    pub(crate) async fn save_draft(
        &self,
        id: NoteId,
        place: Place,
        kind: NoteKind,
        body: &str,
        now: Millis,
    ) -> Result<()> {
        if !body.is_empty() {
            return self.write_note(id, place, kind, body, now, NoteState::Draft).await;
        }
        let id = id.to_string();
        let mut tx = self.begin().await?;
        sqlx::query!("DELETE FROM notes WHERE id = ? AND state = 'draft'", id).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Makes a note of it. It hangs where its draft was begun, where there was one.
    pub(crate) async fn park(
        &self,
        id: NoteId,
        place: Place,
        kind: NoteKind,
        body: &str,
        now: Millis,
    ) -> Result<()> {
        self.write_note(id, place, kind, body, now, NoteState::Open).await
    }

    /// A new one, or what becomes of its draft.
    async fn write_note(
        &self,
        id: NoteId,
        place: Place,
        kind: NoteKind,
        body: &str,
        now: Millis,
        state: NoteState,
    ) -> Result<()> {
        let (id, session) = (id.to_string(), place.session.map(|id| id.to_string()));
        let (run, kind, state) = (place.run.map(|run| run.0), kind.as_str(), state.as_str());
        let mut tx = self.begin().await?;
        sqlx::query!(
            "INSERT INTO notes (id, session_id, run_id, kind, body, created_at, edited_at, log_offset, state)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8)
             ON CONFLICT (id)
             DO UPDATE SET kind = excluded.kind, body = excluded.body, edited_at = excluded.edited_at, state = excluded.state
             WHERE state = 'draft'",
            id,
            session,
            run,
            kind,
            body,
            now,
            place.log_offset,
            state
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// A draft that nobody types into any more becomes a note as it is.
    pub(crate) async fn open_draft(&self, id: NoteId) -> Result<()> {
        let id = id.to_string();
        let mut tx = self.begin().await?;
        sqlx::query!("UPDATE notes SET state = 'open' WHERE id = ? AND state = 'draft'", id)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    pub(crate) async fn edit_note(&self, id: NoteId, kind: NoteKind, body: &str, now: Millis) -> Result<()> {
        let (id, kind) = (id.to_string(), kind.as_str());
        let mut tx = self.begin().await?;
        let edited = sqlx::query!(
            "UPDATE notes SET kind = ?, body = ?, edited_at = ? WHERE id = ? AND deleted_at IS NULL",
            kind,
            body,
            now,
            id
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        found(edited.rows_affected())
    }

    pub(crate) async fn mark_note(&self, id: NoteId, done: bool) -> Result<()> {
        let (id, state) = (id.to_string(), if done { "done" } else { "open" });
        let mut tx = self.begin().await?;
        let marked = sqlx::query!("UPDATE notes SET state = ? WHERE id = ? AND state <> 'draft'", state, id)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        found(marked.rows_affected())
    }

    /// Takes a note off the lists, or puts it back where `at` is `None`.
    pub(crate) async fn mark_note_deleted(&self, id: NoteId, at: Option<Millis>) -> Result<()> {
        let id = id.to_string();
        let mut tx = self.begin().await?;
        let changed =
            sqlx::query!("UPDATE notes SET deleted_at = ? WHERE id = ? AND state <> 'draft'", at, id)
                .execute(&mut *tx)
                .await?;
        tx.commit().await?;
        found(changed.rows_affected())
    }

    /// Erases the notes that the learner deleted at or before `before`.
    pub(crate) async fn erase_notes(&self, before: Millis) -> Result<()> {
        let any = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM notes WHERE deleted_at <= ?) AS "any: bool""#,
            before
        )
        .fetch_one(self.readers())
        .await?;
        if any {
            let mut tx = self.begin().await?;
            sqlx::query!("DELETE FROM notes WHERE deleted_at <= ?", before).execute(&mut *tx).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// How much output of a session is recorded.
    pub(crate) async fn recorded_offset(&self, session: SessionId) -> Result<i64> {
        let session = session.to_string();
        let offset = sqlx::query_scalar!(
            "SELECT log_offset FROM checkpoints WHERE session_id = ? ORDER BY id DESC LIMIT 1",
            session
        )
        .fetch_optional(self.readers())
        .await?;
        Ok(offset.unwrap_or(0))
    }
}

fn found(rows: u64) -> Result<()> {
    if rows == 0 { Err(Error::NotFound { what: "note" }) } else { Ok(()) }
}
