//! The façade: what the shell and the command line call.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::{broadcast, watch};

use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::id::{NoteId, RunId, SessionId, ViewerId};
use crate::moments::Moments;
use crate::pty::Profile;
use crate::screen::Size;
use crate::session::{
    Draft, Event, FirstRows, Frame, Instance, InstanceKind, NewSession, Opened, Pace, Parting, SessionRow,
    Sessions, Work,
};
use crate::settings::{SettingsFile, SettingsRead};
use crate::store::{Backup, Backups, Note, NoteKind, Saving, Store};

/// Where an engine keeps things, and as whom.
#[derive(Debug, Clone)]
pub struct Options {
    pub data_dir: PathBuf,
    pub config: PathBuf,
    pub kind: InstanceKind,
    pub clock: Clock,
    /// For tests; the default holds nothing.
    pub moments: Moments,
}

impl Options {
    /// The platform's places, or those of `INGLENOOK_DATA_DIR` and `INGLENOOK_CONFIG`.
    pub fn discover(kind: InstanceKind) -> Result<Self> {
        let places = directories::ProjectDirs::from("app", "Inglenook", "Inglenook");
        let from = |variable: &str, place: fn(&directories::ProjectDirs) -> PathBuf| {
            let given = std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
            given.or_else(|| places.as_ref().map(place)).ok_or_else(|| {
                Error::Invalid(format!(
                    "This computer names no home directory. Set {variable} to say where to keep things."
                ))
            })
        };
        Ok(Self {
            data_dir: from("INGLENOOK_DATA_DIR", |places| places.data_dir().to_owned())?,
            config: from("INGLENOOK_CONFIG", |places| places.config_dir().join("settings.toml"))?,
            kind,
            clock: Clock::system(),
            moments: Moments::default(),
        })
    }
}

/// One instance of Inglenook. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Engine {
    sessions: Arc<Sessions>,
    settings: Arc<SettingsFile>,
    store: Store,
}

impl Engine {
    /// Opens the database, joins the living instances, closes what the dead left open.
    pub async fn start(options: Options) -> Result<Self> {
        let data_dir = options.data_dir.clone();
        match Self::build(options).await {
            Err(Error::StoreDamaged(damage)) => Err(Error::StoreDamaged(damage.located(&data_dir))),
            other => other,
        }
    }

    async fn build(options: Options) -> Result<Self> {
        let settings = Arc::new(SettingsFile::open(options.config.clone()));
        let store = Store::open(&options.data_dir, &options.clock).await?;
        let sessions = Sessions::start(store.clone(), options, Arc::clone(&settings)).await?;
        Ok(Self { sessions, settings, store })
    }

    /// Sets a damaged database aside, whole, and puts the newest backup in its place; an empty one where
    /// `fresh`. Call [`Engine::start`] after it.
    pub async fn recover(options: &Options, fresh: bool) -> Result<()> {
        crate::store::recover(&options.data_dir, fresh, options.clock.now()).await
    }

    /// The settings that would be in force, where there is no engine.
    pub fn settings_of(options: &Options) -> SettingsRead {
        SettingsFile::open(options.config.clone()).now()
    }

    /// The backups of a data directory, newest first. Whether they are whole is not looked at.
    pub fn backups_of(options: &Options) -> Vec<Backup> {
        Backups::new(&options.data_dir).list()
    }

    /// Reads the whole database and answers what is wrong with it; nothing where it is whole.
    pub async fn check(&self) -> Result<Vec<String>> {
        self.store.check().await
    }

    /// Every process of Inglenook that has not gone on purpose, this one among them.
    pub async fn instances(&self) -> Result<Vec<Instance>> {
        self.sessions.instances().await
    }

    pub fn settings(&self) -> SettingsRead {
        self.settings.now()
    }

    pub fn settings_file(&self) -> &Path {
        self.settings.path()
    }

    /// Changes when the file does, within about a second.
    pub fn settings_changes(&self) -> watch::Receiver<SettingsRead> {
        self.settings.watch()
    }

    /// Edits one value in the file and keeps its comments. What cannot be understood changes nothing.
    pub async fn set_setting(&self, key: &str, value: &str) -> Result<()> {
        self.sessions.set_setting(key, value).await
    }

    /// Every run is retired as `app_quit`, within five seconds, and the database closed.
    pub async fn shut_down(&self) {
        self.sessions.shut_down().await;
    }

    pub fn events(&self) -> broadcast::Receiver<Event> {
        self.sessions.events()
    }

    pub fn saving(&self) -> watch::Receiver<Saving> {
        self.sessions.saving()
    }

    pub async fn list(&self) -> Result<Vec<SessionRow>> {
        self.sessions.list().await
    }

    /// At most `most` rows of each group of the sidebar, in its order, and with them the session that was used last and
    /// `also`. For whoever has listened to [`Engine::events`] since before: what was told meanwhile may not be in it.
    pub async fn first_rows(&self, most: usize, also: Option<SessionId>) -> Result<FirstRows> {
        self.sessions.first_rows(most, also).await
    }

    /// One session, by the same rule as the list.
    pub async fn show(&self, session: SessionId) -> Result<SessionRow> {
        self.sessions.show(session).await
    }

    pub async fn subjects(&self) -> Result<Vec<String>> {
        self.store.subjects().await
    }

    pub async fn profiles(&self) -> Vec<Profile> {
        self.sessions.profiles().await
    }

    /// Directories that begin with what was typed, at most twenty, `~` kept where it was typed.
    pub async fn complete_directory(&self, typed: &str) -> Vec<String> {
        self.sessions.complete_directory(typed).await
    }

    pub fn home(&self) -> &Path {
        self.sessions.home()
    }

    pub async fn create(&self, session: NewSession) -> Result<SessionRow> {
        self.sessions.create(session).await
    }

    pub async fn open(&self, session: SessionId, size: Size) -> Result<Opened> {
        self.sessions.open(session, size).await
    }

    pub async fn rename(&self, session: SessionId, title: &str) -> Result<()> {
        self.sessions.rename(session, title).await
    }

    /// Has the next run start in this directory, which exists; `~` is understood.
    pub async fn move_to(&self, session: SessionId, directory: &str) -> Result<()> {
        self.sessions.move_to(session, directory).await
    }

    pub async fn pin(&self, session: SessionId, pinned: bool) -> Result<()> {
        self.sessions.pin(session, pinned).await
    }

    /// Ends the live run. [`Error::Busy`] names what runs in it, unless `force`.
    pub async fn end(&self, session: SessionId, force: bool) -> Result<()> {
        self.sessions.end(session, force).await
    }

    pub async fn delete(&self, session: SessionId) -> Result<()> {
        self.sessions.delete(session).await
    }

    pub async fn undelete(&self, session: SessionId) -> Result<()> {
        self.sessions.undelete(session).await
    }

    /// Notes of a session, or those that hang at none, oldest first; with the draft that this window may go on with.
    pub async fn notes(&self, session: Option<SessionId>, window: &str) -> Result<Vec<Note>> {
        self.sessions.notes(session, window).await
    }

    /// Notes of all sessions, and those that hang at none, with every draft. Oldest first.
    pub async fn all_notes(&self) -> Result<Vec<Note>> {
        self.sessions.all_notes().await
    }

    /// Keeps what is being typed in a window. Empty: nothing is.
    pub async fn draft_note(&self, window: &str, draft: Draft<'_>) -> Result<()> {
        self.sessions.draft_note(window, draft).await
    }

    /// Makes a note of a draft.
    pub async fn park_note(&self, draft: Draft<'_>) -> Result<Note> {
        self.sessions.park_note(draft).await
    }

    pub async fn edit_note(&self, note: NoteId, kind: NoteKind, body: &str) -> Result<()> {
        self.sessions.edit_note(note, kind, body).await
    }

    pub async fn mark_note(&self, note: NoteId, done: bool) -> Result<()> {
        self.sessions.mark_note(note, done).await
    }

    pub async fn delete_note(&self, note: NoteId) -> Result<()> {
        self.sessions.delete_note(note).await
    }

    pub async fn undelete_note(&self, note: NoteId) -> Result<()> {
        self.sessions.undelete_note(note).await
    }

    /// All output of a session that is kept, as it came, oldest first.
    pub async fn output(&self, session: SessionId) -> Result<Vec<u8>> {
        self.sessions.output_of(session).await
    }

    /// The screen of a session without a live run, as a keyframe with at least `lines` of its history, as far as they
    /// are kept.
    pub async fn last_screen(&self, session: SessionId, lines: usize) -> Result<Frame> {
        self.sessions.last_screen(session, lines).await
    }

    pub async fn attach(&self, run: RunId, window: &str) -> Result<ViewerId> {
        self.sessions.attach(run, window).await
    }

    /// Waits until there is something for the viewer. One read a viewer at a time.
    pub async fn read(&self, viewer: ViewerId) -> Result<Vec<Frame>> {
        self.sessions.read(viewer, None).await
    }

    /// As [`Engine::read`], but for a viewer that would rather have the present than all that came before it: see
    /// [`Pace`]. A keyframe that stands for what was left out, and the first that the viewer is given, has only a little
    /// of the history.
    pub async fn read_or_skip(&self, viewer: ViewerId, pace: Pace) -> Result<Vec<Frame>> {
        self.sessions.read(viewer, Some(pace)).await
    }

    /// The next read of the viewer answers what it has not read yet, and then a keyframe with the history from the
    /// session's line `first` on, as far as that is kept.
    pub fn deepen(&self, viewer: ViewerId, first: i64) -> Result<()> {
        self.sessions.deepen(viewer, first)
    }

    pub fn detach(&self, viewer: ViewerId) {
        self.sessions.detach(viewer);
    }

    /// Nobody looks through this window any more. One that was lost may come back: the runs that nobody else looks at
    /// wait for it, for as long as the settings say.
    pub fn detach_window(&self, window: &str, parting: Parting) {
        self.sessions.detach_window(window, parting);
    }

    /// What quitting now would interrupt.
    pub async fn work(&self) -> Vec<Work> {
        self.sessions.work().await
    }

    /// Input for the program, whole and in order, or an error and nothing of it.
    pub async fn write(&self, run: RunId, bytes: Vec<u8>) -> Result<()> {
        self.sessions.write(run, bytes).await
    }

    pub async fn resize(&self, run: RunId, size: Size) -> Result<()> {
        self.sessions.resize(run, size).await
    }
}
