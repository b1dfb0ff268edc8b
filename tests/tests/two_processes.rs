//! Two processes on one database: one run, one winner, and the other is told who has it.

use anyhow::{Context, Result};
use inglenook_engine::{NewSession, Saving, Size, Status};
use inglenook_tests::{Probe, engine};

const PROBE: &str = env!("CARGO_BIN_EXE_probe");

#[tokio::test(flavor = "multi_thread")]
async fn of_two_processes_that_open_a_session_at_once_one_gets_it() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_string_lossy().into_owned();
    let engine = engine(folder.path()).await?;
    let new = NewSession {
        directory: "/".into(),
        profile: "command".into(),
        command: "cat".into(),
        ..NewSession::default()
    };
    let session = engine.create(new).await?.id;
    for round in 0..10 {
        let id = session.to_string();
        let mut probes =
            [Probe::start(PROBE, &["open", &path, &id])?, Probe::start(PROBE, &["open", &path, &id])?];
        let answers = [probes[0].line()?, probes[1].line()?];
        let winner = usize::from(answers[1].starts_with("opened"));
        assert!(answers[winner].starts_with("opened"), "in round {round}: {answers:?}");
        assert_eq!(
            answers[1 - winner],
            format!("elsewhere {}", probes[winner].pid()),
            "in round {round}, the other is told who has it"
        );
        let row = engine.list().await?.pop().context("the session is listed")?;
        assert_eq!(row.status, Status::Elsewhere, "in round {round}, a third sees it too");
        for probe in probes {
            probe.kill()?;
        }
        let row = engine.list().await?.pop().context("the session is listed")?;
        assert_eq!(row.status, Status::Asleep, "in round {round}, and sees that its owner died");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_taken_over_from_a_dead_owner_with_all_that_it_had() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_string_lossy().into_owned();
    let engine = engine(folder.path()).await?;
    let mut probe = Probe::start(PROBE, &["flood", &path, "1"])?;
    assert_eq!(probe.line()?, "ready");
    let session = engine.list().await?.pop().context("the session is listed")?.id;
    // Until some of it is on the disk.
    while engine.output(session).await?.is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    probe.kill()?;
    let before = engine.output(session).await?;
    // No list in between: the claim itself finds that the owner is dead.
    engine.open(session, Size::new(80, 24)).await?;
    let mut saving = engine.saving();
    saving.wait_for(|saving| matches!(saving, Saving::Saved { at: Some(_) })).await?;
    let after = engine.output(session).await?;
    assert!(after.starts_with(&before), "what the dead owner saved is kept");
    assert!(
        String::from_utf8_lossy(&after[before.len()..]).contains("Resumed"),
        "and the new run goes on after it"
    );
    engine.shut_down().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_child_that_outlives_its_owner_does_not_prove_that_it_lives() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_string_lossy().into_owned();
    let engine = engine(folder.path()).await?;
    let new = NewSession {
        directory: "/".into(),
        profile: "command".into(),
        command: "sh -c \"trap '' HUP; exec sleep 300\"".into(),
        ..NewSession::default()
    };
    let session = engine.create(new).await?.id;
    let mut probe = Probe::start(PROBE, &["open", &path, &session.to_string()])?;
    assert!(probe.line()?.starts_with("opened"));
    let children = inglenook_tests::until_child_runs(probe.pid(), "sleep").await?;
    probe.kill()?;
    let row = engine.list().await?.pop().context("the session is listed")?;
    assert!(inglenook_tests::is_running(children), "the child lives on");
    assert_eq!(row.status, Status::Asleep, "and its owner is known to be dead");
    inglenook_tests::kill(children)
}
