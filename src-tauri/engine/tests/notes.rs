//! Notes survive: while they are typed, whatever happens to the run, and until the learner deletes them.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use common::Desk;
use inglenook_engine::{Draft, Error, Event, Note, NoteId, NoteKind, NoteState, Parting, Reason, SessionId};

fn bodies(notes: &[Note]) -> Vec<&str> {
    notes.iter().map(|note| note.body.as_str()).collect()
}

const WINDOW: &str = "main";

fn draft(session: Option<SessionId>, kind: NoteKind, body: &str) -> Draft<'_> {
    Draft { id: NoteId::generate(), session, kind, body }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_being_typed_is_there_after_a_crash_and_becomes_one_note() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("echo hello; exec cat").await;
    desk.wait_for_text(run, "hello").await;
    let field = draft(Some(session), NoteKind::Question, "");
    for typed in ["w", "why", "why does it"] {
        desk.engine.draft_note(WINDOW, Draft { body: typed, ..field }).await.unwrap();
    }
    let again = desk.as_after_a_crash().again().await;
    let notes = again.engine.notes(Some(session), WINDOW).await.unwrap();
    let [typed] = &notes[..] else { panic!("one draft: {notes:?}") };
    assert_eq!((typed.body.as_str(), typed.state, typed.run), ("why does it", NoteState::Draft, Some(run)));
    assert!(typed.log_offset >= 7, "at the place in the output where it was begun");
    let whole = Draft { id: typed.id, body: "why does it halt?", ..field };
    let note = again.engine.park_note(whole).await.unwrap();
    assert_eq!((note.id, note.created_at), (field.id, typed.created_at), "it hangs where it was begun");
    again.engine.draft_note(WINDOW, Draft { body: "a late key", ..field }).await.unwrap();
    assert_eq!(bodies(&again.engine.notes(Some(session), WINDOW).await.unwrap()), ["why does it halt?"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_edited_done_deleted_and_taken_back() {
    let desk = Desk::new().await;
    let session = desk.create("cat").await;
    let mut events = desk.engine.events();
    let note = desk.engine.park_note(draft(Some(session), NoteKind::Park, "look up tries")).await.unwrap();
    desk.engine.edit_note(note.id, NoteKind::Win, " understood tries ").await.unwrap();
    desk.engine.mark_note(note.id, true).await.unwrap();
    let kept = desk.engine.notes(Some(session), WINDOW).await.unwrap().remove(0);
    assert_eq!(
        (kept.body.as_str(), kept.kind, kept.state),
        ("understood tries", NoteKind::Win, NoteState::Done)
    );
    assert_eq!(desk.row(session).await.notes, 1);

    desk.engine.delete_note(note.id).await.unwrap();
    assert!(desk.engine.notes(Some(session), WINDOW).await.unwrap().is_empty());
    assert_eq!(desk.row(session).await.notes, 0);
    desk.engine.undelete_note(note.id).await.unwrap();
    assert_eq!(desk.engine.notes(Some(session), WINDOW).await.unwrap(), [kept], "as it was");

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
    let chalk = draft(None, NoteKind::Park, "buy chal");
    desk.engine.draft_note(WINDOW, chalk).await.unwrap();
    desk.engine.park_note(Draft { body: "buy chalk", ..chalk }).await.unwrap();
    let next = draft(None, NoteKind::Park, "and");
    desk.engine.draft_note(WINDOW, next).await.unwrap();
    let session = desk.create("cat").await;
    desk.engine.draft_note(WINDOW, draft(Some(session), NoteKind::Park, "another draft")).await.unwrap();
    assert_eq!(bodies(&desk.engine.notes(None, WINDOW).await.unwrap()), ["buy chalk", "and"]);
    desk.engine.draft_note(WINDOW, Draft { body: "", ..next }).await.unwrap();
    assert_eq!(bodies(&desk.engine.all_notes().await.unwrap()), ["buy chalk", "another draft"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_window_types_into_a_draft_of_its_own_and_a_forgotten_one_is_found_again() {
    let desk = Desk::new().await;
    let session = desk.create("cat").await;
    let (ours, theirs) =
        (draft(Some(session), NoteKind::Note, "a long thought"), draft(Some(session), NoteKind::Win, "x"));
    desk.engine.draft_note("one", ours).await.unwrap();
    desk.engine.draft_note("two", theirs).await.unwrap();
    for (window, body) in [("one", "a long thought"), ("two", "x")] {
        assert_eq!(bodies(&desk.engine.notes(Some(session), window).await.unwrap()), [body]);
    }
    assert!(desk.engine.notes(Some(session), "three").await.unwrap().is_empty(), "both are typed into");
    desk.engine.park_note(theirs).await.unwrap();
    assert_eq!(bodies(&desk.engine.notes(Some(session), "one").await.unwrap()), ["a long thought", "x"]);

    // Both windows go, and a third one comes: it goes on with the newest, and sees the other as a note.
    desk.engine.draft_note("two", draft(Some(session), NoteKind::Note, "newer")).await.unwrap();
    for window in ["one", "two"] {
        desk.engine.detach_window(window, Parting::Lost);
    }
    let notes = desk.engine.notes(Some(session), "three").await.unwrap();
    let states: Vec<_> = notes.iter().map(|note| (note.body.as_str(), note.state)).collect();
    assert_eq!(
        states,
        [("a long thought", NoteState::Open), ("x", NoteState::Open), ("newer", NoteState::Draft)]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn no_end_of_a_run_and_no_sweep_touches_a_note() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("exec cat").await;
    desk.engine.park_note(draft(Some(session), NoteKind::Struggle, "segfault again")).await.unwrap();
    let crashed = desk.as_after_a_crash().again().await;
    assert_eq!(crashed.row(session).await.last_run.map(|last| last.reason), Some(Reason::OwnerLost));
    for desk in [&desk, &crashed] {
        desk.engine.end(session, true).await.unwrap();
        let notes = desk.engine.notes(Some(session), WINDOW).await.unwrap();
        assert_eq!((bodies(&notes), notes[0].run), (vec!["segfault again"], Some(run)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_not_a_note_and_no_note_hangs_at_a_session_that_is_not_there() {
    let desk = Desk::new().await;
    let empty = desk.engine.park_note(draft(None, NoteKind::Note, " \n")).await;
    assert!(matches!(empty, Err(Error::Invalid(_))), "{empty:?}");
    let long = "x".repeat(100_001);
    assert!(matches!(
        desk.engine.draft_note(WINDOW, draft(None, NoteKind::Note, &long)).await,
        Err(Error::Invalid(_))
    ));
    let nowhere = desk
        .engine
        .park_note(draft(Some("01890000-0000-7000-8000-000000000000".parse().unwrap()), NoteKind::Note, "x"))
        .await;
    assert!(matches!(nowhere, Err(Error::NotFound { what: "session" })), "{nowhere:?}");
}
