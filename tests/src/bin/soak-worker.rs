//! One of the processes of the soak: random operations on sessions that others work on too, until its standard input
//! ends; then it quits in order. It is killed at random moments before that.
//!
//! `soak-worker DIR KIND SLOT SEED`. Says `op …` after each operation, with what was acknowledged; `told RUN REASON` for
//! each end that it is told of; `FAULT …` where something cannot be; `bye` at last.

use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use inglenook_engine::{
    Draft, Engine, Error, Event, InstanceKind, Moments, NoteId, NoteKind, Parting, RunId, SessionId, Size,
    ViewerId,
};
use inglenook_tests::soak::{TASKS, sessions_in};
use inglenook_tests::{Random, engine_as};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

/// For a viewer whose program says nothing.
const READ_PATIENCE: Duration = Duration::from_millis(20);

/// In milliseconds.
const REST: u64 = 4_000;

/// Panes that stay open.
const PANES: usize = 2;

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    let [folder, kind, slot, seed] = words[..] else { bail!("usage: soak-worker DIR KIND SLOT SEED") };
    let kind = if kind == "nook" { InstanceKind::Nook } else { InstanceKind::App };
    let folder = Path::new(folder);
    let engine = engine_as(folder, kind, Moments::default()).await?;
    let sessions = sessions_in(folder)?;
    // Whoever deleted them may have been killed before it took that back.
    for session in &sessions {
        engine.undelete(*session).await?;
    }
    let (over, is_over) = watch::channel(false);
    let listener = tokio::spawn(listen(engine.clone(), engine.events(), is_over));
    say("started")?;
    let (stop, _) = watch::channel(false);
    let seed: u64 = seed.parse()?;
    let tasks: Vec<_> = (0..TASKS)
        .map(|number| {
            let task = Task {
                engine: engine.clone(),
                sessions: sessions.clone(),
                random: Random::from_seed(seed.wrapping_add(number)),
                window: format!("{slot}-{number}"),
                open: Vec::new(),
                panes: Vec::new(),
                notes: Vec::new(),
                count: 0,
                stop: stop.subscribe(),
            };
            tokio::spawn(task.work())
        })
        .collect();
    tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
    stop.send_replace(true);
    for task in tasks {
        task.await??;
    }
    engine.shut_down().await;
    over.send_replace(true);
    listener.await??;
    say("bye")
}

fn say(line: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush().context("nobody listens")
}

/// Says what is told, and that a list which is read because of it shows it.
async fn listen(engine: Engine, mut events: Receiver<Event>, mut over: watch::Receiver<bool>) -> Result<()> {
    loop {
        let event = tokio::select! {
            biased;
            event = events.recv() => event,
            _ = over.wait_for(|over| *over) => return Ok(()),
        };
        let (run, session, reason) = match event {
            Ok(Event::Ended { run, session, reason, .. } | Event::Reclaimed { run, session, reason, .. }) => {
                (run, session, reason)
            }
            Ok(_) => continue,
            Err(RecvError::Closed) => return Ok(()),
            Err(RecvError::Lagged(missed)) => {
                say(&format!("FAULT {missed} events were missed"))?;
                continue;
            }
        };
        say(&format!("told {run} {}", reason.as_str()))?;
        // The database is closed by then where the app quits, and a deleted session is not listed.
        let Ok(rows) = engine.list().await else { continue };
        let Some(row) = rows.iter().find(|row| row.id == session) else { continue };
        let last = row.last_run.map(|last| (last.id, last.reason));
        if last.is_none_or(|last| last.0 < run || (last.0 == run && last.1 != reason)) || row.run == Some(run)
        {
            say(&format!("FAULT run {run} was told as {}, and the list says {row:?}", reason.as_str()))?;
        }
    }
}

struct Task {
    engine: Engine,
    sessions: Vec<SessionId>,
    random: Random,
    window: String,
    open: Vec<(SessionId, RunId)>,
    panes: Vec<ViewerId>,
    /// Key of the body, and how often it was written.
    notes: Vec<(NoteId, u64, u64)>,
    count: u64,
    stop: watch::Receiver<bool>,
}

impl Task {
    async fn work(mut self) -> Result<()> {
        while !*self.stop.borrow() {
            match self.operation().await {
                Ok(said) => say(&format!("op {said}"))?,
                Err(error) => match error.downcast_ref::<Error>() {
                    // What others do at the same time.
                    Some(
                        Error::RunGone { .. }
                        | Error::OpenElsewhere { .. }
                        | Error::NotFound { .. }
                        | Error::Busy(_),
                    ) => say("op refused")?,
                    _ => say(&format!("FAULT {error:?}"))?,
                },
            }
        }
        Ok(())
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound as u64) as usize
    }

    fn session(&mut self) -> SessionId {
        let at = self.below(self.sessions.len());
        self.sessions[at]
    }

    /// One that this task has opened, and that may be gone.
    fn run(&mut self) -> Option<RunId> {
        let at = self.below(self.open.len().max(1));
        self.open.get(at).map(|(_, run)| *run)
    }

    async fn operation(&mut self) -> Result<String> {
        self.count += 1;
        match self.below(100) {
            0..18 => self.open().await,
            18..30 => self.look().await,
            30..55 => self.write().await,
            55..62 => self.resize().await,
            62..67 => self.end().await,
            67..70 => self.pin().await,
            70..73 => self.rename().await,
            73..75 => self.delete_and_take_back().await,
            75..80 => self.draft().await,
            80..86 => self.park().await,
            86..92 => self.edit().await,
            92..94 => self.mark_done().await,
            94..96 => Ok(self.lose_the_window().await),
            96..98 => Ok(self.rest().await),
            _ => self.read_the_rows().await,
        }
    }

    async fn open(&mut self) -> Result<String> {
        let session = self.session();
        let size = self.size();
        let opened = self.engine.open(session, size).await?;
        self.open.retain(|(known, _)| *known != session);
        self.open.push((session, opened.run));
        say(&format!("op opened {} {session}", opened.run))?;
        // Nobody reclaims what is about to be looked at.
        if self.below(4) > 0 { self.look_at(opened.run).await } else { Ok("left".into()) }
    }

    async fn look(&mut self) -> Result<String> {
        match self.run() {
            Some(run) => self.look_at(run).await,
            None => Ok("nothing".into()),
        }
    }

    async fn look_at(&mut self, run: RunId) -> Result<String> {
        let viewer = self.engine.attach(run, &self.window).await?;
        self.engine.read(viewer).await?;
        if self.panes.len() < PANES && self.below(3) == 0 {
            self.panes.push(viewer);
            return Ok("looks".into());
        }
        // What it says next, or nothing.
        let _ = tokio::time::timeout(READ_PATIENCE, self.engine.read(viewer)).await;
        self.engine.detach(viewer);
        Ok("looked".into())
    }

    /// Lines that name their run, and now and then what ends a shell.
    async fn write(&mut self) -> Result<String> {
        let Some(run) = self.run() else { return Ok("nothing".into()) };
        let line = match self.below(40) {
            0 => "exit 3".to_owned(),
            1 => "kill -9 $$".to_owned(),
            2..6 => format!("echo '<{run}.{}>'; seq 100", self.count),
            _ => format!("echo '<{run}.{}>'", self.count),
        };
        self.engine.write(run, format!("{line}\n").into_bytes()).await?;
        Ok("wrote".into())
    }

    fn size(&mut self) -> Size {
        Size::new(40 + self.below(80) as u16, 10 + self.below(30) as u16)
    }

    async fn resize(&mut self) -> Result<String> {
        let Some(run) = self.run() else { return Ok("nothing".into()) };
        let size = self.size();
        self.engine.resize(run, size).await?;
        Ok("resized".into())
    }

    async fn end(&mut self) -> Result<String> {
        let session = self.session();
        let force = self.below(2) == 0;
        self.engine.end(session, force).await?;
        Ok("ended".into())
    }

    async fn pin(&mut self) -> Result<String> {
        let (session, pinned) = (self.session(), self.below(5) == 0);
        self.engine.pin(session, pinned).await?;
        Ok("pinned".into())
    }

    async fn rename(&mut self) -> Result<String> {
        let session = self.session();
        self.engine.rename(session, &format!("title {}", self.count)).await?;
        Ok("renamed".into())
    }

    async fn delete_and_take_back(&mut self) -> Result<String> {
        let session = self.session();
        self.engine.delete(session).await?;
        self.engine.undelete(session).await?;
        Ok("deleted".into())
    }

    async fn draft(&mut self) -> Result<String> {
        let session = self.session();
        let body = format!("draft {}", self.count);
        self.engine.draft_note("main", draft(Some(session), NoteKind::Note, &body)).await?;
        Ok("draft".into())
    }

    async fn park(&mut self) -> Result<String> {
        let session = (self.below(5) > 0).then(|| self.session());
        let key = (self.below(1 << 31) as u64) << 31 | self.below(1 << 31) as u64;
        let note = self.engine.park_note(draft(session, NoteKind::Park, &format!("{key} 0"))).await?;
        self.notes.push((note.id, key, 0));
        Ok(format!("note {} {key} 0", note.id))
    }

    async fn edit(&mut self) -> Result<String> {
        if self.notes.is_empty() {
            return Ok("nothing".into());
        }
        let at = self.below(self.notes.len());
        let (note, key, times) = &mut self.notes[at];
        *times += 1;
        let (note, key, times) = (*note, *key, *times);
        self.engine.edit_note(note, NoteKind::Win, &format!("{key} {times}")).await?;
        Ok(format!("note {note} {key} {times}"))
    }

    async fn mark_done(&mut self) -> Result<String> {
        let Some((note, ..)) = self.notes.last().copied() else { return Ok("nothing".into()) };
        self.engine.mark_note(note, true).await?;
        Ok(format!("done {note}"))
    }

    /// As when a page crashes.
    async fn lose_the_window(&mut self) -> String {
        self.engine.detach_window(&self.window, Parting::Lost);
        self.panes.clear();
        if self.below(2) == 0 { self.rest().await } else { "lost".into() }
    }

    /// Time for the reapers.
    async fn rest(&mut self) -> String {
        let pause = Duration::from_millis(self.random.below(REST));
        // The sender lives in `main`.
        let _ = tokio::time::timeout(pause, self.stop.wait_for(|stop| *stop)).await;
        "rested".into()
    }

    async fn read_the_rows(&mut self) -> Result<String> {
        let rows = self.engine.list().await?;
        if let Some(row) =
            rows.iter().find(|row| row.run.is_some_and(|run| row.last_run.is_some_and(|last| last.id >= run)))
        {
            say(&format!("FAULT an older run than the last lives: {row:?}"))?;
        }
        let session = self.session();
        self.engine.show(session).await?;
        Ok("listed".into())
    }
}

/// What is typed into an entry field of its own.
fn draft(session: Option<SessionId>, kind: NoteKind, body: &str) -> Draft<'_> {
    Draft { id: NoteId::generate(), session, kind, body }
}
