//! From the start of the app until its sidebar can be used: with 10,000 sessions and 5 GB of log, with an empty database,
//! and an empty window of Tauri's to compare with.

use std::path::Path;

use anyhow::{Context, Result};
use inglenook_tests::{Place, Window, process_start};
use sqlx::{Connection, SqliteConnection};

use super::Bar;
use crate::numbers::{median, written};
use crate::report::{Finding, Verdict};
use crate::{Bench, ours, window};

const FULL: &str = "start with 10,000 sessions and 5 GB";
const EMPTY: &str = "start with an empty database";
const FULL_BAR: &str = "≤ 1.2 × an empty one";
const EMPTY_BAR: &str = "≤ 1.3 × an empty window";

pub(super) const BARS: &[Bar] = &[(FULL, FULL_BAR), (EMPTY, EMPTY_BAR)];

const SESSIONS: usize = 10_000;
pub(super) async fn measure(bench: &Bench) -> Result<Vec<Finding>> {
    let (full, empty, bare) = (Place::new()?, Place::new()?, Place::new()?);
    fill(&full, bench.scaled(SESSIONS)).await?;
    let (mut of_full, mut of_empty, mut of_bare) = (Vec::new(), Vec::new(), Vec::new());
    // The first of each fills the system's caches.
    for round in 0..=bench.options.rounds {
        let times = [
            started(window::start(&full).await?, "[data-testid=session-row]").await?,
            started(window::start(&empty).await?, "[data-testid=new-session]").await?,
            started(window::start_bare(&bare, &[]).await?, "#here").await?,
        ];
        if round > 0 {
            of_full.push(times[0]);
            of_empty.push(times[1]);
            of_bare.push(times[2]);
        }
    }
    let finding = |name: &str, ours: &[f64], theirs: &[f64], peer: &str, bar: &str, most: f64| {
        let ratio = median(ours) / median(theirs);
        Finding {
            name: name.to_owned(),
            ours: format!("{} ms", written(median(ours))),
            peers: format!("{peer} {} ms", written(median(theirs))),
            ratio: format!("{} × {peer}", written(ratio)),
            bar: bar.to_owned(),
            verdict: Verdict::of(ratio <= most),
        }
    };
    Ok(vec![
        finding(FULL, &of_full, &of_empty, "empty database", FULL_BAR, 1.2),
        finding(EMPTY, &of_empty, &of_bare, "empty window", EMPTY_BAR, 1.3),
    ])
}

/// Milliseconds from the start of its process until the element was drawn. Ends it.
async fn started(app: Window, css: &str) -> Result<f64> {
    window::run(&app, include_str!("../page/appeared.js"), vec![css.into()]).await?;
    let uptime = std::fs::read_to_string("/proc/uptime")?;
    let uptime: f64 = uptime.split(' ').next().context("a time")?.parse()?;
    let start = process_start(u32::try_from(app.pid)?)? as f64 / 100.0;
    app.quit().await?;
    Ok((uptime - start) * 1e3)
}

/// Sessions that sleep, each with the log of one that ran: half a megabyte that does not compress.
async fn fill(place: &Place, sessions: usize) -> Result<()> {
    let engine = inglenook_tests::engine(&place.data_dir()).await?;
    let line = "sh -c \"head -c 480000 /dev/urandom | base64; echo done; read go\"";
    let model = ours::session(&engine, "Exercise 0", line).await?;
    let (_, viewer) = ours::look(&engine, model).await?;
    ours::until_seen(&engine, viewer, "done\r\n").await?;
    engine.shut_down().await;
    let mut database = open(&place.database()).await?;
    for statement in statements(sessions, &model.to_string()) {
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut database).await?;
    }
    Ok(database.close().await?)
}

async fn open(file: &Path) -> Result<SqliteConnection> {
    Ok(SqliteConnection::connect(&format!("sqlite://{}", file.display())).await?)
}

fn statements(sessions: usize, model: &str) -> Vec<String> {
    let numbers = format!(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {sessions}), \
         copies (n, id) AS (SELECT n, printf('00000000-0000-7000-8000-%012d', n) FROM numbers)"
    );
    let copy = |table: &str, columns: &str| {
        format!(
            "{numbers} INSERT INTO {table} (session_id, run_id, {columns}) \
             SELECT copies.id, 1000 + copies.n, {columns} FROM copies, {table} WHERE session_id = '{model}'"
        )
    };
    vec![
        // 5 GB twice, in the WAL and in the file, would take twice as long.
        "PRAGMA journal_mode = MEMORY".to_owned(),
        "PRAGMA synchronous = OFF".to_owned(),
        format!(
            "{numbers} INSERT INTO sessions \
             (id, title, titled_by, profile, command, directory, created_at, last_active_at) \
             SELECT copies.id, 'Exercise ' || n, 'learner', profile, command, directory, \
             created_at - 60000 * n, last_active_at - 60000 * n FROM copies, sessions WHERE sessions.id = '{model}'"
        ),
        format!(
            "{numbers} INSERT INTO runs (id, session_id, instance_id, pid, started_at, ended_at, reason) \
             SELECT 1000 + n, copies.id, instance_id, 1, started_at - 60000 * n, ended_at - 60000 * n, reason \
             FROM copies, runs WHERE session_id = '{model}'"
        ),
        copy("log_blocks", "sequence, first_offset, started_at, last_at, length, data"),
        copy(
            "checkpoints",
            "next_sequence, log_offset, next_line, own_lines, columns, rows, created_at, data",
        ),
        "PRAGMA journal_mode = WAL".to_owned(),
    ]
}
