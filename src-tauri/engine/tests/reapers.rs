//! Reclaiming for real: what is idle, surplus or orphaned goes, is told, and comes back; what is in use stays.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use common::{Desk, until};
use inglenook_engine::{Event, InstanceKind, NewSession, Parting, Reason, RunId, SessionId, Size, Status};
use tokio::sync::broadcast;

const HOUR: i64 = 60 * 60 * 1000;

/// A shell at its prompt: nothing keeps it.
async fn shell(desk: &Desk) -> (SessionId, RunId) {
    let row = desk.try_create("bash --norc --noprofile -i", "/").await.unwrap();
    let opened = desk.engine.open(row.id, Size::new(80, 24)).await.unwrap();
    desk.prompts(opened.run, 1).await;
    (row.id, opened.run)
}

async fn reclaimed(events: &mut broadcast::Receiver<Event>) -> (SessionId, Reason) {
    let event = until(events, |event| matches!(event, Event::Reclaimed { .. })).await;
    let Event::Reclaimed { session, reason, .. } = event else { unreachable!() };
    (session, reason)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_shell_is_reclaimed_and_opening_it_resumes_it() {
    let desk = Desk::new().await;
    let (session, run) = shell(&desk).await;
    desk.engine.write(run, b"echo kept $((6*7))\n".to_vec()).await.unwrap();
    desk.wait_for_text(run, "kept 42").await;
    desk.prompts(run, 2).await;
    let mut events = desk.engine.events();
    desk.advance(6 * HOUR);
    assert_eq!(reclaimed(&mut events).await, (session, Reason::Idle));
    let row = desk.row(session).await;
    let last = row.last_run.unwrap();
    assert_eq!((row.status, last.reason, last.owner), (Status::Asleep, Reason::Idle, InstanceKind::App));
    assert!(last.ended_at - row.last_active_at >= 6 * HOUR, "it was used six hours before: {row:?}");
    let opened = desk.engine.open(session, Size::new(80, 24)).await.unwrap();
    assert!(opened.run > run, "a new run");
    desk.wait_for_text(opened.run, "kept 42").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_in_use_is_not_reclaimed_however_long_nobody_touched_it() {
    let desk = Desk::new().await;
    let (job, job_run) = shell(&desk).await;
    desk.engine.write(job_run, b"cat\n".to_vec()).await.unwrap();
    let (pinned, _) = shell(&desk).await;
    desk.engine.pin(pinned, true).await.unwrap();
    let (viewed, viewed_run) = shell(&desk).await;
    desk.keep_looking(viewed_run, "main").await;
    let (editor, editor_run) = shell(&desk).await;
    desk.engine.write(editor_run, b"printf '\\033[?1049h'; echo u''p\n".to_vec()).await.unwrap();
    desk.wait_for_text(editor_run, "up").await;
    let python = NewSession { profile: "python".into(), directory: "/".into(), ..NewSession::default() };
    let python = desk.engine.create(python).await.unwrap().id;
    let python_run = desk.engine.open(python, Size::new(80, 24)).await.unwrap().run;
    desk.wait_for_text(python_run, ">>>").await;
    let (idle, _) = shell(&desk).await;
    desk.until_busy(job).await;
    let mut events = desk.engine.events();
    desk.advance(60 * HOUR);
    assert_eq!(reclaimed(&mut events).await, (idle, Reason::Idle));
    desk.look().await;
    for (session, what) in [
        (job, "a job"),
        (pinned, "a pin"),
        (viewed, "a viewer"),
        (editor, "an editor"),
        (python, "variables"),
    ] {
        desk.assert_kept(session, what).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_room_for_three_the_two_least_recently_used_of_five_go() {
    let desk = Desk::with_settings("[sessions]\nmax_live = 3\n").await;
    let mut events = desk.engine.events();
    let mut opened = Vec::new();
    for _ in 0..5 {
        opened.push(shell(&desk).await);
        desk.advance(10_000);
    }
    let gone = [reclaimed(&mut events).await, reclaimed(&mut events).await];
    assert_eq!(gone.map(|(_, reason)| reason), [Reason::Evicted; 2]);
    desk.look().await;
    let mut asleep = Vec::new();
    for (session, _) in &opened {
        if desk.row(*session).await.status == Status::Asleep {
            asleep.push(*session);
        }
    }
    assert_eq!(asleep, [opened[0].0, opened[1].0], "the first two, and no more");
}

#[tokio::test(flavor = "multi_thread")]
async fn when_none_may_go_none_goes_and_nothing_waits_for_it() {
    let desk = Desk::with_settings("[sessions]\nmax_live = 1\n").await;
    let mut sessions = Vec::new();
    for _ in 0..3 {
        let (session, run) = shell(&desk).await;
        desk.keep_looking(run, "main").await;
        sessions.push(session);
    }
    desk.advance(HOUR);
    desk.look().await;
    for session in sessions {
        desk.assert_kept(session, "nothing is due").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_went_without_a_word_orphans_only_what_nobody_else_looks_at() {
    let desk = Desk::new().await;
    let (alone, alone_run) = shell(&desk).await;
    let (shared, shared_run) = shell(&desk).await;
    let (back, back_run) = shell(&desk).await;
    for run in [alone_run, shared_run, back_run] {
        desk.keep_looking(run, "main").await;
    }
    desk.keep_looking(shared_run, "other").await;
    let mut events = desk.engine.events();
    desk.engine.detach_window("main", Parting::Lost);
    desk.keep_looking(back_run, "main").await;
    desk.advance(20_000);
    assert_eq!(reclaimed(&mut events).await, (alone, Reason::Orphaned));
    desk.look().await;
    for session in [shared, back] {
        desk.assert_kept(session, "nothing is due").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_said_goodbye_orphans_nothing() {
    let desk = Desk::new().await;
    let (session, run) = shell(&desk).await;
    desk.engine.attach(run, "second").await.unwrap();
    desk.engine.detach_window("second", Parting::Goodbye);
    desk.advance(HOUR);
    desk.look().await;
    desk.assert_kept(session, "nothing is due").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_night_in_which_the_machine_slept_reclaims_nobody() {
    let desk = Desk::new().await;
    let (idle, _) = shell(&desk).await;
    let (orphan, orphan_run) = shell(&desk).await;
    desk.engine.attach(orphan_run, "main").await.unwrap();
    desk.engine.detach_window("main", Parting::Lost);
    desk.sleep(8 * HOUR);
    desk.look().await;
    for session in [idle, orphan] {
        desk.assert_kept(session, "nothing is due").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_in_force_without_a_restart() {
    let desk = Desk::with_settings("[sessions]\nidle_after = \"never\"\n").await;
    let (session, _) = shell(&desk).await;
    desk.advance(100 * HOUR);
    desk.look().await;
    desk.assert_kept(session, "nothing is due").await;
    let mut events = desk.engine.events();
    desk.engine.set_setting("sessions.idle_after", "90s").await.unwrap();
    assert_eq!(reclaimed(&mut events).await, (session, Reason::Idle));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reaper_that_found_a_run_busy_looks_again() {
    let desk = Desk::new().await;
    let (session, run) = shell(&desk).await;
    desk.engine.write(run, b"cat\n".to_vec()).await.unwrap();
    desk.until_busy(session).await;
    desk.advance(7 * HOUR);
    desk.look().await;
    desk.assert_kept(session, "nothing is due").await;
    let mut events = desk.engine.events();
    // The end of input ends the job.
    desk.engine.write(run, b"\x04".to_vec()).await.unwrap();
    desk.until_prompt(session).await;
    desk.prompts(run, 2).await;
    desk.advance(7 * HOUR);
    assert_eq!(reclaimed(&mut events).await, (session, Reason::Idle));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_that_asks_for_nothing_any_more_keeps_nobody() {
    let desk = Desk::new().await;
    let (session, run) = shell(&desk).await;
    // Its page went while it was being made: nobody will ever read it, or say goodbye.
    desk.engine.attach(run, "main").await.unwrap();
    let mut events = desk.engine.events();
    desk.advance(60_000);
    desk.look().await;
    desk.advance(20_000);
    assert_eq!(reclaimed(&mut events).await, (session, Reason::Orphaned));
}
