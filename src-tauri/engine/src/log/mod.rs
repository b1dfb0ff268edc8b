//! The log of a session: its output as it came, from which everything else can be rebuilt.
//!
//! [`event`] is the wire form, [`block`] the stored form, [`RunLog`] collects what a run writes until the
//! store has it, [`replay`] makes a screen of it again. No I/O here.

mod block;
mod event;
#[cfg(any(test, fuzzing))]
mod fuzz;
mod guard;
mod history;
mod replay;
mod run_log;

pub(crate) use block::Block;
pub(crate) use event::LogEvent;
#[cfg(any(test, fuzzing))]
pub use fuzz::fuzz;
pub(crate) use guard::Guarded;
pub(crate) use history::{HistoryBlock, lines_before, pack, unpack};
pub(crate) use replay::{Kept, Rebuilt, output_in, rebuild};
#[cfg(test)]
pub(crate) use run_log::LogStart;
pub(crate) use run_log::{Batch, Checkpoint, RunLog};

#[cfg(test)]
mod tests;
