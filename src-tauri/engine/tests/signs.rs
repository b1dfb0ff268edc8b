//! What a program tells of itself, from real programs: its bell, and how far it is.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use std::time::{Duration, Instant};

use common::{Desk, told, until};
use inglenook_engine::{Activity, Event, Progress, ProgressState, RunId, SessionId, Size};

const fn progress(state: ProgressState, percent: u8) -> Option<Progress> {
    Some(Progress { state, percent })
}

/// The program in it prints each step once a line was given to it.
async fn steps(desk: &Desk, steps: &[&str]) -> (SessionId, RunId) {
    let step = |step: &&str| format!("read -r line; printf '{step}'; ");
    let script = steps.iter().map(step).collect::<String>();
    desk.open(&format!("{script} cat")).await
}

async fn go_on(desk: &Desk, run: RunId) {
    desk.engine.write(run, b"\n".to_vec()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bell_that_nobody_is_there_for_marks_the_row_until_somebody_looks() {
    let desk = Desk::new().await;
    let (session, run) = steps(&desk, &[r"\007"]).await;
    let mut events = desk.engine.events();
    go_on(&desk, run).await;
    told(&mut events, session, |row| row.rang).await;
    desk.engine.attach(run, "main").await.unwrap();
    told(&mut events, session, |row| !row.rang).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn typing_answers_a_bell_as_looking_does() {
    let desk = Desk::new().await;
    let (session, run) = steps(&desk, &[r"\007"]).await;
    let mut events = desk.engine.events();
    go_on(&desk, run).await;
    told(&mut events, session, |row| row.rang).await;
    go_on(&desk, run).await;
    told(&mut events, session, |row| !row.rang).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bell_in_view_marks_nothing_then_or_later() {
    let desk = Desk::new().await;
    let (session, run) = steps(&desk, &[r"\007rung", r"\007again"]).await;
    let viewer = desk.engine.attach(run, "main").await.unwrap();
    go_on(&desk, run).await;
    desk.wait_for_text(run, "rung").await;
    assert!(!desk.row(session).await.rang);
    desk.engine.detach(viewer);
    assert!(!desk.row(session).await.rang, "the bell was heard when it rang");
    let mut events = desk.engine.events();
    go_on(&desk, run).await;
    told(&mut events, session, |row| row.rang).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_is_told_and_goes_when_the_program_or_the_shell_says_so() {
    use ProgressState::{Error, Indeterminate, Normal, Paused};
    let desk = Desk::new().await;
    let shown = [
        (r"\033]9;4;1;42\007", progress(Normal, 42)),
        (r"\033]9;4;4\033\\", progress(Paused, 42)),
        (r"\033]9;4;2;60\007", progress(Error, 60)),
        (r"\033]9;4;3\007", progress(Indeterminate, 0)),
        (r"\033]9;4;0\007", None),
        (r"\033]9;4;1;7\007", progress(Normal, 7)),
        (r"\033]133;A\007", None),
        (r"\033]9;4;1;8\007", progress(Normal, 8)),
        (r"\033]133;D;0\007", None),
    ];
    let (session, run) = steps(&desk, &shown.map(|(sequence, _)| sequence)).await;
    let mut events = desk.engine.events();
    for (sequence, expected) in shown {
        go_on(&desk, run).await;
        told(&mut events, session, |row| row.progress == expected).await;
        assert_eq!(desk.row(session).await.progress, expected, "after {sequence}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_and_bell_go_with_the_run() {
    let desk = Desk::new().await;
    let (session, run) = desk.open(r"read -r line; printf '\007\033]9;4;1;42\007'; read -r line").await;
    let mut events = desk.engine.events();
    go_on(&desk, run).await;
    told(&mut events, session, |row| row.rang && row.progress.is_some()).await;
    desk.engine.end(session, true).await.unwrap();
    let row = desk.row(session).await;
    assert_eq!((row.rang, row.progress), (false, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_ends_without_taking_its_progress_back_leaves_none_at_the_prompt() {
    let desk = Desk::new().await;
    let row = desk.try_create("bash --norc --noprofile -i", "/").await.unwrap();
    let run = desk.engine.open(row.id, Size::new(80, 24)).await.unwrap().run;
    desk.prompts(run, 1).await;
    let mut events = desk.engine.events();
    let job = r"sh -c 'printf \\033]9\;4\;1\;42\\007; read -r line'";
    desk.engine.write(run, format!("{job}\n").into_bytes()).await.unwrap();
    told(&mut events, row.id, |row| {
        row.activity == Some(Activity::Busy) && row.progress == progress(ProgressState::Normal, 42)
    })
    .await;
    go_on(&desk, run).await;
    told(&mut events, row.id, |row| row.activity == Some(Activity::Prompt) && row.progress.is_none()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_that_moves_thousands_of_times_a_second_is_told_a_few_times() {
    let desk = Desk::new().await;
    let script = r"read -r line; i=0; while [ $i -lt 30000 ]; do
        printf '\033]9;4;1;%d\007' $((i % 100)); i=$((i + 1)); done; printf '\033]9;4;2;100\007'; cat";
    let (session, run) = desk.open(script).await;
    let mut events = desk.engine.events();
    let began = Instant::now();
    go_on(&desk, run).await;
    let mut rounds = 0_u32;
    loop {
        let event = until(&mut events, |event| matches!(event, Event::Changed { .. })).await;
        rounds += 1;
        let Event::Changed { rows, .. } = event else { unreachable!() };
        if rows.iter().any(|row| row.id == session && row.progress == progress(ProgressState::Error, 100)) {
            break;
        }
    }
    // Four rounds a second at most, one a second of the timers, and the first of each.
    let most = began.elapsed().as_secs() as u32 * 5 + 6;
    assert!(rounds <= most, "told {rounds} times in {:?}, and {most} at most was expected", began.elapsed());
    assert!(began.elapsed() < Duration::from_secs(30));
}
