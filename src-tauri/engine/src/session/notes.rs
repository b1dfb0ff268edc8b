//! Notes: in the database while they are typed, at the place in the log where they were begun. No end of a run touches
//! them.

use super::{Event, Sessions};
use crate::error::{Error, Result};
use crate::id::{NoteId, SessionId};
use crate::store::{Note, NoteKind, NoteState, Place};

/// A chapter of a book is shorter.
const LONGEST: usize = 100_000;

impl Sessions {
    pub(crate) async fn notes(&self, session: Option<SessionId>) -> Result<Vec<Note>> {
        self.store.notes(session).await
    }

    pub(crate) async fn all_notes(&self) -> Result<Vec<Note>> {
        self.store.all_notes().await
    }

    /// Every window has its own entry field, so nobody is told of a draft.
    pub(crate) async fn draft_note(
        &self,
        session: Option<SessionId>,
        kind: NoteKind,
        body: &str,
    ) -> Result<()> {
        check_length(body)?;
        let place = self.place(session).await?;
        self.store.save_draft(place, kind, body, self.clock.now()).await
    }

    pub(crate) async fn park_note(
        &self,
        session: Option<SessionId>,
        kind: NoteKind,
        body: &str,
    ) -> Result<Note> {
        let body = written(body)?;
        let place = self.place(session).await?;
        let id = self.store.park(place, kind, body, self.clock.now()).await?;
        self.tell_notes(session).await;
        self.store.note(id).await
    }

    pub(crate) async fn edit_note(&self, note: NoteId, kind: NoteKind, body: &str) -> Result<()> {
        self.store.edit_note(note, kind, written(body)?, self.clock.now()).await?;
        self.tell_notes(self.store.note(note).await?.session).await;
        Ok(())
    }

    pub(crate) async fn mark_note(&self, note: NoteId, done: bool) -> Result<()> {
        self.store.mark_note(note, done).await?;
        self.tell_notes(self.store.note(note).await?.session).await;
        Ok(())
    }

    pub(crate) async fn delete_note(&self, note: NoteId) -> Result<()> {
        self.mark_note_deleted(note, true).await
    }

    pub(crate) async fn undelete_note(&self, note: NoteId) -> Result<()> {
        self.mark_note_deleted(note, false).await
    }

    async fn mark_note_deleted(&self, note: NoteId, deleted: bool) -> Result<()> {
        let at = deleted.then(|| self.clock.now());
        self.store.mark_note_deleted(note, at).await?;
        self.tell_notes(self.store.note(note).await?.session).await;
        Ok(())
    }

    /// Where a note of this session hangs that is begun now.
    async fn place(&self, session: Option<SessionId>) -> Result<Place> {
        let Some(id) = session else { return Ok(Place::default()) };
        self.store.session(id).await?;
        let run = self.registry.of_session(id);
        let log_offset = match &run {
            Some(run) => run.log.offset(),
            None => self.store.recorded_offset(id).await?,
        };
        Ok(Place { session, run: run.map(|run| run.id), log_offset })
    }

    async fn tell_notes(&self, session: Option<SessionId>) {
        match self.store.notes(session).await {
            Ok(mut notes) => {
                notes.retain(|note| note.state != NoteState::Draft);
                self.tell(Event::Notes { session, notes });
            }
            Err(error) => tracing::warn!(%error, "changed notes could not be read"),
        }
        // A row counts its notes.
        if let Some(session) = session {
            self.tell_changed(&[session]).await;
        }
    }
}

fn check_length(body: &str) -> Result<()> {
    if body.len() > LONGEST {
        return Err(Error::Invalid("This note is too long to keep. Divide it into several.".into()));
    }
    Ok(())
}

fn written(body: &str) -> Result<&str> {
    check_length(body)?;
    let body = body.trim();
    if body.is_empty() { Err(Error::Invalid("There is nothing to keep yet.".into())) } else { Ok(body) }
}
