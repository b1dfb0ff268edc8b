//! What is measured. A figure may make several rows.

mod flood;
pub(crate) mod log_size;
pub(crate) mod memory;
mod open_asleep;

use anyhow::Result;

use crate::Bench;
use crate::report::Finding;

pub(crate) const ALL: [Figure; 4] = [Figure::Flood, Figure::OpenAsleep, Figure::Memory, Figure::LogSize];

/// A row's name and its bar.
type Bar = (&'static str, &'static str);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Figure {
    Flood,
    OpenAsleep,
    Memory,
    LogSize,
}

impl Figure {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Flood => "flood",
            Self::OpenAsleep => "open-asleep",
            Self::Memory => "memory",
            Self::LogSize => "log-size",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        ALL.into_iter().find(|figure| figure.name() == name)
    }

    fn bars(self) -> &'static [Bar] {
        match self {
            Self::Flood => flood::BARS,
            Self::OpenAsleep => open_asleep::BARS,
            Self::Memory => memory::BARS,
            Self::LogSize => log_size::BARS,
        }
    }

    /// One that fails is not measured, and says why.
    pub(crate) async fn measure(self, bench: &Bench) -> Vec<Finding> {
        eprintln!("» {}", self.name());
        match self.try_to(bench).await {
            Ok(findings) => findings,
            Err(error) => {
                let why = format!("{error:#}");
                self.bars().iter().map(|(name, bar)| Finding::not_measured(name, bar, &why)).collect()
            }
        }
    }

    async fn try_to(self, bench: &Bench) -> Result<Vec<Finding>> {
        match self {
            Self::Flood => flood::measure(bench).await,
            Self::OpenAsleep => open_asleep::measure(bench).await,
            Self::Memory => memory::measure(bench).await,
            Self::LogSize => log_size::measure(bench).await,
        }
    }
}
