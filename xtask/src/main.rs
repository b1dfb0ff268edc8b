//! The project's commands: `cargo xtask run | test | check | prepare | bench`.
//!
//! Each does all its own set-up first, so that a fresh clone needs git, Rust and Node alone.

mod bench;
mod check;
mod display;
mod prepare;
mod run;
mod setup;
mod shell;
mod test;

use std::process::ExitCode;

use anyhow::Result;

const USAGE: &str = "\
cargo xtask run       set up, build, and start Inglenook
cargo xtask test      set up, check, and run every test
cargo xtask check     formatting, lints, types, generated files
cargo xtask prepare   renew what is generated: the window's types, the queries' data
cargo xtask bench     measure side by side with tmux and others: docs/benchmarks.md has the options
";

fn main() -> ExitCode {
    let words: Vec<_> = std::env::args().skip(1).collect();
    let command = words.first().cloned().unwrap_or_default();
    let done: Result<()> = match command.as_str() {
        "run" => run::run(),
        "test" => test::test(),
        "check" => setup::everything().and_then(|()| check::check()),
        "prepare" => setup::everything().and_then(|()| prepare::prepare()),
        "bench" => bench::bench(&words[1..]),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{error:#}");
            ExitCode::FAILURE
        }
    }
}
