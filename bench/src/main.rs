//! Inglenook side by side with what people know, in one run on the machine at hand.
//!
//! A file a figure in `figures/`; each repeats its contestants in turn, so that a machine that becomes slower does so
//! for all of them. What cannot be measured is said to be so, and never guessed.

mod drained;
mod figures;
mod machine;
mod numbers;
mod options;
mod ours;
mod peers;
mod report;
mod script;
mod streams;
mod window;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use figures::Figure;
use options::Options;

/// What a figure is given.
#[derive(Debug)]
pub(crate) struct Bench {
    pub options: Options,
    /// Gone at the end.
    pub folder: TempDir,
}

impl Bench {
    /// So many, or a tenth of it in a quick run.
    pub(crate) fn scaled(&self, number: usize) -> usize {
        if self.options.quick { number / 10 } else { number }
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    // As the app does.
    inglenook_engine::memory::keep_small();
    let words: Vec<_> = std::env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["engine", folder] => figures::memory::engine_of_its_own(Path::new(folder)).await,
        ["play", file, seconds] => figures::log_size::play(Path::new(file), seconds).await,
        _ => run(words).await,
    };
    code(done)
}

fn code(done: Result<()>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(words: Vec<String>) -> Result<()> {
    let options = Options::parse(words)?;
    if let Some(unknown) = options.only.iter().find(|name| Figure::named(name).is_none()) {
        let known: Vec<_> = figures::ALL.iter().map(|figure| figure.name()).collect();
        bail!("There is no figure {unknown}. There are: {}", known.join(", "));
    }
    let bench = Bench { options, folder: tempfile::tempdir()? };
    let quick = if bench.options.quick { "; quick, with a tenth of the data" } else { "" };
    println!("{}; {} rounds{quick}\n", machine::kind(), bench.options.rounds);
    let mut findings = Vec::new();
    for figure in figures::ALL.into_iter().filter(|figure| bench.options.wants(figure.name())) {
        let found = figure.measure(&bench).await;
        found.iter().for_each(report::Finding::print);
        findings.extend(found);
        if bench.options.write {
            // After each: what was measured is not lost where a later one is cut short.
            report::write(&written_file(), &findings, bench.options.rounds)?;
        }
    }
    bench.folder.close().context("a folder in the way of temporary files stays")
}

fn written_file() -> std::path::PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).join("docs/benchmarks.md")
}
