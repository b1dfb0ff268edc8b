//! What a window asks of sessions and runs, besides opening them.

use std::path::Path;
use std::sync::Arc;

use tokio::sync::{broadcast, watch};

use super::open::clean;
use super::run::{Phase, Run};
use super::viewer::{Pace, Read};
use super::{Event, Frame, Reason, Sessions};
use crate::error::{Error, Result};
use crate::id::{RunId, SessionId, ViewerId};
use crate::pty::{Profile, find_profiles};
use crate::screen::Size;
use crate::store::Saving;

/// How a window stopped looking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parting {
    /// It was closed, or shows something else now.
    Goodbye,
    /// Its page was reloaded or crashed: it may come back.
    Lost,
}

/// Completions that fit below a field.
const COMPLETIONS: usize = 20;

impl Sessions {
    pub(crate) fn events(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    pub(crate) fn saving(&self) -> watch::Receiver<Saving> {
        self.flusher.saving()
    }

    pub(crate) fn home(&self) -> &Path {
        self.environment.home()
    }

    pub(crate) async fn profiles(&self) -> Vec<Profile> {
        find_profiles(&self.environment).await
    }

    /// Checked, written and in force, or an error and everything as before.
    pub(crate) async fn set_setting(&self, key: &str, value: &str) -> Result<()> {
        let (settings, key, value) = (Arc::clone(&self.settings), key.to_owned(), value.to_owned());
        tokio::task::spawn_blocking(move || settings.set(&key, &value))
            .await
            .map_err(|error| Error::Invalid(format!("the settings could not be written: {error}")))?
    }

    pub(crate) async fn rename(&self, session: SessionId, title: &str) -> Result<()> {
        let title = clean(title);
        if title.is_empty() {
            return Err(Error::Invalid("A session needs a title.".into()));
        }
        self.store.rename_session(session, &title).await?;
        self.tell_changed(&[session]).await;
        Ok(())
    }

    pub(crate) async fn move_to(&self, session: SessionId, directory: &str) -> Result<()> {
        let directory = self.directory(directory);
        if !directory.is_dir() {
            return Err(Error::DirectoryMissing(directory));
        }
        self.store.move_session(session, &directory.to_string_lossy()).await?;
        self.tell_changed(&[session]).await;
        Ok(())
    }

    pub(crate) async fn pin(&self, session: SessionId, pinned: bool) -> Result<()> {
        self.store.pin_session(session, pinned).await?;
        if let Some(run) = self.registry.of_session(session) {
            run.life().pinned = pinned;
        }
        self.tell_changed(&[session]).await;
        Ok(())
    }

    pub(crate) async fn end(self: &Arc<Self>, session: SessionId, force: bool) -> Result<()> {
        // One that starts at this moment is waited for: it would live on.
        let gate = self.registry.gate(session);
        let turn = gate.lock().await;
        let Some(run) = self.registry.of_session(session) else {
            return Ok(());
        };
        drop(turn);
        if !force && let Some(work) = run.work().or_else(|| run.background_job()) {
            return Err(Error::Busy(work));
        }
        self.retire(&run, Reason::Closed).await;
        Ok(())
    }

    pub(crate) async fn attach(&self, run: RunId, window: &str) -> Result<ViewerId> {
        let found = self.run(run).await?;
        if let Some(viewer) = self.viewers.look_at(&found, window) {
            return Ok(viewer);
        }
        Err(self.run_gone(run).await)
    }

    pub(crate) async fn read(&self, viewer: ViewerId, pace: Option<Pace>) -> Result<Vec<Frame>> {
        match self.viewers.read(viewer, pace).await {
            Read::Frames(frames) => Ok(frames),
            Read::Deeper { run, from, first } => {
                let (frames, at) = self.deeper(&run, from, first).await;
                self.viewers.advance(viewer, at, &frames);
                Ok(frames)
            }
            Read::Unknown => Err(Error::NotFound { what: "viewer" }),
            Read::Busy => Err(Error::Busy("another read of this viewer".into())),
        }
    }

    /// The next read of the viewer answers a keyframe with the session's history from line `first` on.
    pub(crate) fn deepen(&self, viewer: ViewerId, first: i64) -> Result<()> {
        if self.viewers.deepen(viewer, first) { Ok(()) } else { Err(Error::NotFound { what: "viewer" }) }
    }

    pub(crate) fn detach(&self, viewer: ViewerId) {
        if let Some(run) = self.viewers.detach(viewer) {
            self.left(&run, Parting::Goodbye);
        }
    }

    /// A window is gone, or its page is: nobody looks through it any more.
    pub(crate) fn detach_window(&self, window: &str, parting: Parting) {
        for run in self.viewers.detach_window(window) {
            self.left(&run, parting);
        }
        self.let_go_of_drafts(window);
    }

    pub(super) fn detach_silent_viewers(&self) {
        for run in self.viewers.detach_silent(self.clock.awake()) {
            self.left(&run, Parting::Lost);
        }
    }

    fn left(&self, run: &Run, parting: Parting) {
        let mut life = run.life();
        if !self.viewers.has(run.id) {
            life.left(parting == Parting::Lost, self.clock.awake());
            run.unfollow();
        }
    }

    pub(crate) async fn write(&self, run: RunId, bytes: Vec<u8>) -> Result<()> {
        let found = self.run(run).await?;
        match found.type_in(bytes) {
            Some(true) => Ok(()),
            Some(false) => Err(Error::Busy(found.command_name.clone())),
            None => Err(self.run_gone(run).await),
        }
    }

    pub(crate) async fn resize(&self, run: RunId, size: Size) -> Result<()> {
        if self.run(run).await?.resize(size) { Ok(()) } else { Err(self.run_gone(run).await) }
    }

    /// A run that has not begun to end; otherwise why it is gone.
    async fn run(&self, id: RunId) -> Result<Arc<Run>> {
        if let Some(run) = self.registry.get(id)
            && run.is_alive()
        {
            return Ok(run);
        }
        Err(self.run_gone(id).await)
    }

    /// Why a run cannot be had any more.
    async fn run_gone(&self, id: RunId) -> Error {
        if let Some(run) = self.registry.get(id)
            && let Phase::Retiring(reason) | Phase::Gone(reason) = run.phase()
        {
            return Error::RunGone { run: id, session: Some(run.session), reason: Some(reason) };
        }
        match self.store.run_end(id).await {
            Ok(end) => {
                let (session, reason) = end.map_or((None, None), |(session, reason)| (Some(session), reason));
                Error::RunGone { run: id, session, reason }
            }
            Err(error) => error,
        }
    }

    pub(crate) async fn complete_directory(&self, typed: &str) -> Vec<String> {
        let (parent, beginning) = match typed.rsplit_once('/') {
            Some((parent, beginning)) => (format!("{parent}/"), beginning.to_owned()),
            None if typed == "~" => ("~/".to_owned(), String::new()),
            None => (String::new(), typed.to_owned()),
        };
        let folder = if parent == "/" { "/".into() } else { self.directory(&parent) };
        let listed = tokio::task::spawn_blocking(move || directories_in(&folder, &beginning)).await;
        let names = listed.unwrap_or_default();
        names.into_iter().map(|name| format!("{parent}{name}")).collect()
    }
}

/// Names of the directories in `folder` that begin so, sorted; hidden ones only where asked for.
fn directories_in(folder: &Path, beginning: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<_> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            let listed =
                name.starts_with(beginning) && (beginning.starts_with('.') || !name.starts_with('.'));
            (listed && entry.path().is_dir()).then_some(name)
        })
        .collect();
    names.sort_unstable();
    names.truncate(COMPLETIONS);
    names
}
