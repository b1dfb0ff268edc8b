//! What a process leaves behind of runs: descriptors, threads, children. All of proc(5).

use std::fs;
use std::time::Duration;

const LOOKS: u32 = 500;
const AGAIN: Duration = Duration::from_millis(10);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Footprint {
    /// Terminals and pipes: what a run opens. The database opens files of its own when it needs them.
    pub descriptors: Vec<String>,
    /// Pumps and waiters.
    pub threads: Vec<String>,
    pub children: Vec<u32>,
}

impl Footprint {
    pub fn now() -> Self {
        Self { descriptors: descriptors(), threads: threads(), children: children() }
    }

    /// Waits until it is this one: a thread that said its last word is there for a moment more.
    pub async fn until(&self) {
        for _ in 0..LOOKS {
            if Self::now() == *self {
                return;
            }
            tokio::time::sleep(AGAIN).await;
        }
        panic!("what is left: {:?}, before: {self:?}", Self::now());
    }
}

fn names_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect()
}

fn descriptors() -> Vec<String> {
    let target = |name: String| fs::read_link(format!("/proc/self/fd/{name}")).ok();
    let targets = names_in("/proc/self/fd").into_iter().filter_map(target);
    let of_a_run =
        |name: &String| name.contains("/ptmx") || name.contains("/pts/") || name.starts_with("pipe:");
    let mut all: Vec<_> = targets.map(|path| path.to_string_lossy().into_owned()).filter(of_a_run).collect();
    all.sort_unstable();
    all
}

fn threads() -> Vec<String> {
    let name = |id: String| fs::read_to_string(format!("/proc/self/task/{id}/comm")).ok();
    let names = names_in("/proc/self/task").into_iter().filter_map(name);
    names.filter(|name| name.starts_with("pump ") || name.starts_with("wait ")).collect()
}

/// With those that nobody reaped.
fn children() -> Vec<u32> {
    let parent = |pid: u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse::<u32>().ok()
    };
    let pids = names_in("/proc").into_iter().filter_map(|name| name.parse().ok());
    pids.filter(|pid| parent(*pid) == Some(std::process::id())).collect()
}
