//! What can be asked on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Sessions that last: list them, look at them, and open them in this terminal.
///
/// nook works on the same sessions as the Inglenook app. A session is named by its id, by the unique beginning of
/// its id, or by its title.
#[derive(Debug, Parser)]
#[command(name = "nook", version, after_help = EXIT_CODES, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no such session, 4 open elsewhere.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the sessions: live ones first, then those asleep, then those that ended.
    Ls(Listing),
    /// Show what is known of a session, with its last screen as text.
    Show(Show),
    /// Make a session and print its id. Without a command it runs your shell.
    New(New),
    /// Open a session in this terminal, below its kept screen. Ctrl+\ leaves it asleep.
    Open(Open),
    /// List notes: those of a session, or all of them.
    Notes(Notes),
    /// Look for what is wrong: settings, database, disk, programs that stopped unexpectedly.
    Doctor(Listing),
}

#[derive(Debug, Args)]
pub(crate) struct Listing {
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Show {
    /// An id, the unique beginning of one, or a title.
    pub session: String,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct New {
    /// Its name in every list. Without one: what runs, and where.
    #[arg(long)]
    pub title: Option<String>,
    /// What it is for, such as a course.
    #[arg(long)]
    pub subject: Option<String>,
    /// Where it runs. Without one: here.
    #[arg(long)]
    pub dir: Option<PathBuf>,
    /// Open it in this terminal at once.
    #[arg(long, conflicts_with = "json")]
    pub open: bool,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
    /// What it runs, with its arguments.
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Open {
    /// An id, the unique beginning of one, or a title.
    pub session: String,
}

#[derive(Debug, Args)]
pub(crate) struct Notes {
    /// An id, the unique beginning of one, or a title. Without one: the notes of all sessions.
    pub session: Option<String>,
    /// Print JSON, for programs.
    #[arg(long)]
    pub json: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }
}
