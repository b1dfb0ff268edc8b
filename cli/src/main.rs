//! `nook`: Inglenook on the command line, a second kind of instance over the same engine and the same database.
//!
//! It translates and decides nothing: a file for each command, words in `words` and `failure`, and the terminal of
//! `nook open` in `terminal`.

mod arguments;
mod doctor;
mod failure;
mod find;
mod json;
mod lines;
mod ls;
mod new;
mod notes;
mod open;
mod out;
mod show;
mod terminal;
mod words;

use std::process::ExitCode;

use clap::Parser;
use inglenook_engine::{Engine, InstanceKind, Options};

use arguments::{Arguments, Command};
use failure::{Exit, Failure};
use out::Said;

fn main() -> ExitCode {
    // Wrong usage ends here, with exit code 2.
    let arguments = Arguments::parse();
    log_to_stderr();
    terminal::restore_on_panic();
    let answer = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Failure::new(Exit::Failed, format!("nook could not start: {error}."), ""))
        .and_then(|runtime| {
            let answer = runtime.block_on(run(arguments.command));
            runtime.shutdown_background();
            answer
        })
        .and_then(|said| {
            let exit = said.exit;
            said.print().map(|()| exit)
        });
    match answer {
        Ok(exit) => exit.into(),
        Err(failure) => {
            out::complain(&failure.text());
            failure.exit.into()
        }
    }
}

async fn run(command: Command) -> Result<Said, Failure> {
    if let Command::Open(_) | Command::New(arguments::New { open: true, .. }) = command {
        terminal::require()?;
    }
    let options = Options::discover(InstanceKind::Nook)?;
    if let Command::Doctor(listing) = &command {
        return doctor::doctor(options, listing.json).await;
    }
    let engine = Engine::start(options).await?;
    let said = obey(&engine, command).await;
    engine.shut_down().await;
    said
}

async fn obey(engine: &Engine, command: Command) -> Result<Said, Failure> {
    match command {
        Command::Ls(listing) => ls::ls(engine, listing.json).await,
        Command::Show(show) => show::show(engine, &show.session, show.json).await,
        Command::New(new) => {
            let made = new::create(engine, &new).await?;
            if new.open {
                open::open(engine, made.id).await
            } else {
                new::said(engine, &made, new.json).await
            }
        }
        Command::Open(open) => {
            let rows = engine.list().await?;
            let session = find::find(&rows, &open.session)?.id;
            open::open(engine, session).await
        }
        Command::Notes(asked) => notes::notes(engine, asked.session.as_deref(), asked.json).await,
        // It starts an engine of its own, and says so where that fails.
        Command::Doctor(_) => Ok(Said::done("")),
    }
}

/// Only where it is asked for: a session has the whole terminal.
fn log_to_stderr() {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_env("INGLENOOK_LOG").unwrap_or_else(|_| EnvFilter::new("off"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}
