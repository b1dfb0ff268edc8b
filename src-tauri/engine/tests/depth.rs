//! Scrolling back reaches the first line of the first run: a deep keyframe holds every line once, in order.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use std::time::{Duration, Instant};

use common::Desk;
use inglenook_engine::screen;
use inglenook_engine::{Frame, Pace, SessionId, Size, ViewerId};

const EVERYTHING: usize = 200_000;
const SIZE: Size = Size { columns: 80, rows: 24 };

/// Each run prints the next 10,000 numbers and waits for a line; then it prints two more and waits again.
const COUNT: &str = "n=$(cat n 2>/dev/null || echo 0); seq $((n * 10000 + 1)) $(((n + 1) * 10000)); \
    echo $((n + 1)) >n; echo all of $n; read a; seq 90001 90002; echo more; read b";

struct Picture {
    above: i64,
    offset: i64,
    lines: Vec<String>,
}

/// Every line that a keyframe brings, down to the last that is written on.
fn drawn(frame: &Frame) -> Picture {
    let Frame::Keyframe { above, offset, .. } = frame else { panic!("no keyframe: {frame:?}") };
    Picture { above: *above, offset: *offset, lines: lines_of(std::slice::from_ref(frame)) }
}

fn lines_of(frames: &[Frame]) -> Vec<String> {
    let mut screen = screen::new(SIZE);
    let mut lines = Vec::new();
    for frame in frames {
        match frame {
            Frame::Keyframe { size, bytes, .. } => {
                lines.clear();
                screen = screen::new(*size);
                lines.extend(screen.feed(bytes).history);
            }
            Frame::Output(bytes) => lines.extend(screen.feed(bytes).history),
            Frame::Resized(size) => lines.extend(screen.resize(*size).history),
            Frame::Ended { .. } => {}
        }
    }
    lines.extend(screen.feed(format!("\x1b[999;1H{}", "\n".repeat(1000)).as_bytes()).history);
    let mut lines: Vec<_> = lines.iter().map(|line| line.text().trim_end().to_owned()).collect();
    lines.truncate(lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
    lines
}

/// Of the log, after all that the frames hold.
fn offset_after(frames: &[Frame]) -> i64 {
    frames.iter().fold(0, |at, frame| match frame {
        Frame::Keyframe { offset, .. } => *offset,
        Frame::Output(bytes) => at + bytes.len() as i64,
        _ => at,
    })
}

/// The number of resume marks; all other lines are the numbers from `first` to `last`, in order, and what is said
/// after them.
fn marks_among(lines: &[String], first: u32, last: u32) -> usize {
    let numbers = lines.iter().filter_map(|line| line.parse::<u32>().ok()).filter(|number| *number < 90_000);
    assert!(numbers.eq(first..=last), "the numbers from {first} to {last} are there, once each and in order");
    lines.iter().filter(|line| line.contains("Resumed ·")).count()
}

/// What the viewer reads until it is given its deeper keyframe, which comes last and begins with line `first`.
async fn deepened(desk: &Desk, viewer: ViewerId, first: i64) -> Vec<Frame> {
    desk.engine.deepen(viewer, first).unwrap();
    let mut frames = Vec::new();
    while !matches!(frames.last(), Some(Frame::Keyframe { .. })) {
        frames.extend(desk.engine.read(viewer).await.unwrap());
    }
    frames
}

/// A session that has printed 30,000 numbers in three runs; the last one lives.
async fn counted(desk: &Desk) -> (SessionId, inglenook_engine::RunId) {
    let session = desk.create_in(COUNT, &desk.folder()).await;
    for run in 0.. {
        let opened = desk.engine.open(session, SIZE).await.unwrap();
        desk.wait_for_text(opened.run, &format!("all of {run}\r\n")).await;
        if run == 2 {
            return (session, opened.run);
        }
        desk.engine.end(session, true).await.unwrap();
    }
    unreachable!()
}

#[tokio::test]
async fn the_deepest_keyframe_of_a_live_run_holds_every_line_of_every_run() {
    let desk = Desk::new().await;
    let (_, run) = counted(&desk).await;
    let viewer = desk.engine.attach(run, "test").await.unwrap();
    let first = drawn(&desk.engine.read(viewer).await.unwrap()[0]);
    assert!(first.above > 27_000, "there is more above it: {}", first.above);
    for line in [first.above - 2000, first.above - 6000, first.above - 14_000] {
        let frames = deepened(&desk, viewer, line).await;
        let picture = drawn(frames.last().unwrap());
        assert_eq!(picture.above, line, "it begins where it was asked to");
        assert!(picture.lines.ends_with(&first.lines), "what stood there stands there");
    }
    let frames = deepened(&desk, viewer, 0).await;
    assert_eq!(frames.len(), 1, "nothing was printed meanwhile");
    let all = drawn(&frames[0]);
    assert_eq!(marks_among(&all.lines, 1, 30_000), 2);
    assert_eq!((all.above, all.lines[0].as_str()), (0, "1"));
    assert_eq!(all.offset, first.offset);

    desk.engine.write(run, b"\n".to_vec()).await.unwrap();
    let rest = desk.follow(viewer, |seen| seen.contains("more\r\n")).await;
    assert!(rest.text.contains("90001\r\n90002\r\n"), "and the viewer reads on: {:?}", rest.text);
}

#[tokio::test]
async fn a_keyframe_deepens_in_place_while_output_comes() {
    let desk = Desk::new().await;
    let (_, run) = desk.open("read a; seq 1 150000; echo all; read b").await;
    let viewer = desk.engine.attach(run, "test").await.unwrap();
    let mut seen = desk.engine.read(viewer).await.unwrap();
    desk.engine.write(run, b"\n".to_vec()).await.unwrap();
    let mut last = 0;
    let mut moving = 0;
    while last < 150_000 {
        let mut frames = deepened(&desk, viewer, 0).await;
        let deep = drawn(frames.last().unwrap());
        // The last may be half a line.
        let last_line = deep.lines.len().saturating_sub(1);
        let whole = deep.lines.iter().position(|line| line == "all").unwrap_or(last_line);
        let numbers = deep.lines[..whole].iter().filter_map(|line| line.parse::<u32>().ok());
        let wrong = numbers.clone().zip(1..).find(|(number, expected)| number != expected);
        assert_eq!(wrong, None, "all from the first, in order, once each");
        last = numbers.count();
        moving += usize::from((1..150_000).contains(&last));
        let keyframe = frames.pop().unwrap();
        seen.extend(frames);
        // Where the viewer kept up with the program.
        if offset_after(&seen) == deep.offset {
            assert!(deep.lines.ends_with(&lines_of(&seen)), "it is the lower part of the deeper one");
        }
        seen = vec![keyframe];
    }
    assert!(moving > 0, "some came while it printed");
}

/// As a pane asks for a line while a program goes on printing, the answer begins there however much came meanwhile.
#[tokio::test]
async fn a_deeper_keyframe_begins_at_the_line_that_was_asked_for_whatever_was_printed_since() {
    let desk = Desk::new().await;
    let (_, run) = desk.open("seq 1 5000; echo some; read a; seq 5001 40000; echo all; read b").await;
    desk.wait_for_text(run, "some\r\n").await;
    let viewer = desk.engine.attach(run, "test").await.unwrap();
    let first = drawn(&desk.engine.read(viewer).await.unwrap()[0]);
    for (line, printed) in [(first.above - 1000, "5001\r\n"), (first.above - 2000, "all\r\n")] {
        desk.engine.deepen(viewer, line).unwrap();
        if printed == "all\r\n" {
            desk.engine.write(run, b"\n".to_vec()).await.unwrap();
            desk.wait_for_text(run, printed).await;
        }
        let mut frames = Vec::new();
        while !matches!(frames.last(), Some(Frame::Keyframe { .. })) {
            frames.extend(desk.engine.read(viewer).await.unwrap());
        }
        let picture = drawn(frames.last().unwrap());
        assert_eq!(picture.above, line);
        assert_eq!(picture.lines[0], (line + 1).to_string(), "line n holds the number after n");
    }
}

#[tokio::test]
async fn what_is_kept_of_three_runs_is_all_there_after_a_reopening() {
    let desk = Desk::new().await;
    let (session, _) = counted(&desk).await;
    desk.engine.end(session, true).await.unwrap();
    let at_rest = drawn(&desk.engine.last_screen(session, EVERYTHING).await.unwrap());
    assert_eq!(marks_among(&at_rest.lines, 1, 30_000), 2);
    assert_eq!(at_rest.above, 0);
    let usual = drawn(&desk.engine.last_screen(session, 0).await.unwrap());
    assert!(at_rest.lines.ends_with(&usual.lines), "the usual one is its end");
    assert_eq!(usual.above as usize + usual.lines.len(), at_rest.lines.len(), "and says what is above it");
    desk.engine.shut_down().await;

    let desk = desk.again().await;
    assert_eq!(drawn(&desk.engine.last_screen(session, EVERYTHING).await.unwrap()).lines, at_rest.lines);
    let opened = desk.engine.open(session, SIZE).await.unwrap();
    desk.read_until(opened.run, |seen| seen.contains("all of 3\r\n")).await;
    let viewer = desk.engine.attach(opened.run, "test").await.unwrap();
    let frames = deepened(&desk, viewer, 0).await;
    assert_eq!(marks_among(&drawn(frames.last().unwrap()).lines, 1, 40_000), 3);
}

#[tokio::test]
async fn after_a_crash_no_line_is_missing_and_none_is_there_twice() {
    let desk = Desk::new().await;
    let (session, _) = counted(&desk).await;
    desk.until_output(session, "30000").await;
    desk.until_saved().await;
    let crashed = desk.as_after_a_crash().again().await;
    let picture = drawn(&crashed.engine.last_screen(session, EVERYTHING).await.unwrap());
    assert_eq!(marks_among(&picture.lines, 1, 30_000), 2);
}

#[tokio::test]
async fn what_a_program_cleared_away_is_above_all_the_same() {
    let desk = Desk::new().await;
    let (_, run) =
        desk.open(r#"seq 1 12000; printf "\033[H\033[2J\033[3J"; seq 12001 12010; echo all; read a"#).await;
    desk.wait_for_text(run, "all").await;
    let viewer = desk.engine.attach(run, "test").await.unwrap();
    let first = drawn(&desk.engine.read(viewer).await.unwrap()[0]);
    assert_eq!(first.lines.first().map(String::as_str), Some("12001"), "the pane begins after it");
    assert!(first.above >= 12_000 - 24, "and knows of what was before: {}", first.above);
    let frames = deepened(&desk, viewer, 0).await;
    let all = drawn(frames.last().unwrap());
    let numbers: Vec<u32> = all.lines.iter().filter_map(|line| line.parse().ok()).collect();
    assert_eq!((numbers[0], all.above), (1, 0));
    // ED 2 pushes nothing up: what stood on the screen then is gone, as in every terminal.
    assert!(numbers.contains(&11_970) && numbers.ends_with(&[12_009, 12_010]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_in_haste_is_given_the_present_and_all_of_the_rest_afterwards() {
    const PACE: Pace = Pace { patience: 20_000, rest: Duration::ZERO };
    let desk = Desk::new().await;
    let (session, run) = desk.open("seq 1 5000; echo ready; read a; seq 5001 12000; echo all; read b").await;
    desk.wait_for_text(run, "ready").await;
    let viewer = desk.engine.attach(run, "test").await.unwrap();
    let first = drawn(&desk.engine.read_or_skip(viewer, PACE).await.unwrap()[0]);
    assert!(first.lines.len() < 200 && first.above > 4000, "{} below {}", first.lines.len(), first.above);

    desk.engine.write(run, b"\n".to_vec()).await.unwrap();
    desk.wait_for_text(run, "all").await;
    let frames = desk.engine.read_or_skip(viewer, PACE).await.unwrap();
    let [frame @ Frame::Keyframe { .. }] = &frames[..] else { panic!("more than a keyframe: {frames:?}") };
    let present = drawn(frame);
    assert_eq!(present.lines.last().map(String::as_str), Some("all"));
    assert!(present.lines.len() < 200, "{} lines", present.lines.len());

    desk.engine.write(run, b"x".to_vec()).await.unwrap();
    let frames = desk.engine.read_or_skip(viewer, PACE).await.unwrap();
    assert_eq!(frames, [Frame::Output(b"x".to_vec())], "it goes on from there");
    let all = drawn(deepened(&desk, viewer, 0).await.last().unwrap());
    let numbers = all.lines.iter().filter_map(|line| line.parse::<u32>().ok());
    assert!(numbers.eq(1..=12_000), "every line, once");
    desk.until_output(session, "all").await;
    let logged = String::from_utf8(desk.engine.output(session).await.unwrap()).unwrap();
    assert!(logged.lines().filter_map(|line| line.parse::<u32>().ok()).eq(1..=12_000), "and in the log");
}

#[tokio::test]
async fn a_viewer_that_is_not_known_cannot_be_deepened() {
    let desk = Desk::new().await;
    assert!(desk.engine.deepen(ViewerId(7), 0).is_err());
}

#[tokio::test]
#[ignore = "measures: cargo test --release -p inglenook-engine --test depth -- --ignored --nocapture"]
async fn how_long_two_hundred_thousand_lines_take() {
    let desk = Desk::new().await;
    let (session, run) = desk
        .open(r#"read a; seq -f "%06.0f the quick brown fox jumps over the lazy dog, and back again" 200000; echo all; read b"#)
        .await;
    let viewer = desk.engine.attach(run, "test").await.unwrap();
    desk.engine.write(run, b"\n".to_vec()).await.unwrap();
    desk.wait_for_text(run, "all\r\n").await;
    for what in ["live", "live again"] {
        let started = Instant::now();
        let frames = deepened(&desk, viewer, 0).await;
        let Some(Frame::Keyframe { bytes, .. }) = frames.last() else { panic!("no keyframe") };
        eprintln!("{what}: {} MB in {:?}", bytes.len() / 1_000_000, started.elapsed());
    }
    desk.engine.end(session, true).await.unwrap();
    let started = Instant::now();
    desk.engine.last_screen(session, EVERYTHING).await.unwrap();
    eprintln!("at rest: {:?}", started.elapsed());
}
