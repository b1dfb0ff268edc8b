//! What a program is to the one who reclaims: a shell at its prompt loses nothing that its screen does not show, a
//! Python prompt loses its variables, and anything else is in the middle of its work.

use std::path::Path;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nature {
    /// Waits for commands; what it runs shows as a job in the foreground.
    Shell,
    /// A prompt whose variables live only in its process.
    Stateful,
    /// Runs until it is done.
    Command,
}

const SHELLS: &[&str] =
    &["ash", "bash", "dash", "elvish", "fish", "ksh", "mksh", "nu", "pwsh", "sh", "xonsh", "zsh"];

/// Prompts when they are given no file to run.
const PROMPTS: &[&str] = &[
    "bc", "clj", "dc", "erl", "ghci", "guile", "iex", "ipython", "irb", "jshell", "julia", "lua", "node",
    "octave", "perl6", "php", "pypy", "python", "R", "racket", "raku", "sbcl", "scala", "swipl",
];

/// Prompts whose arguments name what they work on.
const DATABASES: &[&str] =
    &["duckdb", "mariadb", "mongosh", "mysql", "psql", "redis-cli", "sqlite", "sqlite3"];

/// Options after which a program runs that, and no prompt.
const RUN_THIS: &[&str] = &["-c", "-e", "-m", "-p", "--command", "--eval", "--execute"];

/// Those of databases, where the others name a port or ask for a password.
const QUERY_THIS: &[&str] = &["-c", "-e", "--command", "--execute"];

pub(crate) fn nature_of(program: &Path, arguments: &[String]) -> Nature {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    // `python3.11` and `-bash` are `python` and `bash`.
    let name =
        name.trim_start_matches('-').trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    let asks =
        |names: &[&str]| names.iter().any(|known| *known == name || known.trim_end_matches('3') == name);
    let names = |options: &[&str]| arguments.iter().any(|word| options.contains(&word.as_str()));
    let only_options = arguments.iter().all(|word| word.starts_with('-'));
    if asks(DATABASES) {
        if names(QUERY_THIS) { Nature::Command } else { Nature::Stateful }
    } else if names(RUN_THIS) {
        Nature::Command
    } else if only_options && asks(SHELLS) {
        Nature::Shell
    } else if only_options && asks(PROMPTS) {
        Nature::Stateful
    } else {
        Nature::Command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_what_its_name_and_its_arguments_make_it() {
        for (line, nature) in [
            ("/bin/bash", Nature::Shell),
            ("/usr/bin/zsh -l", Nature::Shell),
            ("/bin/bash --norc --noprofile -i", Nature::Shell),
            ("/bin/sh -c make", Nature::Command),
            ("/bin/bash build.sh", Nature::Command),
            ("/usr/bin/python3", Nature::Stateful),
            ("/usr/bin/python3.11 -i", Nature::Stateful),
            ("/usr/bin/python3 train.py", Nature::Command),
            ("/usr/bin/python3 -m http.server", Nature::Command),
            ("/usr/bin/node", Nature::Stateful),
            ("/usr/bin/sqlite3 study.db", Nature::Stateful),
            ("/usr/bin/psql -d course", Nature::Stateful),
            ("/usr/bin/psql -c select", Nature::Command),
            ("/usr/bin/psql -p 5433 course", Nature::Stateful),
            ("/usr/bin/mysql -p", Nature::Stateful),
            ("/usr/bin/mysql -e select", Nature::Command),
            ("/usr/bin/R --no-save", Nature::Stateful),
            ("/usr/bin/htop", Nature::Command),
            ("/usr/bin/vim notes.md", Nature::Command),
        ] {
            let mut words = line.split(' ');
            let program = words.next().unwrap_or_default();
            let arguments: Vec<String> = words.map(str::to_owned).collect();
            assert_eq!(nature_of(Path::new(program), &arguments), nature, "{line}");
        }
    }
}
