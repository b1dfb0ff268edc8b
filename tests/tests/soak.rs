//! Three processes work on twenty sessions at random, and are killed at random. Whatever happens, a session has one
//! live run, an ended run stays as it ended, and nothing that was kept is lost. The seed is printed, and read from
//! `INGLENOOK_SEED`.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use inglenook_engine::{InstanceKind, NewSession, Status};
use inglenook_tests::soak::{
    Book, Worker, check_no_process_is_left, check_one_process_a_session, sessions_in,
};
use inglenook_tests::{Ledger, Random, connect, engine};
use sqlx::SqliteConnection;

const WORKER: &str = env!("CARGO_BIN_EXE_soak-worker");
const OPERATIONS: usize = 5_000;
const SESSIONS: usize = 20;
const WORKERS: usize = 3;

/// No worker gets older, in milliseconds: long enough for the reapers to find something.
const LIFE: u64 = 6_000;

/// The soak goes on for so long at least, however fast the machine is.
const TIME: Duration = Duration::from_secs(35);

/// Between two looks at the database, which tells nobody of a row.
const AGAIN: Duration = Duration::from_millis(30);

/// So that a minute has every kind of reclaim.
const SETTINGS: &str = "[sessions]\nidle_after = \"1s\"\nmax_live = 5\norphan_grace = \"500ms\"\n";

#[tokio::test(flavor = "multi_thread")]
async fn whatever_happens_one_run_lives_and_nothing_kept_is_lost() -> Result<()> {
    let folder = tempfile::tempdir()?;
    make_sessions(folder.path()).await?;
    let mut soak = Soak::start(folder.path()).await?;
    let started = Instant::now();
    while soak.book.operations < OPERATIONS || started.elapsed() < TIME {
        tokio::time::sleep(AGAIN).await;
        soak.look().await?;
        soak.end_whose_time_has_come().await?;
    }
    soak.quit().await?;
    check_no_process_is_left(folder.path()).await?;
    check_at_the_end(folder.path(), &soak).await
}

/// Shells, which are reclaimed at their prompt, and some programs that are not.
async fn make_sessions(folder: &Path) -> Result<()> {
    fs::write(folder.join("settings.toml"), SETTINGS)?;
    let engine = engine(folder).await?;
    let mut ids = String::new();
    for number in 0..SESSIONS {
        let directory = folder.join(format!("session-{number}"));
        fs::create_dir(&directory)?;
        let new = NewSession {
            directory: directory.to_string_lossy().into_owned(),
            profile: "command".into(),
            command: if number % 5 == 0 { "cat" } else { "sh -i" }.into(),
            ..NewSession::default()
        };
        ids += &format!("{}\n", engine.create(new).await?.id);
    }
    fs::write(folder.join("sessions"), ids)?;
    engine.shut_down().await;
    Ok(())
}

struct Soak<'a> {
    folder: &'a Path,
    random: Random,
    database: SqliteConnection,
    /// Each with the moment at which it goes.
    workers: Vec<(Worker, Instant)>,
    book: Book,
    before: Ledger,
    kills: usize,
}

impl<'a> Soak<'a> {
    async fn start(folder: &'a Path) -> Result<Self> {
        let mut soak = Self {
            folder,
            random: Random::new(),
            database: connect(folder).await?,
            workers: Vec::new(),
            book: Book::default(),
            before: Ledger::default(),
            kills: 0,
        };
        for slot in 0..WORKERS {
            let worker = soak.worker(slot).await?;
            soak.workers.push(worker);
        }
        Ok(soak)
    }

    async fn worker(&mut self, slot: usize) -> Result<(Worker, Instant)> {
        let kind = if slot == 0 { InstanceKind::Nook } else { InstanceKind::App };
        let seed = self.random.below(u64::MAX);
        let worker = Worker::start(WORKER, self.folder, kind, slot, seed, &mut self.database).await?;
        Ok((worker, Instant::now() + Duration::from_millis(self.random.below(LIFE))))
    }

    /// What was said first, then what is so: it has to have happened by then.
    async fn look(&mut self) -> Result<()> {
        for (worker, _) in &mut self.workers {
            worker.hear(&mut self.book)?;
        }
        let now = Ledger::read(&mut self.database).await?;
        now.follows(&self.before)?;
        self.book.check(&now)?;
        for (worker, _) in &self.workers {
            self.book.check_living(worker, &now)?;
        }
        let owners: Vec<_> = self.workers.iter().map(|(worker, _)| worker.pid()).collect();
        check_one_process_a_session(self.folder, &owners)?;
        self.before = now;
        Ok(())
    }

    async fn end_whose_time_has_come(&mut self) -> Result<()> {
        for slot in 0..WORKERS {
            if self.workers[slot].1 > Instant::now() {
                continue;
            }
            let (worker, _) = self.workers.remove(slot);
            if self.random.below(3) == 0 {
                self.ask_to_quit(worker).await?;
            } else {
                worker.kill(&mut self.book).await?;
                self.kills += 1;
            }
            let next = self.worker(slot).await?;
            self.workers.insert(slot, next);
        }
        Ok(())
    }

    async fn ask_to_quit(&mut self, worker: Worker) -> Result<()> {
        let worker = worker.quit(&mut self.book).await?;
        let ledger = Ledger::read(&mut self.database).await?;
        self.book.check_quit(&worker, &ledger)
    }

    async fn quit(&mut self) -> Result<()> {
        while let Some((worker, _)) = self.workers.pop() {
            self.ask_to_quit(worker).await?;
        }
        self.look().await
    }
}

async fn check_at_the_end(folder: &Path, soak: &Soak<'_>) -> Result<()> {
    let ledger = Ledger::of(folder).await?;
    let count =
        |reason: &str| ledger.runs.values().filter(|run| run.reason.as_deref() == Some(reason)).count();
    let reasons = ["idle", "evicted", "orphaned", "exited", "closed", "app_quit", "owner_lost"];
    let counts: Vec<_> = reasons.map(|reason| (reason, count(reason))).to_vec();
    println!("{} operations, {} kills, {} runs", soak.book.operations, soak.kills, ledger.runs.len());
    println!("{counts:?}\n{:?}", soak.book.done);
    for (reason, count) in counts {
        ensure!(count > 0, "no run ended as {reason}: this was no soak");
    }
    let engine = engine(folder).await?;
    for session in sessions_in(folder)? {
        engine.undelete(session).await?;
        let row = engine.show(session).await?;
        ensure!(matches!(row.status, Status::Asleep | Status::Ended), "nobody has it: {row:?}");
        let output = engine.output(session).await?;
        check_writers(&ledger, &session.to_string(), &output)
            .with_context(|| format!("session {session}"))?;
        engine.last_screen(session, 0).await?;
    }
    engine.shut_down().await;
    Ok(())
}

/// Every line that names a run stands in the part of the log that this run wrote.
fn check_writers(ledger: &Ledger, session: &str, output: &[u8]) -> Result<()> {
    let writers = ledger.writers(session)?;
    let ends = writers.iter().skip(1).map(|(_, from)| *from).chain([output.len()]);
    for ((run, from), end) in writers.iter().zip(ends) {
        let part = String::from_utf8_lossy(output.get(*from..end).context("the log has no gap")?);
        // One that was cut in the middle names nothing.
        let names = part.split('<').skip(1).filter_map(|piece| piece.split_once('>')?.0.split_once('.'));
        for (name, number) in names.filter(|(_, number)| number.parse::<u64>().is_ok()) {
            ensure!(name.parse() == Ok(*run), "run {run} wrote line {number} of run {name}");
        }
    }
    Ok(())
}
