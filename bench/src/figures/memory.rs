//! Memory that a live run with 10,000 lines of 76 characters costs, in a process of its own; and a window of tmux.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::Bar;
use super::open_asleep::long;
use crate::numbers::{median, written};
use crate::peers::{Peer, tmux};
use crate::report::{Finding, Verdict};
use crate::{Bench, machine, ours};

const NAME: &str = "memory of a live run with 10,000 lines";
const BAR: &str = "≤ 0.5 × tmux";

pub(super) const BARS: &[Bar] = &[(NAME, BAR)];

const RUNS: usize = 20;
/// 10,000 of them leave a screen of 24 rows. (A tmux that has more than it may keep drops a tenth.)
const LINES: usize = 10_020;

pub(super) async fn measure(bench: &Bench) -> Result<Vec<Finding>> {
    if !Peer::Tmux.is_installed() {
        return Ok(vec![Finding::not_measured(NAME, BAR, "tmux is not installed")]);
    }
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..bench.options.rounds {
        let folder = tempfile::tempdir_in(bench.folder.path())?;
        mine.push(of_an_engine(folder.path())?);
        theirs.push(of_tmux(folder.path()).await?);
    }
    let ratio = median(&mine) / median(&theirs);
    Ok(vec![Finding {
        name: NAME.to_owned(),
        ours: format!("{} MB", written(median(&mine))),
        peers: format!("tmux {} MB", written(median(&theirs))),
        ratio: format!("{} × tmux", written(ratio)),
        bar: BAR.to_owned(),
        verdict: Verdict::of(ratio <= 0.5),
    }])
}

/// Megabytes a run: what [`RUNS`] runs add to an engine that has had one before.
fn of_an_engine(folder: &Path) -> Result<f64> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("engine").arg(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = Ended(command.spawn()?);
    let pid = i32::try_from(engine.0.id())?;
    let mut said = BufReader::new(engine.0.stdout.take().context("the engine says nothing")?);
    let mut memory = || {
        let mut line = String::new();
        said.read_line(&mut line)?;
        ensure!(!line.is_empty(), "the engine ended early");
        machine::own_memory(pid)
    };
    let before = memory()?;
    let after = memory()?;
    Ok(after.saturating_sub(before) as f64 / 1e6 / RUNS as f64)
}

/// `engine FOLDER`: one run, a line; many more, another line; then it waits for the end of its input.
pub(crate) async fn engine_of_its_own(folder: &Path) -> Result<()> {
    let engine = inglenook_tests::engine(folder).await?;
    for number in 0..=RUNS {
        let session = ours::session(&engine, &format!("run {number}"), &long(LINES)).await?;
        let (_, viewer) = ours::look(&engine, session).await?;
        ours::until_seen(&engine, viewer, "done\r\n").await?;
        ours::until_saved(&engine).await?;
        // As in tmux's server: nobody looks at it.
        engine.detach(viewer);
        if number == 0 || number == RUNS {
            println!("{number}");
        }
    }
    std::io::stdin().read_to_end(&mut Vec::new())?;
    engine.shut_down().await;
    Ok(())
}

/// Megabytes a window, of a server that keeps 10,000 lines.
async fn of_tmux(folder: &Path) -> Result<f64> {
    let socket = folder.join("socket");
    let said = measure_tmux(&socket).await;
    tmux(&socket, &["kill-server"]);
    said
}

async fn measure_tmux(socket: &Path) -> Result<f64> {
    let line = long(LINES);
    tmux(
        socket,
        &["start-server", ";", "set", "-g", "history-limit", "10000", ";", "new-session", "-d", &line],
    );
    let pid = tmux(socket, &["display-message", "-p", "#{pid}"]).parse().context("tmux does not start")?;
    until_lines(socket, 1).await?;
    let before = machine::own_memory(pid)?;
    for _ in 0..RUNS {
        tmux(socket, &["new-window", "-d", &line]);
    }
    until_lines(socket, RUNS + 1).await?;
    let after = machine::own_memory(pid)?;
    Ok(after.saturating_sub(before) as f64 / 1e6 / RUNS as f64)
}

/// Waits until so many windows have their full history: tmux tells nobody.
async fn until_lines(socket: &Path, windows: usize) -> Result<()> {
    for _ in 0..600 {
        let sizes = tmux(socket, &["list-windows", "-F", "#{history_size}"]);
        if sizes.lines().filter(|size| size.parse::<usize>().is_ok_and(|size| size >= 9_990)).count()
            >= windows
        {
            return Ok(());
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    anyhow::bail!("tmux never has {windows} windows with their history")
}

/// Ended with what asked for it.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
