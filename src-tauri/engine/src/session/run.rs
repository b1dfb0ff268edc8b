//! One process incarnation of a session, while it is in memory.
//!
//! `life` says what keeps it, and is held by whoever looks at it, types into it or ends it. `core` (screen and tail) is
//! locked by the pump for each stretch of output and by viewers for each read, never across an `await`. `phase` says where the run is in its life; it only goes forward.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{Notify, watch};

use super::life::Life;
use super::shell::Shell;
use super::signs::{Bellpull, Signs};
use super::tail::Tail;
use super::{Reason, Sessions};
use crate::clock::{Awake, Clock, Millis};
use crate::id::{RunId, SessionId};
use crate::log::{Guarded, LogEvent, Rebuilt, RunLog};
use crate::pty::{Exit, Input, Nature, Process, Pump, Terminal};
use crate::screen::{Effects, Size};
use crate::store::Flusher;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// No output yet.
    Starting,
    Live,
    Retiring(Reason),
    Gone(Reason),
}

pub(crate) struct Run {
    pub(super) id: RunId,
    pub(super) session: SessionId,
    pub(super) log: Arc<RunLog>,
    pub(super) input: Input,
    /// Gone once the run is: the terminal's last descriptor is closed with it.
    pub(super) process: Mutex<Option<Process>>,
    pub(super) phase: watch::Sender<Phase>,
    /// Something new for viewers.
    pub(super) changed: Notify,
    /// Something for which no viewer rests any longer.
    hurried: Notify,
    pub(super) nature: Nature,
    pub(super) command_name: String,
    /// This computer's name.
    host: String,
    pub(super) began_at: Awake,
    pub(super) clock: Clock,
    /// Locked before `core`, and before the viewers.
    life: Mutex<Life>,
    /// Locked before the viewers.
    core: Mutex<Core>,
    bellpull: Bellpull,
    pump: Mutex<Option<Pump>>,
    flusher: Flusher,
}

pub(super) struct Core {
    pub screen: Guarded,
    pub tail: Tail,
    /// A viewer stands in the tail. Until one does, output goes past it: whoever looks next begins with a keyframe.
    pub is_followed: bool,
    last_output_at: Millis,
    output_at: Awake,
    shell: Shell,
    signs: Signs,
    /// What was told of them last.
    told_signs: Signs,
}

/// What a new run begins with.
pub(super) struct Beginning {
    pub id: RunId,
    pub session: SessionId,
    pub log: RunLog,
    pub screen: Guarded,
    pub process: Process,
    pub input: Input,
    pub nature: Nature,
    pub command_name: String,
    /// Where it starts, as the row says.
    pub directory: String,
    pub pinned: bool,
    pub bellpull: Bellpull,
}

impl Run {
    pub(super) fn new(beginning: Beginning, clock: Clock, flusher: Flusher) -> Self {
        let Beginning {
            id,
            session,
            log,
            screen,
            process,
            input,
            nature,
            command_name,
            directory,
            pinned,
            bellpull,
        } = beginning;
        let (now, awake) = (clock.now(), clock.awake());
        let core = Core {
            screen,
            tail: Tail::default(),
            is_followed: false,
            last_output_at: now,
            output_at: awake,
            shell: Shell::starts_in(directory),
            signs: Signs::default(),
            told_signs: Signs::default(),
        };
        Self {
            id,
            session,
            log: Arc::new(log),
            input,
            process: Mutex::new(Some(process)),
            phase: watch::Sender::new(Phase::Starting),
            changed: Notify::new(),
            hurried: Notify::new(),
            nature,
            command_name,
            host: rustix::system::uname().nodename().to_string_lossy().into_owned(),
            began_at: awake,
            life: Mutex::new(Life::begin(awake, pinned)),
            core: Mutex::new(core),
            bellpull,
            pump: Mutex::default(),
            clock,
            flusher,
        }
    }

    /// Output of the process, or of the engine in its place: logged, shown, and told to viewers.
    /// `viewed`: whether anybody looks on. Answers what the terminal has to be told.
    pub(super) fn output(&self, bytes: &[u8], viewed: impl Fn() -> bool) -> Vec<u8> {
        let now = self.clock.now();
        let mut core = self.core();
        let first_unsaved = self.log.append(&LogEvent::Output(bytes), now);
        core.last_output_at = now;
        core.output_at = self.clock.awake();
        if core.is_followed {
            core.tail.push_output(bytes);
        }
        let effects = core.screen.feed(bytes);
        core.shell.hear(&effects.signals, &self.host);
        self.sign(&mut core, |signs| signs.hear(&effects.signals, viewed));
        let replies = self.take_in(&core, effects, now);
        if self.log.wants_checkpoint() {
            self.log.checkpoint(&core.screen, now);
        }
        drop(core);
        self.tell(first_unsaved);
        replies
    }

    /// The grid takes another size, in the terminal and for every viewer. `false`: the run is about to go.
    pub(super) fn resize(&self, size: Size) -> bool {
        let _life = self.life();
        let alive = self.is_alive();
        if alive && self.size() != size {
            self.set_size(size);
        }
        alive
    }

    /// `None`: the run is about to go. `Some(false)`: the program has not read what it was given before.
    pub(super) fn type_in(&self, bytes: Vec<u8>) -> Option<bool> {
        let mut life = self.life();
        self.is_alive().then(|| {
            life.typed(self.clock.awake(), self.clock.now());
            self.bell_was_heard();
            // What is typed is about to be answered.
            self.hurried.notify_waiters();
            self.input.write(bytes)
        })
    }

    /// As [`Run::resize`], and recorded in any case: a replay without a checkpoint has no other way to know.
    pub(super) fn set_size(&self, size: Size) {
        let now = self.clock.now();
        let mut core = self.core();
        let first_unsaved = self.log.append(&LogEvent::Resized(size), now);
        let effects = core.screen.resize(size);
        self.take_in(&core, effects, now);
        if core.is_followed {
            core.tail.push_resized(size);
        }
        if let Some(process) = &*self.process()
            && let Err(error) = process.resize(size)
        {
            tracing::warn!(%error, run = %self.id, "the program was not told of the new size");
        }
        drop(core);
        self.tell(first_unsaved);
    }

    /// A new process takes over the screen of earlier ones: what stood there stays above a line with `mark`.
    pub(super) fn resume(&self, mark: &str) {
        let bytes = self.core().screen.resume_bytes(mark);
        self.output(&bytes, || true);
    }

    pub(super) fn set_pump(&self, pump: Pump) {
        *self.pump.lock().unwrap_or_else(PoisonError::into_inner) = Some(pump);
    }

    pub(super) fn take_pump(&self) -> Option<Pump> {
        self.pump.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// A moment in the session's life, for replay.
    pub(super) fn mark(&self, text: &str) {
        let first_unsaved = self.log.append(&LogEvent::Mark(text), self.clock.now());
        self.tell(first_unsaved);
    }

    /// A broken screen's lines are not kept: the rebuilt one has them.
    fn take_in(&self, core: &Core, effects: Effects, now: Millis) -> Vec<u8> {
        if !core.screen.is_broken() {
            self.log.push_lines(&effects.history, now);
        }
        effects.replies
    }

    fn tell(&self, first_unsaved: bool) {
        if first_unsaved {
            self.flusher.wants(&self.log);
        }
        self.changed.notify_waiters();
    }

    /// The process was heard of, or had its second: it is live.
    pub(super) fn is_up(&self) -> bool {
        self.phase.send_if_modified(|phase| {
            let starting = *phase == Phase::Starting;
            if starting {
                *phase = Phase::Live;
            }
            starting
        })
    }

    /// Records the screen, where anything came since the last time.
    pub(super) fn checkpoint(&self) {
        let core = self.core();
        if self.log.is_ahead_of_checkpoint() {
            self.log.checkpoint(&core.screen, self.clock.now());
            drop(core);
            self.flusher.wants(&self.log);
        }
    }

    /// The last entry of the tail: viewers read it after everything else.
    pub(super) fn end_tail(&self, reason: Reason, exit: Option<Exit>) {
        self.core().tail.push_ended(reason, exit);
        self.hurry();
    }

    /// Whoever reads is to look at once, even one that rests.
    pub(super) fn hurry(&self) {
        self.hurried.notify_waiters();
        self.changed.notify_waiters();
    }

    /// Lets `rest` pass; less, where there is no output for `quiet` milliseconds, or somebody hurries.
    pub(super) async fn rest(&self, rest: Duration, quiet: Millis) {
        let hurried = self.hurried.notified();
        let over = tokio::time::sleep(rest);
        tokio::pin!(hurried, over);
        while let Ok(left @ 1..) = u64::try_from(quiet - self.quiet_for()) {
            tokio::select! {
                () = &mut hurried => return,
                () = &mut over => return,
                () = tokio::time::sleep(Duration::from_millis(left)) => {}
            }
        }
    }

    /// Milliseconds since the last output.
    fn quiet_for(&self) -> Millis {
        self.clock.awake().since(self.core().output_at)
    }

    pub(super) fn is_broken(&self) -> bool {
        self.core().screen.is_broken()
    }

    /// Puts a rebuilt screen in the place of a broken one. Called while nothing is read from the terminal. The
    /// tail is behind it: viewers get a keyframe.
    pub(super) fn replace_screen(&self, rebuilt: Rebuilt) {
        let mut core = self.core();
        let size = core.screen.size();
        core.screen = rebuilt.screen;
        self.log.replace_lines(rebuilt.start.line, &rebuilt.lines, self.clock.now());
        if core.screen.size() != size {
            let effects = core.screen.resize(size);
            self.take_in(&core, effects, self.clock.now());
        }
        core.tail = Tail::after(&core.tail);
        drop(core);
        self.changed.notify_waiters();
    }

    /// Lines of history in the session, with those that the screen still holds above itself.
    pub(super) fn lines(&self) -> i64 {
        self.lines_in(&self.core())
    }

    pub(super) fn lines_in(&self, core: &Core) -> i64 {
        self.log.next_line() + core.screen.own_lines() as i64
    }

    pub(super) fn size(&self) -> Size {
        self.core().screen.size()
    }

    /// By the marks that a shell sends: whether it runs a command, and which.
    pub(super) fn shell_runs(&self) -> (bool, Option<String>) {
        self.core().shell.runs()
    }

    /// Where the shell is, where the database does not have that yet.
    pub(super) fn unsaved_directory(&self) -> Option<String> {
        self.core().shell.unsaved_directory()
    }

    pub(super) fn saved_directory(&self, directory: String) {
        self.core().shell.saved_directory(directory);
    }

    pub(super) fn signs(&self) -> Signs {
        self.core().signs
    }

    /// Somebody looks at the run or types into it.
    pub(super) fn bell_was_heard(&self) {
        self.sign(&mut self.core(), |signs| signs.rang = false);
    }

    /// The program that told of progress is over, whatever it told last.
    pub(super) fn job_is_over(&self) {
        self.sign(&mut self.core(), |signs| signs.progress = None);
    }

    /// Whether there are signs that were not told yet; then they count as told.
    pub(super) fn has_new_signs(&self) -> bool {
        let mut core = self.core();
        let signs = core.signs;
        std::mem::replace(&mut core.told_signs, signs) != signs
    }

    fn sign(&self, core: &mut Core, change: impl FnOnce(&mut Signs)) {
        change(&mut core.signs);
        if core.signs != core.told_signs {
            let _ = self.bellpull.try_send(());
        }
    }

    pub(super) fn output_at_and_alternate(&self) -> (Awake, bool) {
        let core = self.core();
        (core.output_at, core.screen.is_alternate())
    }

    pub(super) fn life(&self) -> MutexGuard<'_, Life> {
        self.life.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn last_output_at(&self) -> Millis {
        self.core().last_output_at
    }

    pub(super) fn phase(&self) -> Phase {
        *self.phase.borrow()
    }

    pub(super) fn process(&self) -> MutexGuard<'_, Option<Process>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn core(&self) -> MutexGuard<'_, Core> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pump's side of a run.
pub(super) struct Output {
    pub run: Arc<Run>,
    pub sessions: Weak<Sessions>,
    /// To rebuild a broken screen from the pump's thread, which is no thread of the runtime.
    pub runtime: Handle,
}

impl Terminal for Output {
    fn output(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.run.log.wait_for_room();
        let viewed = || self.sessions.upgrade().is_some_and(|sessions| sessions.viewers.has(self.run.id));
        let replies = self.run.output(bytes, viewed);
        self.run.is_up();
        if self.run.is_broken()
            && let Some(sessions) = self.sessions.upgrade()
        {
            tracing::error!(run = %self.run.id, "the screen failed on a stretch of output and is rebuilt from the log");
            self.runtime.block_on(sessions.rebuild(&self.run));
        }
        replies
    }

    fn quiet(&mut self) {
        self.run.core().screen.settle();
    }
}

impl std::fmt::Debug for Run {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Run").field("id", &self.id).field("phase", &self.phase()).finish_non_exhaustive()
    }
}
