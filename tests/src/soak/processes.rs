//! The system's side of "one live run a session": each session has a directory of its own, and its program runs there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::process::all_pids;
use crate::{children_of, until_gone};

/// That of no session do two programs run whose owners live. Programs of the dead are on their way out.
pub fn check_one_process_a_session(folder: &Path, owners: &[u32]) -> Result<()> {
    let mut found: BTreeMap<PathBuf, Vec<(u32, i32)>> = BTreeMap::new();
    for &owner in owners {
        for child in children_of(owner) {
            if let Some(directory) = session_of(child, folder) {
                found.entry(directory).or_default().push((owner, child));
            }
        }
    }
    for (directory, programs) in found {
        // The look takes time: one may have gone before the next came.
        let still = |(owner, child): &&(u32, i32)| {
            children_of(*owner).contains(child) && session_of(*child, folder).as_ref() == Some(&directory)
        };
        let alive: Vec<_> = programs.iter().filter(still).collect();
        ensure!(alive.len() <= 1, "in {} run {alive:?} (owner, program)", directory.display());
    }
    Ok(())
}

/// No program outlives its owner, however that went. Its terminal is hung up with it.
pub async fn check_no_process_is_left(folder: &Path) -> Result<()> {
    let left: Vec<_> = all_pids().into_iter().filter(|pid| session_of(*pid, folder).is_some()).collect();
    until_gone(&left).await
}

/// The directory below `folder` in which a process runs; a zombie runs nowhere.
fn session_of(pid: i32, folder: &Path) -> Option<PathBuf> {
    let directory = fs::read_link(format!("/proc/{pid}/cwd")).ok()?;
    (directory.parent() == Some(folder)).then_some(directory)
}
