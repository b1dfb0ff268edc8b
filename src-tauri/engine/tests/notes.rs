//! Notes survive: while they are typed, whatever happens to the run, and until the learner deletes them.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use common::Desk;
use inglenook_engine::{Error, Event, Note, NoteKind, NoteState, Reason};

fn bodies(notes: &[Note]) -> Vec<&str> {
    notes.iter().map(|note| note.body.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_being_typed_is_there_after_a_crash_and_becomes_one_note() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("echo hello; exec cat").await;
    desk.wait_for_text(run, "hello").await;
    for typed in ["w", "why", "why does it"] {
        desk.engine.draft_note(Some(session), NoteKind::Question, typed).await.unwrap();
    }
    let again = desk.as_after_a_crash().again().await;
    let notes = again.engine.notes(Some(session)).await.unwrap();
    let [draft] = &notes[..] else { panic!("one draft: {notes:?}") };
    assert_eq!((draft.body.as_str(), draft.state, draft.run), ("why does it", NoteState::Draft, Some(run)));
    assert!(draft.log_offset >= 7, "at the place in the output where it was begun");
    let note = again.engine.park_note(Some(session), NoteKind::Question, "why does it halt?").await.unwrap();
    assert_eq!((note.id, note.created_at), (draft.id, draft.created_at), "it hangs where it was begun");
    assert_eq!(bodies(&again.engine.notes(Some(session)).await.unwrap()), ["why does it halt?"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_edited_done_deleted_and_taken_back() {
    let desk = Desk::new().await;
    let session = desk.create("cat").await;
    let mut events = desk.engine.events();
    let note = desk.engine.park_note(Some(session), NoteKind::Park, "look up tries").await.unwrap();
    desk.engine.edit_note(note.id, NoteKind::Win, " understood tries ").await.unwrap();
    desk.engine.mark_note(note.id, true).await.unwrap();
    let kept = desk.engine.notes(Some(session)).await.unwrap().remove(0);
    assert_eq!(
        (kept.body.as_str(), kept.kind, kept.state),
        ("understood tries", NoteKind::Win, NoteState::Done)
    );
    assert_eq!(desk.row(session).await.notes, 1);

    desk.engine.delete_note(note.id).await.unwrap();
    assert!(desk.engine.notes(Some(session)).await.unwrap().is_empty());
    assert_eq!(desk.row(session).await.notes, 0);
    desk.engine.undelete_note(note.id).await.unwrap();
    assert_eq!(desk.engine.notes(Some(session)).await.unwrap(), [kept], "as it was");

    desk.engine.delete_note(note.id).await.unwrap();
    desk.advance(13_000);
    desk.look().await;
    let gone = desk.engine.undelete_note(note.id).await;
    assert!(matches!(gone, Err(Error::NotFound { what: "note" })), "erased: {gone:?}");
    let mut told = 0;
    while let Ok(event) = events.try_recv() {
        told += usize::from(matches!(event, Event::Notes { session: Some(of), .. } if of == session));
    }
    assert_eq!(told, 6, "every window hears of each change");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thought_can_be_parked_without_a_session() {
    let desk = Desk::new().await;
    desk.engine.draft_note(None, NoteKind::Park, "buy chal").await.unwrap();
    desk.engine.park_note(None, NoteKind::Park, "buy chalk").await.unwrap();
    desk.engine.draft_note(None, NoteKind::Park, "and").await.unwrap();
    let session = desk.create("cat").await;
    desk.engine.draft_note(Some(session), NoteKind::Park, "another draft").await.unwrap();
    assert_eq!(bodies(&desk.engine.notes(None).await.unwrap()), ["buy chalk", "and"]);
    desk.engine.draft_note(None, NoteKind::Park, "").await.unwrap();
    assert_eq!(bodies(&desk.engine.all_notes().await.unwrap()), ["buy chalk", "another draft"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_end_of_a_run_and_no_sweep_touches_a_note() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("exec cat").await;
    desk.engine.park_note(Some(session), NoteKind::Struggle, "segfault again").await.unwrap();
    let crashed = desk.as_after_a_crash().again().await;
    assert_eq!(crashed.row(session).await.last_run.map(|last| last.reason), Some(Reason::OwnerLost));
    for desk in [&desk, &crashed] {
        desk.engine.end(session, true).await.unwrap();
        let notes = desk.engine.notes(Some(session)).await.unwrap();
        assert_eq!((bodies(&notes), notes[0].run), (vec!["segfault again"], Some(run)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_not_a_note_and_no_note_hangs_at_a_session_that_is_not_there() {
    let desk = Desk::new().await;
    let empty = desk.engine.park_note(None, NoteKind::Note, " \n").await;
    assert!(matches!(empty, Err(Error::Invalid(_))), "{empty:?}");
    let long = "x".repeat(100_001);
    assert!(matches!(desk.engine.draft_note(None, NoteKind::Note, &long).await, Err(Error::Invalid(_))));
    let nowhere = desk
        .engine
        .park_note(Some("01890000-0000-7000-8000-000000000000".parse().unwrap()), NoteKind::Note, "x")
        .await;
    assert!(matches!(nowhere, Err(Error::NotFound { what: "session" })), "{nowhere:?}");
}
