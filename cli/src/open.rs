//! `nook open`: a session in this terminal.
//!
//! A task reads the viewer and writes to the terminal, another hands what is typed to the program, and this one waits
//! for the way out: the key that leaves, a signal, or the end of the run.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use inglenook_engine::screen::Outside;
use inglenook_engine::{Engine, Error, Event, Frame, Opened, RunId, SessionId, SessionRow, Size, ViewerId};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{broadcast, mpsc};

use crate::failure::{Exit, Failure};
use crate::find::short_id;
use crate::lines;
use crate::out::Said;
use crate::show::rows_of;
use crate::terminal::{self, Raw};
use crate::words;

/// How long the terminal gets to take the last bytes. One that has stopped, or is gone, takes none.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Hanging up, killing and draining take 3 s at most.
const END: Duration = Duration::from_secs(5);

/// The program has not read what was typed before: it is asked again so often.
const AGAIN: Duration = Duration::from_millis(20);

enum Way {
    /// The learner, or a signal, or the end of the terminal.
    Left,
    /// The run is over.
    Over,
}

pub(crate) async fn open(engine: &Engine, session: SessionId) -> Result<Said, Failure> {
    let mut signals = Signals::listen()?;
    let size = terminal::size();
    let mut events = engine.events();
    let opened = engine.open(session, size).await?;
    let raw = Raw::enter()?;
    let outside = Arc::new(Mutex::new(Outside::new(size.columns)));
    let (terminal, written) = lines::to_terminal()?;
    // Whoever receives what is sent goes with this function.
    let _ = terminal.send(terminal::make_room(size, &opened.session.title)).await;
    let stayed = match engine.attach(opened.run, "nook").await {
        Ok(viewer) => {
            let (outside, terminal) = (Arc::clone(&outside), terminal.clone());
            let viewing = View { engine: engine.clone(), viewer, outside, terminal };
            stay(engine, opened.run, viewing, &mut signals).await
        }
        // It was over before it could be looked at: its last screen says what it did.
        Err(Error::RunGone { .. }) => {
            until_over(&mut events, opened.run).await;
            if let Ok(Frame::Keyframe { bytes, .. }) = engine.last_screen(session, 0).await {
                let shown = lock(&outside).feed(&bytes);
                let _ = terminal.send(shown).await;
            }
            Ok(Way::Over)
        }
        Err(error) => Err(error.into()),
    };
    let (screen, way) = match stayed {
        Ok(way) => {
            let (screen, way) = last_look(engine, &opened, &mut events, way).await;
            (screen, Ok(way))
        }
        Err(failure) => (None, Err(failure)),
    };
    let mut last = lock(&outside).leave();
    last.extend(below(screen));
    let sent = tokio::time::timeout(LAST_WORDS, terminal.send(last)).await.is_ok();
    drop(terminal);
    if sent {
        let _ = tokio::time::timeout(LAST_WORDS, written).await;
    }
    drop(raw);
    said(engine, &opened.session, &way?).await
}

/// Until the learner leaves, or the run is over.
async fn stay(engine: &Engine, run: RunId, viewing: View, signals: &mut Signals) -> Result<Way, Failure> {
    let (typed, mut leave) = lines::from_keyboard()?;
    let typing = tokio::spawn(hand_over(engine.clone(), run, typed));
    let outside = Arc::clone(&viewing.outside);
    let mut viewing = tokio::spawn(viewing.follow());
    let way = loop {
        tokio::select! {
            over = &mut viewing => {
                over.map_err(|error| Failure::new(Exit::Failed, format!("nook failed: {error}."), "The session is kept."))??;
                break Way::Over;
            }
            _ = leave.recv() => break Way::Left,
            () = ended(&mut signals.ends) => break Way::Left,
            _ = signals.resized.recv() => {
                let size = terminal::size();
                lock(&outside).resize(size.columns);
                // A run that is gone needs no size.
                let _ = engine.resize(run, size).await;
            }
        }
    };
    typing.abort();
    if let Way::Left = way {
        // Nothing of it shall come after what ends the session's modes.
        viewing.abort();
        let _ = viewing.await;
    }
    Ok(way)
}

/// What carries output from the engine to the terminal.
struct View {
    engine: Engine,
    viewer: ViewerId,
    outside: Arc<Mutex<Outside>>,
    terminal: mpsc::Sender<Vec<u8>>,
}

impl View {
    /// Until the run is over.
    async fn follow(self) -> Result<(), Failure> {
        loop {
            for frame in self.engine.read(self.viewer).await? {
                let bytes = match frame {
                    Frame::Keyframe { bytes, .. } | Frame::Output(bytes) => lock(&self.outside).feed(&bytes),
                    // The size is that of this terminal, which has it already.
                    Frame::Resized(_) => continue,
                    Frame::Ended { .. } => return Ok(()),
                };
                let _ = self.terminal.send(bytes).await;
            }
        }
    }
}

/// Whole and in order, however long the program takes to read it.
async fn hand_over(engine: Engine, run: RunId, mut typed: mpsc::Receiver<Vec<u8>>) {
    while let Some(bytes) = typed.recv().await {
        while let Err(error) = engine.write(run, bytes.clone()).await {
            if !matches!(error, Error::Busy(_)) {
                return;
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}

/// The run's last screen, and whether it is over after all.
async fn last_look(
    engine: &Engine,
    opened: &Opened,
    events: &mut broadcast::Receiver<Event>,
    way: Way,
) -> (Option<(Size, Vec<u8>)>, Way) {
    if let Way::Left = way {
        match engine.attach(opened.run, "nook").await {
            Ok(viewer) => {
                let frames = engine.read(viewer).await.unwrap_or_default();
                return (frames.into_iter().find_map(keyframe), way);
            }
            Err(Error::RunGone { .. }) => until_over(events, opened.run).await,
            Err(_) => return (None, way),
        }
    }
    (engine.last_screen(opened.session.id, 0).await.ok().and_then(keyframe), Way::Over)
}

/// Until the end of the run is written, and its last screen with it.
async fn until_over(events: &mut broadcast::Receiver<Event>, run: RunId) {
    let told = async {
        loop {
            match events.recv().await {
                Ok(Event::Ended { run: over, .. } | Event::Reclaimed { run: over, .. }) if over == run => {
                    return;
                }
                Err(broadcast::error::RecvError::Closed) => return,
                _ => {}
            }
        }
    };
    // Longer than any end takes; then what is there has to do.
    let _ = tokio::time::timeout(END, told).await;
}

fn keyframe(frame: Frame) -> Option<(Size, Vec<u8>)> {
    if let Frame::Keyframe { size, bytes, .. } = frame { Some((size, bytes)) } else { None }
}

/// Moves the cursor below what is on the screen, for what comes after the session.
fn below(screen: Option<(Size, Vec<u8>)>) -> Vec<u8> {
    let rows = usize::from(terminal::size().rows);
    let used = match screen.map(|(size, keyframe)| rows_of(size, &keyframe)) {
        Some((lines, false)) => lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1),
        // What is under the alternate screen is not known here.
        _ => rows,
    };
    let place = if used < rows { format!("\x1b[{};1H", used + 1) } else { format!("\x1b[{rows};1H\r\n") };
    format!("{place}\x1b[J{}", terminal::TITLE_BACK).into_bytes()
}

/// What became of the session, in one line.
async fn said(engine: &Engine, session: &SessionRow, way: &Way) -> Result<Said, Failure> {
    let rows = engine.list().await.unwrap_or_default();
    let id = short_id(&rows, session.id);
    let title = &session.title;
    let now = rows.iter().find(|row| row.id == session.id);
    let last = now.and_then(|row| row.last_run.map(|last| (last, row.last_active_at)));
    let line = match (way, last) {
        (Way::Left, _) => format!("“{title}” is asleep. nook open {id} goes on from here."),
        (Way::Over, Some((last, active))) if last.reason.leaves_asleep() => {
            format!("“{title}” is asleep: {}. nook open {id} goes on from here.", words::why(&last, active))
        }
        (Way::Over, Some((last, active))) => {
            format!("“{title}” has ended: {}. nook open {id} starts it again.", words::why(&last, active))
        }
        (Way::Over, None) => format!("“{title}” has ended. nook open {id} starts it again."),
    };
    Ok(Said { patience: Some(LAST_WORDS), ..Said::done(format!("{line}\n")) })
}

struct Signals {
    ends: [Signal; 4],
    resized: Signal,
}

impl Signals {
    fn listen() -> Result<Self, Failure> {
        let listen = |kind| {
            signal(kind).map_err(|error| {
                Failure::new(
                    Exit::Failed,
                    format!("nook cannot listen for signals: {error}."),
                    "Nothing was started.",
                )
            })
        };
        Ok(Self {
            ends: [
                listen(SignalKind::hangup())?,
                listen(SignalKind::terminate())?,
                listen(SignalKind::interrupt())?,
                listen(SignalKind::quit())?,
            ],
            resized: listen(SignalKind::window_change())?,
        })
    }
}

/// Somebody wants nook to go.
async fn ended([hangup, terminate, interrupt, quit]: &mut [Signal; 4]) {
    tokio::select! {
        _ = hangup.recv() => {}
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        _ = quit.recv() => {}
    }
}

fn lock(outside: &Mutex<Outside>) -> MutexGuard<'_, Outside> {
    outside.lock().unwrap_or_else(PoisonError::into_inner)
}
