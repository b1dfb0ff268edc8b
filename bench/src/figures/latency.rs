//! From a key to its echo on the screen: in the window, and in a bare xterm.js over a bare terminal in the same web view.
//! Both idle, and both with another terminal that floods.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use inglenook_engine::SessionId;
use inglenook_tests::{Place, Window, stop};

use super::Bar;
use crate::drained::Drained;
use crate::numbers::{median, p95, written};
use crate::report::{Finding, Verdict};
use crate::{Bench, window};

const IDLE: &str = "key to echo, idle";
const FLOODED: &str = "key to echo, another session floods";
const IDLE_BAR: &str = "median ≤ 1.5 × bare xterm.js, p95 < 16 ms";
const FLOODED_BAR: &str = "median ≤ 1.5 × bare xterm.js, p95 < 50 ms";

pub(super) const BARS: &[Bar] = &[(IDLE, IDLE_BAR), (FLOODED, FLOODED_BAR)];

const KEYS: usize = 100;

/// Echoes of the terminal itself.
const ECHO: &str = "echo ready; exec cat > /dev/null";

#[derive(Debug, Default)]
struct Times {
    ours: Vec<f64>,
    bare: Vec<f64>,
}

pub(super) async fn measure(bench: &Bench) -> Result<Vec<Finding>> {
    let (place, other) = (Place::new()?, Place::new()?);
    let pid_file = place.home().join("flood-pid");
    let lines = [ECHO.to_owned(), flood(&pid_file)].map(|line| format!("sh -c \"{line}\""));
    let sessions = window::sessions(&place, &lines).await?;
    let app = window::start(&place).await?;
    window::open(&app, sessions[0], "ready").await?;
    let (columns, rows) = app.dump().await.map(|dump| (dump.columns.to_string(), dump.rows.to_string()))?;
    let echo = window::program(&other, "echo", ECHO)?;
    let bare = window::start_bare(&other, &[&columns, &rows, &echo]).await?;
    bare.wait_for_words(".xterm-rows", "ready").await?;
    let idle = rounds(bench, &app, &bare, None).await?;
    let floods = Floods::start(&app, &sessions, &pid_file, &other).await?;
    let flooded = rounds(bench, &app, &bare, Some(&floods)).await?;
    app.kill().await?;
    bare.kill().await?;
    Ok(vec![idle.finding(IDLE, IDLE_BAR, 16.0), flooded.finding(FLOODED, FLOODED_BAR, 50.0)])
}

fn flood(pid_file: &Path) -> String {
    format!("echo $$ > '{}'; exec yes '{:076}'", pid_file.display(), 0)
}

async fn rounds(bench: &Bench, app: &Window, bare: &Window, floods: Option<&Floods>) -> Result<Times> {
    let mut times = Times::default();
    for _ in 0..bench.options.rounds {
        floods.map_or(Ok(()), |floods| floods.only(Flooding::Ours))?;
        times.ours.extend(keys(app).await?);
        floods.map_or(Ok(()), |floods| floods.only(Flooding::Bare))?;
        times.bare.extend(keys(bare).await?);
    }
    Ok(times)
}

async fn keys(window: &Window) -> Result<Vec<f64>> {
    let answer = window::run(window, include_str!("../page/keys.js"), vec![KEYS.into()]).await?;
    answer.as_array().context("the page answers times")?.iter().map(window::number).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flooding {
    Ours,
    Bare,
}

/// One program that floods a session of the app, and one that floods a bare terminal; one goes on at a time.
struct Floods {
    ours: i32,
    bare: i32,
    _drained: Drained,
}

impl Floods {
    async fn start(app: &Window, sessions: &[SessionId], pid_file: &Path, other: &Place) -> Result<Self> {
        window::open(app, sessions[1], "0000").await?;
        let ours = pid_in(pid_file)?;
        stop(ours, true)?;
        window::open(app, sessions[0], "x").await?;
        let own_file = other.home().join("flood-pid");
        let line = format!("echo ready; {}", flood(&own_file));
        let mut drained = Drained::start(&["sh".to_owned(), "-c".to_owned(), line], &other.home())?;
        drained.ready().await?;
        Ok(Self { ours, bare: pid_in(&own_file)?, _drained: drained })
    }

    fn only(&self, which: Flooding) -> Result<()> {
        stop(self.ours, which != Flooding::Ours)?;
        stop(self.bare, which != Flooding::Bare)
    }
}

fn pid_in(file: &Path) -> Result<i32> {
    Ok(fs::read_to_string(file)?.trim().parse()?)
}

impl Times {
    fn finding(&self, name: &str, bar: &str, limit: f64) -> Finding {
        let both =
            |times: &[f64]| format!("median {} ms, p95 {} ms", written(median(times)), written(p95(times)));
        let ratio = median(&self.ours) / median(&self.bare);
        Finding {
            name: name.to_owned(),
            ours: both(&self.ours),
            peers: format!("bare xterm.js {}", both(&self.bare)),
            ratio: format!("{} × bare", written(ratio)),
            bar: bar.to_owned(),
            verdict: Verdict::of(ratio <= 1.5 && p95(&self.ours) < limit),
        }
    }
}
