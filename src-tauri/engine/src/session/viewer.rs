//! Viewers: panes that look at a run. Each has a place in the run's tail and reads on from there.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Frame;
use super::run::Run;
use super::tail::Position;
use crate::id::ViewerId;

#[derive(Debug)]
struct Viewer {
    run: Arc<Run>,
    /// The window that it belongs to: its viewers go with it.
    window: String,
    /// Absent before the first read, which answers a keyframe.
    at: Option<Position>,
    /// A read is outstanding.
    reading: bool,
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
    /// It was detached, or never was, or has read the end.
    Unknown,
    /// Its last read is not answered yet.
    Busy,
}

impl Viewers {
    pub(super) fn attach(&self, run: Arc<Run>, window: &str) -> ViewerId {
        let id = ViewerId(self.next.fetch_add(1, Ordering::Relaxed) + 1);
        self.all().insert(id, Viewer { run, window: window.to_owned(), at: None, reading: false });
        id
    }

    pub(super) fn detach(&self, id: ViewerId) {
        let viewer = self.all().remove(&id);
        // An outstanding read must not wait for output that may never come.
        if let Some(viewer) = viewer {
            viewer.run.changed.notify_waiters();
        }
    }

    /// The window was closed, reloaded or lost.
    pub(super) fn detach_window(&self, window: &str) {
        let ids: Vec<_> =
            self.all().iter().filter(|(_, viewer)| viewer.window == window).map(|(id, _)| *id).collect();
        for id in ids {
            self.detach(id);
        }
    }

    /// Waits until there is something for the viewer.
    pub(super) async fn read(&self, id: ViewerId) -> Read {
        let run = match self.all().get_mut(&id) {
            None => return Read::Unknown,
            Some(viewer) if viewer.reading => return Read::Busy,
            Some(viewer) => {
                viewer.reading = true;
                Arc::clone(&viewer.run)
            }
        };
        loop {
            let changed = run.changed.notified();
            tokio::pin!(changed);
            // From here on a change is not missed, even one that comes before the `await`.
            changed.as_mut().enable();
            let Some(from) = self.all().get(&id).map(|viewer| viewer.at) else { return Read::Unknown };
            let (frames, at) = match from {
                Some(at) => run.frames(at),
                None => {
                    let (frame, at) = run.keyframe();
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

    fn advance(&self, id: ViewerId, at: Position, frames: &[Frame]) {
        let mut all = self.all();
        if matches!(frames.last(), Some(Frame::Ended { .. })) {
            all.remove(&id);
        } else if let Some(viewer) = all.get_mut(&id) {
            viewer.at = Some(at);
            viewer.reading = false;
        }
    }

    fn all(&self) -> MutexGuard<'_, HashMap<ViewerId, Viewer>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
