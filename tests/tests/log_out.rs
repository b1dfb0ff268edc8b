//! The desktop's session ends: its display goes away below the app, without a word.

use std::process::Stdio;

use anyhow::{Context, Result};
use inglenook_tests::{Ledger, Place, Window};
use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A display that can be taken away.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    /// Xvfb says the number that it chose once it can be used: Xserver(1), `-displayfd`.
    async fn start() -> Result<Self> {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("Xvfb could not be started")?;
        let said = BufReader::new(server.stdout.take().context("its output is a pipe")?);
        let number = said.lines().next_line().await?.context("Xvfb ended before it said its number")?;
        Ok(Self { server, name: format!(":{}", number.trim()) })
    }

    fn end_by(&self, signal: Signal) -> Result<()> {
        let pid = i32::try_from(self.server.id().context("it runs")?)?;
        Ok(kill_process(Pid::from_raw(pid).context("a pid is not zero")?, signal)?)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_display_that_goes_away_puts_every_session_to_sleep() -> Result<()> {
    for signal in [Signal::TERM, Signal::KILL] {
        let place = Place::new()?;
        let display = Display::start().await?;
        let window = Window::start_with(&place, &[("DISPLAY", &display.name)]).await?;
        window.new_session("Left at the desk").await?;
        window.wait_for_prompt().await?;
        let script = "trap 'echo heard > heard; exit' HUP; echo re''ady; while :; do sleep 0.05; done";
        window.run_line(&format!("bash -c \"{script}\"")).await?;
        window.wait_for_text("\nready").await?;
        display.end_by(signal)?;
        window.wait_gone().await?;
        let ledger = Ledger::of(&place.data_dir()).await?;
        let reasons: Vec<_> = ledger.runs.values().map(|run| run.reason.as_deref()).collect();
        assert_eq!(reasons, [Some("app_quit")], "no run is lost when the display ends by {signal:?}");
        assert!(place.home().join("heard").exists(), "programs heard the hang-up, and could save");

        let window = Window::start(&place).await?;
        window.click("[data-testid=session-row]").await?;
        window.wait_for("[data-testid=terminal][data-run]").await?;
        let screen = window.wait_for_text("Resumed").await?;
        assert!(screen.text().contains("\nready"), "what stood there is above: {}", screen.text());
        window.quit().await?;
    }
    Ok(())
}
