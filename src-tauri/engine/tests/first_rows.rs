//! The first rows of a list, as a window asks for them.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use common::Desk;
use inglenook_engine::{Engine, GroupCounts, Status};

async fn titles(engine: &Engine, most: usize) -> Vec<String> {
    let rows = engine.first_rows(most, None).await.unwrap().rows;
    rows.into_iter().map(|row| row.title).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_rows_are_those_of_the_list() {
    let desk = Desk::new().await;
    for command in ["exec cat", "exec sleep 60"] {
        desk.create(command).await;
    }
    let list = desk.engine.list().await.unwrap();
    let again = desk.again().await;
    let first = again.engine.first_rows(1, None).await.unwrap();
    assert_eq!(first.unlisted, GroupCounts { asleep: 1, ..GroupCounts::default() });
    let row = list.iter().find(|row| row.id == first.rows[0].id).unwrap();
    assert_eq!((&first.rows[0].title, first.rows[0].status), (&row.title, Status::Asleep));
    again.engine.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_told_since_the_start_is_in_the_first_rows() {
    let desk = Desk::new().await;
    let session = desk.create("exec cat").await;
    let again = desk.again().await;
    again.engine.rename(session, "Renamed").await.unwrap();
    assert_eq!(titles(&again.engine, 9).await, ["Renamed"]);
    again.engine.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_again_is_given_rows_of_now() {
    let desk = Desk::new().await;
    let session = desk.create("exec cat").await;
    let again = desk.again().await;
    let before = titles(&again.engine, 9).await;
    assert_eq!(before.len(), 1);
    // Another process tells nothing here, before the next look.
    desk.engine.rename(session, "Renamed elsewhere").await.unwrap();
    assert_eq!(titles(&again.engine, 9).await, ["Renamed elsewhere"]);
    again.engine.shut_down().await;
}
