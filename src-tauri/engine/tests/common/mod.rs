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
    Activity, Awake, Clock, Engine, Event, Exit, Frame, Held, InstanceKind, Moment, Moments, NewSession,
    Options, Reason, Result, RunId, Saving, SessionId, SessionRow, Size, ViewerId, WorkKind,
};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::broadcast;

/// Nothing here takes seconds; a test that waits for longer hangs.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Clone)]
pub struct Desk {
    pub engine: Engine,
    /// To hold the engine at a named moment.
    pub moments: Moments,
    ahead: Ahead,
    folder: Arc<TempDir>,
}

pub struct Crashed {
    folder: Arc<TempDir>,
    ahead: Ahead,
}

/// How far the engine's clocks are ahead of the computer's.
#[derive(Clone, Default)]
pub struct Ahead {
    wall: Arc<AtomicI64>,
    awake: Arc<AtomicI64>,
}

impl Crashed {
    pub async fn again(&self) -> Desk {
        Desk::on(Arc::clone(&self.folder), self.ahead.clone()).await
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
        Self::on(Arc::new(tempfile::tempdir().unwrap()), Ahead::default()).await
    }

    /// Held at what these say.
    pub async fn with(moments: Moments) -> Self {
        let (folder, ahead) = (Arc::new(tempfile::tempdir().unwrap()), Ahead::default());
        let options = Options { moments: moments.clone(), ..options(folder.path(), &ahead) };
        Self { engine: Engine::start(options).await.unwrap(), moments, ahead, folder }
    }

    /// By another clock.
    pub async fn by(clock: Clock) -> Self {
        let (folder, ahead) = (Arc::new(tempfile::tempdir().unwrap()), Ahead::default());
        let options = Options { clock, ..options(folder.path(), &ahead) };
        let moments = options.moments.clone();
        Self { engine: Engine::start(options).await.unwrap(), moments, ahead, folder }
    }

    /// Another engine on the same folder.
    pub async fn again(&self) -> Self {
        Self::on(Arc::clone(&self.folder), self.ahead.clone()).await
    }

    /// A desk whose settings file says so.
    pub async fn with_settings(settings: &str) -> Self {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        std::fs::write(folder.path().join("settings.toml"), settings).unwrap();
        Self::on(folder, Ahead::default()).await
    }

    async fn on(folder: Arc<TempDir>, ahead: Ahead) -> Self {
        let options = options(folder.path(), &ahead);
        let moments = options.moments.clone();
        let engine = Engine::start(options).await.unwrap();
        Self { engine, moments, ahead, folder }
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
        Crashed { folder: Arc::new(folder), ahead: self.ahead.clone() }
    }

    pub fn options(&self) -> Options {
        options(self.folder.path(), &self.ahead)
    }

    pub fn advance(&self, milliseconds: i64) {
        self.ahead.wall.fetch_add(milliseconds, Ordering::SeqCst);
        self.ahead.awake.fetch_add(milliseconds, Ordering::SeqCst);
    }

    /// The machine is suspended for so long.
    pub fn sleep(&self, milliseconds: i64) {
        self.ahead.wall.fetch_add(milliseconds, Ordering::SeqCst);
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

    /// Waits for so many prompts of bash, each whole: what comes after it would count as use.
    pub async fn prompts(&self, run: RunId, count: usize) {
        let is_whole = |rest: &&str| rest.contains("# ") || rest.contains("$ ");
        self.read_until(run, |seen| seen.split("bash-").skip(1).filter(is_whole).count() >= count).await;
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

    /// Holds the database's write lock until it is dropped.
    pub async fn hold_write_lock(&self) -> SqliteConnection {
        let url = format!("sqlite://{}", self.folder().join("inglenook.db").display());
        let mut connection = SqliteConnection::connect(&url).await.unwrap();
        sqlx::query("BEGIN IMMEDIATE").execute(&mut connection).await.unwrap();
        connection
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

    /// Looks at a run as a pane does: it asks for the next output as soon as it has the last.
    pub async fn keep_looking(&self, run: RunId, window: &str) {
        let viewer = self.engine.attach(run, window).await.unwrap();
        let engine = self.engine.clone();
        tokio::spawn(async move { while engine.read(viewer).await.is_ok() {} });
    }

    /// Waits until the timers have looked three times: the first look may have begun before what is waited for, the
    /// second finds it, and by the third its end was claimed.
    pub async fn look(&self) {
        for _ in 0..3 {
            self.reach(Moment::Looked).await.release();
        }
    }

    /// Waits until somebody is held at the moment.
    pub async fn reach(&self, moment: Moment) -> Held {
        let held = self.moments.hold(moment);
        arrived(&held).await;
        held
    }

    /// The session lives, and nobody has claimed its end.
    pub async fn assert_kept(&self, session: SessionId, what: &str) {
        let run = self.row(session).await.run.expect(what);
        assert!(self.engine.resize(run, Size::new(80, 24)).await.is_ok(), "{what} keeps it");
    }

    /// Waits until quitting would interrupt this: a process that is no child of ours tells nobody of itself.
    pub async fn until_work(&self, kinds: &[WorkKind]) {
        let waiting = async {
            while self.engine.work().await.iter().map(|work| work.kind).ne(kinds.iter().copied()) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let waited = tokio::time::timeout(PATIENCE, waiting).await;
        assert!(waited.is_ok(), "the work is never {kinds:?}: {:?}", self.engine.work().await);
    }

    pub async fn until_busy(&self, session: SessionId) {
        self.until_activity(session, Activity::Busy).await;
    }

    pub async fn until_prompt(&self, session: SessionId) {
        self.until_activity(session, Activity::Prompt).await;
    }

    async fn until_activity(&self, session: SessionId, activity: Activity) {
        let mut events = self.engine.events();
        while self.row(session).await.activity != Some(activity) {
            until(&mut events, |event| matches!(event, Event::Changed { .. })).await;
        }
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

pub async fn arrived(held: &Held) {
    assert!(tokio::time::timeout(PATIENCE, held.arrived()).await.is_ok(), "somebody comes to {held:?}");
}

pub fn options(folder: &Path, ahead: &Ahead) -> Options {
    let (system, ahead) = (Clock::system(), ahead.clone());
    let (also_system, also_ahead) = (system.clone(), ahead.clone());
    Options {
        data_dir: folder.to_owned(),
        config: folder.join("settings.toml"),
        kind: InstanceKind::App,
        clock: Clock::from_fns(
            move || system.now() + ahead.wall.load(Ordering::SeqCst),
            move || Awake(also_system.awake().0 + also_ahead.awake.load(Ordering::SeqCst)),
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

/// Waits until the row that is told is as wanted: not only the one that is asked for.
pub async fn told(
    events: &mut broadcast::Receiver<Event>,
    session: SessionId,
    wanted: impl Fn(&SessionRow) -> bool,
) -> SessionRow {
    let event = until(events, |event| {
        matches!(event, Event::Changed { rows, .. } if rows.iter().any(|row| row.id == session && wanted(row)))
    })
    .await;
    let Event::Changed { rows, .. } = event else { unreachable!() };
    rows.into_iter().find(|row| row.id == session && wanted(row)).unwrap()
}
