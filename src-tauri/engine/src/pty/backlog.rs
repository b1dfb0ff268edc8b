//! What was read from the terminal and is not taken in yet: a bounded buffer between the thread that reads and the
//! one that keeps the screen.
//!
//! In a flood the kernel takes as long to hand over a byte as the screen takes for it, so the two work side by side.
//! What comes while the screen is busy is joined, so that it is told of one large stretch instead of many small ones.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Bytes that wait at most. With more, reading waits, and so does the program that writes.
const LIMIT: usize = 64 * 1024;

/// A terminal that said nothing for so long is quiet. In a flood there are pauses too, but shorter ones.
const QUIET: Duration = Duration::from_millis(100);

/// What a quiet terminal keeps for its next stretch.
const SMALL: usize = 4 * 1024;

/// Both sides of a backlog.
pub(super) fn backlog() -> (Giver, Taker) {
    let shared = Arc::new(Shared::default());
    (Giver { shared: Arc::clone(&shared) }, Taker { shared, taken: Vec::new() })
}

/// The side of the thread that reads. Dropping it is the end of the terminal.
pub(super) struct Giver {
    shared: Arc<Shared>,
}

/// The side of the thread that keeps the screen.
pub(super) struct Taker {
    shared: Arc<Shared>,
    taken: Vec<u8>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Something came, or the end.
    filled: Condvar,
    /// Everything was taken, or the taker is gone.
    emptied: Condvar,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    ended: bool,
    /// Nobody takes any more: what is given is dropped.
    abandoned: bool,
    taker_waits: bool,
    giver_waits: bool,
}

impl Giver {
    /// Adds bytes where there is room for them. `false`: there is none, and [`Taker::take`] will say when there is.
    pub(super) fn give(&self, bytes: &[u8]) -> bool {
        let mut state = self.shared.lock();
        if !state.has_room(bytes.len()) {
            state.giver_waits = true;
            return false;
        }
        self.shared.add(&mut state, bytes);
        true
    }

    /// Nobody takes any more, although it is not the end.
    pub(super) fn is_abandoned(&self) -> bool {
        self.shared.lock().abandoned
    }

    /// The same, and waits for room.
    pub(super) fn give_in_any_case(&self, bytes: &[u8]) {
        let state = self.shared.lock();
        let full = |state: &mut State| !state.has_room(bytes.len());
        let mut state = self.shared.emptied.wait_while(state, full).unwrap_or_else(PoisonError::into_inner);
        self.shared.add(&mut state, bytes);
    }
}

impl Drop for Giver {
    fn drop(&mut self) {
        self.shared.lock().ended = true;
        self.shared.filled.notify_one();
    }
}

impl Taker {
    /// Waits for bytes and takes all that there are; `None` after the last. Also answers whether the giver waits for
    /// room, which there is now. `quiet` is called once nothing has come for a while.
    pub(super) fn take(&mut self, quiet: impl FnOnce()) -> Option<(&[u8], bool)> {
        self.taken.clear();
        let mut state = self.shared.lock();
        if state.is_empty() {
            state = self.shared.wait(state, Some(QUIET));
        }
        if state.is_empty() {
            drop(state);
            quiet();
            state = self.shared.lock();
            self.taken.shrink_to(SMALL);
            state.bytes.shrink_to(SMALL);
            state = self.shared.wait(state, None);
        }
        if state.bytes.is_empty() {
            return None;
        }
        std::mem::swap(&mut self.taken, &mut state.bytes);
        let giver_waits = std::mem::take(&mut state.giver_waits);
        drop(state);
        self.shared.emptied.notify_one();
        Some((&self.taken, giver_waits))
    }
}

impl Drop for Taker {
    fn drop(&mut self) {
        self.shared.lock().abandoned = true;
        self.shared.emptied.notify_one();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is something to take, or the end; with patience, no longer than that.
    fn wait<'a>(
        &self,
        mut state: MutexGuard<'a, State>,
        patience: Option<Duration>,
    ) -> MutexGuard<'a, State> {
        state.taker_waits = true;
        let is_empty = |state: &mut State| state.is_empty();
        state = match patience {
            None => self.filled.wait_while(state, is_empty).unwrap_or_else(PoisonError::into_inner),
            Some(patience) => {
                let waited = self.filled.wait_timeout_while(state, patience, is_empty);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
        state.taker_waits = false;
        state
    }

    fn add(&self, state: &mut State, bytes: &[u8]) {
        if state.abandoned {
            return;
        }
        state.bytes.extend_from_slice(bytes);
        // It is told once, and not for each stretch that is joined before it is awake.
        if std::mem::take(&mut state.taker_waits) {
            self.filled.notify_one();
        }
    }
}

impl State {
    fn is_empty(&self) -> bool {
        self.bytes.is_empty() && !self.ended
    }

    fn has_room(&self, bytes: usize) -> bool {
        self.abandoned || self.bytes.is_empty() || self.bytes.len() + bytes <= LIMIT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_while_nobody_takes_is_joined_up_to_the_limit() {
        let (giver, mut taker) = backlog();
        assert!(giver.give(b"one"));
        assert!(giver.give(b"two"));
        assert!(!giver.give(&[b'x'; LIMIT]), "this does not fit on top");
        let (bytes, giver_waits) = taker.take(|| {}).unwrap();
        assert_eq!((bytes, giver_waits), (b"onetwo".as_slice(), true));
        assert!(giver.give(&[b'x'; LIMIT]), "now it does");
        drop(giver);
        assert_eq!(
            taker.take(|| {}).unwrap().0.len(),
            LIMIT,
            "what was given is taken after the end as well"
        );
        assert!(taker.take(|| {}).is_none());
    }

    #[test]
    fn bytes_come_in_order_whoever_waits_for_whom() {
        let (giver, mut taker) = backlog();
        let written: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
        let expected = written.clone();
        let gives = std::thread::spawn(move || {
            for stretch in written.chunks(4093) {
                giver.give_in_any_case(stretch);
            }
        });
        let mut taken = Vec::new();
        while let Some((bytes, _)) = taker.take(|| {}) {
            taken.extend_from_slice(bytes);
        }
        gives.join().unwrap();
        assert!(taken == expected);
    }

    #[test]
    fn nobody_waits_for_a_taker_that_is_gone() {
        let (giver, taker) = backlog();
        assert!(giver.give(&[b'x'; LIMIT]));
        drop(taker);
        giver.give_in_any_case(b"more");
    }
}
