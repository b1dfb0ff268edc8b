//! What sixteen live sessions cost that do nothing, with the window in view.

use std::time::Duration;

use anyhow::{Context, Result};
use inglenook_tests::{Place, children_of};

use super::Bar;
use crate::numbers::{median, written};
use crate::report::{Finding, Verdict};
use crate::{Bench, machine, window};

const NAME: &str = "CPU with 16 idle sessions";
const BAR: &str = "< 0.5 % of a core";

pub(super) const BARS: &[Bar] = &[(NAME, BAR)];

const SESSIONS: usize = 16;

/// Activity is looked at every second or so: that counts, too.
const LOOK: Duration = Duration::from_secs(30);

pub(super) async fn measure(bench: &Bench) -> Result<Vec<Finding>> {
    let place = Place::new()?;
    let sessions = window::sessions(&place, &vec!["bash".to_owned(); SESSIONS]).await?;
    let app = window::start(&place).await?;
    for session in sessions {
        window::open(&app, session, "$").await?;
    }
    let mut shares = Vec::new();
    // The first look is not counted: what was opened comes to rest.
    for round in 0..=bench.options.rounds {
        let before = of_all(app.pid)?;
        tokio::time::sleep(LOOK).await;
        let share = (of_all(app.pid)? - before) / LOOK.as_secs_f64() * 100.0;
        if round > 0 {
            shares.push(share);
        }
    }
    app.kill().await?;
    Ok(vec![Finding {
        name: NAME.to_owned(),
        ours: format!("{} %", written(median(&shares))),
        peers: "app, page and network process together".to_owned(),
        ratio: "–".to_owned(),
        bar: BAR.to_owned(),
        verdict: Verdict::of(median(&shares) < 0.5),
    }])
}

/// Of the app and the web view's processes, without the shells.
fn of_all(app: i32) -> Result<f64> {
    let children = children_of(u32::try_from(app)?);
    let web = children.into_iter().filter(|pid| {
        std::fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.starts_with("WebKit"))
    });
    std::iter::once(app).chain(web).map(machine::time_on_core).sum::<Result<f64>>().context("the app is gone")
}
