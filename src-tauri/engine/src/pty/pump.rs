//! The pump: one thread a run that reads the terminal and writes to it, and does nothing else.
//!
//! It owns the master descriptor. What it reads goes to a [`Terminal`] at once, in order; input comes
//! through a bounded queue and is written whole. It waits for nobody but the kernel (and, with too much
//! unsaved output in memory, for the disk: see [`Terminal::output`]).

use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tokio::sync::oneshot;

use super::process::is_end_of_terminal;
use crate::error::{Error, Result};

/// The kernel hands over at most 4 KiB a read; reading on for as long as there is something makes fewer,
/// larger stretches of a flood.
const STRETCH: usize = 64 * 1024;

/// Input that a program has not read yet. A paste beyond it is refused as a whole, and the learner told.
const INPUT_BYTES: usize = 4 * 1024 * 1024;

/// Answers that a program has not read. One that asks and never listens gets no more of them.
const UNREAD_ANSWERS: usize = 64 * 1024;

/// What a grandchild may still say in the terminal after the child was reaped.
const LAST_WORDS: Duration = Duration::from_millis(250);

/// Where output goes. Answers what the terminal has to be told (answers to a program's questions).
pub(crate) trait Terminal: Send + 'static {
    fn output(&mut self, bytes: &[u8]) -> Vec<u8>;
}

/// The thread's handle. Dropping it lets the thread go on until the terminal ends.
#[derive(Debug)]
pub(crate) struct Pump {
    done: oneshot::Receiver<()>,
}

/// The way in to a terminal. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// One byte in this pipe wakes the thread.
    wake: OwnedFd,
}

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<Vec<u8>>,
    bytes: usize,
    /// Something was taken from the queue that the kernel has not accepted yet.
    writing: bool,
    /// The child is gone: read what is left until then, then stop.
    deadline: Option<Instant>,
    closed: bool,
}

/// A pump that has no terminal yet: its [`Input`] can be handed out before.
#[derive(Debug)]
pub(crate) struct Prepared {
    wake: OwnedFd,
    shared: Arc<Shared>,
}

impl Prepared {
    pub(crate) fn start(self, master: OwnedFd, terminal: impl Terminal, name: &str) -> Result<Pump> {
        let (tell, done) = oneshot::channel();
        let thread =
            Loop { master, wake: self.wake, shared: self.shared, terminal, unwritten: VecDeque::new() };
        thread::Builder::new()
            .name(format!("pump {name}"))
            .spawn(move || {
                thread.run();
                // Nobody waits for it: then nobody minds.
                let _ = tell.send(());
            })
            .map_err(Error::io("no thread could be started"))?;
        Ok(Pump { done })
    }
}

impl Pump {
    pub(crate) fn prepare() -> Result<(Prepared, Input)> {
        let (wait, wake) = pipe()?;
        let shared = Arc::new(Shared { state: Mutex::default(), wake });
        Ok((Prepared { wake: wait, shared: Arc::clone(&shared) }, Input { shared }))
    }

    /// Waits until the last output was handed over.
    pub(crate) async fn done(self) {
        // An error means that the thread is gone, which is what is waited for.
        let _ = self.done.await;
    }
}

impl Input {
    /// Queues bytes for the program. `false`: refused, as the terminal is closed or does not read.
    pub(crate) fn write(&self, bytes: Vec<u8>) -> bool {
        let mut state = self.shared.lock();
        if state.closed || state.deadline.is_some() || state.bytes + bytes.len() > INPUT_BYTES {
            return false;
        }
        state.bytes += bytes.len();
        state.queue.push_back(bytes);
        drop(state);
        self.shared.wake();
        true
    }

    /// Something was typed that the program's terminal has no room for yet.
    pub(crate) fn is_pending(&self) -> bool {
        let state = self.shared.lock();
        !state.closed && (state.writing || !state.queue.is_empty())
    }

    /// The child was reaped: what is left is read, for a moment, and the terminal closed.
    pub(crate) fn finish(&self) {
        let mut state = self.shared.lock();
        state.deadline.get_or_insert_with(|| Instant::now() + LAST_WORDS);
        drop(state);
        self.shared.wake();
    }
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self) {
        // A full pipe has woken the thread already; a closed one has no thread.
        let _ = rustix::io::write(&self.wake, &[0]);
    }
}

struct Loop<T> {
    master: OwnedFd,
    wake: OwnedFd,
    shared: Arc<Shared>,
    terminal: T,
    /// Input that was taken from the queue and not accepted by the kernel yet.
    unwritten: VecDeque<u8>,
}

/// However the thread ends, nobody types into a terminal that nobody reads.
impl<T> Drop for Loop<T> {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
    }
}

impl<T: Terminal> Loop<T> {
    fn run(mut self) {
        if let Err(error) = self.pump() {
            tracing::warn!(%error, "a terminal was closed early");
        }
    }

    fn pump(&mut self) -> io::Result<()> {
        let mut buffer = vec![0; STRETCH];
        loop {
            let deadline = self.take_input();
            let patience = deadline.map(|at| at.saturating_duration_since(Instant::now()));
            if patience.is_some_and(|left| left.is_zero()) {
                // What the kernel has by now was said in time.
                self.read(&mut buffer)?;
                return Ok(());
            }
            let ready = self.wait(patience)?;
            if ready.intersects(PollFlags::OUT) {
                self.write()?;
            }
            if ready.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR) && !self.read(&mut buffer)? {
                return Ok(());
            }
        }
    }

    /// Moves queued input over; answers the deadline, where there is one.
    fn take_input(&mut self) -> Option<Instant> {
        let mut state = self.shared.lock();
        if self.unwritten.is_empty()
            && let Some(next) = state.queue.pop_front()
        {
            state.bytes -= next.len();
            self.unwritten = next.into();
        }
        state.writing = !self.unwritten.is_empty();
        state.deadline
    }

    /// What the master is ready for; empty where only the wake pipe spoke or time ran out.
    fn wait(&self, patience: Option<Duration>) -> io::Result<PollFlags> {
        let mut interest = PollFlags::IN;
        if !self.unwritten.is_empty() {
            interest |= PollFlags::OUT;
        }
        let mut fds = [PollFd::new(&self.master, interest), PollFd::new(&self.wake, PollFlags::IN)];
        let timeout = patience.and_then(|patience| Timespec::try_from(patience).ok());
        match poll(&mut fds, timeout.as_ref()) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(PollFlags::empty()),
            Err(error) => return Err(error.into()),
        }
        if !fds[1].revents().is_empty() {
            let mut bytes = [0; 64];
            // Only to empty it: what it says is read from the state.
            let _ = rustix::io::read(&self.wake, &mut bytes);
        }
        Ok(fds[0].revents())
    }

    fn write(&mut self) -> io::Result<()> {
        match rustix::io::write(&self.master, self.unwritten.as_slices().0) {
            Ok(written) => {
                self.unwritten.drain(..written);
                Ok(())
            }
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => Ok(()),
            // Nobody holds the other side; the read will say so.
            Err(rustix::io::Errno::IO) => {
                self.unwritten.clear();
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Reads for as long as there is something, up to a stretch. `false`: the terminal has ended.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<bool> {
        let mut filled = 0;
        let mut open = true;
        while filled < buffer.len() {
            match rustix::io::read(&self.master, &mut buffer[filled..]) {
                Ok(0) => open = false,
                Ok(read) => {
                    filled += read;
                    continue;
                }
                Err(rustix::io::Errno::INTR) => continue,
                Err(rustix::io::Errno::AGAIN) => {}
                Err(error) if is_end_of_terminal(&error.into()) => open = false,
                Err(error) => return Err(error.into()),
            }
            break;
        }
        if filled > 0 {
            let answers = self.terminal.output(&buffer[..filled]);
            if self.unwritten.len() + answers.len() <= UNREAD_ANSWERS {
                self.unwritten.extend(answers);
            }
        }
        Ok(open)
    }
}

fn pipe() -> Result<(OwnedFd, OwnedFd)> {
    use rustix::pipe::{PipeFlags, pipe_with};
    pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)
        .map_err(|error| Error::Io { what: "no pipe could be made".into(), source: error.into() })
}
