//! The environment of a child: that of a login terminal, without a trace of this app.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;

/// A login shell that takes longer than this to say its `PATH` is waiting for something else.
const LOGIN_SHELL_PATIENCE: Duration = Duration::from_secs(2);

/// Variables that belong to this app, its toolkit or the terminal that it was started from.
const NOT_FOR_CHILDREN: &[&str] = &[
    "COLUMNS",
    "DESKTOP_STARTUP_ID",
    "GDK_BACKEND",
    "GTK_PATH",
    "LINES",
    "OLDPWD",
    "PWD",
    "SHLVL",
    "STY",
    "TERMCAP",
    "TERM_PROGRAM",
    "TERM_PROGRAM_VERSION",
    "TERM_SESSION_ID",
    "TMUX",
    "TMUX_PANE",
    "VTE_VERSION",
    "WINDOWID",
    "XDG_ACTIVATION_TOKEN",
    "_",
];
/// The app's, its web view's and its package's. A language's own (`CARGO_HOME`, `RUST_LOG`) are the learner's.
const NOT_FOR_CHILDREN_PREFIXES: &[&str] = &["APPDIR", "APPIMAGE", "INGLENOOK_", "TAURI_", "WEBKIT_"];

/// What every child of this instance starts from. Made once.
#[derive(Debug, Clone)]
pub(crate) struct Environment {
    variables: Vec<(OsString, OsString)>,
    home: PathBuf,
    shell: PathBuf,
}

impl Environment {
    /// From this process's own environment; the `PATH` of the login shell where the app was not started from
    /// a terminal, since a desktop session seldom has it.
    pub(crate) async fn discover() -> Self {
        let mut environment = Self::of(std::env::vars_os());
        if std::env::var_os("TERM").is_none()
            && let Some(path) = login_path(&environment.shell).await
        {
            environment.set("PATH", &path);
        }
        environment
    }

    pub(super) fn of(variables: impl Iterator<Item = (OsString, OsString)>) -> Self {
        let mut kept: Vec<_> = variables.filter(|(name, _)| is_for_children(name)).collect();
        let value = |name: &str| kept.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let home = value("HOME").map_or_else(|| PathBuf::from("/"), PathBuf::from);
        let shell = value("SHELL").filter(|shell| !shell.is_empty()).unwrap_or_else(|| "/bin/sh".into());
        kept.retain(|(name, _)| name != "TERM" && name != "COLORTERM");
        kept.push(("TERM".into(), "xterm-256color".into()));
        kept.push(("COLORTERM".into(), "truecolor".into()));
        Self { variables: kept, home, shell: shell.into() }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&OsStr> {
        self.variables.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_os_str())
    }

    pub(crate) fn set(&mut self, name: &str, value: &OsStr) {
        self.variables.retain(|(key, _)| key != name);
        self.variables.push((name.into(), value.into()));
    }

    pub(crate) fn variables(&self) -> impl Iterator<Item = &(OsString, OsString)> {
        self.variables.iter()
    }

    pub(crate) fn path(&self) -> &OsStr {
        self.get("PATH").unwrap_or(OsStr::new("/usr/local/bin:/usr/bin:/bin"))
    }

    pub(crate) fn home(&self) -> &PathBuf {
        &self.home
    }

    pub(crate) fn shell(&self) -> &PathBuf {
        &self.shell
    }
}

fn is_for_children(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return true };
    !NOT_FOR_CHILDREN.contains(&name)
        && !NOT_FOR_CHILDREN_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// `PATH` as the learner's login shell sets it.
async fn login_path(shell: &PathBuf) -> Option<OsString> {
    const MARK: &str = "inglenook-path:";
    let asked = Command::new(shell)
        .args(["-l", "-c", &format!("printf '\\n{MARK}%s\\n' \"$PATH\"")])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .output();
    let answer = tokio::time::timeout(LOGIN_SHELL_PATIENCE, asked).await.ok()?.ok()?;
    let text = String::from_utf8(answer.stdout).ok()?;
    let path = text.lines().find_map(|line| line.strip_prefix(MARK))?;
    (!path.is_empty()).then(|| path.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> Environment {
        Environment::of(variables.iter().map(|(name, value)| (name.into(), value.into())))
    }

    #[test]
    fn a_child_learns_nothing_of_the_app() {
        let environment = of(&[
            ("INGLENOOK_DATA_DIR", "/x"),
            ("TAURI_AUTOMATION", "true"),
            ("TERM", "dumb"),
            ("TMUX", "/tmp/tmux"),
            ("LANG", "de_DE.UTF-8"),
        ]);
        let names: Vec<_> = environment.variables().map(|(name, _)| name.to_string_lossy()).collect();
        assert_eq!(names, ["LANG", "TERM", "COLORTERM"], "only what a login terminal has");
    }

    #[test]
    fn what_the_learner_set_for_their_tools_reaches_the_child() {
        let theirs = [
            ("CARGO_HOME", "/home/ada/cargo"),
            ("CARGO_TARGET_DIR", "/tmp/target"),
            ("RUST_BACKTRACE", "1"),
            ("RUST_LOG", "debug"),
        ];
        let environment = of(&theirs);
        for (name, value) in theirs {
            let found = environment.variables().find(|(key, _)| key == name);
            assert_eq!(found.map(|(_, value)| value.as_os_str()), Some(OsStr::new(value)), "{name}");
        }
    }

    #[test]
    fn an_empty_environment_still_finds_a_shell() {
        let environment = of(&[]);
        assert_eq!(environment.shell(), &PathBuf::from("/bin/sh"));
        assert!(environment.path().to_string_lossy().contains("/usr/bin"), "a usable PATH");
    }
}
