//! What the tests of the command share: a place of their own, and a terminal to run it in.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part")]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use inglenook_engine::{Clock, Engine, InstanceKind, Moments, Options, Size, screen};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

pub const NOOK: &str = env!("CARGO_BIN_EXE_nook");

/// Shared machines are slow at times; what takes longer than this does not come.
const PATIENCE: Duration = Duration::from_secs(60);

pub const SIZE: Size = Size { columns: 80, rows: 24 };

/// Ctrl+\.
pub const LEAVE: &str = "\x1c";

/// Sessions, settings and a home of its own.
#[derive(Debug)]
pub struct Place {
    folder: TempDir,
}

/// What a command said, and how it ended.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Place {
    pub fn new() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        std::fs::create_dir(folder.path().join("home"))?;
        Ok(Self { folder })
    }

    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    pub fn data_dir(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn settings(&self) -> PathBuf {
        self.folder.path().join("settings.toml")
    }

    fn variables(&self) -> [(&'static str, PathBuf); 6] {
        [
            ("INGLENOOK_DATA_DIR", self.data_dir()),
            ("INGLENOOK_CONFIG", self.settings()),
            ("HOME", self.home()),
            ("SHELL", "/bin/sh".into()),
            ("TERM", "xterm-256color".into()),
            ("LANG", "C.UTF-8".into()),
        ]
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(NOOK);
        command.args(arguments).envs(self.variables()).current_dir(self.home()).stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Result<Ran> {
        let output = self.command(arguments).output()?;
        Ok(Ran {
            code: output.status.code(),
            out: String::from_utf8(output.stdout)?,
            err: String::from_utf8(output.stderr)?,
        })
    }

    /// What a command that works answers as JSON.
    pub fn json(&self, arguments: &[&str]) -> Result<Value> {
        let ran = self.run(arguments)?;
        if ran.code != Some(0) {
            bail!("{arguments:?} failed: {ran:?}");
        }
        Ok(serde_json::from_str(&ran.out)?)
    }

    /// Makes a session that runs a shell script, and answers its id.
    pub fn new_session(&self, title: &str, script: &str) -> Result<String> {
        let ran = self.run(&["new", "--title", title, "--", "sh", "-c", script])?;
        if ran.code != Some(0) {
            bail!("no session was made: {ran:?}");
        }
        Ok(ran.out.trim().to_owned())
    }

    /// The session as `ls` has it.
    pub fn listed(&self, id: &str) -> Result<Value> {
        let all = self.json(&["ls", "--json"])?;
        let rows = all.as_array().context("a list")?;
        rows.iter().find(|row| row["id"] == id).cloned().context("the session is listed")
    }

    /// An engine of the test's own process, as the app has one.
    pub async fn engine(&self) -> Result<Engine> {
        let options = Options {
            data_dir: self.data_dir(),
            config: self.settings(),
            kind: InstanceKind::App,
            clock: Clock::system(),
            moments: Moments::default(),
        };
        Ok(Engine::start(options).await?)
    }

    /// Runs the command in a terminal of its own.
    pub fn open(&self, arguments: &[&str]) -> Result<Terminal> {
        self.start(NOOK, arguments)
    }

    pub fn start(&self, program: &str, arguments: &[&str]) -> Result<Terminal> {
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.cwd(self.home());
        for (name, value) in self.variables() {
            command.env(name, value);
        }
        Terminal::start(command)
    }
}

/// A terminal with a program in it, which answers nothing.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    shown: Arc<Shown>,
    reader: JoinHandle<()>,
}

#[derive(Default)]
struct Shown {
    bytes: Mutex<Vec<u8>>,
    more: Condvar,
    stop: AtomicBool,
}

impl Terminal {
    fn start(command: CommandBuilder) -> Result<Self> {
        let size = PtySize { rows: SIZE.rows, cols: SIZE.columns, ..PtySize::default() };
        let pair = native_pty_system().openpty(size)?;
        let child = pair.slave.spawn_command(command)?;
        drop(pair.slave);
        let mut output = pair.master.try_clone_reader()?;
        let keys = pair.master.take_writer()?;
        let shown = Arc::new(Shown::default());
        let mine = Arc::clone(&shown);
        let reader = std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut buffer) {
                mine.bytes
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .extend_from_slice(&buffer[..length]);
                mine.more.notify_all();
                if mine.stop.load(Ordering::SeqCst) {
                    return;
                }
            }
        });
        Ok(Self { child, master: pair.master, keys, shown, reader })
    }

    pub fn pid(&self) -> Result<u32> {
        self.child.process_id().context("it runs")
    }

    pub fn type_text(&mut self, text: &str) -> Result<()> {
        self.keys.write_all(text.as_bytes())?;
        Ok(self.keys.flush()?)
    }

    pub fn resize(&self, columns: u16, rows: u16) -> Result<()> {
        self.master.resize(PtySize { rows, cols: columns, ..PtySize::default() })
    }

    /// Everything that came so far.
    pub fn bytes(&self) -> Vec<u8> {
        self.shown.bytes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What a terminal shows of it.
    pub fn screen(&self) -> Box<dyn screen::Screen> {
        let mut screen = screen::new(SIZE);
        screen.feed(&self.bytes());
        screen
    }

    pub fn text(&self) -> String {
        self.screen().rows_text().join("\n")
    }

    /// Waits until the terminal shows it.
    pub fn wait_for(&self, text: &str) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        let mut bytes = self.shown.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let mut screen = screen::new(SIZE);
            screen.feed(&bytes);
            let shows = screen.rows_text().join("\n");
            if shows.contains(text) {
                return Ok(());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                bail!("waited in vain for {text:?}; the terminal shows:\n{shows}");
            }
            let woken = self.shown.more.wait_timeout(bytes, left);
            bytes = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    pub fn signal(&self, signal: Signal) -> Result<()> {
        let pid = Pid::from_raw(i32::try_from(self.pid()?)?).context("a pid is not zero")?;
        Ok(kill_process(pid, signal)?)
    }

    /// The program's end, with all that it has written.
    pub fn wait(mut self) -> Result<Ended> {
        let code = end_of(&mut *self.child, &self.shown)?;
        drop(self.keys);
        drop(self.master);
        self.reader.join().map_err(|_| anyhow::anyhow!("the reader failed"))?;
        let bytes = std::mem::take(&mut *self.shown.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        let mut screen = screen::new(SIZE);
        screen.feed(&bytes);
        Ok(Ended { code, bytes, screen })
    }

    /// The terminal takes what comes next, and then nothing any more.
    pub fn stall(&self) {
        self.shown.stop.store(true, Ordering::SeqCst);
    }

    /// The terminal's window is closed. `echoed` has to make something appear, by which the reader lets go.
    pub fn close(mut self, echoed: &str) -> Result<u32> {
        self.shown.stop.store(true, Ordering::SeqCst);
        self.type_text(echoed)?;
        self.reader.join().map_err(|_| anyhow::anyhow!("the reader failed"))?;
        drop(self.keys);
        drop(self.master);
        end_of(&mut *self.child, &self.shown)
    }
}

/// The exit code of a program that ends in time.
fn end_of(child: &mut (dyn Child + Send + Sync), shown: &Shown) -> Result<u32> {
    let deadline = Instant::now() + PATIENCE;
    let mut bytes = shown.bytes.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.exit_code());
        }
        if Instant::now() > deadline {
            let pid = child.process_id();
            child.kill()?;
            bail!("process {pid:?} does not end, and was killed");
        }
        // Its end is nothing that wakes this.
        let woken = shown.more.wait_timeout(bytes, Duration::from_millis(10));
        bytes = woken.unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// What is left of a terminal whose program has ended.
pub struct Ended {
    pub code: u32,
    pub bytes: Vec<u8>,
    pub screen: Box<dyn screen::Screen>,
}

impl Ended {
    pub fn text(&self) -> String {
        self.screen.rows_text().join("\n")
    }
}

/// Asks again until it is so: a database has no event for another process.
pub fn until(what: &str, mut is_so: impl FnMut() -> Result<bool>) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    while !is_so()? {
        if Instant::now() > deadline {
            bail!("waited in vain until {what}");
        }
    }
    Ok(())
}

pub fn write_over(file: &Path, at: u64, bytes: &[u8]) -> Result<()> {
    use std::os::unix::fs::FileExt;
    let file = std::fs::File::options().write(true).open(file)?;
    Ok(file.write_all_at(bytes, at)?)
}
