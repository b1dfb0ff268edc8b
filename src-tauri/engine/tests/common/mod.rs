//! What the engine's tests share: a desk in a folder of its own, with a clock that can be moved.
#![allow(
    dead_code,
    unreachable_pub,
    missing_debug_implementations,
    reason = "each test file uses a part of it"
)]

pub mod footprint;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use inglenook_engine::{
    Awake, Clock, Engine, Event, Exit, Frame, InstanceKind, Moments, NewSession, Options, Reason, Result,
    RunId, Saving, SessionId, SessionRow, Size, ViewerId,
};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::broadcast;

/// Nothing here takes seconds; a test that waits for longer hangs.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Clone)]
pub struct Desk {
    pub engine: Engine,
    ahead: Arc<AtomicI64>,
    folder: Arc<TempDir>,
}

pub struct Crashed {
    folder: Arc<TempDir>,
    ahead: Arc<AtomicI64>,
}

impl Crashed {
    pub async fn again(&self) -> Desk {
        Desk::on(Arc::clone(&self.folder), Arc::clone(&self.ahead)).await
    }
}

pub struct Ended {
    /// The first frame's bytes.
    pub keyframe: String,
    /// All output, the keyframe's bytes first.
    pub text: String,
    pub end: Option<(Reason, Option<Exit>)>,
}

impl Desk {
    pub async fn new() -> Self {
        Self::on(Arc::new(tempfile::tempdir().unwrap()), Arc::default()).await
    }

    /// Held at what these say.
    pub async fn with(moments: Moments) -> Self {
        let (folder, ahead) = (Arc::new(tempfile::tempdir().unwrap()), Arc::default());
        let options = Options { moments, ..options(folder.path(), &ahead) };
        Self { engine: Engine::start(options).await.unwrap(), ahead, folder }
    }

    /// Another engine on the same folder.
    pub async fn again(&self) -> Self {
        Self::on(Arc::clone(&self.folder), Arc::clone(&self.ahead)).await
    }

    async fn on(folder: Arc<TempDir>, ahead: Arc<AtomicI64>) -> Self {
        let engine = Engine::start(options(folder.path(), &ahead)).await.unwrap();
        Self { engine, ahead, folder }
    }

    pub fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    /// A copy of the data as it lies on the disk now, without the lock that says that this engine lives.
    pub fn as_after_a_crash(&self) -> Crashed {
        let folder = tempfile::tempdir().unwrap();
        for name in ["inglenook.db", "inglenook.db-wal"] {
            std::fs::copy(self.folder().join(name), folder.path().join(name)).unwrap();
        }
        Crashed { folder: Arc::new(folder), ahead: Arc::clone(&self.ahead) }
    }

    pub fn options(&self) -> Options {
        options(self.folder.path(), &self.ahead)
    }

    pub fn advance(&self, milliseconds: i64) {
        self.ahead.fetch_add(milliseconds, Ordering::SeqCst);
    }

    pub async fn try_create(&self, command: &str, directory: &str) -> Result<SessionRow> {
        let new = NewSession {
            profile: "command".into(),
            command: command.into(),
            directory: directory.into(),
            ..NewSession::default()
        };
        self.engine.create(new).await
    }

    /// A session that runs a line of shell.
    pub async fn create(&self, script: &str) -> SessionId {
        self.create_in(script, Path::new("/")).await
    }

    pub async fn create_in(&self, script: &str, directory: &Path) -> SessionId {
        let quoted = format!("sh -c '{}'", script.replace('\'', r"'\''"));
        self.try_create(&quoted, &directory.to_string_lossy()).await.unwrap().id
    }

    pub async fn open(&self, script: &str) -> (SessionId, RunId) {
        let session = self.create(script).await;
        let opened = self.engine.open(session, Size::new(80, 24)).await.unwrap();
        (session, opened.run)
    }

    pub async fn row(&self, session: SessionId) -> SessionRow {
        let rows = self.engine.list().await.unwrap();
        rows.into_iter().find(|row| row.id == session).expect("the session is listed")
    }

    /// Lets a script that waits for a line go on, and reads it to its end.
    pub async fn go(&self, run: RunId) -> Ended {
        let viewer = self.engine.attach(run, "test").await.unwrap();
        self.engine.write(run, b"\n".to_vec()).await.unwrap();
        self.follow(viewer, |_| false).await
    }

    pub async fn wait_for_text(&self, run: RunId, text: &str) {
        self.read_until(run, |seen| seen.contains(text)).await;
    }

    /// The first line of nothing but digits.
    pub async fn wait_for_number(&self, run: RunId) -> u32 {
        let number = |seen: &str| {
            let lines = seen.split_inclusive('\n').filter(|line| line.ends_with('\n'));
            lines
                .filter_map(|line| line.trim().rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok())
                .next()
        };
        let seen = self.read_until(run, |seen| number(seen).is_some()).await.text;
        number(&seen).expect("a number was seen")
    }

    pub async fn read_until(&self, run: RunId, enough: impl Fn(&str) -> bool) -> Ended {
        let viewer = self.engine.attach(run, "test").await.unwrap();
        self.follow(viewer, enough).await
    }

    /// Waits until the log has this text. Nobody attaches to the run for it.
    pub async fn until_output(&self, session: SessionId, text: &str) {
        let mut saving = self.engine.saving();
        let logged = async {
            while !String::from_utf8_lossy(&self.engine.output(session).await.unwrap()).contains(text) {
                saving.changed().await.unwrap();
            }
        };
        assert!(tokio::time::timeout(PATIENCE, logged).await.is_ok(), "the program never printed {text:?}");
    }

    pub async fn checkpoints(&self) -> i64 {
        let url = format!("sqlite://{}", self.folder().join("inglenook.db").display());
        let mut connection = SqliteConnection::connect(&url).await.unwrap();
        let count = sqlx::query_scalar("SELECT count(*) FROM checkpoints").fetch_one(&mut connection).await;
        connection.close().await.unwrap();
        count.unwrap()
    }

    pub async fn until_checkpoints(&self, count: i64) {
        let waiting = async {
            // The database tells nobody of a row.
            while self.checkpoints().await < count {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        assert!(tokio::time::timeout(PATIENCE, waiting).await.is_ok(), "there are never {count} checkpoints");
    }

    /// Waits until all output is on the disk.
    pub async fn until_saved(&self) {
        let mut saving = self.engine.saving();
        let saved = saving.wait_for(|saving| matches!(saving, Saving::Saved { at: Some(_) }));
        let waited = tokio::time::timeout(PATIENCE, saved).await;
        assert!(waited.is_ok_and(|saved| saved.is_ok()), "output is saved in time");
    }

    pub async fn follow(&self, viewer: ViewerId, enough: impl Fn(&str) -> bool) -> Ended {
        let mut ended = Ended { keyframe: String::new(), text: String::new(), end: None };
        let reading = async {
            while ended.end.is_none() {
                for frame in self.engine.read(viewer).await.unwrap() {
                    match frame {
                        Frame::Keyframe { bytes, .. } => {
                            ended.keyframe = String::from_utf8_lossy(&bytes).into_owned();
                            ended.text.push_str(&ended.keyframe);
                        }
                        Frame::Output(bytes) => ended.text.push_str(&String::from_utf8_lossy(&bytes)),
                        Frame::Resized(_) => {}
                        Frame::Ended { reason, exit } => ended.end = Some((reason, exit)),
                    }
                }
                if enough(&ended.text) {
                    return;
                }
            }
        };
        if tokio::time::timeout(PATIENCE, reading).await.is_err() {
            panic!("waited in vain; seen so far: {:?}", ended.text);
        }
        self.engine.detach(viewer);
        ended
    }
}

pub fn options(folder: &Path, ahead: &Arc<AtomicI64>) -> Options {
    let system = Clock::system();
    let (wall, awake) = ((system.clone(), Arc::clone(ahead)), (system, Arc::clone(ahead)));
    Options {
        data_dir: folder.to_owned(),
        config: folder.join("settings.toml"),
        kind: InstanceKind::App,
        clock: Clock::from_fns(
            move || wall.0.now() + wall.1.load(Ordering::SeqCst),
            move || Awake(awake.0.awake().0 + awake.1.load(Ordering::SeqCst)),
        ),
        moments: Moments::default(),
    }
}

/// Whether the process exists and is no zombie: proc(5), field 3 of `stat`.
pub fn is_running(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

/// Waits for an event that is `wanted`.
pub async fn until(events: &mut broadcast::Receiver<Event>, wanted: impl Fn(&Event) -> bool) -> Event {
    let waiting = async {
        loop {
            let event = events.recv().await.expect("the engine lives");
            if wanted(&event) {
                return event;
            }
        }
    };
    tokio::time::timeout(PATIENCE, waiting).await.expect("the event comes")
}
