//! Opening asleep sessions with 10,000 lines by a click, one after the other: how long each takes, and what the page
//! weighs in the end.

use std::time::Duration;

use anyhow::{Context, Result};
use inglenook_engine::SessionId;
use inglenook_tests::{Place, page_process};

use super::Bar;
use super::open_asleep::{LAST_LINE, LINES, long_once};
use crate::numbers::{median, p95, written};
use crate::report::{Finding, Verdict};
use crate::{Bench, machine, ours, window};

const OPENING: &str = "open an asleep session, window";
const MEMORY: &str = "memory of the page after opening 50 sessions";
const OPENING_BAR: &str = "p95 < 150 ms";
const MEMORY_BAR: &str = "≤ 40 MB over the first";

pub(super) const BARS: &[Bar] = &[(OPENING, OPENING_BAR), (MEMORY, MEMORY_BAR)];

const SESSIONS: usize = 50;

/// In which the page collects its garbage.
const REST: Duration = Duration::from_secs(10);

pub(super) async fn measure(bench: &Bench) -> Result<Vec<Finding>> {
    let (mut times, mut grown) = (Vec::new(), Vec::new());
    for _ in 0..bench.options.rounds {
        let place = Place::new()?;
        let sessions = asleep(&place).await?;
        let app = window::start(&place).await?;
        let page = page_process(app.pid).context("the page has a process")?;
        let mut first = None;
        for session in sessions {
            app.wait_for(&window::row_of(session)).await?;
            let arguments = vec![session.to_string().into(), LAST_LINE.into()];
            let took = window::run(&app, include_str!("../page/open.js"), arguments).await?;
            times.push(window::number(&took)?);
            if first.is_none() {
                tokio::time::sleep(REST).await;
                first = Some(machine::own_memory(page)?);
            }
        }
        let first = first.context("fifty were opened")?;
        tokio::time::sleep(REST).await;
        grown.push((machine::own_memory(page)? as f64 - first as f64) / 1e6);
        app.quit().await?;
    }
    Ok(vec![opening(&times), memory(&grown)])
}

/// Sessions that printed their lines and went to sleep with the app.
async fn asleep(place: &Place) -> Result<Vec<SessionId>> {
    let engine = inglenook_tests::engine(&place.data_dir()).await?;
    let mut sessions = Vec::new();
    for number in 0..SESSIONS {
        let flag = place.home().join(format!("printed-{number}"));
        let session = ours::session(&engine, &format!("session {number}"), &long_once(LINES, &flag)).await?;
        let (_, viewer) = ours::look(&engine, session).await?;
        ours::until_seen(&engine, viewer, "done\r\n").await?;
        sessions.push(session);
    }
    engine.shut_down().await;
    Ok(sessions)
}

fn opening(times: &[f64]) -> Finding {
    Finding {
        name: OPENING.to_owned(),
        ours: format!("median {} ms, p95 {} ms", written(median(times)), written(p95(times))),
        peers: format!("{} openings", times.len()),
        ratio: "–".to_owned(),
        bar: OPENING_BAR.to_owned(),
        verdict: Verdict::of(p95(times) < 150.0),
    }
}

fn memory(grown: &[f64]) -> Finding {
    Finding {
        name: MEMORY.to_owned(),
        ours: format!("{} MB more", written(median(grown))),
        peers: "its state after the first".to_owned(),
        ratio: "–".to_owned(),
        bar: MEMORY_BAR.to_owned(),
        verdict: Verdict::of(median(grown) <= 40.0),
    }
}
