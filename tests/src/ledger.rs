//! What the database holds at one moment, read from outside of every engine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, bail, ensure};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunRow {
    pub session: String,
    pub instance: String,
    pub started_at: i64,
    pub ended_at: Option<i64>,
    pub reason: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteRow {
    pub session: Option<String>,
    pub body: String,
    pub state: String,
    pub deleted: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockRow {
    pub run: i64,
    /// Bytes of the session's output before it.
    pub first_offset: i64,
    /// Bytes of events.
    pub length: i64,
}

/// All of it in one transaction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    pub sessions: BTreeSet<String>,
    pub runs: BTreeMap<i64, RunRow>,
    pub notes: BTreeMap<String, NoteRow>,
    /// By session and sequence.
    pub blocks: BTreeMap<(String, i64), BlockRow>,
    pub checkpoints: BTreeSet<i64>,
    /// The line after the last one of a session's history.
    pub history: BTreeMap<String, i64>,
}

/// A connection of the test's own.
pub async fn connect(folder: &Path) -> Result<SqliteConnection> {
    let options = SqliteConnectOptions::new().filename(folder.join("inglenook.db"));
    Ok(SqliteConnection::connect_with(&options).await?)
}

impl Ledger {
    pub async fn of(folder: &Path) -> Result<Self> {
        let mut connection = connect(folder).await?;
        let ledger = Self::read(&mut connection).await?;
        connection.close().await?;
        Ok(ledger)
    }

    pub async fn read(connection: &mut SqliteConnection) -> Result<Self> {
        let mut tx = connection.begin().await?;
        let sessions = sqlx::query_scalar("SELECT id FROM sessions").fetch_all(&mut *tx).await?;
        let runs =
            sqlx::query_as("SELECT id, session_id, instance_id, started_at, ended_at, reason FROM runs")
                .fetch_all(&mut *tx)
                .await?;
        let notes = sqlx::query_as("SELECT id, session_id, body, state, deleted_at IS NOT NULL FROM notes")
            .fetch_all(&mut *tx)
            .await?;
        let blocks =
            sqlx::query_as("SELECT session_id, sequence, run_id, first_offset, length FROM log_blocks")
                .fetch_all(&mut *tx)
                .await?;
        let checkpoints = sqlx::query_scalar("SELECT id FROM checkpoints").fetch_all(&mut *tx).await?;
        let history =
            sqlx::query_as("SELECT session_id, max(first_line + count) FROM history_blocks GROUP BY 1")
                .fetch_all(&mut *tx)
                .await?;
        tx.rollback().await?;
        Ok(Self {
            sessions: sessions.into_iter().collect(),
            runs: runs.into_iter().map(run_row).collect(),
            notes: notes.into_iter().map(note_row).collect(),
            blocks: blocks.into_iter().map(block_row).collect(),
            checkpoints: checkpoints.into_iter().collect(),
            history: history.into_iter().collect(),
        })
    }

    /// An error where something is gone that was there `before`, or is less than it was.
    pub fn keeps_all_of(&self, before: &Self) -> Result<()> {
        let lost = |what: &str, which: &dyn std::fmt::Debug| bail!("{what} {which:?} is gone");
        if let Some(note) = before.notes.iter().find(|(id, row)| self.notes.get(*id) != Some(row)) {
            return lost("note", &note);
        }
        if let Some(checkpoint) = before.checkpoints.difference(&self.checkpoints).next() {
            return lost("checkpoint", checkpoint);
        }
        self.keeps_what_was_said(before)
    }

    /// As [`Ledger::keeps_all_of`], for what nobody may ever change: sessions, runs, output.
    fn keeps_what_was_said(&self, before: &Self) -> Result<()> {
        let lost = |what: &str, which: &dyn std::fmt::Debug| bail!("{what} {which:?} is gone");
        if let Some(session) = before.sessions.difference(&self.sessions).next() {
            return lost("session", session);
        }
        if let Some(run) = before.runs.keys().find(|run| !self.runs.contains_key(run)) {
            return lost("run", run);
        }
        let shorter = |was: &BlockRow, is: Option<&BlockRow>| is.is_none_or(|is| is.length < was.length);
        if let Some(block) = before.blocks.iter().find(|(key, row)| shorter(row, self.blocks.get(*key))) {
            return lost("block", &block);
        }
        let less =
            |(session, lines): &(&String, &i64)| self.history.get(*session).is_none_or(|is| is < lines);
        if let Some(history) = before.history.iter().find(less) {
            return lost("history", &history);
        }
        Ok(())
    }
}

/// What holds between two moments while processes work and die.
impl Ledger {
    pub fn follows(&self, before: &Self) -> Result<()> {
        self.keeps_what_was_said(before)?;
        let newest = before.runs.keys().max().copied().unwrap_or(0);
        let mut live = BTreeMap::new();
        for (id, run) in &self.runs {
            ensure!(before.runs.contains_key(id) || *id > newest, "run {id} is new, and {newest} was before");
            ensure!(
                run.ended_at.is_some() == run.reason.is_some(),
                "run {id} is neither live nor over: {run:?}"
            );
            ensure!(
                run.ended_at.is_none_or(|at| at >= run.started_at),
                "run {id} ended before it began: {run:?}"
            );
            if run.ended_at.is_none() {
                let other = live.insert(&run.session, id);
                ensure!(other.is_none(), "runs {id} and {other:?} of {} live both", run.session);
            }
        }
        for (id, was) in &before.runs {
            let is = &self.runs[id];
            let same =
                (&was.session, &was.instance, was.started_at) == (&is.session, &is.instance, is.started_at);
            ensure!(same && (was.ended_at.is_none() || was == is), "run {id} was {was:?} and is {is:?}");
        }
        // What came to the log since then is of runs that lived then, or are new.
        for (key, block) in &self.blocks {
            let was_over = before.runs.get(&block.run).is_some_and(|run| run.ended_at.is_some());
            ensure!(
                !was_over || before.blocks.get(key) == Some(block),
                "run {} was over: {key:?} {block:?}",
                block.run
            );
        }
        Ok(())
    }

    /// The runs that wrote to a session, in the order of its log, and where in its output each began.
    pub fn writers(&self, session: &str) -> Result<Vec<(i64, usize)>> {
        let mut writers: Vec<(i64, usize)> = Vec::new();
        for ((_, sequence), block) in self.blocks.iter().filter(|((of, _), _)| of == session) {
            match writers.last() {
                Some((run, _)) if *run == block.run => {}
                Some((run, _)) if *run > block.run => {
                    bail!("block {sequence} is of run {} after {run}", block.run)
                }
                _ => writers.push((block.run, usize::try_from(block.first_offset)?)),
            }
        }
        Ok(writers)
    }
}

fn run_row(row: (i64, String, String, i64, Option<i64>, Option<String>)) -> (i64, RunRow) {
    let (id, session, instance, started_at, ended_at, reason) = row;
    (id, RunRow { session, instance, started_at, ended_at, reason })
}

fn note_row(row: (String, Option<String>, String, String, bool)) -> (String, NoteRow) {
    let (id, session, body, state, deleted) = row;
    (id, NoteRow { session, body, state, deleted })
}

fn block_row(row: (String, i64, i64, i64, i64)) -> ((String, i64), BlockRow) {
    let (session, sequence, run, first_offset, length) = row;
    ((session, sequence), BlockRow { run, first_offset, length })
}
