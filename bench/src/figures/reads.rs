//! Two million reads of viewers: what the page weighs afterwards. By eight viewers at once, which draw nothing: it is
//! the reading itself that is looked at.

use anyhow::{Context, Result};
use inglenook_tests::{Place, page_process};
use serde_json::Value;

use super::Bar;
use crate::numbers::written;
use crate::report::{Finding, Verdict};
use crate::{Bench, machine, window};

const NAME: &str = "2,000,000 reads of viewers";
const BAR: &str = "≤ 20 MB more in the page";

pub(super) const BARS: &[Bar] = &[(NAME, BAR)];

const READS: u64 = 2_000_000;
/// Enough to see that it works.
const FEW_READS: u64 = 20_000;
const VIEWERS: u64 = 8;
/// One script of the driver runs for minutes at most.
const AT_A_TIME: u64 = 20_000;

pub(super) async fn measure(bench: &Bench) -> Result<Vec<Finding>> {
    let place = Place::new()?;
    // A write for each letter.
    let sessions =
        window::sessions(&place, &["sh -c \"echo ready; while :; do printf .; done\"".to_owned()]).await?;
    let app = window::start(&place).await?;
    window::open(&app, sessions[0], "ready").await?;
    let page = page_process(app.pid).context("the page has a process")?;
    let reads = if bench.options.long { READS } else { FEW_READS };
    let run = app.wait_for("[data-testid=terminal]").await?.attr("data-run").await?;
    let run: u64 = run.context("the terminal names its run")?.parse()?;
    // Its own pane is not what is looked at.
    app.click("[data-testid=new-session]").await?;
    read(&app, run, AT_A_TIME).await?;
    let before = machine::own_memory(page)?;
    for _ in 0..reads / AT_A_TIME {
        read(&app, run, AT_A_TIME).await?;
    }
    let grown = (machine::own_memory(page)? as f64 - before as f64) / 1e6;
    app.kill().await?;
    let mut finding = Finding::not_measured(NAME, BAR, &format!("{reads} reads only; --long makes them all"));
    finding.ours = format!("{} MB more after {reads}", written(grown));
    if reads == READS {
        finding.verdict = Verdict::of(grown <= 20.0);
    }
    Ok(vec![finding])
}

async fn read(app: &inglenook_tests::Window, run: u64, count: u64) -> Result<()> {
    let arguments: Vec<Value> = vec![run.into(), count.into(), VIEWERS.into()];
    let answer = window::run(app, include_str!("../page/reads.js"), arguments).await?;
    window::number(&answer)?;
    Ok(())
}
