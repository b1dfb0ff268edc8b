//! What is measured. A figure may make several rows.

mod crash;
mod flood;
mod flood_window;
mod idle_cpu;
mod latency;
pub(crate) mod log_size;
pub(crate) mod memory;
mod open_asleep;
mod open_window;
mod reads;
mod start;

use anyhow::Result;

use crate::Bench;
use crate::report::Finding;

pub(crate) const ALL: [Figure; 11] = [
    Figure::Flood,
    Figure::FloodWindow,
    Figure::Latency,
    Figure::OpenAsleep,
    Figure::OpenWindow,
    Figure::Memory,
    Figure::Start,
    Figure::IdleCpu,
    Figure::Crash,
    Figure::LogSize,
    Figure::Reads,
];

/// A row's name and its bar.
type Bar = (&'static str, &'static str);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Figure {
    Flood,
    FloodWindow,
    Latency,
    OpenAsleep,
    OpenWindow,
    Memory,
    Start,
    IdleCpu,
    Crash,
    LogSize,
    Reads,
}

impl Figure {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Flood => "flood",
            Self::FloodWindow => "flood-window",
            Self::OpenAsleep => "open-asleep",
            Self::Memory => "memory",
            Self::LogSize => "log-size",
            Self::Latency => "latency",
            Self::OpenWindow => "open-window",
            Self::Start => "start",
            Self::IdleCpu => "idle-cpu",
            Self::Crash => "crash",
            Self::Reads => "reads",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        ALL.into_iter().find(|figure| figure.name() == name)
    }

    fn bars(self) -> &'static [Bar] {
        match self {
            Self::Flood => flood::BARS,
            Self::FloodWindow => flood_window::BARS,
            Self::OpenAsleep => open_asleep::BARS,
            Self::Memory => memory::BARS,
            Self::LogSize => log_size::BARS,
            Self::Latency => latency::BARS,
            Self::OpenWindow => open_window::BARS,
            Self::Start => start::BARS,
            Self::IdleCpu => idle_cpu::BARS,
            Self::Crash => crash::BARS,
            Self::Reads => reads::BARS,
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
            Self::FloodWindow => flood_window::measure(bench).await,
            Self::OpenAsleep => open_asleep::measure(bench).await,
            Self::Memory => memory::measure(bench).await,
            Self::LogSize => log_size::measure(bench).await,
            Self::Latency => latency::measure(bench).await,
            Self::OpenWindow => open_window::measure(bench).await,
            Self::Start => start::measure(bench).await,
            Self::IdleCpu => idle_cpu::measure(bench).await,
            Self::Crash => crash::measure(bench).await,
            Self::Reads => reads::measure(bench).await,
        }
    }
}
