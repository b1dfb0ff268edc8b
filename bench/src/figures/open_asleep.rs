//! Opening a session that sleeps, with 10,000 lines: in the engine, until its viewer has the screen.

use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};
use inglenook_engine::Frame;

use super::Bar;
use crate::numbers::{median, milliseconds, p95, written};
use crate::report::{Finding, Verdict};
use crate::{Bench, ours};

const NAME: &str = "open an asleep session, engine";
const BAR: &str = "p95 < 30 ms";

pub(super) const BARS: &[Bar] = &[(NAME, BAR)];

pub(super) const LINES: usize = 10_000;
/// How the last of them begins.
pub(super) const LAST_LINE: &str = "00010000 ";
const SESSIONS: usize = 20;

/// Prints so many lines of 76 characters, then waits.
pub(super) fn long(lines: usize) -> String {
    format!("sh -c \"{}; read go\"", printing(lines))
}

/// Prints them the first time; waits from the second time on, as a shell does.
pub(super) fn long_once(lines: usize, flag: &Path) -> String {
    let flag = flag.display();
    format!("sh -c \"test -e '{flag}' || {{ touch '{flag}'; {}; }}; read go\"", printing(lines))
}

fn printing(lines: usize) -> String {
    let awk =
        format!("BEGIN {{ for (n = 1; n <= {lines}; n++) printf \"%08d %067d\\n\", n, n; print \"done\" }}");
    format!("awk '{}'", awk.replace('\\', r"\\").replace('"', r#"\""#))
}

pub(super) async fn measure(bench: &Bench) -> Result<Vec<Finding>> {
    let mut times = Vec::new();
    for _ in 0..bench.options.rounds {
        let folder = tempfile::tempdir_in(bench.folder.path())?;
        let engine = inglenook_tests::engine(folder.path()).await?;
        let mut sessions = Vec::new();
        for number in 0..SESSIONS {
            let flag = folder.path().join(format!("printed-{number}"));
            let session = ours::session(&engine, &format!("long {number}"), &long_once(LINES, &flag)).await?;
            let (_, viewer) = ours::look(&engine, session).await?;
            ours::until_seen(&engine, viewer, "done\r\n").await?;
            sessions.push(session);
        }
        engine.shut_down().await;
        let engine = inglenook_tests::engine(folder.path()).await?;
        for session in sessions {
            let start = Instant::now();
            let (_, viewer) = ours::look(&engine, session).await?;
            let frames = engine.read(viewer).await?;
            times.push(milliseconds(start.elapsed()));
            ensure!(shows(&frames), "the screen that was opened does not show its last lines");
        }
        engine.shut_down().await;
    }
    Ok(vec![Finding {
        name: NAME.to_owned(),
        ours: format!("median {} ms, p95 {} ms", written(median(&times)), written(p95(&times))),
        peers: format!("{} openings", times.len()),
        ratio: "–".to_owned(),
        bar: BAR.to_owned(),
        verdict: Verdict::of(p95(&times) < 30.0),
    }])
}

fn shows(frames: &[Frame]) -> bool {
    let Some(Frame::Keyframe { bytes, .. }) = frames.first() else { return false };
    let text = String::from_utf8_lossy(bytes);
    text.contains(LAST_LINE) && text.contains("done")
}
