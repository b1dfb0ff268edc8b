//! Who owns a session: whatever became of its owner, whichever program that is, and whichever program asks, opening,
//! listing and showing it give the same verdict, and nothing is deleted.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use anyhow::{Context, Result, bail};
use inglenook_engine::{
    Draft, Engine, Error, InstanceKind, Moment, Moments, NewSession, NoteId, NoteKind, Reason, SessionId,
    SessionRow, Size, Status,
};
use inglenook_tests::{
    Ledger, Probe, boot_id, connect, copy_database, engine, engine_as, process_start, word_of,
};
use rustix::process::Signal;
use tempfile::TempDir;

const PROBE: &str = env!("CARGO_BIN_EXE_probe");
const SIZE: Size = Size { columns: 80, rows: 24 };
const KINDS: [InstanceKind; 2] = [InstanceKind::App, InstanceKind::Nook];

/// What became of the owner of the live run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Owner {
    Alive,
    /// Its row is in the database, its process is not started.
    Starting,
    Killed,
    /// Killed, and not reaped by its parent.
    Zombie,
    /// Killed, and its pid and start are those of another program now.
    PidReused,
    /// From before a reboot; its lock file is there, and free.
    EarlierBoot,
    EarlierBootWithoutFile,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Ours,
    Elsewhere,
    Lost,
}

const TABLE: [(Owner, Verdict); 7] = [
    (Owner::Alive, Verdict::Elsewhere),
    (Owner::Starting, Verdict::Elsewhere),
    (Owner::Killed, Verdict::Lost),
    (Owner::Zombie, Verdict::Lost),
    (Owner::PidReused, Verdict::Lost),
    (Owner::EarlierBoot, Verdict::Lost),
    (Owner::EarlierBootWithoutFile, Verdict::Lost),
];

#[derive(Debug, Clone, Copy)]
enum Call {
    Open,
    List,
    Show,
}

const CALLS: [Call; 3] = [Call::Open, Call::List, Call::Show];

#[tokio::test(flavor = "multi_thread")]
async fn the_app_is_judged_as_an_owner_by_its_lock_alone() -> Result<()> {
    every_cell(InstanceKind::App).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_is_judged_as_an_owner_by_its_lock_alone() -> Result<()> {
    every_cell(InstanceKind::Nook).await
}

async fn every_cell(kind: InstanceKind) -> Result<()> {
    let template = Desk::new().await?;
    for (owner, verdict) in TABLE {
        for asker in KINDS {
            for call in CALLS {
                let cell = format!("{kind:?} {owner:?}, asked by {asker:?} with {call:?}");
                let desk = template.copy()?;
                let seen = judge(&desk, owner, kind, asker, call).await.with_context(|| cell.clone())?;
                assert_eq!(seen, verdict, "{cell}");
            }
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_this_process_is_its_own_live_or_starting() -> Result<()> {
    let template = Desk::new().await?;
    for kind in KINDS {
        for starting in [false, true] {
            for call in CALLS {
                let cell = format!("our own {kind:?}, starting: {starting}, with {call:?}");
                let seen = judge_own(&template.copy()?, kind, starting, call).await;
                assert_eq!(seen.with_context(|| cell.clone())?, Verdict::Ours, "{cell}");
            }
        }
    }
    Ok(())
}

/// A folder with one session in it that has a history, a checkpoint and a note.
struct Desk {
    folder: TempDir,
    session: SessionId,
}

impl Desk {
    async fn new() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let engine = engine(folder.path()).await?;
        let new = NewSession {
            directory: "/".into(),
            profile: "command".into(),
            command: "sh -c \"seq 100; exec cat\"".into(),
            ..NewSession::default()
        };
        let session = engine.create(new).await?.id;
        engine.open(session, SIZE).await?;
        let note = Draft {
            id: NoteId::generate(),
            session: Some(session),
            kind: NoteKind::Park,
            body: "where was I?",
        };
        engine.park_note(note).await?;
        until_logged(&engine, session, "100\r\n").await?;
        engine.shut_down().await;
        Ok(Self { folder, session })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Another folder with the same in it. No engine runs on either.
    fn copy(&self) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        copy_database(self.path(), folder.path())?;
        Ok(Self { folder, session: self.session })
    }

    async fn ledger(&self) -> Result<Ledger> {
        Ledger::of(self.path()).await
    }
}

async fn until_logged(engine: &Engine, session: SessionId, text: &str) -> Result<()> {
    let mut saving = engine.saving();
    while !String::from_utf8_lossy(&engine.output(session).await?).contains(text) {
        saving.changed().await?;
    }
    Ok(())
}

/// The verdict on a run of another process.
async fn judge(
    desk: &Desk,
    owner: Owner,
    kind: InstanceKind,
    asker: InstanceKind,
    call: Call,
) -> Result<Verdict> {
    let (path, session) = (desk.path().to_string_lossy(), desk.session.to_string());
    let mode = if owner == Owner::Starting { "claim" } else { "open" };
    let mut probe = Probe::start(PROBE, &[mode, &path, &session, word_of(kind)])?;
    let said = probe.line()?;
    assert!(said == "claimed" || said.starts_with("opened"), "the owner has it: {said}");
    // Asks while the owner lives, so that it is this call that finds out, and no sweep at the start.
    let engine = engine_as(desk.path(), asker, Moments::default()).await?;
    let lock = live_lock(desk).await?;
    let fate = Fate::of(owner, probe, desk, &lock).await?;
    let before = desk.ledger().await?;
    let verdict = ask(&engine, call, desk.session, kind).await?;
    check_rows(&before, &desk.ledger().await?, verdict)?;
    fate.end()?;
    engine.shut_down().await;
    Ok(verdict)
}

/// What is left of the owner, and what took its pid.
struct Fate {
    probe: Option<Probe>,
    other: Option<Child>,
}

impl Fate {
    async fn of(owner: Owner, probe: Probe, desk: &Desk, lock: &Path) -> Result<Self> {
        match owner {
            Owner::Alive | Owner::Starting => return Ok(Self { probe: Some(probe), other: None }),
            Owner::Zombie => {
                probe.kill_unreaped()?;
                return Ok(Self { probe: Some(probe), other: None });
            }
            Owner::Killed | Owner::PidReused | Owner::EarlierBoot | Owner::EarlierBootWithoutFile => {}
        }
        let other =
            if owner == Owner::Killed { None } else { Some(Command::new("sleep").arg("1000").spawn()?) };
        // Locked until the row is what it is meant to be: a look in the background must not judge it half-way.
        let held = File::open(lock)?;
        probe.signal(Signal::KILL)?;
        held.lock()?;
        probe.kill()?;
        if let Some(other) = &other {
            let boot = if owner == Owner::PidReused { boot_id()? } else { "an-earlier-boot".to_owned() };
            let instance = lock.file_stem().context("a lock has a name")?.to_string_lossy();
            let mut connection = connect(desk.path()).await?;
            let changed =
                sqlx::query("UPDATE instances SET pid = ?, process_start = ?, boot_id = ? WHERE id = ?")
                    .bind(i64::from(other.id()))
                    .bind(process_start(other.id())?)
                    .bind(boot)
                    .bind(&*instance)
                    .execute(&mut connection)
                    .await?;
            assert_eq!(changed.rows_affected(), 1, "the owner has a row");
        }
        if owner == Owner::EarlierBootWithoutFile {
            fs::remove_file(lock)?;
        }
        Ok(Self { probe: None, other })
    }

    fn end(self) -> Result<()> {
        if let Some(mut other) = self.other {
            other.kill()?;
            other.wait()?;
        }
        self.probe.map_or(Ok(()), Probe::kill)
    }
}

async fn live_lock(desk: &Desk) -> Result<PathBuf> {
    let ledger = desk.ledger().await?;
    let live = ledger.runs.values().find(|run| run.ended_at.is_none()).context("a run lives")?;
    Ok(desk.path().join("instances").join(format!("{}.lock", live.instance)))
}

/// The verdict on a run of this very process.
async fn judge_own(desk: &Desk, kind: InstanceKind, starting: bool, call: Call) -> Result<Verdict> {
    let moments = Moments::default();
    let engine = engine_as(desk.path(), kind, moments.clone()).await?;
    let claimed = moments.hold(Moment::Claimed);
    let opener = tokio::spawn({
        let (engine, session) = (engine.clone(), desk.session);
        async move { engine.open(session, SIZE).await }
    });
    claimed.arrived().await;
    let mut claimed = Some(claimed);
    if !starting {
        drop(claimed.take());
        while engine.show(desk.session).await?.run.is_none() {
            tokio::task::yield_now().await;
        }
    }
    let before = desk.ledger().await?;
    // A second opener waits for the first one's run.
    let free = tokio::spawn(async move {
        if matches!(call, Call::Open) {
            drop(claimed.take());
        }
        claimed
    });
    let verdict = ask(&engine, call, desk.session, kind).await?;
    check_rows(&before, &desk.ledger().await?, verdict)?;
    drop(free.await?);
    opener.await??;
    engine.shut_down().await;
    Ok(verdict)
}

async fn ask(engine: &Engine, call: Call, session: SessionId, owner: InstanceKind) -> Result<Verdict> {
    let row = match call {
        Call::Open => return verdict_of_opening(engine, session, owner).await,
        Call::List => {
            engine.list().await?.into_iter().find(|row| row.id == session).context("it is listed")?
        }
        Call::Show => engine.show(session).await?,
    };
    verdict_of_row(&row)
}

async fn verdict_of_opening(engine: &Engine, session: SessionId, owner: InstanceKind) -> Result<Verdict> {
    match engine.open(session, SIZE).await {
        Err(Error::OpenElsewhere { kind, .. }) => {
            assert_eq!(kind, word_of(owner), "it is said who has it");
            Ok(Verdict::Elsewhere)
        }
        Err(error) => Err(error.into()),
        Ok(opened) => match opened.session.last_run.map(|last| last.reason) {
            Some(Reason::OwnerLost) => Ok(Verdict::Lost),
            // Of the time before the run that lives.
            Some(Reason::AppQuit) => Ok(Verdict::Ours),
            other => bail!("the run before it ended as {other:?}"),
        },
    }
}

fn verdict_of_row(row: &SessionRow) -> Result<Verdict> {
    match (row.status, row.last_run.map(|last| last.reason)) {
        (Status::Live, Some(Reason::AppQuit)) => Ok(Verdict::Ours),
        (Status::Elsewhere, Some(Reason::AppQuit)) => Ok(Verdict::Elsewhere),
        (Status::Asleep, Some(Reason::OwnerLost)) => Ok(Verdict::Lost),
        other => bail!("there is no such verdict: {other:?}"),
    }
}

/// Nothing is deleted, and the lost run alone is closed.
fn check_rows(before: &Ledger, after: &Ledger, verdict: Verdict) -> Result<()> {
    after.keeps_all_of(before)?;
    for (id, was) in &before.runs {
        let is = &after.runs[id];
        if verdict == Verdict::Lost && was.ended_at.is_none() {
            assert_eq!(is.reason.as_deref(), Some("owner_lost"), "run {id}");
            assert!(is.ended_at >= Some(is.started_at), "run {id} did not end before it began");
        } else {
            assert_eq!(is, was, "run {id} is none of our business");
        }
    }
    Ok(())
}
