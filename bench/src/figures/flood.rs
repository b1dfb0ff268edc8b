//! `cat` of a large file in a session with a viewer, everything durable: the time until `cat` has ended.

use std::path::Path;

use anyhow::{Context, Result};

use super::Bar;
use crate::Bench;
use crate::numbers::{median, milliseconds, written};
use crate::ours;
use crate::peers::{self, Peer};
use crate::report::{Finding, Verdict};
use crate::script::Script;
use crate::streams::{KINDS, Kind};

const BAR: &str = "≥ 1.5 × tmux, ≥ 0.6 × bare";

pub(super) const BARS: &[Bar] =
    &[("flood, plain text", BAR), ("flood, dense colours", BAR), ("flood, CJK", BAR)];

/// Times of one kind of text, in seconds, a round after the other.
#[derive(Debug)]
struct Times {
    kind: Kind,
    bytes: f64,
    ours: Vec<f64>,
    /// In milliseconds.
    until_durable: Vec<f64>,
    peers: Vec<(Peer, Vec<f64>)>,
}

pub(super) async fn measure(bench: &Bench) -> Result<Vec<Finding>> {
    let size = bench.scaled(100_000_000);
    let mut findings = Vec::new();
    for kind in KINDS {
        let file = kind.write(bench.folder.path(), size)?;
        let installed = peers::ALL.into_iter().filter(|peer| peer.is_installed());
        let mut times = Times {
            kind,
            bytes: std::fs::metadata(&file)?.len() as f64,
            ours: Vec::new(),
            until_durable: Vec::new(),
            peers: installed.map(|peer| (peer, Vec::new())).collect(),
        };
        for _ in 0..bench.options.rounds {
            times.round(bench, &file).await?;
        }
        std::fs::remove_file(file)?;
        findings.push(times.finding());
    }
    Ok(findings)
}

impl Times {
    async fn round(&mut self, bench: &Bench, file: &Path) -> Result<()> {
        let flooded = ours::flood(&script(bench, file)?, file).await?;
        self.ours.push(flooded.cat.as_secs_f64());
        self.until_durable.push(milliseconds(flooded.until_durable));
        for (peer, times) in &mut self.peers {
            let took = peer.flood(&script(bench, file)?).await;
            times.push(took.with_context(|| peer.name())?.as_secs_f64());
        }
        Ok(())
    }

    /// How many times as fast as this one ours is: the median of the rounds' ratios.
    fn ratio(&self, wanted: Peer) -> Option<f64> {
        let (_, theirs) = self.peers.iter().find(|(peer, _)| *peer == wanted)?;
        Some(median(&theirs.iter().zip(&self.ours).map(|(theirs, ours)| theirs / ours).collect::<Vec<_>>()))
    }

    fn speed(&self, times: &[f64]) -> String {
        written(self.bytes / 1e6 / median(times))
    }

    fn finding(&self) -> Finding {
        let missing = peers::ALL.into_iter().filter(|peer| !peer.is_installed());
        let missing = missing.map(|peer| format!("{} not installed", peer.name()));
        let peers = self.peers.iter().map(|(peer, times)| format!("{} {}", peer.name(), self.speed(times)));
        let (tmux, bare) = (self.ratio(Peer::Tmux), self.ratio(Peer::Bare));
        let verdict = match (tmux, bare) {
            (Some(tmux), Some(bare)) => Verdict::of(tmux >= 1.5 && bare >= 0.6),
            _ => Verdict::NotMeasured("tmux is not installed".to_owned()),
        };
        let ratio = |ratio: Option<f64>| ratio.map_or_else(|| "–".to_owned(), written);
        Finding {
            name: format!("flood, {}", self.kind.name()),
            ours: format!(
                "{} MB/s, durable {} ms later",
                self.speed(&self.ours),
                written(median(&self.until_durable))
            ),
            peers: format!("{} MB/s", peers.chain(missing).collect::<Vec<_>>().join(" · ")),
            ratio: format!("{} × tmux, {} × bare", ratio(tmux), ratio(bare)),
            bar: BAR.to_owned(),
            verdict,
        }
    }
}

fn script(bench: &Bench, file: &Path) -> Result<Script> {
    Script::new(tempfile::tempdir_in(bench.folder.path())?.keep(), file)
}
