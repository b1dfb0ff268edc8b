//! The probe: an engine in a process of its own, and what its sessions print.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};

/// Numbered lines for ever, each with the number of the process that wrote it. In bursts, with a breath in
/// between: what is read back at the end is all of it.
pub const FLOOD: &str =
    r#"sh -c 'n=0; while :; do n=$((n+1)); echo "<$$ $n>"; [ $((n%200)) = 0 ] && sleep 0.02; done'"#;

#[derive(Debug)]
pub struct Probe {
    child: Child,
    said: BufReader<ChildStdout>,
}

impl Probe {
    /// `program`: the test's `CARGO_BIN_EXE_probe`.
    pub fn start(program: &str, arguments: &[&str]) -> Result<Self> {
        let mut child =
            Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let said = BufReader::new(child.stdout.take().context("the probe says nothing")?);
        Ok(Self { child, said })
    }

    /// Its next line; an error where it ends instead.
    pub fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.said.read_line(&mut line)? == 0 {
            bail!("the probe ended: {}", self.child.wait()?);
        }
        Ok(line.trim_end().to_owned())
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn signal(&self, signal: Signal) -> Result<()> {
        Ok(kill_process(self.id()?, signal)?)
    }

    fn id(&self) -> Result<Pid> {
        Pid::from_raw(i32::try_from(self.child.id())?).context("a pid is not zero")
    }

    /// SIGKILL, and waits until nothing is left of it but what its parent has to reap.
    pub fn kill_unreaped(&self) -> Result<()> {
        self.signal(Signal::KILL)?;
        waitid(WaitId::Pid(self.id()?), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT)?;
        Ok(())
    }

    /// SIGKILL, and reaped.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

/// Checks that the lines of each process count up from one without a gap; answers how many there are. The
/// last line of a process may be cut, since it was killed while it wrote.
pub fn check_gapless(output: &str) -> Result<usize> {
    let mut lines = 0;
    let mut writer = "";
    let mut last = 0_u64;
    for piece in output.split('<').skip(1) {
        let Some((line, _)) = piece.split_once('>') else { continue };
        // Cut in the middle: what follows is the line that marks the resume.
        if line.chars().any(|letter| !letter.is_ascii_digit() && letter != ' ') {
            continue;
        }
        let (process, number) = line.split_once(' ').with_context(|| format!("a torn line: {line:?}"))?;
        let number: u64 = number.parse().with_context(|| format!("a torn line: {line:?}"))?;
        if process != writer {
            writer = process;
            last = 0;
        }
        if number != last + 1 {
            bail!("after line {last} of process {process} comes {number}");
        }
        last = number;
        lines += 1;
    }
    Ok(lines)
}

/// Copies the database as it lies on the disk at this moment, while its writer stands still.
pub fn copy_database(from: &Path, to: &Path) -> Result<()> {
    for name in ["inglenook.db", "inglenook.db-wal"] {
        if from.join(name).exists() {
            std::fs::copy(from.join(name), to.join(name))?;
        }
    }
    Ok(())
}
