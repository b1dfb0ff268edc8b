//! A child on a terminal of its own: start, signals, exit status.

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process_group, test_kill_process_group, waitid,
};
use tokio::sync::watch;

use super::{Environment, Exit, Resolved};
use crate::error::{Error, Result};
use crate::screen::Size;

/// What to start.
#[derive(Debug)]
pub(crate) struct Spawn<'a> {
    pub command: &'a Resolved,
    pub environment: &'a Environment,
    pub size: Size,
}

/// A started child. It leads its own session and process group, of the same number as its pid.
pub(crate) struct Process {
    master: Box<dyn MasterPty + Send>,
    group: Pid,
    /// Whether the group's number is still the child's own. Held while a signal is sent, and by the waiter
    /// before it reaps: so no signal reaches another's process.
    unreaped: Arc<Mutex<bool>>,
    exit: watch::Receiver<Option<Option<Exit>>>,
    /// Our own descriptor of the master side.
    terminal: OwnedFd,
}

impl Process {
    /// Starts the child, and a thread that waits for its end. Blocks for as long as a fork takes.
    pub(crate) fn spawn(spawn: &Spawn<'_>) -> Result<Self> {
        let failed = |error: anyhow::Error| Error::StartFailed(format!("{error:#}"));
        spawn.command.check()?;
        let pair = native_pty_system().openpty(pty_size(spawn.size)).map_err(failed)?;
        let terminal = share(&*pair.master)?;
        let mut command = CommandBuilder::new(&spawn.command.program);
        command.args(&spawn.command.arguments);
        command.cwd(&spawn.command.directory);
        command.env_clear();
        for (name, value) in spawn.environment.variables() {
            command.env(name, value);
        }
        command.env("PWD", &spawn.command.directory);
        let child = pair.slave.spawn_command(command).map_err(failed)?;
        let pid = child.process_id().and_then(|pid| i32::try_from(pid).ok()).and_then(Pid::from_raw);
        let Some(pid) = pid else {
            return Err(Error::StartFailed("the system gave the program no process id".into()));
        };
        let (tell, exit) = watch::channel(None);
        let unreaped = Arc::new(Mutex::new(true));
        let waiter = Waiter { child, pid, unreaped: Arc::clone(&unreaped), tell };
        thread::Builder::new()
            .name(format!("wait {}", pid.as_raw_nonzero()))
            .spawn(move || waiter.run())
            .map_err(Error::io("no thread could be started"))?;
        Ok(Self { master: pair.master, group: pid, unreaped, exit, terminal })
    }

    /// The session of the system's that the child leads, which all that it starts is in.
    pub(crate) fn session(&self) -> Pid {
        self.group
    }

    pub(crate) fn pid(&self) -> i64 {
        i64::from(self.group.as_raw_nonzero().get())
    }

    /// `Some` once the child was reaped; the inner value is what was observed.
    pub(crate) fn exit(&self) -> watch::Receiver<Option<Option<Exit>>> {
        self.exit.clone()
    }

    /// A descriptor of the terminal's master side, non-blocking, for the pump alone.
    pub(crate) fn terminal(&self) -> Result<OwnedFd> {
        self.terminal.try_clone().map_err(Error::io("the terminal could not be shared"))
    }

    /// The program reads a line that is not to be seen, as for a password: termios(3), `ICANON` without `ECHO`. A
    /// line editor, such as a shell's, reads without `ICANON`.
    pub(crate) fn asks_in_secret(&self) -> bool {
        use rustix::termios::{LocalModes, tcgetattr};
        tcgetattr(&self.terminal).is_ok_and(|modes| {
            modes.local_modes.contains(LocalModes::ICANON) && !modes.local_modes.contains(LocalModes::ECHO)
        })
    }

    pub(crate) fn resize(&self, size: Size) -> Result<()> {
        self.master
            .resize(pty_size(size))
            .map_err(|error| Error::Invalid(format!("the terminal keeps its size: {error}")))
    }

    /// The process group in the foreground, where it is not the child itself: a job that a shell runs.
    pub(crate) fn foreground_job(&self) -> Option<Pid> {
        let foreground = self.master.process_group_leader().and_then(Pid::from_raw)?;
        (foreground != self.group).then_some(foreground)
    }

    /// Asks everything in the terminal to go, as a closed terminal does; answers whom it asked: the child's group,
    /// and the job that a shell had in the foreground. A stopped job must wake up to hear it.
    pub(crate) fn hang_up(&self) -> Vec<Group> {
        self.signal(&[Signal::HUP, Signal::CONT])
    }

    pub(crate) fn kill(&self) {
        self.signal(&[Signal::KILL]);
    }

    fn signal(&self, signals: &[Signal]) -> Vec<Group> {
        let unreaped = self.unreaped.lock().unwrap_or_else(PoisonError::into_inner);
        let own = unreaped.then_some(self.group);
        let groups: Vec<_> = own.into_iter().chain(self.foreground_job()).map(Group).collect();
        for group in &groups {
            for &each in signals {
                signal(group.0, each);
            }
        }
        groups
    }
}

/// A start that failed half-way leaves no process behind.
impl Drop for Process {
    fn drop(&mut self) {
        let unreaped = *self.unreaped.lock().unwrap_or_else(PoisonError::into_inner);
        if unreaped {
            self.kill();
        }
    }
}

/// A non-blocking descriptor of its own for a terminal's master side.
pub(super) fn share(master: &dyn MasterPty) -> Result<OwnedFd> {
    let raw =
        master.as_raw_fd().ok_or_else(|| Error::StartFailed("the terminal has no descriptor".into()))?;
    // SAFETY: `master` owns this descriptor and outlives the borrow, which ends within this statement.
    #[expect(unsafe_code, reason = "portable-pty hands out the descriptor as a number only")]
    let fd = unsafe { BorrowedFd::borrow_raw(raw) }.try_clone_to_owned();
    let fd = fd.map_err(Error::io("the terminal could not be shared"))?;
    rustix::io::ioctl_fionbio(&fd, true).map_err(|error| Error::Io {
        what: "the terminal could not be made ready".into(),
        source: error.into(),
    })?;
    Ok(fd)
}

/// A process group, which may outlive the child that led it.
#[derive(Debug)]
pub(crate) struct Group(Pid);

impl Group {
    pub(crate) fn is_there(&self) -> bool {
        test_kill_process_group(self.0).is_ok()
    }

    pub(crate) fn kill(&self) {
        signal(self.0, Signal::KILL);
    }
}

fn signal(group: Pid, signal: Signal) {
    match kill_process_group(group, signal) {
        // It is gone already: that was the wish.
        Ok(()) | Err(rustix::io::Errno::SRCH) => {}
        Err(error) => tracing::warn!(%error, ?group, ?signal, "a process group could not be signalled"),
    }
}

/// Sees the exit before the child is reaped: `portable-pty` would tell a signal as text only.
struct Waiter {
    child: Box<dyn Child + Send + Sync>,
    pid: Pid,
    unreaped: Arc<Mutex<bool>>,
    tell: watch::Sender<Option<Option<Exit>>>,
}

impl Waiter {
    fn run(mut self) {
        let observed = self.observe();
        *self.unreaped.lock().unwrap_or_else(PoisonError::into_inner) = false;
        if let Err(error) = self.child.wait() {
            tracing::warn!(%error, "a child could not be reaped");
        }
        self.tell.send_replace(Some(observed));
    }

    fn observe(&self) -> Option<Exit> {
        loop {
            match waitid(WaitId::Pid(self.pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT) {
                Ok(Some(status)) => {
                    let code = status.exit_status().map(Exit::Code);
                    return code.or_else(|| status.terminating_signal().map(Exit::Signal));
                }
                Err(rustix::io::Errno::INTR) => {}
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

fn pty_size(size: Size) -> PtySize {
    PtySize { rows: size.rows, cols: size.columns, pixel_width: 0, pixel_height: 0 }
}

/// A process in that session which is in a group of its own, as a shell's jobs are: fields 3, 5 and 6 of proc(5)'s
/// `stat`. The newest, where there are several. Elsewhere than on Linux nobody tells.
pub(crate) fn job_in_session(session: Pid) -> Option<Pid> {
    let session = session.as_raw_nonzero().get();
    let pids = std::fs::read_dir("/proc").ok()?;
    let pids = pids.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let is_job = |pid: &i32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let mut fields = stat.rsplit_once(") ").map_or("", |(_, fields)| fields).split(' ');
        let lives = !matches!(fields.next(), None | Some("" | "Z" | "X"));
        let group = fields.nth(1).and_then(|group| group.parse().ok());
        lives && group != Some(session) && fields.next() == Some(&session.to_string())
    };
    pids.filter(is_job).max().and_then(Pid::from_raw)
}

/// The short name of a program, for a question to the learner.
pub(crate) fn name_of(pid: Pid) -> Option<String> {
    let name = std::fs::read_to_string(format!("/proc/{}/comm", pid.as_raw_nonzero())).ok()?;
    Some(name.trim_end().to_owned())
}

impl std::fmt::Debug for Process {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Process").field("group", &self.group).finish_non_exhaustive()
    }
}

/// `EIO` is how a Linux terminal says that its last holder went; others say it with an empty read.
pub(super) fn is_end_of_terminal(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error())
}
