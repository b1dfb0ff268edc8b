//! Two things that want a session at once, brought to the worst moment in both orders. Whatever the order: never two
//! live runs, never a live run with an end, never a word of an older run on a newer one, never a lost note.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use common::{Desk, arrived, until};
use inglenook_engine::{
    Activity, Draft, Error, Event, Exit, Moment, NoteId, NoteKind, Opened, Reason, Result, RunId, SessionId,
    Size, Status,
};
use rustix::process::{Pid, Signal, kill_process};
use tokio::task::JoinHandle;

const HOUR: i64 = 60 * 60 * 1000;

async fn shell(desk: &Desk) -> (SessionId, RunId) {
    let row = desk.try_create("bash --norc --noprofile -i", "/").await.unwrap();
    let run = desk.engine.open(row.id, Size::new(80, 24)).await.unwrap().run;
    desk.prompts(run, 1).await;
    (row.id, run)
}

fn opening(desk: &Desk, session: SessionId) -> JoinHandle<Result<Opened>> {
    let engine = desk.engine.clone();
    tokio::spawn(async move { engine.open(session, Size::new(80, 24)).await })
}

fn ending(desk: &Desk, session: SessionId) -> JoinHandle<Result<()>> {
    let engine = desk.engine.clone();
    tokio::spawn(async move { engine.end(session, true).await })
}

fn draft(session: SessionId, body: &str) -> Draft<'_> {
    Draft { id: NoteId::generate(), session: Some(session), kind: NoteKind::Park, body }
}

/// Starts something, and waits until it is under way.
async fn under_way<T>(desk: &Desk, moment: Moment, start: impl FnOnce() -> JoinHandle<T>) -> JoinHandle<T> {
    let held = desk.moments.hold(moment);
    let started = start();
    arrived(&held).await;
    started
}

async fn last_end(desk: &Desk, session: SessionId) -> (RunId, Reason, Option<Exit>) {
    let last = desk.row(session).await.last_run.expect("a run has ended");
    (last.id, last.reason, last.exit)
}

/// Ends of the run that were told from now on, until the next end of another session.
struct Told(tokio::sync::broadcast::Receiver<Event>);

impl Told {
    fn by(desk: &Desk) -> Self {
        Self(desk.engine.events())
    }

    fn ends_of(mut self, run: RunId) -> Vec<Reason> {
        let mut reasons = Vec::new();
        while let Ok(event) = self.0.try_recv() {
            match event {
                Event::Reclaimed { run: named, reason, .. } | Event::Ended { run: named, reason, .. }
                    if named == run =>
                {
                    reasons.push(reason);
                }
                _ => {}
            }
        }
        reasons
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_close_that_comes_while_an_exit_is_dealt_with_waits_for_it() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("read go; exit 3").await;
    let told = Told::by(&desk);
    let held = desk.moments.hold(Moment::EndClaimed);
    desk.engine.write(run, b"\n".to_vec()).await.unwrap();
    arrived(&held).await;
    let close = under_way(&desk, Moment::Retiring, || ending(&desk, session)).await;
    held.release();
    close.await.unwrap().unwrap();
    assert_eq!(last_end(&desk, session).await, (run, Reason::Exited, Some(Exit::Code(3))));
    desk.look().await;
    assert_eq!(told.ends_of(run), [Reason::Exited], "told once");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exit_that_comes_while_a_close_is_dealt_with_gives_its_code_and_not_its_reason() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("trap 'exit 3' USR1; echo $$; while :; do sleep 0.01; done").await;
    let pid = desk.wait_for_number(run).await;
    let told = Told::by(&desk);
    let held = desk.moments.hold(Moment::EndClaimed);
    let close = ending(&desk, session);
    arrived(&held).await;
    // The exit is seen, and its end asked for, while the close has it.
    let exit = desk.moments.hold(Moment::Retiring);
    kill_process(Pid::from_raw(pid as i32).unwrap(), Signal::USR1).unwrap();
    arrived(&exit).await;
    exit.release();
    held.release();
    close.await.unwrap().unwrap();
    assert_eq!(last_end(&desk, session).await, (run, Reason::Closed, Some(Exit::Code(3))));
    desk.look().await;
    assert_eq!(told.ends_of(run), [], "the learner asked for it");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_that_comes_before_a_reclaim_asks_again_keeps_the_run() {
    let desk = Desk::new().await;
    let (session, run) = shell(&desk).await;
    let held = desk.moments.hold(Moment::Due);
    desk.advance(7 * HOUR);
    arrived(&held).await;
    let opened = desk.engine.open(session, Size::new(80, 24)).await.unwrap();
    held.release();
    assert_eq!(opened.run, run, "the same run");
    desk.look().await;
    desk.assert_kept(session, "it was opened just now").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_that_comes_after_a_reclaim_has_claimed_waits_and_resumes() {
    let desk = Desk::new().await;
    let (session, run) = shell(&desk).await;
    let held = desk.moments.hold(Moment::EndClaimed);
    desk.advance(7 * HOUR);
    arrived(&held).await;
    let open = under_way(&desk, Moment::Opening, || opening(&desk, session)).await;
    let refused = desk.engine.attach(run, "main").await;
    assert!(matches!(refused, Err(Error::RunGone { reason: Some(Reason::Idle), .. })), "{refused:?}");
    held.release();
    let opened = open.await.unwrap().unwrap();
    assert!(opened.run > run);
    assert_eq!(last_end(&desk, session).await.1, Reason::Idle);
    assert_eq!(desk.row(session).await.run, Some(opened.run));
    desk.wait_for_text(opened.run, "Resumed ·").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_that_comes_while_a_close_is_dealt_with_starts_anew_after_it() {
    let desk = Desk::new().await;
    for moment in [Moment::EndClaimed, Moment::Drained, Moment::Finalised] {
        let (session, run) = shell(&desk).await;
        let held = desk.moments.hold(moment);
        let close = ending(&desk, session);
        arrived(&held).await;
        let open = under_way(&desk, Moment::Opening, || opening(&desk, session)).await;
        held.release();
        close.await.unwrap().unwrap();
        let opened = open.await.unwrap().unwrap();
        assert!(opened.run > run, "at {moment:?}");
        assert_eq!(last_end(&desk, session).await.1, Reason::Closed, "at {moment:?}");
        assert_eq!(desk.row(session).await.run, Some(opened.run), "at {moment:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_close_that_comes_before_an_opener_has_its_answer_leaves_it_with_a_run_that_is_gone() {
    let desk = Desk::new().await;
    let session = desk.create("cat").await;
    let held = desk.moments.hold(Moment::Opened);
    let open = opening(&desk, session);
    arrived(&held).await;
    desk.engine.end(session, true).await.unwrap();
    held.release();
    let opened = open.await.unwrap().unwrap();
    let refused = desk.engine.attach(opened.run, "main").await;
    assert!(matches!(refused, Err(Error::RunGone { reason: Some(Reason::Closed), .. })), "{refused:?}");
    let row = desk.row(session).await;
    assert_eq!((row.status, row.run), (Status::Ended, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_instances_that_open_one_session_the_second_is_told_who_has_it() {
    let first = Desk::new().await;
    let second = first.again().await;
    for (one, other) in [(&first, &second), (&second, &first)] {
        for moment in [Moment::Claimed, Moment::Opened] {
            let session = one.create("cat").await;
            let held = one.moments.hold(moment);
            let open = opening(one, session);
            arrived(&held).await;
            let refused = other.engine.open(session, Size::new(80, 24)).await;
            assert!(matches!(refused, Err(Error::OpenElsewhere { .. })), "at {moment:?}: {refused:?}");
            assert_eq!(other.row(session).await.status, Status::Elsewhere, "at {moment:?}");
            held.release();
            assert!(open.await.unwrap().is_ok(), "at {moment:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_while_a_run_is_being_reclaimed_waits_for_it() {
    let desk = Desk::new().await;
    let (session, run) = shell(&desk).await;
    let held = desk.moments.hold(Moment::EndClaimed);
    desk.advance(7 * HOUR);
    arrived(&held).await;
    let engine = desk.engine.clone();
    let quit =
        under_way(&desk, Moment::Retiring, || tokio::spawn(async move { engine.shut_down().await })).await;
    held.release();
    quit.await.unwrap();
    let (ended, reason, _) = last_end(&desk.again().await, session).await;
    assert_eq!((ended, reason), (run, Reason::Idle));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reclaim_that_comes_while_the_app_quits_changes_nothing() {
    let desk = Desk::new().await;
    let (session, run) = shell(&desk).await;
    let due = desk.moments.hold(Moment::Due);
    desk.advance(7 * HOUR);
    arrived(&due).await;
    let claimed = desk.moments.hold(Moment::EndClaimed);
    let engine = desk.engine.clone();
    let quit = tokio::spawn(async move { engine.shut_down().await });
    arrived(&claimed).await;
    due.release();
    claimed.release();
    quit.await.unwrap();
    let (ended, reason, _) = last_end(&desk.again().await, session).await;
    assert_eq!((ended, reason), (run, Reason::AppQuit));
}

#[tokio::test(flavor = "multi_thread")]
async fn input_and_resizes_of_an_old_run_never_reach_its_successor() {
    let desk = Desk::new().await;
    let (session, old) = desk.open("exec cat").await;
    let refused = async |when: &str| {
        let size = Size::new(20, 5);
        for (what, answer) in [
            ("input", desk.engine.write(old, b"a late word\n".to_vec()).await),
            ("a resize", desk.engine.resize(old, size).await),
            ("a viewer", desk.engine.attach(old, "main").await.map(|_| ())),
        ] {
            let gone = matches!(answer, Err(Error::RunGone { session: Some(of), reason: Some(Reason::Closed), .. }) if of == session);
            assert!(gone, "{what} {when}: {answer:?}");
        }
    };
    let mut held = desk.moments.hold(Moment::EndClaimed);
    let close = ending(&desk, session);
    for (now, next) in [
        (Moment::EndClaimed, Moment::Drained),
        (Moment::Drained, Moment::Finalised),
        (Moment::Finalised, Moment::Looked),
    ] {
        arrived(&held).await;
        refused(&format!("at {now:?}")).await;
        held = desk.moments.hold(next);
    }
    close.await.unwrap().unwrap();
    let end = last_end(&desk, session).await;
    let opened = desk.engine.open(session, Size::new(80, 24)).await.unwrap();
    refused("once its successor lives").await;
    desk.engine.write(opened.run, b"its own word\n".to_vec()).await.unwrap();
    let seen = desk.read_until(opened.run, |seen| seen.matches("its own word").count() >= 2).await.text;
    assert!(!seen.contains("a late word"), "{seen:?}");
    assert_eq!(last_end(&desk, session).await, end, "the old end is as it was");
}

/// A program reports through its terminal: a shell's marks, a title, the alternate screen, a password that it asks for.
/// Here a job that outlives its shell goes on with all of them, before, while and after the run goes.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_report_of_an_old_run_never_reaches_its_successor() {
    let desk = Desk::new().await;
    let (session, old) = shell(&desk).await;
    let report = r"printf '\033]133;C\007\033]2;old title\007\033[?1049hold-re''port'; stty -echo icanon";
    let line = format!("(trap '' HUP TTOU; while {report}; do sleep 0.01; done) &\n");
    desk.engine.write(old, line.into_bytes()).await.unwrap();
    desk.wait_for_text(old, "old-report").await;
    // Busy by its mark, and waiting once it has hidden what is typed.
    let mut events = desk.engine.events();
    while desk.row(session).await.activity == Some(Activity::Prompt) {
        until(&mut events, |event| matches!(event, Event::Changed { .. })).await;
    }
    let held = desk.moments.hold(Moment::Drained);
    desk.engine.write(old, b"kill -9 $$\n".to_vec()).await.unwrap();
    arrived(&held).await;
    let open = opening(&desk, session);
    held.release();
    let opened = open.await.unwrap().unwrap();
    assert_ne!(opened.run, old);

    desk.engine.write(opened.run, b"echo its-own-re''port\n".to_vec()).await.unwrap();
    let seen = desk.read_until(opened.run, |seen| seen.contains("its-own-report")).await.text;
    assert!(!seen.contains("old-report"), "it was on the alternate screen, which is gone: {seen:?}");
    desk.until_prompt(session).await;
    let row = desk.row(session).await;
    assert_eq!((row.activity, row.job), (Some(Activity::Prompt), None));
    assert_eq!(desk.engine.work().await, [], "nothing of the old run is work of the new one");
    assert_eq!(last_end(&desk, session).await, (old, Reason::Exited, Some(Exit::Signal(9))));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_that_is_written_while_its_run_goes_is_kept() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("echo some output; exec cat").await;
    desk.wait_for_text(run, "some output").await;
    let mut events = desk.engine.events();
    let mut held = desk.moments.hold(Moment::EndClaimed);
    let close = ending(&desk, session);
    let typed = draft(session, "");
    for next in [Some(Moment::Drained), Some(Moment::Finalised), None] {
        arrived(&held).await;
        let body = format!("thought before {next:?}");
        let note = desk.engine.park_note(draft(session, &body)).await.unwrap();
        assert_eq!((note.run, note.log_offset > 0), (Some(run), true));
        desk.engine.draft_note("main", Draft { body: &format!("half a {next:?}"), ..typed }).await.unwrap();
        held = desk.moments.hold(next.unwrap_or(Moment::Looked));
    }
    close.await.unwrap().unwrap();
    until(&mut events, |event| matches!(event, Event::Changed { .. })).await;
    let bodies: Vec<String> = desk
        .again()
        .await
        .engine
        .notes(Some(session), "main")
        .await
        .unwrap()
        .into_iter()
        .map(|note| note.body)
        .collect();
    assert_eq!(bodies.len(), 3 + 1, "three thoughts and what was being typed: {bodies:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_is_read_because_of_an_end_shows_it() {
    let desk = Desk::new().await;
    let (exits, exiting) = desk.open("read go; exit 0").await;
    let (idles, idling) = shell(&desk).await;
    let mut events = desk.engine.events();
    desk.engine.write(exiting, b"\n".to_vec()).await.unwrap();
    until(&mut events, |event| matches!(event, Event::Ended { run, .. } if *run == exiting)).await;
    assert_eq!(last_end(&desk, exits).await.0, exiting);
    desk.advance(7 * HOUR);
    until(&mut events, |event| matches!(event, Event::Reclaimed { run, .. } if *run == idling)).await;
    assert_eq!(last_end(&desk, idles).await.0, idling);
    for session in [exits, idles] {
        assert_eq!(desk.row(session).await.run, None);
    }
}
