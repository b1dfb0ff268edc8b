//! A thousand starts and ends leave nothing behind. Alone in its file: it counts what the whole process has.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use std::fs;

use common::footprint::Footprint;
use common::{Desk, until};
use inglenook_engine::{Event, SessionId, Size};
use tokio::task::JoinSet;

const SESSIONS: usize = 20;
const ROUNDS: usize = 50;

/// One that prints, one that is silent, one that fails, and one that takes its time to hear.
const SCRIPTS: [&str; 4] = ["seq 50", ":", "kill -SEGV $$", "trap 'exit 3' HUP; echo up; read go"];

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_starts_and_ends_leave_no_descriptor_no_thread_and_no_process() {
    let desk = Desk::new().await;
    let mut sessions = Vec::new();
    for number in 0..SESSIONS {
        sessions.push((desk.create(SCRIPTS[number % 4]).await, number % 4 == 3));
    }
    let before = Footprint::now();
    // A first round opens what the database and the runtime keep open.
    round(&desk, &sessions).await;
    before.until().await;
    let warm = (count("/proc/self/fd"), threads());
    for _ in 1..ROUNDS {
        round(&desk, &sessions).await;
    }
    before.until().await;
    let after = (count("/proc/self/fd"), threads());
    println!(
        "descriptors and threads: {warm:?} after {SESSIONS} runs, {after:?} after {}",
        SESSIONS * ROUNDS
    );
    // A reader of the database may have come: a thread and three files.
    assert!(after.0 <= warm.0 + 12 && after.1 <= warm.1 + 4, "{warm:?} then {after:?}");
    let runs =
        desk.engine.list().await.unwrap().iter().filter_map(|row| row.last_run).map(|run| run.id.0).max();
    assert!(runs >= Some((SESSIONS * ROUNDS) as i64), "all of them ran: {runs:?}");
}

async fn round(desk: &Desk, sessions: &[(SessionId, bool)]) {
    let mut opened = JoinSet::new();
    for &(session, waits) in sessions {
        let (engine, mut events) = (desk.engine.clone(), desk.engine.events());
        opened.spawn(async move {
            let run = engine.open(session, Size::new(80, 24)).await.unwrap().run;
            if waits {
                engine.end(session, true).await.unwrap();
            } else {
                until(&mut events, |event| matches!(event, Event::Ended { run: ended, .. } if *ended == run))
                    .await;
            }
        });
    }
    while let Some(each) = opened.join_next().await {
        each.unwrap();
    }
}

fn count(folder: &str) -> usize {
    fs::read_dir(folder).unwrap().count()
}

/// Without the runtime's own: it keeps those for blocking calls for a while.
fn threads() -> usize {
    let names = fs::read_dir("/proc/self/task").unwrap();
    let names = names.filter_map(|entry| fs::read_to_string(entry.ok()?.path().join("comm")).ok());
    names.filter(|name| !name.starts_with("tokio")).count()
}
