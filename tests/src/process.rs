//! Looking at processes from outside.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};

/// Looks at the system again this often: it has no event for a process that is not our child.
const AGAIN: Duration = Duration::from_millis(10);
const LOOKS: u32 = 1000;

pub(crate) fn all_pids() -> Vec<i32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).collect()
}

/// Pids of processes whose environment holds `NAME=value`.
pub fn processes_with(name: &str, value: &str) -> Vec<i32> {
    let wanted = format!("{name}={value}");
    let has_it = |pid: &i32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    all_pids().into_iter().filter(has_it).collect()
}

/// State and parent: fields 3 and 4 of proc(5)'s `stat`.
fn state_of(pid: i32) -> Option<(char, u32)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat.rsplit_once(") ")?.1.split(' ');
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

/// Whether the process exists and is no zombie.
pub fn is_running(pid: i32) -> bool {
    !matches!(state_of(pid), None | Some(('Z' | 'X', _)))
}

pub fn children_of(parent: u32) -> Vec<i32> {
    all_pids().into_iter().filter(|pid| state_of(*pid).is_some_and(|(_, of)| of == parent)).collect()
}

pub async fn until_gone(pids: &[i32]) -> Result<()> {
    for _ in 0..LOOKS {
        if !pids.iter().any(|pid| is_running(*pid)) {
            return Ok(());
        }
        tokio::time::sleep(AGAIN).await;
    }
    bail!("still running: {pids:?}")
}

/// Waits until a child of `parent` runs the program of that name.
pub async fn until_child_runs(parent: u32, program: &str) -> Result<i32> {
    for _ in 0..LOOKS {
        let runs = |pid: &i32| {
            fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.trim_end() == program)
        };
        if let Some(pid) = children_of(parent).into_iter().find(runs) {
            return Ok(pid);
        }
        tokio::time::sleep(AGAIN).await;
    }
    bail!("no child of {parent} runs {program}")
}

pub fn kill(pid: i32) -> Result<()> {
    Ok(kill_process(Pid::from_raw(pid).context("a pid is not zero")?, Signal::KILL)?)
}

/// A child of `parent` that runs the program of that name now; the kernel keeps 15 characters of it.
fn child_that_runs(parent: i32, program: &str) -> Option<i32> {
    let runs = |pid: &i32| {
        let name = fs::read_to_string(format!("/proc/{pid}/comm"));
        is_running(*pid) && name.is_ok_and(|name| name.trim_end() == program)
    };
    children_of(u32::try_from(parent).ok()?).into_iter().find(runs)
}

/// The process that the app's page runs in.
pub fn page_process(app: i32) -> Option<i32> {
    child_that_runs(app, "WebKitWebProces")
}

/// Waits for the page's next process.
pub async fn until_page_other_than(app: i32, page: i32) -> Result<i32> {
    for _ in 0..LOOKS {
        if let Some(next) = page_process(app).filter(|next| *next != page) {
            return Ok(next);
        }
        tokio::time::sleep(AGAIN / 5).await;
    }
    bail!("the page never came back")
}

/// Lets a process hang, or go on.
pub fn stop(pid: i32, hang: bool) -> Result<()> {
    let signal = if hang { Signal::STOP } else { Signal::CONT };
    Ok(kill_process(Pid::from_raw(pid).context("a pid is not zero")?, signal)?)
}

pub fn boot_id() -> Result<String> {
    Ok(fs::read_to_string("/proc/sys/kernel/random/boot_id")?.trim().to_owned())
}

/// proc(5), field 22 of `stat`.
pub fn process_start(pid: u32) -> Result<i64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let (_, fields) = stat.rsplit_once(") ").context("a process has a name")?;
    Ok(fields.split(' ').nth(19).context("and a start")?.parse()?)
}
