//! What `--json` prints. The names are kept: programs rely on them.

use inglenook_engine::{Exit, Instance, LastRun, SessionId, SessionRow};
use serde::Serialize;

use crate::words;

#[derive(Debug, Serialize)]
pub(crate) struct Session<'a> {
    id: SessionId,
    /// The unique beginning of the id, as of now.
    short_id: &'a str,
    title: &'a str,
    subject: Option<&'a str>,
    /// `live`, `asleep`, `ended` or `elsewhere`.
    status: &'static str,
    /// What it does, or why it rests, in words.
    why: String,
    activity: Option<&'static str>,
    job: Option<&'a str>,
    directory: &'a str,
    command: &'a [String],
    profile: &'a str,
    pinned: bool,
    lines: i64,
    notes: i64,
    created_at: String,
    last_active_at: String,
    last_run: Option<Run>,
    /// Who has it, where it is open elsewhere.
    owner: Option<Owner>,
}

#[derive(Debug, Serialize)]
struct Run {
    id: i64,
    started_at: String,
    ended_at: String,
    reason: &'static str,
    /// `app` or `nook`.
    owner: &'static str,
    exit_code: Option<i32>,
    exit_signal: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Owner {
    /// `app` or `nook`.
    pub kind: String,
    pub pid: i64,
    pub since: String,
}

impl<'a> Session<'a> {
    pub(crate) fn of(row: &'a SessionRow, short_id: &'a str, instances: &[Instance]) -> Self {
        Self {
            id: row.id,
            short_id,
            title: &row.title,
            subject: row.subject.as_deref(),
            status: words::status(row.status),
            why: words::state(row),
            activity: row.activity.map(words::activity),
            job: row.job.as_deref(),
            directory: &row.directory,
            command: &row.command,
            profile: &row.profile,
            pinned: row.pinned,
            lines: row.lines,
            notes: row.notes,
            created_at: words::timestamp(row.created_at),
            last_active_at: words::timestamp(row.last_active_at),
            last_run: row.last_run.as_ref().map(Run::of),
            owner: owner_of(row, instances).map(|(instance, since)| Owner {
                kind: instance.kind.clone(),
                pid: instance.pid,
                since: words::timestamp(since),
            }),
        }
    }
}

impl Run {
    fn of(run: &LastRun) -> Self {
        let (exit_code, exit_signal) = match run.exit {
            Some(Exit::Code(code)) => (Some(code), None),
            Some(Exit::Signal(signal)) => (None, Some(Exit::signal_name(signal))),
            None => (None, None),
        };
        Self {
            id: run.id.0,
            started_at: words::timestamp(run.started_at),
            ended_at: words::timestamp(run.ended_at),
            reason: run.reason.as_str(),
            owner: words::program(run.owner),
            exit_code,
            exit_signal,
        }
    }
}

/// The other instance that has a session, and since when.
pub(crate) fn owner_of<'a>(
    row: &SessionRow,
    instances: &'a [Instance],
) -> Option<(&'a Instance, inglenook_engine::Millis)> {
    let others = instances.iter().filter(|instance| !instance.mine);
    others
        .flat_map(|instance| instance.runs.iter().map(move |run| (instance, run)))
        .find_map(|(instance, run)| (run.session == row.id).then_some((instance, run.started_at)))
}
