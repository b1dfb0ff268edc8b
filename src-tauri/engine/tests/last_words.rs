//! The last output of a process is on the screen, in the log and in the history before anybody hears of its end.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use std::time::Duration;

use common::{Desk, Ended, until};
use inglenook_engine::{Event, Exit, Frame, Moment, Moments, Reason, RunId, SessionId, SessionRow, Size};
use sqlx::{Connection, SqliteConnection};
use tokio::sync::broadcast::Receiver;

const LINES: i64 = 5000;
const SIZE: Size = Size { columns: 80, rows: 24 };

/// The reapers look once a second.
const AGAIN: Duration = Duration::from_secs(2);

/// Prints them all and is gone.
const SAY: &str = r#"seq -f "line %.0f" 5000; exit 3"#;

struct Scene {
    desk: Desk,
    moments: Moments,
    events: Receiver<Event>,
    session: SessionId,
    run: RunId,
}

/// What the database holds of a session, through no memory of any run.
struct Kept {
    ended: Option<String>,
    log: String,
    screen: String,
    row: SessionRow,
    /// Lines in history blocks without a gap from the first, and in the newest checkpoint above its screen.
    history: i64,
}

impl Scene {
    async fn open(command: &str) -> Self {
        let moments = Moments::default();
        let desk = Desk::with(moments.clone()).await;
        let session = desk.try_create(command, "/").await.unwrap().id;
        let events = desk.engine.events();
        let run = desk.engine.open(session, SIZE).await.unwrap().run;
        Self { desk, moments, events, session, run }
    }

    async fn kept(&self) -> Kept {
        let url = format!("sqlite://{}", self.desk.folder().join("inglenook.db").display());
        let mut connection = SqliteConnection::connect(&url).await.unwrap();
        let ended = sqlx::query_scalar("SELECT reason FROM runs WHERE id = ?")
            .bind(self.run.0)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        let blocks: Vec<(i64, i64)> =
            sqlx::query_as("SELECT first_line, count FROM history_blocks ORDER BY first_line")
                .fetch_all(&mut connection)
                .await
                .unwrap();
        let own: i64 = sqlx::query_scalar("SELECT own_lines FROM checkpoints ORDER BY id DESC LIMIT 1")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
        let next =
            blocks.iter().fold(0, |next, (first, count)| if *first == next { next + count } else { next });
        let Frame::Keyframe { bytes, .. } = self.desk.engine.last_screen(self.session, 0).await.unwrap()
        else {
            panic!("a last screen is a keyframe");
        };
        Kept {
            ended,
            log: text(&self.desk.engine.output(self.session).await.unwrap()),
            screen: text(&bytes),
            row: self.desk.row(self.session).await,
            history: next + own,
        }
    }

    /// With the end in the database, and nobody told.
    async fn check_before_it_is_told(&mut self, reason: Reason) {
        while let Ok(event) = self.events.try_recv() {
            assert!(!tells_the_end(&event, self.run), "told too early: {event:?}");
        }
        self.check(reason).await;
    }

    async fn check(&self, reason: Reason) {
        let kept = self.kept().await;
        assert_eq!(kept.ended.as_deref(), Some(reason.as_str()));
        let numbers = |text: &str| text.matches("line ").count() - text.matches("line %").count();
        assert_eq!(numbers(&kept.log), LINES as usize, "every line is in the log, once");
        assert!(kept.log.trim_end().ends_with("line 5000"), "and nothing comes after the last");
        for line in [3100, 4000, 4999, 5000] {
            assert!(
                kept.screen.contains(&format!("line {line}")),
                "line {line} is on the screen or above it"
            );
        }
        assert!(kept.history >= LINES - 24, "{} lines are in the history", kept.history);
        assert!(kept.history < LINES + 24, "{} lines are in the history", kept.history);
        // Of a run that is in memory the list counts what is there; the same.
        assert_eq!(kept.row.lines, kept.history, "and the list counts them");
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn tells_the_end(event: &Event, run: RunId) -> bool {
    match event {
        Event::Ended { run: ended, .. } | Event::Reclaimed { run: ended, .. } => *ended == run,
        Event::Changed { rows, .. } => rows.iter().any(|row| row.last_run.is_some_and(|last| last.id == run)),
        Event::Notes { .. } => false,
    }
}

/// What ends a run that is up, and as what it is over.
#[derive(Debug, Clone, Copy)]
enum End {
    ByItself,
    Closed,
    AppQuit,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_viewer_and_all_windows_hear_of_the_end_after_the_last_line() {
    for (end, script, reason) in [
        (End::ByItself, format!("read go; {SAY}"), Reason::Exited),
        (End::Closed, format!("trap '{SAY}' HUP; echo ready; read go"), Reason::Closed),
        (End::AppQuit, format!("trap '{SAY}' HUP; echo ready; read go"), Reason::AppQuit),
    ] {
        let command = in_shell(&script);
        let mut scene = Scene::open(&command).await;
        if !matches!(end, End::ByItself) {
            scene.desk.wait_for_text(scene.run, "ready").await;
        }
        let viewer = scene.desk.engine.attach(scene.run, "test").await.unwrap();
        let (desk, run, session) = (scene.desk.clone(), scene.run, scene.session);
        let reader = tokio::spawn(async move { desk.follow(viewer, |_| false).await });
        let held = scene.moments.hold(Moment::Finalised);
        let engine = scene.desk.engine.clone();
        let ender = tokio::spawn(async move {
            match end {
                End::ByItself => engine.write(run, b"\n".to_vec()).await.unwrap(),
                End::Closed => engine.end(session, true).await.unwrap(),
                End::AppQuit => engine.shut_down().await,
            }
        });
        held.arrived().await;
        assert!(!reader.is_finished(), "{end:?}: the viewer was told too early");
        scene.check_before_it_is_told(reason).await;
        held.release();
        until(&mut scene.events, |event| tells_the_end(event, run)).await;
        if !matches!(end, End::AppQuit) {
            scene.check(reason).await;
        }
        ender.await.unwrap();
        let seen: Ended = reader.await.unwrap();
        assert!(seen.text.trim_end().ends_with("line 5000"), "{end:?}: the viewer has seen the last line");
        assert_eq!(seen.end, Some((reason, Some(Exit::Code(3)))), "{end:?}: and then the end");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_reclaimed_shell_leaves_behind_says_its_last_words_before_it_is_told() {
    let mut scene = Scene::open("bash --norc --noprofile -i").await;
    // In the shell's own group, and so asked with it; speaks up once the shell is gone.
    let last = r#"trap "" HUP; echo ready; while kill -0 $PPID; do sleep 0.02; done 2>/dev/null; seq -f "line %.0f" 5000"#;
    let line = format!("set +m; sh -c '{last}' &\n");
    scene.desk.engine.write(scene.run, line.into_bytes()).await.unwrap();
    scene.desk.wait_for_text(scene.run, "ready\r").await;
    let held = scene.moments.hold(Moment::Finalised);
    // The prompt may come after the clock was moved, and is output as any other.
    while tokio::time::timeout(AGAIN, held.arrived()).await.is_err() {
        scene.desk.advance(7 * 60 * 60 * 1000);
    }
    scene.check_before_it_is_told(Reason::Idle).await;
    held.release();
    until(&mut scene.events, |event| matches!(event, Event::Reclaimed { reason: Reason::Idle, .. })).await;
    scene.check(Reason::Idle).await;
}

/// `sh -c` with the script as one word.
fn in_shell(script: &str) -> String {
    format!("sh -c '{}'", script.replace('\'', r"'\''"))
}
