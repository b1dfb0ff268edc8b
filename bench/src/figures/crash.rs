//! A page whose process is killed: until a key reaches the program again.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use inglenook_tests::desktop::{self, App, Part};
use inglenook_tests::{Place, kill, page_process};

use super::Bar;
use crate::numbers::{median, p95, written};
use crate::report::{Finding, Verdict};
use crate::{Bench, window};

const NAME: &str = "a crashed page is back";
const BAR: &str = "< 2 s";

pub(super) const BARS: &[Bar] = &[(NAME, BAR)];

const PATIENCE: Duration = Duration::from_secs(30);

pub(super) async fn measure(bench: &Bench) -> Result<Vec<Finding>> {
    let mut times = Vec::new();
    for _ in 0..bench.options.rounds {
        times.push(back_after().await?);
    }
    Ok(vec![Finding {
        name: NAME.to_owned(),
        ours: format!("median {} s, longest {} s", written(median(&times)), written(p95(&times))),
        peers: "from SIGKILL to a key in the program".to_owned(),
        ratio: "–".to_owned(),
        bar: BAR.to_owned(),
        verdict: Verdict::of(median(&times) < 2.0),
    }])
}

/// Seconds. A driver's session does not survive the page: keys and clicks are the display's.
async fn back_after() -> Result<f64> {
    let place = Place::new()?;
    let typed = place.home().join("typed");
    let line = format!("sh -c \"echo ready; exec cat > '{}'\"", typed.display());
    let sessions = window::sessions(&place, &[line]).await?;
    let driven = window::start(&place).await?;
    window::open(&driven, sessions[0], "ready").await?;
    let terminal = driven.wait_for("[data-testid=terminal]").await?.rectangle().await?;
    driven.quit().await?;
    let app = App::start(&place)?;
    // One that slept is in view with its last screen; Enter resumes it.
    until_typed(&typed, "x", terminal).await?;
    let page = page_process(app.pid).context("the page's process")?;
    let killed = Instant::now();
    kill(page)?;
    // Another letter: what was typed before does not count.
    until_typed(&typed, "y", terminal).await?;
    let took = killed.elapsed();
    app.quit().await?;
    Ok(took.as_secs_f64())
}

/// Clicks and types the letter, a line each, until it reaches the program.
async fn until_typed(typed: &Path, letter: &str, terminal: Part) -> Result<()> {
    let begun = Instant::now();
    while !fs::read_to_string(typed)?.contains(letter) {
        desktop::click(terminal).await?;
        desktop::type_line(letter).await?;
        if begun.elapsed() > PATIENCE {
            bail!("no key reaches the program");
        }
    }
    Ok(())
}
