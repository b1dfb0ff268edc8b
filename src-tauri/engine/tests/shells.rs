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
    let own = "alias greet='echo from-their-files'\n";
    for (file, content) in [
        (".bashrc", format!("{own}PROMPT_COMMAND='true;'\nPS1='ready$ '\n")),
        (".zshenv", "export FROM_ENV=theirs\n".to_owned()),
        (".zshrc", format!("{own}PS1='ready$ '\n")),
        (
            ".config/fish/config.fish",
            "function greet; echo from-their-files; end\nfunction fish_prompt; echo -n 'ready$ '; end\n"
                .into(),
        ),
    ] {
        let file = home.path().join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, content).unwrap();
    }
    home
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
}

async fn marks_what_it_runs(program: &str, home: &Path) {
    let mut shell = Shell::start(Desk::new().await, program, home).await;
    shell.runs("greet", "from-their-files").await;
    shell.type_in("sleep 1000\n").await;
    let busy = shell.until(|row| row.activity == Some(Activity::Busy)).await;
    assert_eq!(busy.job.as_deref(), Some("sleep 1000"), "{program} says what was typed");
    shell.type_in("\x03").await;
    shell.until(|row| row.activity == Some(Activity::Prompt)).await;
    shell.runs("false", "\x1b]133;D;1").await;
    shell.runs("echo not''hing-\"$INGLENOOK_ZDOTDIR$ZDOTDIR$INGLENOOK_FISH\"-left", "nothing--left").await;
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

    let files: Vec<PathBuf> = std::fs::read_dir(home).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.iter().any(|file| file.ends_with("shell")), "nothing of ours among theirs: {files:?}");
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
