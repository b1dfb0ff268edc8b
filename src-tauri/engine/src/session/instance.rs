//! Who is alive: an instance holds a lock on its file for as long as its process lives.
//!
//! The kernel drops the lock with the process, so zombies, reused pids, reboots and containers all read
//! correctly. Nothing is decided by a pid. The file is close-on-exec: a child that outlives the app does not
//! inherit the proof of its life.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::id::{InstanceId, RunId, SessionId};
use crate::store::{NewInstance, Store};

/// Which program owns a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstanceKind {
    App,
    Nook,
}

impl InstanceKind {
    pub(super) fn parse(text: &str) -> Option<Self> {
        [Self::App, Self::Nook].into_iter().find(|kind| kind.as_str() == text)
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Nook => "nook",
        }
    }
}

/// A process of Inglenook that has not gone on purpose, as doctors and messages name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// `app` or `nook`.
    pub kind: String,
    pub pid: i64,
    pub started_at: Millis,
    /// It holds its lock. The others stopped unexpectedly.
    pub alive: bool,
    /// It is the one that answers.
    pub mine: bool,
    pub runs: Vec<OwnedRun>,
}

/// A live run, as its owner's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnedRun {
    pub run: RunId,
    pub session: SessionId,
    pub started_at: Millis,
}

/// This instance, and the means to ask after others.
#[derive(Debug)]
pub(crate) struct Instances {
    pub mine: InstanceId,
    folder: PathBuf,
    /// Held until the process ends.
    _lock: File,
}

impl Instances {
    /// Makes this process an instance: first the lock, then the row that others find it by.
    pub(crate) async fn join(
        data_dir: &Path,
        kind: InstanceKind,
        store: &Store,
        now: Millis,
    ) -> Result<Self> {
        let folder = data_dir.join("instances");
        fs::create_dir_all(&folder).map_err(Error::io(format!("{} could not be made", folder.display())))?;
        let mine = InstanceId::generate();
        let file = lock_file(&folder, mine);
        let lock = OpenOptions::new()
            .create_new(true)
            .write(true)
            .mode(0o600)
            .open(&file)
            .map_err(Error::io(format!("{} could not be made", file.display())))?;
        lock.lock().map_err(Error::io(format!("{} could not be locked", file.display())))?;
        store
            .insert_instance(&NewInstance {
                id: mine,
                kind: kind.as_str(),
                pid: i64::from(std::process::id()),
                process_start: process_start(),
                boot_id: fs::read_to_string("/proc/sys/kernel/random/boot_id")
                    .ok()
                    .map(|id| id.trim().to_owned()),
                started_at: now,
            })
            .await?;
        Ok(Self { mine, folder, _lock: lock })
    }

    /// Whether the process of that instance lives. Where it cannot be told, it is taken to live: closing a
    /// dead run late costs a click, closing a live one costs work.
    pub(crate) fn is_alive(&self, id: InstanceId) -> bool {
        if id == self.mine {
            return true;
        }
        match File::open(lock_file(&self.folder, id)) {
            // Shared, so that two who ask at once do not take each other for the owner.
            Ok(file) => file.try_lock_shared().is_err(),
            Err(error) => error.kind() != std::io::ErrorKind::NotFound,
        }
    }

    /// Every instance that has not gone on purpose, this one among them, with its live runs.
    pub(crate) async fn list(&self, store: &Store) -> Result<Vec<Instance>> {
        let mut found: Vec<(String, Instance)> = Vec::new();
        for row in store.open_instances().await? {
            if found.last().is_none_or(|(id, _)| *id != row.id) {
                let id = row.id.parse::<InstanceId>().ok();
                let instance = Instance {
                    alive: id.is_none_or(|id| self.is_alive(id)),
                    mine: id == Some(self.mine),
                    kind: row.kind,
                    pid: row.pid,
                    started_at: row.started_at,
                    runs: Vec::new(),
                };
                found.push((row.id, instance));
            }
            let session = row.run_session.and_then(|id| id.parse().ok());
            if let (Some((_, instance)), Some(run), Some(session), Some(started_at)) =
                (found.last_mut(), row.run, session, row.run_started_at)
            {
                instance.runs.push(OwnedRun { run: RunId(run), session, started_at });
            }
        }
        Ok(found.into_iter().map(|(_, instance)| instance).collect())
    }

    /// Closes the runs of every dead instance. Those of living siblings are not touched.
    pub(crate) async fn sweep(&self, store: &Store, now: Millis) -> Result<u64> {
        let mut closed = 0;
        for owner in store.other_owners(self.mine).await? {
            if !self.is_alive(owner) {
                closed += store.close_runs_of_dead(owner, now).await?;
                // Only a file without an owner: its absence says the same as its free lock.
                let _ = fs::remove_file(lock_file(&self.folder, owner));
            }
        }
        Ok(closed)
    }

    /// Forgets the dead that left no run open: nobody else asks after them.
    pub(crate) async fn bury(&self, store: &Store, now: Millis) -> Result<()> {
        for row in store.open_instances().await? {
            if let Ok(id) = row.id.parse()
                && row.run.is_none()
                && !self.is_alive(id)
            {
                store.end_instance(id, now).await?;
                let _ = fs::remove_file(lock_file(&self.folder, id));
            }
        }
        Ok(())
    }

    /// This instance goes on purpose, with no run left.
    pub(crate) fn leave(&self) {
        // The lock goes with the process in any case; the file would only be litter.
        let _ = fs::remove_file(lock_file(&self.folder, self.mine));
    }
}

fn lock_file(folder: &Path, id: InstanceId) -> PathBuf {
    folder.join(format!("{id}.lock"))
}

/// Clock ticks between boot and this process's start: field 22 of `/proc/self/stat`, proc(5).
fn process_start() -> Option<i64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let after_name = stat.rsplit_once(") ")?.1;
    after_name.split(' ').nth(19)?.parse().ok()
}
