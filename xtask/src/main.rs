//! The project's commands: `cargo xtask run | test | check | prepare`.
//!
//! Each does all its own set-up first, so that a fresh clone needs git, Rust and Node alone.

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
";

fn main() -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_default();
    let done: Result<()> = match command.as_str() {
        "run" => run::run(),
        "test" => test::test(),
        "check" => setup::everything().and_then(|()| check::check()),
        "prepare" => setup::everything().and_then(|()| prepare::prepare()),
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
