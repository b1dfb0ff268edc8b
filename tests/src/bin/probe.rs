//! An engine in a process of its own, to be killed by tests.
//!
//! `probe flood DIR N`: opens N sessions that write numbered lines for ever, says `ready` once each has.
//! `probe open DIR SESSION [app|nook]`: opens one session, says `opened RUN` or `elsewhere PID`, then waits for the
//! end of its standard input.
//! `probe claim DIR SESSION app|nook`: as `open`, but stands still between the claim and the start of the process, and
//! says `claimed` there.

use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use inglenook_engine::{Engine, Error, Frame, InstanceKind, Moment, Moments, NewSession, SessionId, Size};
use inglenook_tests::{FLOOD, engine, engine_as};

const SIZE: Size = Size { columns: 80, rows: 24 };

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["flood", folder, sessions] => flood(&engine(Path::new(folder)).await?, sessions.parse()?).await?,
        ["open", folder, session] => open_as(folder, session, "app").await?,
        ["open", folder, session, kind] => open_as(folder, session, kind).await?,
        ["claim", folder, session, kind] => return claim(folder, session.parse()?, kind).await,
        _ => bail!("usage: probe flood DIR N | probe open DIR SESSION [KIND] | probe claim DIR SESSION KIND"),
    }
    until_told_to_end().await
}

async fn until_told_to_end() -> Result<()> {
    tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
    Ok(())
}

fn kind_of(word: &str) -> Result<InstanceKind> {
    Ok(match word {
        "app" => InstanceKind::App,
        "nook" => InstanceKind::Nook,
        _ => bail!("{word} is no kind of instance"),
    })
}

async fn open_as(folder: &str, session: &str, kind: &str) -> Result<()> {
    let engine = engine_as(Path::new(folder), kind_of(kind)?, Moments::default()).await?;
    open(&engine, session.parse()?).await
}

async fn claim(folder: &str, session: SessionId, kind: &str) -> Result<()> {
    let moments = Moments::default();
    let claimed = moments.hold(Moment::Claimed);
    let engine = engine_as(Path::new(folder), kind_of(kind)?, moments).await?;
    let opening = tokio::spawn(async move { open(&engine, session).await });
    claimed.arrived().await;
    say("claimed")?;
    until_told_to_end().await?;
    claimed.release();
    opening.await?
}

async fn flood(engine: &Engine, sessions: usize) -> Result<()> {
    let mut ids: Vec<_> = engine.list().await?.into_iter().map(|row| row.id).collect();
    while ids.len() < sessions {
        let new = NewSession {
            title: format!("probe {}", ids.len()),
            directory: "/".into(),
            profile: "command".into(),
            command: FLOOD.into(),
            ..NewSession::default()
        };
        ids.push(engine.create(new).await?.id);
    }
    for id in ids {
        let opened = engine.open(id, SIZE).await?;
        let viewer = engine.attach(opened.run, "probe").await?;
        loop {
            let frames = engine.read(viewer).await?;
            if frames.iter().any(|frame| matches!(frame, Frame::Output(_))) {
                break;
            }
        }
        engine.detach(viewer);
    }
    say("ready")
}

async fn open(engine: &Engine, session: SessionId) -> Result<()> {
    match engine.open(session, SIZE).await {
        Ok(opened) => say(&format!("opened {}", opened.run)),
        Err(Error::OpenElsewhere { pid, .. }) => say(&format!("elsewhere {pid}")),
        Err(error) => Err(error.into()),
    }
}

fn say(line: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush().context("nobody listens")
}
