//! The child process of a run: what to start, in which environment, its signals, its exit, its terminal.
//!
//! Three threads a run: the pump's two (see [`pump`]) and the waiter (sees the exit).
//! Unix only: process groups and PTYs are what this is about.

mod backlog;
mod command;
mod environment;
mod nature;
mod process;
mod profiles;
mod pump;
mod shells;

pub(crate) use command::{Resolved, resolve, split_words};
pub(crate) use environment::Environment;
pub(crate) use nature::{Nature, nature_of};
pub(crate) use process::{Group, Process, Spawn, job_in_session, name_of};
pub use profiles::Profile;
pub(crate) use profiles::{command_of, find_profiles};
pub(crate) use pump::{Input, Pump, Terminal};
pub(crate) use shells::Shells;

/// How a process ended, as observed. Where nobody saw it, there is no `Exit` at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Code(i32),
    Signal(i32),
}

impl Exit {
    /// `SEGV` for 11, and so on; the number where it has no common name.
    pub fn signal_name(signal: i32) -> String {
        let name = match signal {
            1 => "HUP",
            2 => "INT",
            3 => "QUIT",
            4 => "ILL",
            6 => "ABRT",
            8 => "FPE",
            9 => "KILL",
            11 => "SEGV",
            13 => "PIPE",
            14 => "ALRM",
            15 => "TERM",
            _ => return signal.to_string(),
        };
        name.to_owned()
    }
}

#[cfg(test)]
mod tests;
