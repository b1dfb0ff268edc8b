//! The two lines to the terminal, a thread each, since either may block: keys from it, and bytes to it.
//!
//! A terminal that takes nothing holds up neither the program nor the way out: the engine gives a viewer that is behind
//! a keyframe later.

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::stdio::{stdin, stdout};
use tokio::sync::{mpsc, oneshot};

use crate::failure::{Exit, Failure};

/// Ctrl+\ as a terminal sends it; the same key as in dtach.
const LEAVE: u8 = 0x1c;

/// Bodies on their way to the terminal, of at most 256 KiB.
const BODIES: usize = 2;
/// Reads of the keyboard on their way to the program, of at most 4 KiB. A paste that is longer waits in the terminal.
const KEYS: usize = 1024;

/// What is typed, and word that the learner leaves, or that the terminal is gone.
pub(crate) fn from_keyboard() -> Result<(mpsc::Receiver<Vec<u8>>, mpsc::Receiver<()>), Failure> {
    let (keys, typed) = mpsc::channel(KEYS);
    let (left, leave) = mpsc::channel(1);
    start_thread("keys", move || read_keys(&keys, &left))?;
    Ok((typed, leave))
}

/// Where to send what the terminal shall show; the second part tells when all of it is written.
pub(crate) fn to_terminal() -> Result<(mpsc::Sender<Vec<u8>>, oneshot::Receiver<()>), Failure> {
    let (terminal, mut bodies) = mpsc::channel::<Vec<u8>>(BODIES);
    let (done, written) = oneshot::channel();
    start_thread("terminal", move || {
        let mut there = true;
        while let Some(bytes) = bodies.blocking_recv() {
            // A terminal that is gone sends a signal as well, which ends this.
            there = there && write_all(&bytes).is_ok();
        }
        let _ = done.send(());
    })?;
    Ok((terminal, written))
}

/// Ends with the terminal, or with the key that leaves. Otherwise it ends with nook, in the middle of a read.
fn read_keys(keys: &mpsc::Sender<Vec<u8>>, leave: &mpsc::Sender<()>) {
    let mut buffer = [0; 4096];
    loop {
        let read = match rustix::io::read(stdin(), &mut buffer) {
            Ok(length) => &buffer[..length],
            Err(Errno::INTR) => continue,
            Err(Errno::AGAIN) => {
                let _ = poll(&mut [PollFd::new(&stdin(), PollFlags::IN)], None);
                continue;
            }
            Err(_) => &[],
        };
        let (typed, leaves) = match read.iter().position(|byte| *byte == LEAVE) {
            Some(at) => (&read[..at], true),
            None => (read, read.is_empty()),
        };
        if !typed.is_empty() && keys.blocking_send(typed.to_vec()).is_err() {
            return;
        }
        if leaves {
            let _ = leave.blocking_send(());
            return;
        }
    }
}

fn write_all(mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match rustix::io::write(stdout(), bytes) {
            Ok(length) => bytes = &bytes[length..],
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => {
                poll(&mut [PollFd::new(&stdout(), PollFlags::OUT)], None)?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn start_thread(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let started = std::thread::Builder::new().name(name.into()).spawn(work);
    started.map(drop).map_err(|error| {
        Failure::new(Exit::Failed, format!("nook could not start a thread: {error}."), "The session is kept.")
    })
}
