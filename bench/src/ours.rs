//! An engine in this process, and a viewer that reads as a pane does.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use inglenook_engine::{Engine, Frame, NewSession, RunId, Saving, SessionId, Size, ViewerId};

use crate::script::{PATIENCE, READY, Script};
use crate::streams::through_a_terminal;

pub(crate) const SIZE: Size = Size { columns: 80, rows: 24 };

/// What a flood took.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flooded {
    pub cat: Duration,
    /// From the end of `cat` until everything was on the disk.
    pub until_durable: Duration,
}

pub(crate) async fn session(engine: &Engine, title: &str, line: &str) -> Result<SessionId> {
    let new = NewSession {
        title: title.to_owned(),
        profile: "command".to_owned(),
        command: line.to_owned(),
        directory: "/".to_owned(),
        ..NewSession::default()
    };
    Ok(engine.create(new).await?.id)
}

/// Opens it and looks at it.
pub(crate) async fn look(engine: &Engine, session: SessionId) -> Result<(RunId, ViewerId)> {
    let run = engine.open(session, SIZE).await?.run;
    Ok((run, engine.attach(run, "bench").await?))
}

/// Reads until the text was to be seen, or the end of the run.
pub(crate) async fn until_seen(engine: &Engine, viewer: ViewerId, text: &str) -> Result<()> {
    let mut seen = Vec::new();
    loop {
        for frame in engine.read(viewer).await? {
            match frame {
                Frame::Keyframe { bytes, .. } | Frame::Output(bytes) => seen.extend(bytes),
                Frame::Resized(_) => {}
                Frame::Ended { .. } => bail!("the run ended without {text:?}"),
            }
        }
        if seen.windows(text.len()).any(|window| window == text.as_bytes()) {
            return Ok(());
        }
    }
}

pub(crate) async fn until_ended(engine: &Engine, viewer: ViewerId) -> Result<()> {
    loop {
        if engine.read(viewer).await?.iter().any(|frame| matches!(frame, Frame::Ended { .. })) {
            return Ok(());
        }
    }
}

/// Waits until nothing waits for the disk.
pub(crate) async fn until_saved(engine: &Engine) -> Result<()> {
    let mut saving = engine.saving();
    let saved = saving.wait_for(|saving| matches!(saving, Saving::Saved { .. }));
    tokio::time::timeout(PATIENCE, saved).await.context("the output is never saved")??;
    Ok(())
}

/// Runs the script in a session with a viewer, and checks that the log has every byte.
pub(crate) async fn flood(script: &Script, file: &Path) -> Result<Flooded> {
    let engine = inglenook_tests::engine(&script.folder().join("data")).await?;
    let session = session(&engine, "flood", &script.line()).await?;
    let (_, viewer) = look(&engine, session).await?;
    until_seen(&engine, viewer, READY).await?;
    script.go().await?;
    tokio::time::timeout(PATIENCE, until_ended(&engine, viewer)).await.context("it never ends")??;
    until_saved(&engine).await?;
    let until_durable = since(script.ended_at()?)?;
    is_all_there(&engine, session, file).await?;
    engine.shut_down().await;
    Ok(Flooded { cat: script.took()?, until_durable })
}

/// The log holds all that was written, byte for byte: what is fast because it does less is not measured.
pub(crate) async fn is_all_there(engine: &Engine, session: SessionId, file: &Path) -> Result<()> {
    let logged = engine.output(session).await?;
    let written = through_a_terminal(&std::fs::read(file)?);
    if !logged.ends_with(&written) {
        bail!("{} bytes were written and {} are in the log, or others", written.len(), logged.len());
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "compared with what `date` said in another process")]
fn since(moment: f64) -> Result<Duration> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
    Ok(now.saturating_sub(Duration::from_secs_f64(moment / 1e3)))
}
