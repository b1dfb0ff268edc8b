//! Real shells, with the learner's own files: they mark their commands, say where they are, and are otherwise as ever.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use std::path::{Path, PathBuf};

use common::{Desk, until};
use inglenook_engine::{Activity, Event, RunId, SessionId, SessionRow, Size};
use tempfile::TempDir;

const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

/// A shell's row, run, and what its files say.
struct Shell {
    desk: Desk,
    session: SessionId,
    run: RunId,
}

/// Where shells find the learner's files: named to this whole process, before any of it starts.
fn home() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    write_files(
        home.path(),
        "PROMPT_COMMAND='true;'\nPS1='ready$ '",
        "PS1='ready$ '",
        "function fish_prompt; echo -n 'ready$ '; end",
    );
    home
}

fn write_files(home: &Path, bash: &str, zsh: &str, fish: &str) {
    let own = "alias greet='echo from-their-files'\n";
    for (file, content) in [
        (".bashrc", format!("{own}{bash}\n")),
        (".zshenv", "export FROM_ENV=theirs\n".to_owned()),
        (".zshrc", format!("{own}{zsh}\n")),
        (".config/fish/config.fish", format!("function greet; echo from-their-files; end\n{fish}\n")),
    ] {
        let file = home.join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, content).unwrap();
    }
}

/// One test, since the environment belongs to the process.
#[test]
fn shells_mark_their_commands_and_read_the_learners_own_files() {
    let home = home();
    for (name, value) in [("HOME", Some(home.path())), ("ZDOTDIR", None), ("XDG_CONFIG_HOME", None)] {
        // SAFETY: there is no other thread yet.
        #[allow(unsafe_code, reason = "shells look for their files where the environment says")]
        unsafe {
            value.map_or_else(|| std::env::remove_var(name), |value| std::env::set_var(name, value));
        }
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for shell in SHELLS {
        runtime.block_on(marks_what_it_runs(shell, home.path()));
        runtime.block_on(is_as_ever_where_that_is_not_wanted(shell, home.path()));
    }
    // Strict shells, a trap that sees every command, a prompt that is made anew each time.
    write_files(
        home.path(),
        "set -u\ntrap 'saw=${BASH_COMMAND}' DEBUG\nexport PROMPT_COMMAND='true; '\nPS1='ready$ '",
        "setopt nounset ksh_arrays\nprecmd() { PS1='ready$ ' }",
        "function fish_prompt; echo -n 'ready$ '; end",
    );
    for shell in SHELLS {
        runtime.block_on(marks_what_it_runs(shell, home.path()));
        runtime.block_on(is_not_busy_for_ever_with_what_takes_its_place(shell, home.path()));
    }
}

async fn marks_what_it_runs(program: &str, home: &Path) {
    let mut shell = Shell::start(Desk::new().await, program, home).await;
    shell.runs("greet", "from-their-files").await;
    let sleeps = "sh -c 'echo sl\"\"eeps; exec sleep 1000'";
    shell.type_in(&format!("{sleeps}\n")).await;
    let busy = shell.until(|row| row.activity == Some(Activity::Busy)).await;
    assert_eq!(busy.job.as_deref(), Some(sleeps), "{program} says what was typed");
    // The mark comes before the command: an interrupt in between would be for the shell.
    shell.desk.until_output(shell.session, "sleeps").await;
    shell.type_in("\x03").await;
    shell.until(|row| row.activity == Some(Activity::Prompt)).await;
    shell.runs("false", "\x1b]133;D;1").await;
    shell.runs(r"echo le''ft=$(env | grep -c '^INGLENOOK\|^ZDOTDIR=')", "left=0").await;
    if program == "zsh" {
        shell.runs("echo $FROM_ENV-env", "theirs-env").await;
    }

    let elsewhere = home.join("a new & odd/directory");
    std::fs::create_dir_all(&elsewhere).unwrap();
    shell.type_in("cd 'a new & odd/directory'\n").await;
    shell.until(|row| Path::new(&row.directory) == elsewhere).await;
    shell.desk.engine.end(shell.session, true).await.unwrap();
    shell.run = shell.desk.engine.open(shell.session, Size::new(200, 24)).await.unwrap().run;
    shell.runs("echo at=$PWD", &format!("at={}", elsewhere.display())).await;
    std::fs::remove_dir_all(home.join("a new & odd")).unwrap();

    // Of a container, or of another computer that calls itself this one.
    shell.runs("printf '\\033]7;file:///not/here\\007'; echo el''se", "else").await;
    let row = shell.until(|row| row.activity == Some(Activity::Prompt)).await;
    assert_ne!(row.directory, "/not/here", "nothing could start there");

    let files: Vec<PathBuf> = std::fs::read_dir(home).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.iter().any(|file| file.ends_with("shell")), "nothing of ours among theirs: {files:?}");
}

/// The shell that takes its place marks nothing.
async fn is_not_busy_for_ever_with_what_takes_its_place(program: &str, home: &Path) {
    let shell = Shell::start(Desk::new().await, program, home).await;
    shell.type_in("exec bash --norc --noprofile\n").await;
    shell.desk.until_output(shell.session, "bash-").await;
    shell.until(|row| row.activity == Some(Activity::Prompt)).await;
}

async fn is_as_ever_where_that_is_not_wanted(program: &str, home: &Path) {
    let desk = Desk::with_settings("[sessions]\nshell_integration = false\n").await;
    let shell = Shell::start(desk, program, home).await;
    shell.runs("greet", "from-their-files").await;
    let output = shell.desk.engine.output(shell.session).await.unwrap();
    assert!(!String::from_utf8_lossy(&output).contains("\x1b]133;"), "{program} marks nothing");
}

impl Shell {
    async fn start(desk: Desk, program: &str, home: &Path) -> Self {
        let row = desk.try_create(program, &home.to_string_lossy()).await.unwrap();
        let run = desk.engine.open(row.id, Size::new(200, 24)).await.unwrap().run;
        desk.wait_for_text(run, "ready$ ").await;
        Self { desk, session: row.id, run }
    }

    async fn type_in(&self, text: &str) {
        self.desk.engine.write(self.run, text.as_bytes().to_vec()).await.unwrap();
    }

    /// Types a line, and waits until its output was logged.
    async fn runs(&self, line: &str, output: &str) {
        self.type_in(&format!("{line}\n")).await;
        self.desk.until_output(self.session, output).await;
    }

    /// Waits until the row that is told is as wanted.
    async fn until(&self, wanted: impl Fn(&SessionRow) -> bool) -> SessionRow {
        let mut events = self.desk.engine.events();
        loop {
            let row = self.desk.row(self.session).await;
            if wanted(&row) {
                return row;
            }
            until(&mut events, |event| matches!(event, Event::Changed { .. })).await;
        }
    }
}
