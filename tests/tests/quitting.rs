//! An owner that quits: for as long as it starts or ends a run, its process lives and the run is its own.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use inglenook_engine::{Error, InstanceKind, Moment, Moments, NewSession, Size};
use inglenook_tests::{Ledger, engine, engine_as};

const SIZE: Size = Size { columns: 80, rows: 24 };

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_quits_while_it_starts_a_run_still_has_it() -> Result<()> {
    quit_held_at(Moment::Claimed).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_quits_while_it_ends_a_run_still_has_it() -> Result<()> {
    quit_held_at(Moment::Drained).await
}

async fn quit_held_at(moment: Moment) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let moments = Moments::default();
    let owner = engine_as(folder.path(), InstanceKind::App, moments.clone()).await?;
    let asker = engine(folder.path()).await?;
    let new = NewSession {
        directory: "/".into(),
        profile: "command".into(),
        command: "cat".into(),
        ..NewSession::default()
    };
    let session = owner.create(new).await?.id;
    let held = moments.hold(moment);
    let opener = tokio::spawn({
        let owner = owner.clone();
        async move { owner.open(session, SIZE).await }
    });
    if moment == Moment::Claimed {
        held.arrived().await;
    } else {
        while owner.show(session).await?.run.is_none() {
            tokio::task::yield_now().await;
        }
    }
    owner.shut_down().await;
    let opened = asker.open(session, SIZE).await;
    assert!(matches!(opened, Err(Error::OpenElsewhere { .. })), "its process lives, and has it: {opened:?}");
    held.release();
    // Its opener is told whatever is so by then.
    let _ = opener.await?;
    until_ended(folder.path(), "app_quit").await?;
    asker.shut_down().await;
    Ok(())
}

/// The database tells nobody of a row.
async fn until_ended(folder: &Path, reason: &str) -> Result<()> {
    let mut ledger = Ledger::of(folder).await?;
    while ledger.runs.values().any(|run| run.ended_at.is_none()) {
        tokio::time::sleep(Duration::from_millis(10)).await;
        ledger = Ledger::of(folder).await?;
    }
    let (_, last) = ledger.runs.last_key_value().context("there are runs")?;
    assert_eq!(last.reason.as_deref(), Some(reason));
    Ok(())
}
