//! Notes: in the database while they are typed, at the place in the log where they were begun. No end of a run touches
//! them.

use std::collections::HashMap;
use std::sync::{MutexGuard, PoisonError};

use super::{Event, Sessions};
use crate::error::{Error, Result};
use crate::id::{NoteId, SessionId};
use crate::store::{Note, NoteKind, NoteState, Place};

/// What is typed into one entry field.
#[derive(Debug, Clone, Copy)]
pub struct Draft<'a> {
    /// Made by whoever types; the note has it too.
    pub id: NoteId,
    pub session: Option<SessionId>,
    pub kind: NoteKind,
    pub body: &'a str,
}

/// A chapter of a book is shorter.
const LONGEST: usize = 100_000;

impl Sessions {
    /// Every note, and every draft.
    pub(crate) async fn all_notes(&self) -> Result<Vec<Note>> {
        self.store.all_notes().await
    }

    /// Notes of a session for a window, with the draft that it may go on with: one that no other window holds. Of
    /// those that were forgotten the newest is it; the others become notes, so that they are seen.
    pub(crate) async fn notes(&self, session: Option<SessionId>, window: &str) -> Result<Vec<Note>> {
        let notes = self.store.notes(session).await?;
        let (drafts, mut notes): (Vec<Note>, Vec<Note>) =
            notes.into_iter().partition(|note| note.state == NoteState::Draft);
        let held = self.drafts().clone();
        let mut free: Vec<Note> = drafts
            .into_iter()
            .filter(|draft| held.get(&draft.id).is_none_or(|holder| holder == window))
            .collect();
        free.sort_by_key(|draft| (held.contains_key(&draft.id), draft.edited_at, draft.id.to_string()));
        if let Some(mine) = free.pop() {
            self.drafts().insert(mine.id, window.to_owned());
            for forgotten in free {
                self.store.open_draft(forgotten.id).await?;
                notes.push(Note { state: NoteState::Open, ..forgotten });
            }
            notes.push(mine);
        }
        notes.sort_by_key(|note| (note.created_at, note.id.to_string()));
        Ok(notes)
    }

    /// Each window types into drafts of its own, so nobody is told.
    pub(crate) async fn draft_note(&self, window: &str, draft: Draft<'_>) -> Result<()> {
        check_length(draft.body)?;
        self.drafts().insert(draft.id, window.to_owned());
        let place = self.place(draft.session).await?;
        self.store.save_draft(draft.id, place, draft.kind, draft.body, self.clock.now()).await
    }

    pub(crate) async fn park_note(&self, draft: Draft<'_>) -> Result<Note> {
        let body = written(draft.body)?;
        let place = self.place(draft.session).await?;
        self.store.park(draft.id, place, draft.kind, body, self.clock.now()).await?;
        self.drafts().remove(&draft.id);
        self.tell_notes(draft.session).await;
        self.store.note(draft.id).await
    }

    /// The window is gone; another may go on with what was typed there.
    pub(super) fn let_go_of_drafts(&self, window: &str) {
        self.drafts().retain(|_, holder| holder != window);
    }

    fn drafts(&self) -> MutexGuard<'_, HashMap<NoteId, String>> {
        self.drafts.lock().unwrap_or_else(PoisonError::into_inner)
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
        let turn = self.note_turn.lock().await;
        match self.store.notes(session).await {
            Ok(mut notes) => {
                notes.retain(|note| note.state != NoteState::Draft);
                self.tell(Event::Notes { session, notes });
            }
            Err(error) => tracing::warn!(%error, "changed notes could not be read"),
        }
        drop(turn);
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
