//! The room that holds the others together: store, registry, viewers, events, and the timers.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{broadcast, mpsc};

use super::first::ListOfStart;
use super::registry::Registry;
use super::run::Run;
use super::signs::{self, Bellpull};
use super::viewer::Viewers;
use super::{Event, InstanceKind, Instances, Reason, SessionRow};
use crate::clock::{Clock, Millis};
use crate::engine::Options;
use crate::error::Result;
use crate::id::{NoteId, SessionId};
use crate::moments::{Moment, Moments};
use crate::pty::{Environment, Shells};
use crate::settings::SettingsFile;
use crate::store::{Backups, Flusher, RunEnd, Store};

/// Events that a slow listener may be behind; past it, it is told to read everything anew.
const EVENTS: usize = 1024;

/// How often the timers look.
const TICK: Duration = Duration::from_secs(1);

/// How often it is looked whether a backup is due.
const BACKUP_LOOK: Millis = 5 * 60 * 1000;

/// A screen is recorded after this much quiet that followed output.
const QUIET: Millis = 30_000;

/// Everything that the app's quitting may take.
const QUIT_PATIENCE: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(crate) struct Sessions {
    pub(super) store: Store,
    pub(super) clock: Clock,
    pub(super) kind: InstanceKind,
    pub(super) flusher: Flusher,
    pub(super) instances: Instances,
    pub(super) environment: Environment,
    pub(super) shells: Shells,
    pub(super) registry: Registry,
    pub(super) viewers: Viewers,
    pub(super) events: broadcast::Sender<Event>,
    pub(super) bellpull: Bellpull,
    pub(super) closing: AtomicBool,
    /// Runs that are over, and whose end the disk has refused so far.
    unwritten: Mutex<HashMap<SessionId, RunEnd>>,
    next_backup: AtomicI64,
    /// What other processes had written when it was looked last; first of all before anybody reads a list.
    others: AtomicI64,
    /// The rows as they were then, without their revisions.
    seen: Mutex<HashMap<SessionId, SessionRow>>,
    /// Until a window has taken it.
    list_of_start: Mutex<Option<ListOfStart>>,
    /// Which window types into which draft.
    pub(super) drafts: Mutex<HashMap<NoteId, String>>,
    /// Held while notes are read to be told, so that an older list never comes after a newer one.
    pub(super) note_turn: tokio::sync::Mutex<()>,
    /// Held while rows are read, so that a higher revision never stands for older content.
    pub(super) revision: tokio::sync::Mutex<u64>,
    data_dir: PathBuf,
    pub(super) settings: Arc<SettingsFile>,
    pub(super) moments: Moments,
}

impl Sessions {
    /// Joins the living instances, closes what the dead left open, and starts the timers.
    pub(crate) async fn start(
        store: Store,
        options: Options,
        settings: Arc<SettingsFile>,
    ) -> Result<Arc<Self>> {
        let Options { data_dir, kind, clock, moments, config: _ } = options;
        let instances = Instances::join(&data_dir, kind, &store, clock.now()).await?;
        let swept = instances.sweep(&store, clock.now()).await?;
        instances.bury(&store, clock.now()).await?;
        if swept > 0 {
            tracing::info!(swept, "sessions of an instance that stopped unexpectedly are asleep now");
        }
        let others = store.version_of_others().await?;
        let (bellpull, pulled) = mpsc::channel(1);
        let sessions = Arc::new(Self {
            flusher: Flusher::start(store.clone(), clock.clone()),
            store,
            clock,
            kind,
            instances,
            environment: Environment::discover().await,
            shells: Shells::prepare(&data_dir),
            registry: Registry::default(),
            viewers: Viewers::default(),
            events: broadcast::channel(EVENTS).0,
            bellpull,
            closing: AtomicBool::new(false),
            unwritten: Mutex::default(),
            next_backup: AtomicI64::new(0),
            others: AtomicI64::new(others),
            seen: Mutex::default(),
            list_of_start: Mutex::default(),
            drafts: Mutex::default(),
            note_turn: tokio::sync::Mutex::default(),
            revision: tokio::sync::Mutex::default(),
            data_dir,
            settings,
            moments,
        });
        sessions.erase_deleted().await?;
        sessions.look_first().await?;
        tokio::spawn(signs::follow(Arc::downgrade(&sessions), pulled));
        let timers = Arc::downgrade(&sessions);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(TICK).await;
                let Some(sessions) = timers.upgrade() else { return };
                if sessions.closing.load(Ordering::SeqCst) {
                    return;
                }
                sessions.tick().await;
                sessions.moments.pass(Moment::Looked).await;
            }
        });
        sessions.moments.pass(Moment::Started).await;
        Ok(sessions)
    }

    /// What others change from now on is seen by what differs from this look. The first window has use for the list too.
    async fn look_first(&self) -> Result<()> {
        let told = self.events.subscribe();
        // All of it is new.
        let (rows, _) = self.compare(self.list().await?);
        if self.kind == InstanceKind::App {
            *self.list_of_start() = Some(ListOfStart { rows, told });
        }
        Ok(())
    }

    pub(super) fn list_of_start(&self) -> MutexGuard<'_, Option<ListOfStart>> {
        self.list_of_start.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells every window. With nobody listening there is nobody to tell.
    pub(super) fn tell(&self, event: Event) {
        let _ = self.events.send(event);
    }

    /// Tells that these sessions' rows are no longer what they were.
    pub(super) async fn tell_changed(&self, ids: &[SessionId]) {
        let mut rows = Vec::new();
        let mut gone = Vec::new();
        for &id in ids {
            match self.row(id).await {
                Ok(Some(row)) => rows.push(row),
                Ok(None) => gone.push(id),
                Err(error) => tracing::warn!(%error, %id, "a changed session could not be read"),
            }
        }
        self.tell(Event::Changed { rows, gone });
    }

    async fn tick(self: &Arc<Self>) {
        let settings = Arc::clone(&self.settings);
        // A settings file may lie on a disk that takes its time.
        let _ = tokio::task::spawn_blocking(move || settings.look()).await;
        let now = self.clock.now();
        let mut changed = HashSet::new();
        for run in self.registry.all() {
            if self.clock.awake().since(run.output_at_and_alternate().0) >= QUIET {
                run.checkpoint();
            }
            let up = run.wake_up();
            let moved = self.save_directory(&run).await;
            if run.has_news() || up || moved {
                changed.insert(run.session);
            }
        }
        if !changed.is_empty() {
            self.tell_changed(&changed.into_iter().collect::<Vec<_>>()).await;
        }
        self.detach_silent_viewers();
        self.reap();
        if let Err(error) = self.look_at_others().await {
            tracing::debug!(%error, "what other processes did could not be read");
        }
        if let Err(error) = self.erase_deleted().await
            && !self.closing.load(Ordering::SeqCst)
        {
            tracing::warn!(%error, "what was deleted could not be erased yet");
        }
        if now >= self.next_backup.load(Ordering::Relaxed) {
            self.next_backup.store(now + BACKUP_LOOK, Ordering::Relaxed);
            let sessions = Arc::clone(self);
            tokio::spawn(async move { sessions.back_up().await });
        }
    }

    /// Whether a shell has gone elsewhere since it was asked last: a new run begins there.
    pub(super) async fn save_directory(&self, run: &Run) -> bool {
        // One that is not here is a container's, or another computer's of the same name: nothing could start there.
        let here = |directory: &String| Path::new(directory).is_dir();
        let Some(directory) = run.unsaved_directory().filter(here) else { return false };
        match self.store.move_session(run.session, &directory).await {
            Ok(()) => run.saved_directory(directory),
            Err(error) => {
                tracing::debug!(%error, run = %run.id, "where a shell is could not be saved yet");
                return false;
            }
        }
        true
    }

    /// What other processes have changed, and what those left behind that died.
    async fn look_at_others(&self) -> Result<()> {
        let swept = self.instances.sweep(&self.store, self.clock.now()).await?;
        let version = self.store.version_of_others().await?;
        let before = self.others.swap(version, Ordering::Relaxed);
        if swept > 0 || before != version {
            let rows = self.list().await?;
            for row in &rows {
                if let Some(run) = self.registry.of_session(row.id) {
                    run.life().pinned = row.pinned;
                }
            }
            let (rows, gone) = self.compare(rows);
            if !(rows.is_empty() && gone.is_empty()) {
                self.tell(Event::Changed { rows, gone });
            }
        }
        Ok(())
    }

    /// What is not as it was at the last look: another process that prints changes one row, and not all.
    fn compare(&self, rows: Vec<SessionRow>) -> (Vec<SessionRow>, Vec<SessionId>) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let now: HashMap<_, _> =
            rows.iter().map(|row| (row.id, SessionRow { revision: 0, ..row.clone() })).collect();
        let gone = seen.keys().filter(|id| !now.contains_key(id)).copied().collect();
        let is_new = |row: &SessionRow| seen.get(&row.id) != now.get(&row.id);
        let changed = rows.into_iter().filter(is_new).collect();
        *seen = now;
        (changed, gone)
    }

    /// Once a day, where there is something to copy and the copy is small.
    async fn back_up(&self) {
        let backups = Backups::new(&self.data_dir);
        if let Err(error) = backups.make_daily(&self.store, self.clock.now()).await {
            tracing::warn!(%error, "the daily backup could not be made");
        }
    }

    pub(super) fn unwritten(&self) -> MutexGuard<'_, HashMap<SessionId, RunEnd>> {
        self.unwritten.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The app goes: every run is retired and the database closed, all within a bound.
    pub(crate) async fn shut_down(self: &Arc<Self>) {
        self.closing.store(true, Ordering::SeqCst);
        if tokio::time::timeout(QUIT_PATIENCE, self.retire_all_and_close()).await.is_err() {
            // They are ours for as long as this process lives, and so the lock stays.
            tracing::warn!("some runs took too long to end; the next start finds them asleep");
            return;
        }
        self.instances.leave();
    }

    async fn retire_all_and_close(self: &Arc<Self>) {
        let retired: Vec<_> = self
            .registry
            .all()
            .into_iter()
            .map(|run| {
                let sessions = Arc::clone(self);
                tokio::spawn(async move { sessions.retire(&run, Reason::AppQuit).await })
            })
            .collect();
        for each in retired {
            if let Err(error) = each.await {
                tracing::error!(%error, "a run was not retired");
            }
        }
        // Whoever began to open a session before this began ends by itself what came of it.
        for gate in self.registry.gates() {
            drop(gate.lock().await);
        }
        if let Err(error) = self.store.end_instance(self.instances.mine, self.clock.now()).await {
            tracing::warn!(%error, "the end of this instance could not be saved");
        }
        self.store.close().await;
    }
}
