//! Rows: a session as a list shows it. The status is worked out here and nowhere else.

use super::{Instance, InstanceKind, Progress, Reason, Sessions};
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::id::{RunId, SessionId};
use crate::pty::Exit;
use crate::store::{RunEnd, StoredSession};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Live,
    Asleep,
    Ended,
    /// Live, and owned by another process of Inglenook.
    Elsewhere,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activity {
    /// Started, and nothing heard of it yet.
    Starting,
    /// At its prompt.
    Prompt,
    /// A job runs.
    Busy,
    /// It asks the learner something, such as a password.
    Waiting,
}

/// The newest run that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastRun {
    pub id: RunId,
    pub started_at: Millis,
    pub ended_at: Millis,
    pub reason: Reason,
    pub exit: Option<Exit>,
    /// Which program had it.
    pub owner: InstanceKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    pub id: SessionId,
    pub title: String,
    pub subject: Option<String>,
    pub directory: String,
    pub profile: String,
    /// Program and arguments.
    pub command: Vec<String>,
    pub pinned: bool,
    pub status: Status,
    pub activity: Option<Activity>,
    /// What a busy or waiting session runs.
    pub job: Option<String>,
    /// Since when it does what `activity` says.
    pub activity_since: Option<Millis>,
    /// Its bell rang since anybody last looked at it or typed into it.
    pub rang: bool,
    /// How far its program is, where that says so.
    pub progress: Option<Progress>,
    /// The live run, where it is ours.
    pub run: Option<RunId>,
    pub last_run: Option<LastRun>,
    /// Lines of history, without the screen.
    pub lines: i64,
    pub notes: i64,
    pub created_at: Millis,
    pub last_active_at: Millis,
    pub revision: u64,
}

impl Sessions {
    /// All sessions. Runs of instances that have died since the last look are closed first.
    pub(crate) async fn list(&self) -> Result<Vec<SessionRow>> {
        self.instances.sweep(&self.store, self.clock.now()).await?;
        self.rows(None).await
    }

    /// Every process of Inglenook that has not gone on purpose.
    pub(crate) async fn instances(&self) -> Result<Vec<Instance>> {
        self.instances.list(&self.store).await
    }

    /// One session, by the same rule as the list.
    pub(crate) async fn show(&self, id: SessionId) -> Result<SessionRow> {
        self.instances.sweep(&self.store, self.clock.now()).await?;
        self.row(id).await?.ok_or(Error::NotFound { what: "session" })
    }

    /// One session; `None` where it is not listed.
    pub(super) async fn row(&self, id: SessionId) -> Result<Option<SessionRow>> {
        Ok(self.rows(Some(id)).await?.pop())
    }

    async fn rows(&self, only: Option<SessionId>) -> Result<Vec<SessionRow>> {
        let mut revision = self.revision.lock().await;
        *revision += 1;
        let stored = self.store.sessions(only).await?;
        let listed = stored.into_iter().filter(|row| !row.deleted);
        Ok(listed.filter_map(|row| self.to_row(row, *revision)).collect())
    }

    fn to_row(&self, row: StoredSession, revision: u64) -> Option<SessionRow> {
        let id = row.session_id()?;
        let mine = row.live_instance_id() == Some(self.instances.mine);
        let unwritten = self.unwritten().get(&id).copied();
        let last_run =
            unwritten.map_or_else(|| last_run_of(&row), |end| Some(last_run_from(&end, &row, self.kind)));
        let live = row.live_run.is_some() && unwritten.is_none();
        let status = status_of(live, mine, last_run.map(|run| run.reason));
        let run = self.registry.of_session(id).filter(|_| status == Status::Live);
        let done = run.as_ref().map(|run| run.doing_since());
        let signs = run.as_ref().map(|run| run.signs()).unwrap_or_default();
        Some(SessionRow {
            id,
            status,
            activity: done.as_ref().map(|done| done.doing.activity),
            activity_since: done.as_ref().map(|done| done.since),
            job: done.and_then(|done| done.doing.job),
            rang: signs.rang,
            progress: signs.progress,
            run: run.as_ref().map(|run| run.id),
            last_run,
            lines: run.as_ref().map_or(row.lines, |run| run.lines()),
            notes: row.notes,
            title: row.title,
            subject: row.subject,
            directory: row.directory,
            command: super::open::words_from_json(&row.command).unwrap_or_default(),
            profile: row.profile,
            pinned: row.pinned,
            created_at: row.created_at,
            last_active_at: run.map_or(row.last_active_at, |run| run.last_used().max(row.last_active_at)),
            revision,
        })
    }
}

fn last_run_of(row: &StoredSession) -> Option<LastRun> {
    let number = |number: Option<i64>| number.and_then(|number| i32::try_from(number).ok());
    let code = number(row.last_exit_code).map(Exit::Code);
    Some(LastRun {
        id: RunId(row.last_run?),
        started_at: row.last_started_at?,
        ended_at: row.last_ended_at?,
        reason: Reason::parse(row.last_reason.as_deref()?)?,
        exit: code.or_else(|| number(row.last_exit_signal).map(Exit::Signal)),
        owner: InstanceKind::parse(row.last_owner.as_deref()?)?,
    })
}

/// The end of a run that the database does not have yet.
fn last_run_from(end: &RunEnd, row: &StoredSession, owner: InstanceKind) -> LastRun {
    LastRun {
        id: end.run,
        started_at: row.last_active_at.min(end.ended_at),
        ended_at: end.ended_at,
        reason: end.reason,
        exit: end.exit,
        owner,
    }
}

/// A session that was never started is asleep: opening it starts it at once.
fn status_of(live: bool, mine: bool, last: Option<Reason>) -> Status {
    match (live, mine, last) {
        (true, true, _) => Status::Live,
        (true, false, _) => Status::Elsewhere,
        (false, _, Some(reason)) if !reason.leaves_asleep() => Status::Ended,
        (false, ..) => Status::Asleep,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_follows_from_the_live_run_and_the_last_reason() {
        for (live, mine, last, status) in [
            (true, true, None, Status::Live),
            (true, true, Some(Reason::Exited), Status::Live),
            (true, false, None, Status::Elsewhere),
            (false, false, None, Status::Asleep),
            (false, false, Some(Reason::Idle), Status::Asleep),
            (false, false, Some(Reason::Evicted), Status::Asleep),
            (false, false, Some(Reason::Orphaned), Status::Asleep),
            (false, false, Some(Reason::AppQuit), Status::Asleep),
            (false, false, Some(Reason::OwnerLost), Status::Asleep),
            (false, false, Some(Reason::Exited), Status::Ended),
            (false, false, Some(Reason::Closed), Status::Ended),
            (false, false, Some(Reason::StartFailed), Status::Ended),
        ] {
            assert_eq!(status_of(live, mine, last), status, "live {live}, mine {mine}, last {last:?}");
        }
    }
}
