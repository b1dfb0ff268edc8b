use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::*;
use crate::clock::Clock;
use crate::id::{InstanceId, SessionId};
use crate::log::{Batch, LogEvent, LogStart, RunLog};
use crate::screen::Size;
use crate::session::Reason;

struct Bench {
    store: Store,
    session: SessionId,
    one: InstanceId,
    other: InstanceId,
    _folder: tempfile::TempDir,
}

/// A database with a session and two instances.
async fn bench() -> Bench {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), &Clock::system()).await.unwrap();
    let session = SessionId::generate();
    let row = NewSessionRow {
        id: session,
        title: "a session",
        titled_by: "learner",
        subject: "Rust",
        profile: "shell",
        command: "[\"sh\"]",
        directory: "/",
        now: 1,
    };
    store.insert_session(&row).await.unwrap();
    let (one, other) = (InstanceId::generate(), InstanceId::generate());
    for id in [one, other] {
        let kind = "app";
        let instance = NewInstance { id, kind, pid: 7, process_start: None, boot_id: None, started_at: 1 };
        store.insert_instance(&instance).await.unwrap();
    }
    Bench { store, session, one, other, _folder: folder }
}

#[tokio::test]
async fn a_session_has_one_owner_and_a_dead_one_is_followed() {
    let Bench { store, session, one, other, _folder } = bench().await;
    let Claim::Started(run) = store.claim(session, one, 10, |_| true).await.unwrap() else {
        panic!("nobody has it yet");
    };
    assert_eq!(store.claim(session, one, 11, |_| true).await.unwrap(), Claim::Ours(run));
    let elsewhere = Claim::Elsewhere { kind: "app".into(), pid: 7, since: 10 };
    assert_eq!(store.claim(session, other, 12, |_| true).await.unwrap(), elsewhere);

    let log = RunLog::new(session, run, LogStart::default());
    log.append(&LogEvent::Output(b"last output"), 15);
    store.save_log(session, run, &mut log.take()).await.unwrap();
    let taken = store.claim(session, other, 99, |_| false).await.unwrap();
    assert!(matches!(taken, Claim::Started(next) if next > run), "the dead one's is closed: {taken:?}");
    let row = store.session(session).await.unwrap();
    assert_eq!(row.last_run, Some(run.0));
    assert_eq!(row.last_reason.as_deref(), Some("owner_lost"));
    assert_eq!(row.last_ended_at, Some(15), "it ended with its last output");
}

#[tokio::test]
async fn an_instance_that_goes_is_kept_for_its_runs_and_forgotten_without() {
    let Bench { store, session, one, other, _folder } = bench().await;
    store.claim(session, one, 10, |_| true).await.unwrap();
    assert_eq!(store.open_instances().await.unwrap().len(), 2, "neither has gone");
    for id in [one, other] {
        store.end_instance(id, 20).await.unwrap();
    }
    let known: Vec<String> =
        sqlx::query_scalar("SELECT id FROM instances").fetch_all(store.readers()).await.unwrap();
    assert_eq!(known, [one.to_string()], "a run names it");
    assert!(store.open_instances().await.unwrap().is_empty(), "both have gone");
}

#[tokio::test]
async fn the_first_reason_wins_and_a_run_ends_once() {
    let Bench { store, session, one, _folder, .. } = bench().await;
    let Claim::Started(run) = store.claim(session, one, 10, |_| true).await.unwrap() else {
        panic!("nobody has it yet");
    };
    let end = |reason, ended_at| RunEnd {
        run,
        session,
        reason,
        exit: None,
        ended_at,
        used_at: ended_at,
        size: Size::new(90, 30),
    };
    assert!(store.finish_run(&end(Reason::Idle, 20), &mut Batch::default()).await.unwrap());
    assert!(!store.finish_run(&end(Reason::Closed, 30), &mut Batch::default()).await.unwrap());
    let row = store.session(session).await.unwrap();
    assert_eq!((row.last_reason.as_deref(), row.last_ended_at), (Some("idle"), Some(20)));
    assert_eq!(row.last_exit_code, None, "nobody saw a code, so there is none");
}

#[tokio::test]
async fn a_run_cannot_write_over_the_log_of_another() {
    let Bench { store, session, one, other, _folder } = bench().await;
    let Claim::Started(old) = store.claim(session, one, 10, |_| true).await.unwrap() else {
        panic!("nobody has it yet");
    };
    let log = RunLog::new(session, old, LogStart::default());
    log.append(&LogEvent::Output(b"the old one's"), 15);
    store.save_log(session, old, &mut log.take()).await.unwrap();
    let Claim::Started(new) = store.claim(session, other, 20, |_| false).await.unwrap() else {
        panic!("its owner is dead");
    };
    let wrong = RunLog::new(session, new, LogStart::default());
    wrong.append(&LogEvent::Output(b"the new one's, in the wrong place"), 25);
    assert!(
        store.save_log(session, new, &mut wrong.take()).await.is_err(),
        "it is said, and not lost in silence"
    );
    let blocks = store.blocks_from(session, 0).await.unwrap();
    assert_eq!(crate::log::output_in(&blocks), b"the old one's");
}

#[tokio::test]
async fn only_what_was_deleted_can_be_erased() {
    let Bench { store, session, one, _folder, .. } = bench().await;
    assert!(!store.erase(session).await.unwrap(), "nobody asked for it");
    store.mark_deleted(session, Some(5)).await.unwrap();
    store.claim(session, one, 10, |_| true).await.unwrap();
    assert!(!store.erase(session).await.unwrap(), "it lives");
    store.close_runs_of_dead(one, 11).await.unwrap();
    assert!(store.erase(session).await.unwrap());
    assert!(store.sessions(Some(session)).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_database_from_before_keeps_its_notes_and_is_copied_before_it_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let file = database_in(folder.path());
    let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let mut old = options.connect().await.unwrap();
    super::open::MIGRATOR.run_to(1, &mut old).await.unwrap();
    sqlx::raw_sql(
        "INSERT INTO sessions (id, title, titled_by, profile, command, directory, created_at, last_active_at)
         VALUES ('01890000-0000-7000-8000-000000000000', 'old', 'learner', 'shell', '[]', '/', 1, 1);
         INSERT INTO notes (id, session_id, kind, body, created_at, edited_at, log_offset, state) VALUES
         ('01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000000', 'win', 'kept', 1, 2, 3, 'done'),
         ('01890000-0000-7000-8000-000000000002', '01890000-0000-7000-8000-000000000000', 'park', 'gone', 1, 2, 3, 'deleted')",
    )
    .execute(&mut old)
    .await
    .unwrap();
    old.close().await.unwrap();

    let store = Store::open(folder.path(), &Clock::system()).await.unwrap();
    let session = store.sessions(None).await.unwrap()[0].session_id();
    let notes = store.notes(session).await.unwrap();
    let kept: Vec<_> = notes.iter().map(|note| (note.body.as_str(), note.state, note.log_offset)).collect();
    assert_eq!(kept, [("kept", NoteState::Done, 3)]);
    assert!(Backups::new(folder.path()).newest_at().is_some(), "a copy was made first");
}
