//! The pump: a thread that reads the terminal and writes to it, and one that takes in what was read.
//!
//! The first owns the master descriptor, and waits for nobody but the kernel: input comes through a bounded queue and
//! is written whole, output goes on at once, in order. Where the [`Terminal`] is behind (it takes its time for a flood,
//! and waits for the disk with too much unsaved output in memory), reading stops for as long, and writing goes on.

use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tokio::sync::oneshot;

use super::backlog::{Giver, Taker, backlog};
use super::process::is_end_of_terminal;
use crate::error::{Error, Result};

/// The kernel hands over at most 4 KiB a read; reading on for as long as there is something makes fewer,
/// larger stretches of a flood.
const STRETCH: usize = 16 * 1024;

/// What the kernel may hold of the last words, in stretches.
const LAST_STRETCHES: usize = 4;

/// Input that a program has not read yet. A paste beyond it is refused as a whole, and the learner told.
const INPUT_BYTES: usize = 4 * 1024 * 1024;

/// Answers that a program has not read. One that asks and never listens gets no more of them.
const UNREAD_ANSWERS: usize = 64 * 1024;

/// What a grandchild may still say in the terminal after the child was reaped.
const LAST_WORDS: Duration = Duration::from_millis(250);

/// Where output goes. Answers what the terminal has to be told (answers to a program's questions).
pub(crate) trait Terminal: Send + 'static {
    fn output(&mut self, bytes: &[u8]) -> Vec<u8>;

    /// Nothing more comes for now.
    fn quiet(&mut self) {}
}

/// The threads' handle. Dropping it lets them go on until the terminal ends.
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
    /// Of the terminal, to a program's questions.
    answers: Vec<u8>,
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
        let (giver, taker) = backlog();
        let shared = Arc::clone(&self.shared);
        spawn(format!("screen {name}"), move || {
            let _end = WakesAtTheEnd(&shared);
            take_in(taker, &shared, terminal);
            // Nobody waits for it: then nobody minds.
            let _ = tell.send(());
        })?;
        let pump = Loop {
            master,
            wake: self.wake,
            shared: self.shared,
            output: Stretch { bytes: vec![0; STRETCH], length: 0 },
            giver,
            unwritten: VecDeque::new(),
        };
        spawn(format!("pump {name}"), move || pump.run())?;
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

fn spawn(name: String, run: impl FnOnce() + Send + 'static) -> Result<()> {
    thread::Builder::new().name(name).spawn(run).map_err(Error::io("no thread could be started"))?;
    Ok(())
}

/// Should the thread end early, the one that reads must not wait for it.
struct WakesAtTheEnd<'a>(&'a Shared);

impl Drop for WakesAtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.wake();
    }
}

/// Takes in all that is read, up to the end of the terminal.
fn take_in(mut taker: Taker, shared: &Shared, mut terminal: impl Terminal) {
    while let Some((bytes, reading_waits)) = taker.take(|| terminal.quiet()) {
        if reading_waits {
            shared.wake();
        }
        let answers = terminal.output(bytes);
        if !answers.is_empty() {
            shared.lock().answers.extend(answers);
            shared.wake();
        }
    }
}

struct Loop {
    master: OwnedFd,
    wake: OwnedFd,
    shared: Arc<Shared>,
    output: Stretch,
    giver: Giver,
    /// Input that was taken from the queue and not accepted by the kernel yet.
    unwritten: VecDeque<u8>,
}

/// What was read, and has to wait where the screen is behind.
struct Stretch {
    bytes: Vec<u8>,
    length: usize,
}

/// However the thread ends, nobody types into a terminal that nobody reads.
impl Drop for Loop {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
    }
}

impl Loop {
    fn run(mut self) {
        if let Err(error) = self.pump() {
            tracing::warn!(%error, "a terminal was closed early");
        }
        self.give_in_any_case();
    }

    fn pump(&mut self) -> io::Result<()> {
        loop {
            let deadline = self.take_input();
            let patience = deadline.map(|at| at.saturating_duration_since(Instant::now()));
            if patience.is_some_and(|left| left.is_zero()) {
                return self.read_last_words();
            }
            if self.giver.is_abandoned() {
                // What a program prints now would be kept by nobody: it is better hung up.
                return Ok(());
            }
            let may_read = self.give();
            let ready = self.wait(patience, may_read)?;
            if ready.intersects(PollFlags::OUT) {
                self.write()?;
            }
            let has_more = ready.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR);
            if has_more && !may_read {
                // Whoever hung up reads nothing any more; what they wrote is read when there is room.
                self.unwritten.clear();
            } else if has_more && !self.read()? {
                return Ok(());
            }
        }
    }

    /// What the kernel has by now was said in time.
    fn read_last_words(&mut self) -> io::Result<()> {
        self.give_in_any_case();
        for _ in 0..LAST_STRETCHES {
            let open = self.read()?;
            let is_all = self.output.length < STRETCH;
            self.give_in_any_case();
            if !open || is_all {
                break;
            }
        }
        Ok(())
    }

    /// Hands on what was read. `false`: it has to wait, and nothing more can be read.
    fn give(&mut self) -> bool {
        let given = self.output.length == 0 || self.giver.give(&self.output.bytes[..self.output.length]);
        if given {
            self.output.length = 0;
        }
        given
    }

    fn give_in_any_case(&mut self) {
        if self.output.length > 0 {
            self.giver.give_in_any_case(&self.output.bytes[..self.output.length]);
        }
        self.output.length = 0;
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
        if self.unwritten.len() + state.answers.len() <= UNREAD_ANSWERS {
            self.unwritten.extend(state.answers.drain(..));
        } else {
            state.answers.clear();
        }
        state.writing = !self.unwritten.is_empty();
        state.deadline
    }

    /// What the master is ready for; empty where only the wake pipe spoke or time ran out.
    fn wait(&self, patience: Option<Duration>, may_read: bool) -> io::Result<PollFlags> {
        let mut interest = if may_read { PollFlags::IN } else { PollFlags::empty() };
        if !self.unwritten.is_empty() {
            interest |= PollFlags::OUT;
        }
        let wake = PollFd::new(&self.wake, PollFlags::IN);
        // A terminal that was hung up is always ready: it must not be asked when nothing can be done about it.
        let mut fds = [wake, PollFd::new(&self.master, interest)];
        let asked = if interest.is_empty() { 1 } else { 2 };
        let timeout = patience.and_then(|patience| Timespec::try_from(patience).ok());
        match poll(&mut fds[..asked], timeout.as_ref()) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(PollFlags::empty()),
            Err(error) => return Err(error.into()),
        }
        if !fds[0].revents().is_empty() {
            let mut bytes = [0; 64];
            // Only to empty it: what it says is read from the state.
            let _ = rustix::io::read(&self.wake, &mut bytes);
        }
        Ok(fds[1].revents())
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
    fn read(&mut self) -> io::Result<bool> {
        let Stretch { bytes, length } = &mut self.output;
        while *length < bytes.len() {
            match rustix::io::read(&self.master, &mut bytes[*length..]) {
                Ok(0) => return Ok(false),
                Ok(read) => *length += read,
                Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::AGAIN) => break,
                Err(error) if is_end_of_terminal(&error.into()) => return Ok(false),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(true)
    }
}

fn pipe() -> Result<(OwnedFd, OwnedFd)> {
    use rustix::pipe::{PipeFlags, pipe_with};
    pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)
        .map_err(|error| Error::Io { what: "no pipe could be made".into(), source: error.into() })
}
