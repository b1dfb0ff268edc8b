//! Viewers: panes that look at a run. Each has a place in the run's tail and reads on from there.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Frame;
use super::run::Run;
use super::tail::Position;
use crate::clock::{Awake, Millis};
use crate::id::{RunId, ViewerId};

/// A pane asks for the next output as soon as it has drawn the last.
const SILENCE: Millis = 60_000;

/// Without output for so long, a program has said what it had to say, for now.
const QUIET: Millis = 20;

/// How a viewer goes about more output than anybody could read.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Bytes of output; where more have come since its last read, it is given the present in their place.
    pub patience: usize,
    /// Its next read is answered after this; at once where the output pauses, the learner types or the run ends.
    pub rest: Duration,
}

#[derive(Debug)]
struct Viewer {
    run: Arc<Run>,
    /// The window that it belongs to: its viewers go with it.
    window: String,
    /// Absent before the first read, which answers a keyframe.
    at: Option<Position>,
    /// The line of the session from which on it wants the history, until it is given a keyframe that has it.
    wants: Option<i64>,
    /// A read is outstanding.
    reading: bool,
    /// When it was attached, or its last read was answered.
    heard_at: Awake,
}

#[derive(Debug, Default)]
pub(super) struct Viewers {
    next: AtomicU64,
    all: Mutex<HashMap<ViewerId, Viewer>>,
}

/// What a viewer may do.
#[derive(Debug)]
pub(super) enum Read {
    Frames(Vec<Frame>),
    /// Its next frames go on from here and end with a keyframe from that line on: [`Viewers::advance`] is to be told.
    Deeper {
        run: Arc<Run>,
        from: Option<Position>,
        first: i64,
    },
    /// It was detached, or never was, or has read the end.
    Unknown,
    /// Its last read is not answered yet.
    Busy,
}

impl Viewers {
    /// `None`: the run is about to go.
    pub(super) fn look_at(&self, run: &Arc<Run>, window: &str) -> Option<ViewerId> {
        let mut life = run.life();
        run.is_alive().then(|| {
            life.viewed(run.clock.awake());
            let viewer = self.attach(Arc::clone(run), window, run.clock.awake());
            // Only now: no bell can come in between that nobody is there for.
            run.bell_was_heard();
            viewer
        })
    }

    fn attach(&self, run: Arc<Run>, window: &str, heard_at: Awake) -> ViewerId {
        let id = ViewerId(self.next.fetch_add(1, Ordering::Relaxed) + 1);
        let window = window.to_owned();
        self.all().insert(id, Viewer { run, window, at: None, wants: None, reading: false, heard_at });
        id
    }

    /// The next read answers a keyframe with the history from that line on. `false`: it is not known.
    pub(super) fn deepen(&self, id: ViewerId, first: i64) -> bool {
        let mut all = self.all();
        let Some(viewer) = all.get_mut(&id) else { return false };
        viewer.wants = Some(first);
        viewer.run.hurry();
        true
    }

    /// Answers the run that it looked at.
    pub(super) fn detach(&self, id: ViewerId) -> Option<Arc<Run>> {
        let viewer = self.all().remove(&id)?;
        // An outstanding read must not wait for output that may never come.
        viewer.run.hurry();
        Some(viewer.run)
    }

    /// The window was closed, reloaded or lost. Answers the runs that it looked at.
    pub(super) fn detach_window(&self, window: &str) -> Vec<Arc<Run>> {
        let ids: Vec<_> =
            self.all().iter().filter(|(_, viewer)| viewer.window == window).map(|(id, _)| *id).collect();
        ids.into_iter().filter_map(|id| self.detach(id)).collect()
    }

    /// Viewers that ask for nothing any more: their page went while they were being made, or is stuck. One that is
    /// alive after all attaches anew.
    pub(super) fn detach_silent(&self, now: Awake) -> Vec<Arc<Run>> {
        let silent = |viewer: &Viewer| !viewer.reading && now.since(viewer.heard_at) >= SILENCE;
        let ids: Vec<_> = self.all().iter().filter(|(_, viewer)| silent(viewer)).map(|(id, _)| *id).collect();
        ids.into_iter().filter_map(|id| self.detach(id)).collect()
    }

    /// Whether anybody looks at the run.
    pub(super) fn has(&self, run: RunId) -> bool {
        self.all().values().any(|viewer| viewer.run.id == run)
    }

    /// Waits until there is something for the viewer.
    pub(super) async fn read(&self, id: ViewerId, pace: Option<Pace>) -> Read {
        let (run, is_awaited) = match self.all().get_mut(&id) {
            None => return Read::Unknown,
            Some(viewer) if viewer.reading => return Read::Busy,
            Some(viewer) => {
                viewer.reading = true;
                (Arc::clone(&viewer.run), viewer.wants.is_some())
            }
        };
        let patience = pace.map(|pace| pace.patience);
        if let Some(pace) = pace
            && !is_awaited
        {
            run.rest(pace.rest, QUIET).await;
        }
        loop {
            let changed = run.changed.notified();
            tokio::pin!(changed);
            // From here on a change is not missed, even one that comes before the `await`.
            changed.as_mut().enable();
            let looked = self.all().get_mut(&id).map(|viewer| (viewer.at, viewer.wants.take()));
            let Some((from, wants)) = looked else { return Read::Unknown };
            if let Some(first) = wants {
                return Read::Deeper { run: Arc::clone(&run), from, first };
            }
            let (frames, at) = match from {
                Some(at) => run.frames(at, patience),
                None => {
                    let (frame, at) = run.keyframe(patience.is_some());
                    (vec![frame], at)
                }
            };
            if !frames.is_empty() {
                self.advance(id, at, &frames);
                return Read::Frames(frames);
            }
            changed.await;
        }
    }

    /// The viewer is given these frames, and stands behind them.
    pub(super) fn advance(&self, id: ViewerId, at: Position, frames: &[Frame]) {
        let mut all = self.all();
        if matches!(frames.last(), Some(Frame::Ended { .. })) {
            all.remove(&id);
        } else if let Some(viewer) = all.get_mut(&id) {
            viewer.at = Some(at);
            viewer.reading = false;
            viewer.heard_at = viewer.run.clock.awake();
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<ViewerId, Viewer>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
