//! Every way in which a run can end, or never begin: in bounded time, with what was observed, and nothing is left of it.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use common::footprint::Footprint;
use common::{Desk, is_running, until};
use inglenook_engine::{Error, Event, Exit, Moment, Moments, Reason, RunId, SessionId, Size, Status};
use tokio::sync::{Mutex, MutexGuard};

const SIZE: Size = Size { columns: 80, rows: 24 };

/// A grace of a second, one more for a process that is killed, and what a slow machine adds.
const BOUND: Duration = Duration::from_secs(6);

/// A footprint is the whole process's: one test at a time.
static ALONE: Mutex<()> = Mutex::const_new(());

/// Says its number once it can be asked to go in vain.
const STUBBORN: &str = r#"sh -c 'trap "" HUP TERM; echo $$; while :; do sleep 1; done'"#;

struct Scene {
    desk: Desk,
    before: Footprint,
    _alone: MutexGuard<'static, ()>,
}

impl Scene {
    async fn new() -> Self {
        Self::with(Moments::default()).await
    }

    async fn with(moments: Moments) -> Self {
        let alone = ALONE.lock().await;
        let desk = Desk::with(moments).await;
        Self { desk, before: Footprint::now(), _alone: alone }
    }

    /// Opens a session that runs this line of shell, and waits for its end.
    async fn run(&self, script: &str) -> (SessionId, RunId) {
        let session = self.desk.create(script).await;
        (session, self.run_again(session).await)
    }

    async fn run_again(&self, session: SessionId) -> RunId {
        let mut events = self.desk.engine.events();
        let started = Instant::now();
        let run = self.desk.engine.open(session, SIZE).await.unwrap().run;
        until(&mut events, |event| matches!(event, Event::Ended { run: ended, .. } if *ended == run)).await;
        assert!(started.elapsed() < BOUND, "it took {:?}", started.elapsed());
        run
    }

    async fn end_of(&self, session: SessionId) -> (Status, Option<(Reason, Option<Exit>)>) {
        let row = self.desk.row(session).await;
        (row.status, row.last_run.map(|run| (run.reason, run.exit)))
    }

    async fn nothing_is_left(&self) {
        self.before.until().await;
    }
}

fn ended(reason: Reason, exit: Option<Exit>) -> (Status, Option<(Reason, Option<Exit>)>) {
    (Status::Ended, Some((reason, exit)))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_ends_by_itself_ends_as_it_was_observed() {
    let scene = Scene::new().await;
    for (script, exit) in [
        (":", Exit::Code(0)),
        ("exit 139", Exit::Code(139)),
        ("kill -SEGV $$", Exit::Signal(11)),
        ("kill -KILL $$", Exit::Signal(9)),
        ("kill -TERM $$", Exit::Signal(15)),
        ("exec /bin/true", Exit::Code(0)),
        ("exec /bin/false", Exit::Code(1)),
    ] {
        let (session, _) = scene.run(script).await;
        assert_eq!(scene.end_of(session).await, ended(Reason::Exited, Some(exit)), "{script}");
        scene.nothing_is_left().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_ends_at_once_ends_every_time_and_once_each_time() {
    let scene = Scene::new().await;
    let session = scene.desk.try_create("true", "/").await.unwrap().id;
    let mut events = scene.desk.engine.events();
    let mut runs = Vec::new();
    for _ in 0..30 {
        runs.push(scene.run_again(session).await);
    }
    assert!(runs.is_sorted_by(|one, next| one < next), "each is a new one: {runs:?}");
    let mut told = Vec::new();
    while let Ok(event) = events.try_recv() {
        if let Event::Ended { run, exit: Some(Exit::Code(0)), .. } = event {
            told.push(run);
        }
    }
    assert_eq!(told, runs, "each end is told once, in order, with its exit");
    scene.nothing_is_left().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_grandchild_that_holds_the_terminal_does_not_keep_the_run_alive() {
    let scene = Scene::new().await;
    let (session, _) = scene.run("sleep 1000 & (sleep 1000 & exec sleep 1000) & echo started; exit 7").await;
    assert_eq!(scene.end_of(session).await, ended(Reason::Exited, Some(Exit::Code(7))));
    scene.nothing_is_left().await;
}

/// As in every terminal: `nohup` is how a learner says so.
#[tokio::test(flavor = "multi_thread")]
async fn what_asked_to_outlive_its_terminal_does_not_hold_up_the_end_of_the_program_that_started_it() {
    let scene = Scene::new().await;
    let script = format!("{STUBBORN} & read go; exit 0");
    let (session, run) = scene.desk.open(&script).await;
    let pid = scene.desk.wait_for_number(run).await;
    let started = Instant::now();
    assert_eq!(scene.desk.go(run).await.end, Some((Reason::Exited, Some(Exit::Code(0)))));
    assert!(started.elapsed() < BOUND, "it took {:?}", started.elapsed());
    assert_eq!(scene.end_of(session).await, ended(Reason::Exited, Some(Exit::Code(0))));
    scene.nothing_is_left().await;
    assert!(is_running(pid), "nobody asked process {pid} to go");
    kill(pid);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_closed_goes_with_all_that_ignores_the_hang_up() {
    let scene = Scene::new().await;
    for (script, exit) in [
        ("echo $$; kill -STOP $$; exec cat".to_owned(), Exit::Signal(1)),
        (format!("exec {STUBBORN}"), Exit::Signal(9)),
        (format!("{STUBBORN} & exec cat"), Exit::Signal(1)),
        (format!("trap 'exit 5' HUP; {STUBBORN} & read go"), Exit::Code(5)),
    ] {
        let (session, run) = scene.desk.open(&script).await;
        let pid = scene.desk.wait_for_number(run).await;
        let busy = scene.desk.engine.end(session, false).await;
        assert!(matches!(busy, Err(Error::Busy(_))), "it asks first: {script}");
        let started = Instant::now();
        scene.desk.engine.end(session, true).await.unwrap();
        assert!(started.elapsed() < BOUND, "it took {:?}: {script}", started.elapsed());
        assert!(!is_running(pid), "process {pid} is gone: {script}");
        assert_eq!(scene.end_of(session).await, ended(Reason::Closed, Some(exit)), "{script}");
        let late = scene.desk.engine.write(run, b"x".to_vec()).await;
        assert!(
            matches!(late, Err(Error::RunGone { reason: Some(Reason::Closed), .. })),
            "a call that names a gone run hears why: {late:?}"
        );
        scene.nothing_is_left().await;
    }
}

/// It has the last word for a quarter of a second, and then no terminal to write to.
#[tokio::test(flavor = "multi_thread")]
async fn a_grandchild_that_never_stops_talking_does_not_hold_up_the_end() {
    let scene = Scene::new().await;
    let (session, _) = scene.run("(trap '' HUP; exec yes) & exit 4").await;
    assert_eq!(scene.end_of(session).await, ended(Reason::Exited, Some(Exit::Code(4))));
    scene.nothing_is_left().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_ignores_the_hang_up_does_not_outlive_its_shell() {
    let scene = Scene::new().await;
    let (session, run) = scene.desk.open("exec bash --norc --noprofile -i").await;
    let job = "sh -c 'trap \"\" HUP; echo $$; while :; do sleep 1; done'\n";
    scene.desk.engine.write(run, job.as_bytes().to_vec()).await.unwrap();
    let pid = scene.desk.wait_for_number(run).await;
    scene.desk.engine.end(session, true).await.unwrap();
    assert!(!is_running(pid), "process {pid} is gone with its shell");
    scene.nothing_is_left().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_ends_what_ignores_the_hang_up_in_time() {
    let scene = Scene::new().await;
    let mut pids = Vec::new();
    for _ in 0..5 {
        let (_, run) = scene.desk.open(STUBBORN).await;
        pids.push(scene.desk.wait_for_number(run).await);
    }
    let started = Instant::now();
    scene.desk.engine.shut_down().await;
    assert!(started.elapsed() < BOUND, "it took {:?}", started.elapsed());
    assert!(!pids.iter().any(|pid| is_running(*pid)), "{pids:?} are gone");
    scene.nothing_is_left().await;
}

/// Each way in which a start can be impossible: what is done to the program and its folder, and what is said.
type Obstacle = (&'static str, fn(&Path), fn(&Error) -> bool);

const OBSTACLES: [Obstacle; 5] = [
    (
        "the directory is gone",
        |folder| fs::remove_dir_all(folder).unwrap(),
        |error| matches!(error, Error::DirectoryMissing(_)),
    ),
    (
        "the program is gone",
        |folder| fs::remove_file(folder.join("program")).unwrap(),
        |error| matches!(error, Error::CommandNotFound(name) if name == "./program"),
    ),
    (
        "the program may not be run",
        |folder| fs::set_permissions(folder.join("program"), fs::Permissions::from_mode(0o644)).unwrap(),
        |error| matches!(error, Error::StartFailed(why) if why.contains("./program") && why.contains("may not be run")),
    ),
    (
        "the program is a directory",
        |folder| {
            fs::remove_file(folder.join("program")).unwrap();
            fs::create_dir(folder.join("program")).unwrap();
        },
        |error| matches!(error, Error::CommandNotFound(_)),
    ),
    (
        "the program's interpreter is gone",
        |folder| fs::write(folder.join("program"), "#!/no/such/interpreter\n").unwrap(),
        |error| matches!(error, Error::StartFailed(why) if why.contains("/no/such/interpreter")),
    ),
];

/// A session whose program prints where it runs.
async fn prepare(desk: &Desk, folder: &Path) -> SessionId {
    let program = folder.join("program");
    fs::write(&program, "#!/bin/sh\necho ran in $PWD\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    desk.try_create("./program", &folder.to_string_lossy()).await.unwrap().id
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_start_is_said_and_the_session_is_as_it_was() {
    let scene = Scene::new().await;
    for (obstacle, put, is_said) in OBSTACLES {
        let folder = tempfile::tempdir().unwrap();
        let session = prepare(&scene.desk, folder.path()).await;
        put(folder.path());
        let opened = scene.desk.engine.open(session, SIZE).await;
        let error = opened.expect_err(obstacle);
        assert!(is_said(&error), "{obstacle}: {error:?}");
        assert_eq!(scene.end_of(session).await, (Status::Asleep, None), "{obstacle}");
        scene.nothing_is_left().await;
        comes_back(&scene, session, folder.path(), obstacle).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_becomes_impossible_while_it_starts_starts_nowhere_else() {
    let moments = Moments::default();
    let scene = Scene::with(moments.clone()).await;
    for (obstacle, put, is_said) in OBSTACLES {
        let folder = tempfile::tempdir().unwrap();
        let session = prepare(&scene.desk, folder.path()).await;
        let claimed = moments.hold(Moment::Claimed);
        let engine = scene.desk.engine.clone();
        let opener = tokio::spawn(async move { engine.open(session, SIZE).await });
        claimed.arrived().await;
        put(folder.path());
        claimed.release();
        let error = opener.await.unwrap().expect_err(obstacle);
        assert!(is_said(&error), "{obstacle}: {error:?}");
        assert_eq!(scene.end_of(session).await, ended(Reason::StartFailed, None), "{obstacle}");
        scene.nothing_is_left().await;
        comes_back(&scene, session, folder.path(), obstacle).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_directory_that_goes_while_a_program_starts_is_not_replaced_by_another() {
    let moments = Moments::default();
    let scene = Scene::with(moments.clone()).await;
    let folder = tempfile::tempdir().unwrap();
    let session = scene.desk.create_in("pwd", folder.path()).await;
    let claimed = moments.hold(Moment::Claimed);
    let engine = scene.desk.engine.clone();
    let opener = tokio::spawn(async move { engine.open(session, SIZE).await });
    claimed.arrived().await;
    drop(folder);
    claimed.release();
    assert!(matches!(opener.await.unwrap(), Err(Error::DirectoryMissing(_))));
    assert!(scene.desk.engine.output(session).await.unwrap().is_empty(), "it ran nowhere");
    scene.nothing_is_left().await;
}

async fn comes_back(scene: &Scene, session: SessionId, folder: &Path, obstacle: &str) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir(folder).unwrap();
    prepare(&scene.desk, folder).await;
    scene.run_again(session).await;
    let output = String::from_utf8_lossy(&scene.desk.engine.output(session).await.unwrap()).into_owned();
    let ran = format!("ran in {}", folder.display());
    assert_eq!(output.matches("ran in").count(), 1, "{obstacle}: {output:?}");
    assert!(output.contains(&ran), "{obstacle}: {output:?}");
    scene.nothing_is_left().await;
}

fn kill(pid: u32) {
    let pid = rustix::process::Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
}
