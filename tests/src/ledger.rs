//! What the database holds at one moment, read from outside of every engine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, bail};
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
        let blocks = sqlx::query_as("SELECT session_id, sequence, run_id, length FROM log_blocks")
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
        if let Some(session) = before.sessions.difference(&self.sessions).next() {
            return lost("session", session);
        }
        if let Some(run) = before.runs.keys().find(|run| !self.runs.contains_key(run)) {
            return lost("run", run);
        }
        if let Some(note) = before.notes.iter().find(|(id, row)| self.notes.get(*id) != Some(row)) {
            return lost("note", &note);
        }
        let shorter = |was: &BlockRow, is: Option<&BlockRow>| is.is_none_or(|is| is.length < was.length);
        if let Some(block) = before.blocks.iter().find(|(key, row)| shorter(row, self.blocks.get(*key))) {
            return lost("block", &block);
        }
        if let Some(checkpoint) = before.checkpoints.difference(&self.checkpoints).next() {
            return lost("checkpoint", checkpoint);
        }
        let less =
            |(session, lines): &(&String, &i64)| self.history.get(*session).is_none_or(|is| is < lines);
        if let Some(history) = before.history.iter().find(less) {
            return lost("history", &history);
        }
        Ok(())
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

fn block_row(row: (String, i64, i64, i64)) -> ((String, i64), BlockRow) {
    let (session, sequence, run, length) = row;
    ((session, sequence), BlockRow { run, length })
}
