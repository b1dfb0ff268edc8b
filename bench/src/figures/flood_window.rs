//! The same floods with the real window as the viewer, its pane in view, in turn with the engine alone; and when the
//! window shows the last screen.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use inglenook_engine::SessionId;
use inglenook_tests::{Place, Window};

use super::Bar;
use crate::numbers::{median, written};
use crate::report::{Finding, Verdict};
use crate::script::{READY, Script};
use crate::streams::{KINDS, Kind, LAST};
use crate::{Bench, ours, window};

const FLOOD_BAR: &str = "≥ 0.9 × without a window";
const LAST_BAR: &str = "≤ 150 ms after the end";

pub(super) const BARS: &[Bar] = &[
    ("flood in the window, plain text", FLOOD_BAR),
    ("last screen after a flood, plain text", LAST_BAR),
    ("flood in the window, dense colours", FLOOD_BAR),
    ("last screen after a flood, dense colours", LAST_BAR),
    ("flood in the window, CJK", FLOOD_BAR),
    ("last screen after a flood, CJK", LAST_BAR),
];

#[derive(Debug, Default)]
struct Times {
    /// In seconds.
    alone: Vec<f64>,
    window: Vec<f64>,
    /// From the end of `cat` until the last line was drawn, in milliseconds.
    last_line: Vec<f64>,
}

pub(super) async fn measure(bench: &Bench) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for kind in KINDS {
        let file = kind.write(bench.folder.path(), bench.scaled(100_000_000))?;
        let times = of_kind(bench, &file).await?;
        findings.extend(times.findings(kind, fs::metadata(&file)?.len() as f64 / 1e6));
        fs::remove_file(file)?;
    }
    Ok(findings)
}

async fn of_kind(bench: &Bench, file: &Path) -> Result<Times> {
    let place = Place::new()?;
    let folder = |round: usize| -> Result<PathBuf> {
        let folder = place.home().join(format!("round-{round}"));
        fs::create_dir(&folder)?;
        Ok(folder)
    };
    let scripts = (0..bench.options.rounds)
        .map(|round| Script::new(folder(round)?, file))
        .collect::<Result<Vec<_>>>()?;
    let lines: Vec<_> = scripts.iter().map(Script::line).collect();
    let sessions = window::sessions(&place, &lines).await?;
    let app = window::start(&place).await?;
    let mut times = Times::default();
    for (script, session) in scripts.iter().zip(&sessions) {
        let alone = Script::new(tempfile::tempdir_in(bench.folder.path())?.keep(), file)?;
        times.alone.push(ours::flood(&alone, file).await?.cat.as_secs_f64());
        times.last_line.push(in_window(&app, *session, script, file).await?);
        times.window.push(script.took()?.as_secs_f64());
    }
    app.quit().await?;
    let engine = inglenook_tests::engine(&place.data_dir()).await?;
    for session in sessions {
        ours::is_all_there(&engine, session, file).await?;
    }
    engine.shut_down().await;
    Ok(times)
}

/// Answers how long after the end of `cat` the last line was drawn.
async fn in_window(app: &Window, session: SessionId, script: &Script, file: &Path) -> Result<f64> {
    window::open(app, session, READY).await?;
    let drawn = window::run(app, include_str!("../page/last-line.js"), vec![LAST.into()]);
    let (drawn, begun) = tokio::join!(drawn, script.go());
    begun?;
    let drawn_at = window::number(&drawn?)?;
    let shown = app.dump().await?;
    is_last(&shown.text(), file)?;
    // `date` is started after `cat`: the window may be faster than that.
    Ok((drawn_at - script.ended_at()?).max(0.0))
}

/// The terminal shows the last lines of the file, each of which begins with its number, and nothing else after them.
fn is_last(shown: &str, file: &Path) -> Result<()> {
    let text = fs::read_to_string(file)?;
    let lines = text.lines().count() - 1;
    let mut shown = shown.trim_end().lines().rev();
    ensure!(shown.next() == Some(LAST), "the last line is not the last in the window");
    for number in (lines - 10..lines).rev() {
        let line = shown.next().unwrap_or_default();
        ensure!(
            line.starts_with(&format!("{number:08}")),
            "the window shows {line:?} where line {number} belongs"
        );
    }
    Ok(())
}

impl Times {
    fn findings(&self, kind: Kind, megabytes: f64) -> [Finding; 2] {
        let ratios: Vec<_> =
            self.alone.iter().zip(&self.window).map(|(alone, window)| alone / window).collect();
        let worst = self.last_line.iter().copied().fold(0.0, f64::max);
        let flood = Finding {
            name: format!("flood in the window, {}", kind.name()),
            ours: format!("{} MB/s", written(megabytes / median(&self.window))),
            peers: format!("without a window {} MB/s", written(megabytes / median(&self.alone))),
            ratio: format!("{} × without", written(median(&ratios))),
            bar: FLOOD_BAR.to_owned(),
            verdict: Verdict::of(median(&ratios) >= 0.9),
        };
        let last = Finding {
            name: format!("last screen after a flood, {}", kind.name()),
            ours: format!("median {} ms, worst {} ms", written(median(&self.last_line)), written(worst)),
            peers: "drawn, and every line as written".to_owned(),
            ratio: "–".to_owned(),
            bar: LAST_BAR.to_owned(),
            verdict: Verdict::of(worst <= 150.0),
        };
        [flood, last]
    }
}
