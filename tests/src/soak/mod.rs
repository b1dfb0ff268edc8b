//! The soak: processes that work on the same sessions at random, and what their parent knows of them.

mod book;
mod processes;
mod worker;

use std::path::Path;

use anyhow::Result;
use inglenook_engine::SessionId;

pub use book::Book;
pub use processes::{check_no_process_is_left, check_one_process_a_session};
pub use worker::Worker;

/// Tasks in a worker that work at the same time.
pub const TASKS: u64 = 3;

/// The ids of the soak's sessions, deleted or not.
pub fn sessions_in(folder: &Path) -> Result<Vec<SessionId>> {
    let text = std::fs::read_to_string(folder.join("sessions"))?;
    Ok(text.lines().map(str::parse).collect::<std::result::Result<_, _>>()?)
}
