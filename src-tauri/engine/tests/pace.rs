//! A viewer that rests is given the present late, but never later than it matters.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use common::Desk;
use inglenook_engine::{Awake, Clock, Frame, Pace, Result, RunId, SessionId, ViewerId};

const PATIENCE: usize = 1000;

/// Longer than any test may take.
const LONG: Duration = Duration::from_hours(1);

/// A program whose last output is as new as ever, since the clock stands still; and the read of a viewer that rests.
struct Flood {
    desk: Desk,
    time: Arc<AtomicI64>,
    session: SessionId,
    run: RunId,
    viewer: ViewerId,
    read: Pin<Box<dyn Future<Output = Result<Vec<Frame>>>>>,
}

impl Flood {
    async fn begin(rest: Duration) -> Self {
        let time = Arc::new(AtomicI64::new(0));
        let stopped = Arc::clone(&time);
        let system = Clock::system();
        let desk =
            Desk::by(Clock::from_fns(move || system.now(), move || Awake(stopped.load(Ordering::SeqCst))))
                .await;
        let (session, run) = desk.open("echo ready; read a; seq 5000; read b").await;
        desk.wait_for_text(run, "ready").await;
        let viewer = desk.engine.attach(run, "test").await.unwrap();
        desk.engine.read(viewer).await.unwrap();
        desk.engine.write(run, b"\n".to_vec()).await.unwrap();
        desk.wait_for_text(run, "5000").await;
        let engine = desk.engine.clone();
        let pace = Pace { patience: PATIENCE, rest };
        let read = Box::pin(async move { engine.read_or_skip(viewer, pace).await });
        let mut flood = Self { desk, time, session, run, viewer, read };
        assert!(flood.rests().await);
        flood
    }

    /// Looks once.
    async fn rests(&mut self) -> bool {
        tokio::select! {
            biased;
            _ = &mut self.read => false,
            () = std::future::ready(()) => true,
        }
    }
}

fn assert_is_the_present(frames: &[Frame]) {
    assert!(matches!(frames, [Frame::Keyframe { above: 4800.., .. }]), "{} frames", frames.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_rests_no_longer_than_it_said() {
    let flood = Flood::begin(Duration::from_millis(50)).await;
    assert_is_the_present(&flood.read.await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_present_comes_as_soon_as_the_output_pauses() {
    let flood = Flood::begin(LONG).await;
    flood.time.fetch_add(1000, Ordering::SeqCst);
    assert_is_the_present(&flood.read.await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_learner_who_types_ends_the_rest() {
    let flood = Flood::begin(LONG).await;
    flood.desk.engine.write(flood.run, b"x".to_vec()).await.unwrap();
    assert_is_the_present(&flood.read.await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_are_asked_for_end_the_rest() {
    let flood = Flood::begin(LONG).await;
    flood.desk.engine.deepen(flood.viewer, 0).unwrap();
    let frames = flood.read.await.unwrap();
    assert!(matches!(frames.last(), Some(Frame::Keyframe { above: 0, .. })), "all of its lines");
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_that_were_asked_for_before_come_at_once() {
    let flood = Flood::begin(LONG).await;
    flood.desk.engine.write(flood.run, b"x".to_vec()).await.unwrap();
    flood.read.await.unwrap();
    flood.desk.engine.deepen(flood.viewer, 0).unwrap();
    let pace = Pace { patience: PATIENCE, rest: LONG };
    let frames = flood.desk.engine.read_or_skip(flood.viewer, pace).await.unwrap();
    assert!(matches!(frames.last(), Some(Frame::Keyframe { above: 0, .. })), "all of its lines");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_that_is_detached_rests_no_longer() {
    let flood = Flood::begin(LONG).await;
    flood.desk.engine.detach(flood.viewer);
    assert!(flood.read.await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_ends_ends_the_rest() {
    let flood = Flood::begin(LONG).await;
    flood.desk.engine.end(flood.session, true).await.unwrap();
    assert!(flood.read.await.is_ok());
}
