//! The log of an hour of ordinary use on the disk, against `zstd -3` of the raw output. The hour is played in a minute,
//! on a clock that goes faster: stretches of a few dozen bytes, as keys and their echoes make them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use inglenook_engine::{Awake, Clock, Engine, InstanceKind, Moments, Options, SessionId};
use inglenook_tests::Random;
use serde::Deserialize;
use sqlx::{Connection, SqliteConnection};

use super::Bar;
use crate::numbers::written;
use crate::report::{Finding, Verdict};
use crate::{Bench, ours};

const LOOPED: &str = "log of an hour, one recording looped";
const ONCE: &str = "log of an hour, each recording once";
const BAR: &str = "≤ 1.3 × zstd -3";

pub(super) const BARS: &[Bar] = &[(LOOPED, BAR), (ONCE, BAR)];

/// About what the recordings make in a minute, times sixty.
const HOUR_OF_OUTPUT: usize = 600_000;

/// The largest stretch that is written at once.
const STRETCH: u64 = 80;

#[derive(Deserialize)]
struct Recording {
    events: Vec<serde_json::Value>,
}

pub(super) async fn measure(bench: &Bench) -> Result<Vec<Finding>> {
    let real_seconds = if bench.options.quick { 6 } else { 60 };
    let recordings = recordings()?;
    let (_, shell) = recordings.iter().find(|(name, _)| name == "shell").context("a recording of a shell")?;
    let looped = shell.repeat(HOUR_OF_OUTPUT.div_ceil(shell.len()));
    let once: Vec<u8> = recordings.iter().flat_map(|(_, output)| output.clone()).collect();
    let folder = bench.folder.path().join("hour");
    let engine = Engine::start(an_hour_in(real_seconds, &folder)).await?;
    let found = tokio::try_join!(
        finding(&engine, &folder, LOOPED, looped, real_seconds),
        finding(&engine, &folder, ONCE, once, real_seconds),
    );
    engine.shut_down().await;
    let (looped, once) = found?;
    Ok(vec![looped, once])
}

fn an_hour_in(real_seconds: u64, folder: &Path) -> Options {
    let faster = 3600 / real_seconds as i64;
    let system = Clock::system();
    let (also_system, begun, awake) = (system.clone(), system.now(), system.awake().0);
    Options {
        data_dir: folder.to_owned(),
        config: folder.join("settings.toml"),
        kind: InstanceKind::App,
        clock: Clock::from_fns(
            move || begun + (system.now() - begun) * faster,
            move || Awake(awake + (also_system.awake().0 - awake) * faster),
        ),
        moments: Moments::default(),
    }
}

async fn finding(engine: &Engine, folder: &Path, name: &str, raw: Vec<u8>, seconds: u64) -> Result<Finding> {
    let file = folder.join(name.replace([' ', ','], "-"));
    fs::write(&file, &raw)?;
    let bench = std::env::current_exe()?;
    let line = format!(
        "sh -c \"stty -opost -echo; exec '{}' play '{}' {seconds}\"",
        bench.display(),
        file.display()
    );
    let session = ours::session(engine, name, &line).await?;
    let (_, viewer) = ours::look(engine, session).await?;
    ours::until_ended(engine, viewer).await?;
    ours::until_saved(engine).await?;
    ensure!(engine.output(session).await?.ends_with(&raw), "the log has every byte");
    let logged = log_on_disk(&folder.join("inglenook.db"), session).await?;
    let zstd = zstd::bulk::compress(&raw, 3)?.len() as f64;
    Ok(Finding {
        name: name.to_owned(),
        ours: format!("{} KB", written(logged / 1e3)),
        peers: format!("zstd -3 {} KB, raw {} KB", written(zstd / 1e3), written(raw.len() as f64 / 1e3)),
        ratio: format!("{} × zstd -3", written(logged / zstd)),
        bar: BAR.to_owned(),
        verdict: Verdict::of(logged <= 1.3 * zstd),
    })
}

async fn log_on_disk(database: &Path, session: SessionId) -> Result<f64> {
    let mut connection =
        SqliteConnection::connect(&format!("sqlite://{}?mode=ro", database.display())).await?;
    let bytes: i64 =
        sqlx::query_scalar("SELECT coalesce(sum(length(data)), 0) FROM log_blocks WHERE session_id = ?")
            .bind(session.to_string())
            .fetch_one(&mut connection)
            .await?;
    Ok(bytes as f64)
}

/// The engine's recordings of real programs, by name.
fn recordings() -> Result<Vec<(String, Vec<u8>)>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/engine/tests/corpus");
    let mut files: Vec<PathBuf> =
        fs::read_dir(corpus)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
        .iter()
        .map(|file| Ok((file.file_stem().unwrap_or_default().to_string_lossy().into(), output(file)?)))
        .collect()
}

fn output(file: &Path) -> Result<Vec<u8>> {
    let recording: Recording = serde_json::from_slice(&fs::read(file)?)?;
    let mut output = Vec::new();
    for event in recording.events {
        if event[0] == "o" {
            output.extend(STANDARD.decode(event[1].as_str().context("output is text")?)?);
        }
    }
    Ok(output)
}

/// `play FILE SECONDS`: writes the file in short stretches, evenly over the time.
pub(crate) async fn play(file: &Path, seconds: &str) -> Result<()> {
    let raw = fs::read(file)?;
    let mut random = Random::from_seed(1);
    let pause = Duration::from_secs(seconds.parse()?).mul_f64(STRETCH as f64 / 2.0 / raw.len() as f64);
    let begun = tokio::time::Instant::now();
    let (mut at, mut stretches) = (0, 0);
    while at < raw.len() {
        let end = raw.len().min(at + 1 + random.below(STRETCH) as usize);
        let mut out = std::io::stdout().lock();
        out.write_all(&raw[at..end])?;
        out.flush()?;
        drop(out);
        (at, stretches) = (end, stretches + 1);
        tokio::time::sleep_until(begun + pause * stretches).await;
    }
    Ok(())
}
