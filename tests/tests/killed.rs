//! The engine's process is killed, the power goes: what was saved is there, and everything opens.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use inglenook_engine::{Reason, Size, Status};
use inglenook_tests::{Probe, Random, check_gapless, copy_database, engine};
use rustix::process::Signal;
use sqlx::{Connection, SqliteConnection};

const PROBE: &str = env!("CARGO_BIN_EXE_probe");

/// Nothing to wait for: the moment is meant to be a random one.
fn let_it_write(random: &mut Random, at_most: u64) -> u64 {
    let milliseconds = random.below(at_most);
    #[expect(clippy::disallowed_methods, reason = "a random moment")]
    std::thread::sleep(Duration::from_millis(milliseconds));
    milliseconds
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_a_hundred_times_nothing_that_was_saved_is_lost() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_string_lossy().into_owned();
    let mut random = Random::new();
    let mut kept = Vec::new();
    let mut lines = 0;
    for round in 0..100 {
        let mut probe = Probe::start(PROBE, &["flood", &path, "1"])?;
        assert_eq!(probe.line()?, "ready", "in round {round}");
        let wrote = let_it_write(&mut random, 400);
        probe.kill()?;

        let engine = engine(folder.path()).await?;
        let row = engine.list().await?.pop().context("the session is listed")?;
        assert_eq!(row.status, Status::Asleep, "in round {round}");
        assert!(
            row.lines >= lines,
            "in round {round}, history only grows: {} lines after {lines}",
            row.lines
        );
        lines = row.lines;
        assert_eq!(row.last_run.map(|run| run.reason), Some(Reason::OwnerLost), "in round {round}");
        let output = engine.output(row.id).await?;
        assert!(output.starts_with(&kept), "in round {round}, what was kept before only grows");
        // The line that marks the resume is saved with the first output, a quarter of a second later at most.
        assert!(wrote < 250 || output.len() > kept.len(), "in round {round}, {wrote} ms of output were lost");
        check_gapless(&String::from_utf8_lossy(&output)).with_context(|| format!("in round {round}"))?;
        engine.last_screen(row.id, 0).await?;
        kept = output;
        engine.shut_down().await;
    }
    assert!(check_gapless(&String::from_utf8_lossy(&kept))? > 100, "every round but the shortest left lines");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_power_cut_the_database_is_whole_and_every_session_opens() -> Result<()> {
    let mut random = Random::new();
    // A new database now and then, or what has to be read back would grow and grow.
    for _ in 0..5 {
        let folder = tempfile::tempdir()?;
        let path = folder.path().to_string_lossy().into_owned();
        let mut probe = Probe::start(PROBE, &["flood", &path, "3"])?;
        assert_eq!(probe.line()?, "ready");
        for moment in 0..10 {
            let_it_write(&mut random, 150);
            let copy = tempfile::tempdir()?;
            probe.signal(Signal::STOP)?;
            let copied = copy_database(folder.path(), copy.path());
            probe.signal(Signal::CONT)?;
            copied?;
            everything_opens(copy.path()).await.with_context(|| format!("at moment {moment}"))?;
        }
        probe.kill()?;
    }
    Ok(())
}

async fn everything_opens(folder: &Path) -> Result<()> {
    let url = format!("sqlite://{}", folder.join("inglenook.db").display());
    let mut connection = SqliteConnection::connect(&url).await?;
    let verdict: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await?;
    assert_eq!(verdict, "ok");
    connection.close().await?;

    let engine = engine(folder).await?;
    let rows = engine.list().await?;
    assert_eq!(rows.len(), 3, "every session is listed");
    for row in rows {
        let output = engine.output(row.id).await?;
        check_gapless(&String::from_utf8_lossy(&output))?;
        engine.open(row.id, Size::new(80, 24)).await?;
    }
    engine.shut_down().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn no_process_of_a_killed_engine_is_left() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_string_lossy().into_owned();
    let mut probe = Probe::start(PROBE, &["flood", &path, "2"])?;
    assert_eq!(probe.line()?, "ready");
    let children = inglenook_tests::children_of(probe.pid());
    assert!(children.len() >= 2, "both sessions run: {children:?}");
    probe.kill()?;
    inglenook_tests::until_gone(&children).await
}
