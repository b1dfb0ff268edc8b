//! The table `instances`: who owns, or owned, runs.

use sqlx::SqliteConnection;

use super::Store;
use crate::clock::Millis;
use crate::error::Result;
use crate::id::InstanceId;

/// This process, as others will read of it. Nothing is decided by the pid.
#[derive(Debug)]
pub(crate) struct NewInstance {
    pub id: InstanceId,
    pub kind: &'static str,
    pub pid: i64,
    /// Clock ticks since boot, where the system tells.
    pub process_start: Option<i64>,
    pub boot_id: Option<String>,
    pub started_at: Millis,
}

/// An instance that has not gone on purpose, with one of its live runs.
#[derive(Debug)]
pub(crate) struct StoredInstance {
    pub id: String,
    pub kind: String,
    pub pid: i64,
    pub started_at: Millis,
    pub run: Option<i64>,
    pub run_session: Option<String>,
    pub run_started_at: Option<Millis>,
}

impl Store {
    pub(crate) async fn insert_instance(&self, instance: &NewInstance) -> Result<()> {
        let id = instance.id.to_string();
        let mut tx = self.begin().await?;
        sqlx::query!(
            "INSERT INTO instances (id, kind, pid, process_start, boot_id, started_at) VALUES (?, ?, ?, ?, ?, ?)",
            id,
            instance.kind,
            instance.pid,
            instance.process_start,
            instance.boot_id,
            instance.started_at,
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Instances that are named by a live run, without `mine`.
    pub(crate) async fn other_owners(&self, mine: InstanceId) -> Result<Vec<InstanceId>> {
        let mine = mine.to_string();
        let rows = sqlx::query_scalar!(
            "SELECT DISTINCT instance_id FROM runs WHERE ended_at IS NULL AND instance_id <> ?",
            mine
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows.iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// Instances that have not gone on purpose, oldest first, a row for each live run or one without.
    pub(crate) async fn open_instances(&self) -> Result<Vec<StoredInstance>> {
        let rows = sqlx::query_as!(
            StoredInstance,
            r#"SELECT i.id, i.kind, i.pid, i.started_at, r.id AS "run?", r.session_id AS "run_session?",
                      r.started_at AS "run_started_at?"
             FROM instances i LEFT JOIN runs r ON r.instance_id = i.id AND r.ended_at IS NULL
             WHERE i.ended_at IS NULL ORDER BY i.started_at, i.id, r.id"#
        )
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }

    /// Closes every live run of an instance that is known to be dead. Each ends with its last logged output.
    pub(crate) async fn close_runs_of_dead(&self, dead: InstanceId, now: Millis) -> Result<u64> {
        let mut tx = self.begin().await?;
        let closed = close_runs_of_dead(&mut tx, dead, now).await?;
        tx.commit().await?;
        Ok(closed)
    }

    /// This instance goes on purpose. One that never had a run is forgotten: each command of `nook` is one.
    pub(crate) async fn end_instance(&self, id: InstanceId, now: Millis) -> Result<()> {
        let id = id.to_string();
        let mut tx = self.begin().await?;
        sqlx::query!("UPDATE instances SET ended_at = ? WHERE id = ? AND ended_at IS NULL", now, id)
            .execute(&mut *tx)
            .await?;
        sqlx::query!(
            "DELETE FROM instances WHERE id = ? AND NOT EXISTS (SELECT 1 FROM runs WHERE instance_id = instances.id)",
            id
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }
}

pub(super) async fn close_runs_of_dead(
    connection: &mut SqliteConnection,
    dead: InstanceId,
    now: Millis,
) -> sqlx::Result<u64> {
    let id = dead.to_string();
    // Nobody knows of input after the last output.
    sqlx::query!(
        "UPDATE sessions
         SET last_active_at = max(last_active_at, coalesce((SELECT max(last_at) FROM log_blocks b JOIN runs r ON r.id = b.run_id
             WHERE r.session_id = sessions.id AND r.instance_id = ?1 AND r.ended_at IS NULL), 0))
         WHERE id IN (SELECT session_id FROM runs WHERE instance_id = ?1 AND ended_at IS NULL)",
        id
    )
    .execute(&mut *connection)
    .await?;
    let closed = sqlx::query!(
        "UPDATE runs
         SET ended_at = max(started_at, coalesce((SELECT max(last_at) FROM log_blocks WHERE run_id = runs.id), started_at)),
             reason = 'owner_lost'
         WHERE instance_id = ? AND ended_at IS NULL",
        id
    )
    .execute(&mut *connection)
    .await?
    .rows_affected();
    sqlx::query!("UPDATE instances SET ended_at = ? WHERE id = ? AND ended_at IS NULL", now, id)
        .execute(&mut *connection)
        .await?;
    Ok(closed)
}
