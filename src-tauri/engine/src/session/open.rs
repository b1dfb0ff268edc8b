//! Making sessions, and opening them: attach to the live run, or start a new one below the kept screen.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::runtime::Handle;

use super::run::{Beginning, Output, Phase, Run};
use super::{Reason, SessionRow, Sessions};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::id::{RunId, SessionId};
use crate::log::{Rebuilt, RunLog};
use crate::moments::Moment;
use crate::pty::{Environment, Nature, Process, Pump, Resolved, Spawn, command_of, nature_of, resolve};
use crate::screen::Size;
use crate::store::{Claim, NewSessionRow, RunEnd, StoredSession};

/// Longer titles are cut: a row shows about thirty characters.
const TITLE: usize = 200;

/// What the learner fills in.
#[derive(Debug, Clone, Default)]
pub struct NewSession {
    /// Empty: made from what runs and where.
    pub title: String,
    pub subject: String,
    /// `~` is understood. Empty: the home directory.
    pub directory: String,
    pub profile: String,
    /// For the profile `command`: a command line.
    pub command: String,
}

#[derive(Debug, Clone)]
pub struct Opened {
    pub session: SessionRow,
    pub run: RunId,
}

impl Sessions {
    /// Makes the row. What could not run is refused now, with nothing made.
    pub(crate) async fn create(&self, new: NewSession) -> Result<SessionRow> {
        let directory = self.directory(&new.directory);
        let command = command_of(&new.profile, &new.command, &self.environment)?;
        resolve(&command, &directory, self.environment.path())?;
        let title = clean(&new.title);
        let made_title = title.is_empty().then(|| title_of(&command, &directory));
        let id = SessionId::generate();
        self.store
            .insert_session(&NewSessionRow {
                id,
                title: made_title.as_deref().unwrap_or(&title),
                titled_by: if made_title.is_some() { "inglenook" } else { "learner" },
                subject: &clean(&new.subject),
                profile: &new.profile,
                command: &words_to_json(&command),
                directory: &directory.to_string_lossy(),
                now: self.clock.now(),
            })
            .await?;
        self.tell_changed(&[id]).await;
        self.row(id).await?.ok_or(Error::NotFound { what: "session" })
    }

    /// Opens a session at this size of pane. Two openers at once get the same run.
    pub(crate) async fn open(self: &Arc<Self>, session: SessionId, size: Size) -> Result<Opened> {
        let gate = self.registry.gate(session);
        let turn = gate.lock().await;
        self.moments.pass(Moment::Opening).await;
        let run = loop {
            match self.registry.of_session(session) {
                Some(run) if run.give() => break run.id,
                Some(run) => {
                    let mut phase = run.phase.subscribe();
                    // The sender lives in the run, which is held here.
                    let _ = phase.wait_for(|phase| matches!(phase, Phase::Gone(_))).await;
                }
                None => break self.begin(session, size).await?,
            }
        };
        drop(turn);
        self.moments.pass(Moment::Opened).await;
        self.tell_changed(&[session]).await;
        let row = self.row(session).await?.ok_or(Error::NotFound { what: "session" })?;
        Ok(Opened { session: row, run })
    }

    /// Claims the session and starts its process. Called by the holder of the session's gate.
    async fn begin(self: &Arc<Self>, session: SessionId, size: Size) -> Result<RunId> {
        if self.closing.load(Ordering::SeqCst) {
            return Err(Error::Invalid("Inglenook is closing.".into()));
        }
        let row = self.store.session(session).await?;
        if row.deleted {
            return Err(Error::NotFound { what: "session" });
        }
        let command = words_from_json(&row.command)?;
        let resolved = resolve(&command, Path::new(&row.directory), self.environment.path())?;
        let now = self.clock.now();
        let claim =
            self.store.claim(session, self.instances.mine, now, |id| self.instances.is_alive(id)).await?;
        let run = match claim {
            Claim::Started(run) => run,
            Claim::Elsewhere { kind, pid, since } => {
                return Err(Error::OpenElsewhere { session, kind, pid, since });
            }
            // A live row of ours without a run in memory: its end waits for the disk.
            Claim::Ours(_) if self.unwritten().contains_key(&session) => {
                return Err(Error::StoreFull("the end of the last run is not saved yet".into()));
            }
            // Or the disk took the claim and said that it did not: whoever holds the session's gate may close it.
            Claim::Ours(run) => {
                self.fail_start(run, session, size).await;
                return Err(Error::StartFailed("the last start was cut short; try again".into()));
            }
        };
        self.moments.pass(Moment::Claimed).await;
        let begun = match self.store.session(session).await {
            // Read again: the claim may have closed a dead owner's run, whose log this one goes on with.
            Ok(row) => self.start_run(run, &row, session, &resolved, size).await,
            Err(error) => Err(error),
        };
        match begun {
            Ok(()) => Ok(run),
            Err(error) => {
                self.fail_start(run, session, size).await;
                Err(error)
            }
        }
    }

    async fn start_run(
        self: &Arc<Self>,
        id: RunId,
        row: &StoredSession,
        session: SessionId,
        resolved: &Resolved,
        size: Size,
    ) -> Result<()> {
        let resumes = row.last_run.is_some();
        let (nature, command_name) =
            (nature_of(&resolved.program, &resolved.arguments), file_name(&resolved.program));
        let (command, environment) = self.with_integration(nature, resolved);
        // Each takes about as long as the other. What the program prints meanwhile waits in its terminal.
        let started = tokio::task::spawn_blocking(move || {
            Process::spawn(&Spawn { command: &command, environment: &environment, size })
        });
        let rebuilt =
            if resumes { self.resumed_screen(session, row.size()).await } else { Ok(Rebuilt::empty(size)) };
        let process = started.await.map_err(|error| Error::StartFailed(error.to_string()))??;
        // Where that failed, the process goes with its drop.
        let rebuilt = rebuilt?;
        let pid = process.pid();
        let exit = process.exit();
        let master = process.terminal()?;
        let (pump, input) = Pump::prepare()?;
        let log = RunLog::new(session, id, rebuilt.start);
        log.push_lines(&rebuilt.lines, self.clock.now());
        let beginning = Beginning {
            id,
            session,
            log,
            screen: rebuilt.screen,
            process,
            input,
            nature,
            pinned: row.pinned,
            command_name,
            directory: row.directory.clone(),
            bellpull: self.bellpull.clone(),
        };
        let run = Arc::new(Run::new(beginning, self.clock.clone(), self.flusher.clone()));
        run.mark(&format!("started {id}"));
        run.set_size(size);
        if resumes {
            run.resume(&resume_mark(self.clock.now()));
            // So that the way back to a checkpoint does not grow with every crash.
            run.checkpoint();
        }
        let output =
            Output { run: Arc::clone(&run), sessions: Arc::downgrade(self), runtime: Handle::current() };
        run.set_pump(pump.start(master, output, &id.to_string())?);
        self.registry.insert(Arc::clone(&run));
        self.watch_exit(Arc::clone(&run), exit);
        if self.closing.load(Ordering::SeqCst) {
            // The app began to go while this started, and may not have seen it.
            self.retire(&run, Reason::AppQuit).await;
        }
        self.store.run_started(id, session, pid, self.clock.now()).await
    }

    /// What to start, and in which environment: a shell is told how to mark its commands, unless the learner does not
    /// want that.
    fn with_integration(&self, nature: Nature, resolved: &Resolved) -> (Resolved, Environment) {
        let (mut command, mut environment) = (resolved.clone(), self.environment.clone());
        if nature == Nature::Shell && self.settings.now().settings.shell_integration {
            self.shells.join(&mut command, &mut environment);
        }
        (command, environment)
    }

    /// Retires the run once its process was seen to end.
    fn watch_exit(
        self: &Arc<Self>,
        run: Arc<Run>,
        mut exit: tokio::sync::watch::Receiver<Option<Option<crate::Exit>>>,
    ) {
        let sessions = Arc::clone(self);
        tokio::spawn(async move {
            // An error means that the waiter is gone, and so is the process.
            let _ = exit.wait_for(Option::is_some).await;
            sessions.retire(&run, Reason::Exited).await;
        });
    }

    /// A claim that led to no process is closed, so that the session can be opened again.
    async fn fail_start(self: &Arc<Self>, run: RunId, session: SessionId, size: Size) {
        if let Some(begun) = self.registry.get(run) {
            self.retire(&begun, Reason::StartFailed).await;
            return;
        }
        let now = self.clock.now();
        let reason = Reason::StartFailed;
        let end = RunEnd { run, session, reason, exit: None, ended_at: now, used_at: now, size };
        self.write_end_now_or_later(None, end).await;
        self.tell_changed(&[session]).await;
    }

    /// What the learner typed as a directory, as a path.
    pub(super) fn directory(&self, typed: &str) -> PathBuf {
        let home = self.environment.home();
        match typed.trim() {
            "" | "~" => home.clone(),
            typed => typed.strip_prefix("~/").map_or_else(|| home.join(typed), |below| home.join(below)),
        }
    }
}

/// `Resumed · Mon 30 Nov 14:02`, in the computer's own time zone.
fn resume_mark(now: Millis) -> String {
    let when = Timestamp::from_millisecond(now)
        .unwrap_or(Timestamp::UNIX_EPOCH)
        .to_zoned_datetime(TimeZone::system());
    format!("Resumed · {}", when.strftime("%a %-d %b %H:%M"))
}

/// Text for a row: one line, no control or direction-changing characters, cut.
pub(super) fn clean(text: &str) -> String {
    let visible = text.chars().filter(|letter| !letter.is_control() && !is_direction_mark(*letter));
    visible.take(TITLE).collect::<String>().trim().to_owned()
}

/// The characters that Unicode's UAX #9 uses to turn the direction of text.
fn is_direction_mark(letter: char) -> bool {
    matches!(letter, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn title_of(command: &[String], directory: &Path) -> String {
    let program = command.first().map(Path::new).map(file_name).unwrap_or_default();
    clean(&format!("{program} in {}", file_name(directory)))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn words_to_json(words: &[String]) -> String {
    serde_json::Value::from(words.to_vec()).to_string()
}

pub(super) fn words_from_json(json: &str) -> Result<Vec<String>> {
    serde_json::from_str(json)
        .map_err(|_| Error::Invalid("The stored command of this session cannot be read.".into()))
}
