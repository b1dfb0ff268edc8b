use std::sync::Mutex;
use std::time::Duration;

use inglenook_engine::{Clock, Event, InstanceKind, Moment, Moments, NewSession};
use tauri::async_runtime::block_on;
use tempfile::TempDir;
use tokio::sync::broadcast::Receiver;

use super::*;

/// What was met: a listener for each engine.
type Met = Arc<Mutex<Vec<Receiver<Event>>>>;

struct Start {
    folder: TempDir,
    moments: Moments,
    met: Met,
}

impl Start {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), moments: Moments::default(), met: Met::default() }
    }

    fn options(&self) -> Options {
        Options {
            data_dir: self.folder.path().to_owned(),
            config: self.folder.path().join("settings.toml"),
            kind: InstanceKind::App,
            clock: Clock::system(),
            moments: self.moments.clone(),
        }
    }

    async fn desk(&self) -> Desk {
        let met = Arc::clone(&self.met);
        let meet = move |engine: &Engine| met.lock().unwrap().push(engine.events());
        let (desk, opening) = Desk::closed(self.options(), meet).await;
        assert!(waits(desk.engine()).await, "it does not even begin to open");
        opening.begin();
        desk
    }
}

/// Whether it is not there yet, once it was asked for.
async fn waits<T>(asked: impl Future<Output = T>) -> bool {
    tokio::time::timeout(Duration::ZERO, asked).await.is_err()
}

#[test]
fn who_asks_while_the_engine_is_opened_waits_for_it() {
    block_on(async {
        let start = Start::new();
        let held = start.moments.hold(Moment::Started);
        let desk = start.desk().await;
        held.arrived().await;
        assert!(waits(desk.engine()).await);
        assert!(waits(desk.damage()).await, "nobody knows yet");
        assert!(desk.engine_by_now().is_none());
        held.release();
        assert_eq!(desk.engine().await.unwrap().list().await.unwrap(), []);
        assert!(desk.engine_by_now().is_some());
        desk.shut_down().await;
    });
}

#[test]
fn a_window_that_is_closed_while_the_engine_is_opened_leaves_no_app_behind() {
    block_on(async {
        let start = Start::new();
        std::fs::write(start.options().config, "[app]\nkeep_running_in_background = true\n").unwrap();
        let held = start.moments.hold(Moment::Started);
        let desk = start.desk().await;
        held.arrived().await;
        assert!(!desk.stays_in_background(), "no session could go on");
        held.release();
        desk.engine().await.unwrap();
        assert!(desk.stays_in_background(), "the setting is in force");
        desk.shut_down().await;
    });
}

#[test]
fn quitting_while_the_engine_is_opened_waits_and_leaves_no_trace_of_it() {
    block_on(async {
        let start = Start::new();
        let held = start.moments.hold(Moment::Started);
        let desk = start.desk().await;
        held.arrived().await;
        assert!(waits(desk.shut_down()).await);
        held.release();
        desk.shut_down().await;
        let next = Engine::start(start.options()).await.unwrap();
        let instances = next.instances().await.unwrap();
        assert!(instances.iter().all(|each| each.mine), "nobody stopped unexpectedly: {instances:?}");
        next.shut_down().await;
    });
}

#[test]
fn an_engine_is_met_before_anybody_is_given_it() {
    block_on(async {
        let start = Start::new();
        let desk = start.desk().await;
        let engine = desk.engine().await.unwrap();
        let session = NewSession { directory: "/".into(), profile: "shell".into(), ..NewSession::default() };
        engine.create(session).await.unwrap();
        let told = start.met.lock().unwrap()[0].try_recv();
        assert!(matches!(told, Ok(Event::Changed { .. })), "{told:?}");
        desk.shut_down().await;
    });
}

#[test]
fn a_damaged_database_is_said_and_the_engine_after_it_is_met_too() {
    block_on(async {
        let start = Start::new();
        std::fs::write(start.folder.path().join("inglenook.db"), vec![0x5a; 64 * 1024]).unwrap();
        let desk = start.desk().await;
        assert_eq!(desk.engine().await.unwrap_err().code, Code::StoreDamaged);
        assert!(desk.damage().await.is_some());
        assert_eq!(start.met.lock().unwrap().len(), 0);
        desk.recover(true).await.unwrap();
        assert!(desk.damage().await.is_none());
        desk.engine().await.unwrap();
        assert_eq!(start.met.lock().unwrap().len(), 1);
        desk.shut_down().await;
    });
}
