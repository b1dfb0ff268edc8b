//! Damage costs what is damaged, and nothing else.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use common::Desk;
use inglenook_engine::{Engine, Error, Frame, SessionId, Size};
use sqlx::{Connection, SqliteConnection};

async fn tamper(desk: &Desk, sql: &'static str) {
    let url = format!("sqlite://{}", desk.folder().join("inglenook.db").display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let changed = sqlx::query(sql).execute(&mut connection).await.unwrap();
    assert!(changed.rows_affected() > 0, "there was something to damage");
    connection.close().await.unwrap();
}

async fn last_screen(desk: &Desk, session: SessionId) -> String {
    let Frame::Keyframe { bytes, .. } = desk.engine.last_screen(session, 0).await.unwrap() else {
        panic!("a last screen is a keyframe");
    };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Two runs that are over, each with its checkpoint.
async fn two_runs(desk: &Desk) -> SessionId {
    let (session, run) = desk.open("read go; echo a line to keep").await;
    desk.go(run).await;
    let opened = desk.engine.open(session, Size::new(80, 24)).await.unwrap();
    desk.go(opened.run).await;
    session
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_checkpoint_costs_itself_and_the_next_older_one_is_used() {
    let desk = Desk::new().await;
    let session = two_runs(&desk).await;
    let before = last_screen(&desk, session).await;
    tamper(&desk, "UPDATE checkpoints SET data = x'00ff00ff' WHERE id = (SELECT max(id) FROM checkpoints)")
        .await;
    assert_eq!(last_screen(&desk, session).await, before, "older checkpoint and log make the same screen");
    desk.engine.open(session, Size::new(80, 24)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn without_any_checkpoint_the_screen_is_made_from_the_log() {
    let desk = Desk::new().await;
    let session = two_runs(&desk).await;
    let before = last_screen(&desk, session).await;
    tamper(&desk, "UPDATE checkpoints SET data = x''").await;
    assert_eq!(last_screen(&desk, session).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_block_costs_itself() {
    let desk = Desk::new().await;
    let session = two_runs(&desk).await;
    tamper(&desk, "UPDATE checkpoints SET data = x''").await;
    tamper(
        &desk,
        "UPDATE log_blocks SET data = x'28b52ffd00' WHERE sequence = (SELECT max(sequence) FROM log_blocks)",
    )
    .await;
    assert!(last_screen(&desk, session).await.contains("a line to keep"), "the other blocks are read");
    desk.engine.open(session, Size::new(80, 24)).await.unwrap();
    assert_eq!(desk.engine.list().await.unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_history_block_does_not_keep_a_session_from_opening() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("read go; seq 1 3000").await;
    desk.go(run).await;
    tamper(&desk, "UPDATE history_blocks SET data = x'00'").await;
    assert!(last_screen(&desk, session).await.contains("3000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_file_says_so_is_kept_and_the_newest_backup_opens() {
    let desk = Desk::new().await;
    let session = two_runs(&desk).await;
    desk.engine.shut_down().await;
    // The first start had nothing to copy; this one has.
    let again = desk.again().await;
    let backups = desk.folder().join("backups");
    let is_backup = |entry: std::fs::DirEntry| entry.path().extension().is_some_and(|end| end == "db");
    let made = || std::fs::read_dir(&backups).is_ok_and(|entries| entries.flatten().any(is_backup));
    let waiting = async {
        while !made() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    let waited = tokio::time::timeout(std::time::Duration::from_secs(30), waiting).await;
    waited.expect("the copy of the day is made");
    again.engine.shut_down().await;

    let database = desk.folder().join("inglenook.db");
    let mut bytes = std::fs::read(&database).unwrap();
    for byte in &mut bytes[..4096] {
        *byte = 0x5a;
    }
    std::fs::write(&database, &bytes).unwrap();
    let options = desk.options();
    let started = Engine::start(options.clone()).await;
    let Err(Error::StoreDamaged(damage)) = started else { panic!("damage is said: {started:?}") };
    assert!(damage.backup_at.is_some() && damage.file == database, "with the newest backup: {damage:?}");

    Engine::recover(&options, false).await.unwrap();
    let engine = Engine::start(options).await.unwrap();
    let rows = engine.list().await.unwrap();
    assert_eq!(
        rows.iter().map(|row| row.id).collect::<Vec<_>>(),
        [session],
        "the backup's sessions are there"
    );
    let aside = std::fs::read_dir(desk.folder()).unwrap().flatten();
    let mut aside = aside.filter(|entry| entry.file_name().to_string_lossy().starts_with("damaged-"));
    let aside = aside.next().expect("the damaged file was set aside").path().join("inglenook.db");
    assert_eq!(std::fs::read(aside).unwrap(), bytes, "as it was");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_emptied_file_is_damage_and_no_new_database() {
    let desk = Desk::new().await;
    two_runs(&desk).await;
    desk.engine.shut_down().await;
    std::fs::create_dir_all(desk.folder().join("backups")).unwrap();
    let database = desk.folder().join("inglenook.db");
    std::fs::copy(&database, desk.folder().join("backups/1.db")).unwrap();
    std::fs::write(&database, b"").unwrap();
    let started = Engine::start(desk.options()).await;
    assert!(matches!(started, Err(Error::StoreDamaged(_))), "it is not shown as an empty desk: {started:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_is_damaged_too_is_passed_over_and_nothing_is_moved_without_one() {
    let desk = Desk::new().await;
    let session = two_runs(&desk).await;
    desk.engine.shut_down().await;
    let database = desk.folder().join("inglenook.db");
    let backups = desk.folder().join("backups");
    std::fs::create_dir_all(&backups).unwrap();
    std::fs::write(backups.join("2.db"), vec![0x5a; 8192]).unwrap();
    let options = desk.options();
    assert!(Engine::recover(&options, false).await.is_err(), "there is no good one");
    assert!(database.exists(), "so the file stays where it is");
    std::fs::copy(&database, backups.join("1.db")).unwrap();
    Engine::recover(&options, false).await.unwrap();
    let engine = Engine::start(options).await.unwrap();
    assert_eq!(engine.list().await.unwrap().len(), 1, "the older, good one");
    assert!(engine.last_screen(session, 0).await.is_ok());
}
