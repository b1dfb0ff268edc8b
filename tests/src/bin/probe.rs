//! An engine in a process of its own, to be killed by tests.
//!
//! `probe flood DIR N`: opens N sessions that write numbered lines for ever, says `ready` once each has.
//! `probe open DIR SESSION`: opens one session, says `opened RUN` or `elsewhere PID`, then waits for the end
//! of its standard input.

use std::io::{Read, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use inglenook_engine::{
    Clock, Engine, Error, Frame, InstanceKind, Moments, NewSession, Options, SessionId, Size,
};
use inglenook_tests::FLOOD;

const SIZE: Size = Size { columns: 80, rows: 24 };

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["flood", folder, sessions] => flood(&engine(folder).await?, sessions.parse()?).await?,
        ["open", folder, session] => open(&engine(folder).await?, session.parse()?).await?,
        _ => bail!("usage: probe flood DIR N | probe open DIR SESSION"),
    }
    tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new())).await??;
    Ok(())
}

async fn engine(folder: &str) -> Result<Engine> {
    let data_dir = PathBuf::from(folder);
    let config = data_dir.join("settings.toml");
    Ok(Engine::start(Options {
        data_dir,
        config,
        kind: InstanceKind::App,
        clock: Clock::system(),
        moments: Moments::default(),
    })
    .await?)
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
