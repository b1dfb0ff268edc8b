//! The machine's kind, and what the kernel tells of a process. Nothing here names the machine.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

/// Cores, memory, system.
pub(crate) fn kind() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let memory = field("/proc/meminfo", "MemTotal:").unwrap_or(0) as f64 / 1024.0 / 1024.0;
    let model = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = model.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("", |(_, name)| name.trim());
    let system = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let system =
        system.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).unwrap_or("").trim_matches('"');
    format!("{cores} cores ({model}), {memory:.0} GiB, {system}")
}

/// With a plus where something is changed that is not committed; the table that is being written does not count.
pub(crate) fn commit() -> String {
    let said = |words: &[&str]| {
        let output = Command::new("git").args(words).output();
        output.map_or_else(
            |_| String::new(),
            |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        )
    };
    let changed = said(&["status", "--porcelain", "--", ":/", ":(top,exclude)docs"]);
    let plus = if changed.is_empty() { "" } else { "+" };
    format!("{}{plus}", said(&["rev-parse", "--short=7", "HEAD"]))
}

/// Memory that is this process's alone, in bytes: proc(5), `RssAnon`.
pub(crate) fn own_memory(pid: i32) -> Result<u64> {
    let kibibytes = field(&format!("/proc/{pid}/status"), "RssAnon:").context("the process is gone")?;
    Ok(kibibytes * 1024)
}

/// Time on a core so far, in seconds: proc(5), fields 14 and 15 of `stat`, in hundredths on every Linux.
pub(crate) fn time_on_core(pid: i32) -> Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let (_, fields) = stat.rsplit_once(") ").context("a process has a name")?;
    let ticks: u64 = fields.split(' ').skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Ok(ticks as f64 / 100.0)
}

fn field(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok())
}
