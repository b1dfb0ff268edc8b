//! The table `runs`: at most one live run a session, over all processes of the machine.

use super::Store;
use super::instances::close_runs_of_dead;
use super::log_blocks::save_batch;
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::id::{InstanceId, RunId, SessionId};
use crate::log::Batch;
use crate::pty::Exit;
use crate::screen::Size;
use crate::session::Reason;

/// What came of asking for a session.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// A new run, ours, that has to be started now.
    Started(RunId),
    /// It lives, and it is ours.
    Ours(RunId),
    Elsewhere {
        kind: String,
        pid: i64,
        since: Millis,
    },
}

/// The one live run of a session, and who owns it.
#[derive(Debug)]
pub(crate) struct LiveRun {
    pub run: i64,
    pub instance: String,
    pub kind: String,
    pub pid: i64,
    pub started_at: Millis,
}

/// How a run ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RunEnd {
    pub run: RunId,
    pub session: SessionId,
    pub reason: Reason,
    pub exit: Option<Exit>,
    pub ended_at: Millis,
    /// The last output or input.
    pub used_at: Millis,
    pub size: Size,
}

impl Store {
    /// One transaction: no live run, insert one; ours, say so; another's, ask `is_alive`, and take over from
    /// the dead.
    pub(crate) async fn claim(
        &self,
        session: SessionId,
        mine: InstanceId,
        now: Millis,
        is_alive: impl Fn(InstanceId) -> bool,
    ) -> Result<Claim> {
        let session = session.to_string();
        let my_id = mine.to_string();
        let mut tx = self.begin().await?;
        let exists = sqlx::query_scalar!("SELECT id FROM sessions WHERE id = ?", session)
            .fetch_optional(&mut *tx)
            .await?;
        if exists.is_none() {
            return Err(Error::NotFound { what: "session" });
        }
        let live = sqlx::query_as!(
            LiveRun,
            r#"SELECT r.id AS "run!", r.instance_id AS instance, i.kind, i.pid, r.started_at
             FROM runs r JOIN instances i ON i.id = r.instance_id
             WHERE r.session_id = ? AND r.ended_at IS NULL"#,
            session
        )
        .fetch_optional(&mut *tx)
        .await?;
        if let Some(live) = live {
            if live.instance == my_id {
                tx.abandon().await?;
                return Ok(Claim::Ours(RunId(live.run)));
            }
            let owner = live.instance.parse::<InstanceId>().ok();
            match owner {
                Some(owner) if !is_alive(owner) => {
                    close_runs_of_dead(&mut tx, owner, now).await?;
                }
                _ => {
                    tx.abandon().await?;
                    return Ok(Claim::Elsewhere { kind: live.kind, pid: live.pid, since: live.started_at });
                }
            }
        }
        let run = sqlx::query_scalar!(
            r#"INSERT INTO runs (session_id, instance_id, started_at) VALUES (?, ?, ?) RETURNING id AS "id!""#,
            session,
            my_id,
            now
        )
        .fetch_one(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(Claim::Started(RunId(run)))
    }

    pub(crate) async fn run_started(
        &self,
        run: RunId,
        session: SessionId,
        pid: i64,
        now: Millis,
    ) -> Result<()> {
        let session = session.to_string();
        let mut tx = self.begin().await?;
        sqlx::query!("UPDATE runs SET pid = ? WHERE id = ? AND ended_at IS NULL", pid, run.0)
            .execute(&mut *tx)
            .await?;
        sqlx::query!("UPDATE sessions SET last_active_at = ? WHERE id = ?", now, session)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// The last of the log and the end of the run, in one transaction. The first reason wins; a run that is
    /// closed already is left as it is.
    pub(crate) async fn finish_run(&self, end: &RunEnd, log: &mut Batch) -> Result<bool> {
        let (code, signal) = match end.exit {
            Some(Exit::Code(code)) => (Some(code), None),
            Some(Exit::Signal(signal)) => (None, Some(signal)),
            None => (None, None),
        };
        let reason = end.reason.as_str();
        let session = end.session.to_string();
        log.pack().await;
        let mut tx = self.begin().await?;
        save_batch(&mut tx, end.session, end.run, log).await?;
        let closed = sqlx::query!(
            "UPDATE runs SET ended_at = max(started_at, ?), reason = ?, exit_code = ?, exit_signal = ?
             WHERE id = ? AND ended_at IS NULL",
            end.ended_at,
            reason,
            code,
            signal,
            end.run.0
        )
        .execute(&mut *tx)
        .await?
        .rows_affected()
            == 1;
        if closed {
            let (columns, rows) = (i64::from(end.size.columns), i64::from(end.size.rows));
            sqlx::query!(
                "UPDATE sessions SET columns = ?, rows = ?, last_active_at = max(last_active_at, ?) WHERE id = ?",
                columns,
                rows,
                end.used_at,
                session
            )
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await?;
        Ok(closed)
    }

    /// How a run ended, if it has.
    pub(crate) async fn run_end(&self, run: RunId) -> Result<Option<(SessionId, Option<Reason>)>> {
        let row = sqlx::query!("SELECT session_id, reason FROM runs WHERE id = ?", run.0)
            .fetch_optional(self.readers())
            .await?;
        Ok(row.and_then(|row| {
            let session = row.session_id.parse().ok()?;
            Some((session, row.reason.as_deref().and_then(Reason::parse)))
        }))
    }
}
