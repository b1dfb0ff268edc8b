//! The real window with sessions of the bench, and scripts in its page. The terminal draws into the page
//! (`renderer = "dom"`), the slower of the two ways: that is where a script can see what is drawn.

use anyhow::{Context, Result, bail};
use fantoccini::wd::TimeoutConfiguration;
use inglenook_engine::SessionId;
use inglenook_tests::{Place, Window};
use serde_json::Value;

use crate::ours;
use crate::script::PATIENCE;

/// Makes sessions of these command lines, none of which has run yet.
pub(crate) async fn sessions(place: &Place, lines: &[String]) -> Result<Vec<SessionId>> {
    let engine = inglenook_tests::engine(&place.data_dir()).await?;
    let mut sessions = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        sessions.push(ours::session(&engine, &format!("session {number}"), line).await?);
    }
    engine.shut_down().await;
    Ok(sessions)
}

/// The app's window, with the patience that scripts need here.
pub(crate) async fn start(place: &Place) -> Result<Window> {
    patient(Window::start(place).await?).await
}

/// `bare-window` with xterm.js over a bare terminal, or with nothing.
pub(crate) async fn start_bare(place: &Place, arguments: &[&str]) -> Result<Window> {
    let program = std::env::current_exe()?.with_file_name("bare-window");
    patient(Window::start_program(place, &program, arguments, &[]).await?).await
}

async fn patient(window: Window) -> Result<Window> {
    window.client.update_timeouts(TimeoutConfiguration::new(Some(PATIENCE), None, None)).await?;
    Ok(window)
}

/// Runs a script of `page/`, which answers through its last argument.
pub(crate) async fn run(window: &Window, script: &str, arguments: Vec<Value>) -> Result<Value> {
    Ok(window.client.execute_async(script, arguments).await?)
}

pub(crate) fn row_of(session: SessionId) -> String {
    format!("[data-testid=session-row][data-session-id=\"{session}\"]")
}

pub(crate) fn number(answer: &Value) -> Result<f64> {
    answer.as_f64().with_context(|| format!("the page answers {answer}"))
}

/// Opens it by a click on its row, and waits until its terminal shows the text.
pub(crate) async fn open(window: &Window, session: SessionId, text: &str) -> Result<()> {
    let row = row_of(session);
    window.wait_for(&row).await?;
    // In the page: a row that moves to another group meanwhile is none that the driver could click.
    window.client.execute("document.querySelector(arguments[0]).click()", vec![row.into()]).await?;
    window.wait_for(&format!("[data-testid=terminal][data-session-id=\"{session}\"][data-run]")).await?;
    window.wait_for_text(text).await?;
    Ok(())
}

/// A program of a line, for windows that start one without arguments.
pub(crate) fn program(place: &Place, name: &str, line: &str) -> Result<String> {
    use std::os::unix::fs::PermissionsExt as _;
    let file = place.home().join(name);
    std::fs::write(&file, format!("#!/bin/sh\n{line}\n"))?;
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o700))?;
    match file.to_str() {
        Some(path) => Ok(path.to_owned()),
        None => bail!("a temporary folder has a name"),
    }
}
