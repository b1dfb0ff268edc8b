//! What a live session is said to do, from real programs.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use common::{Desk, told, until};
use inglenook_engine::{Activity, Error, Event, Moment, NewSession, RunId, SessionId, Size, WorkKind};

async fn shell(desk: &Desk) -> (SessionId, RunId) {
    let row = desk.try_create("bash --norc --noprofile -i", "/").await.unwrap();
    let run = desk.engine.open(row.id, Size::new(80, 24)).await.unwrap().run;
    desk.prompts(run, 1).await;
    (row.id, run)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shell_is_busy_with_its_job_since_it_began_and_then_at_its_prompt_again() {
    let desk = Desk::new().await;
    let (session, run) = shell(&desk).await;
    let mut events = desk.engine.events();
    desk.engine.write(run, b"cat\n".to_vec()).await.unwrap();
    let busy = told(&mut events, session, |row| row.activity == Some(Activity::Busy)).await;
    assert_eq!(busy.job.as_deref(), Some("cat"));
    desk.advance(90_000);
    assert_eq!(desk.row(session).await.activity_since, busy.activity_since, "since it began, not since now");
    desk.engine.write(run, b"\x04".to_vec()).await.unwrap();
    let prompt = told(&mut events, session, |row| row.activity == Some(Activity::Prompt)).await;
    assert_eq!(prompt.job, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_was_read_at_a_passing_moment_is_told_again() {
    let desk = Desk::new().await;
    let (session, run) = shell(&desk).await;
    desk.until_prompt(session).await;
    desk.look().await;
    // Between two looks it is busy, and somebody reads its row then.
    let held = desk.reach(Moment::Looked).await;
    desk.engine.write(run, b"cat\n".to_vec()).await.unwrap();
    while desk.row(session).await.activity != Some(Activity::Busy) {
        tokio::task::yield_now().await;
    }
    let mut events = desk.engine.events();
    desk.engine.write(run, b"\x04".to_vec()).await.unwrap();
    while desk.row(session).await.activity != Some(Activity::Prompt) {
        tokio::task::yield_now().await;
    }
    held.release();
    told(&mut events, session, |row| row.activity == Some(Activity::Prompt)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_reads_a_password_is_waiting() {
    let desk = Desk::new().await;
    let (session, run) = shell(&desk).await;
    let mut events = desk.engine.events();
    desk.engine.write(run, b"read -rs secret\n".to_vec()).await.unwrap();
    let waiting = told(&mut events, session, |row| row.activity == Some(Activity::Waiting)).await;
    assert_eq!(waiting.job.as_deref(), Some("bash"));
    assert_eq!(
        desk.engine.work().await.iter().map(|work| work.kind).collect::<Vec<_>>(),
        [WorkKind::Waiting]
    );
    desk.engine.write(run, b"hunter2\n".to_vec()).await.unwrap();
    told(&mut events, session, |row| row.activity == Some(Activity::Prompt)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shell_that_sends_marks_is_busy_with_what_it_runs_itself() {
    let desk = Desk::new().await;
    let (session, run) = shell(&desk).await;
    let mut events = desk.engine.events();
    // A loop of the shell's own has no process group; only the mark tells.
    desk.engine
        .write(run, b"printf '\\033]133;C\\007'; until read -rt 0.1 go; do :; done\n".to_vec())
        .await
        .unwrap();
    let busy = told(&mut events, session, |row| row.activity == Some(Activity::Busy)).await;
    assert_eq!(busy.job.as_deref(), Some("bash"));
    desk.engine.write(run, b"\n".to_vec()).await.unwrap();
    desk.engine.write(run, b"printf '\\033]133;D;0\\007\\033]133;A\\007'\n".to_vec()).await.unwrap();
    told(&mut events, session, |row| row.activity == Some(Activity::Prompt)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_asks_about_a_python_prompt_only_once_something_was_typed_into_it() {
    let desk = Desk::new().await;
    let new = NewSession { profile: "python".into(), directory: "/".into(), ..NewSession::default() };
    let session = desk.engine.create(new).await.unwrap().id;
    let run = desk.engine.open(session, Size::new(80, 24)).await.unwrap().run;
    desk.wait_for_text(run, ">>>").await;
    assert_eq!(desk.engine.work().await, []);
    desk.engine.write(run, b"x = 6\n".to_vec()).await.unwrap();
    desk.wait_for_text(run, "x = 6").await;
    let work = desk.engine.work().await;
    assert_eq!(
        work.iter().map(|work| (work.session, work.kind)).collect::<Vec<_>>(),
        [(session, WorkKind::Variables)]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shell_at_its_prompt_is_no_work_and_an_editor_is() {
    let desk = Desk::new().await;
    let (_, run) = shell(&desk).await;
    desk.engine.attach(run, "main").await.unwrap();
    assert_eq!(desk.engine.work().await, []);
    desk.engine.write(run, b"printf '\\033[?1049h'; echo u''p\n".to_vec()).await.unwrap();
    desk.wait_for_text(run, "up").await;
    assert_eq!(
        desk.engine.work().await.iter().map(|work| work.kind).collect::<Vec<_>>(),
        [WorkKind::FullScreen]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_job_and_one_in_the_background_are_work() {
    for (starts, is_up, stops) in [("vim -u NONE\n", "~", "\x1a"), ("sleep 1000 &\n", "[1]", "")] {
        let desk = Desk::new().await;
        let (session, run) = shell(&desk).await;
        desk.engine.write(run, starts.as_bytes().to_vec()).await.unwrap();
        desk.wait_for_text(run, is_up).await;
        desk.engine.write(run, stops.as_bytes().to_vec()).await.unwrap();
        desk.until_prompt(session).await;
        desk.until_work(&[WorkKind::Job]).await;
        assert!(matches!(desk.engine.end(session, false).await, Err(Error::Busy(_))), "{starts}");
        desk.advance(100 * 60 * 60 * 1000);
        desk.look().await;
        desk.assert_kept(session, starts).await;
        desk.engine.write(run, b"kill -9 %1\n".to_vec()).await.unwrap();
        desk.until_work(&[]).await;
        // What the shell says of it comes before a prompt; after this one it says nothing more.
        desk.engine.write(run, b"PS1='the last ''prompt '\n".to_vec()).await.unwrap();
        desk.wait_for_text(run, "the last prompt ").await;
        let mut events = desk.engine.events();
        desk.advance(100 * 60 * 60 * 1000);
        until(&mut events, |event| matches!(event, Event::Reclaimed { run: gone, .. } if *gone == run)).await;
    }
}
