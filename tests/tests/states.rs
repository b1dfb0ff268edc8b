//! Every status line and every band, in the real window, light and dark: its words, and a picture of each.

use anyhow::{Context, Result};
use inglenook_engine::{Engine, Event, NewSession, SessionId, Size};
use inglenook_tests::{Place, Window, engine};
use sqlx::{Connection, SqliteConnection};

/// What the database says of the last run, what the row says then, and the band.
struct Rest {
    reason: &'static str,
    code: Option<i64>,
    signal: Option<i64>,
    line: &'static str,
    band: &'static str,
}

const fn rest(reason: &'static str, line: &'static str, band: &'static str) -> Rest {
    Rest { reason, code: None, signal: None, line, band }
}

const RESTS: [Rest; 11] = [
    rest("idle", "Idle for 6 h", "idle for 6 hours"),
    rest("evicted", "Made room for others", "made room"),
    rest("orphaned", "Its window went away", "window that showed it went away"),
    rest("app_quit", "App was closed", "Inglenook was closed"),
    rest("owner_lost", "App stopped unexpectedly · nothing lost", "stopped unexpectedly"),
    Rest { code: Some(0), ..rest("exited", "Finished", "exited normally") },
    Rest { code: Some(139), ..rest("exited", "Exited with code 139", "Exited with code 139") },
    Rest { signal: Some(11), ..rest("exited", "Stopped by signal SEGV", "stopped by a signal") },
    rest("exited", "Ended", "How it ended was not seen"),
    rest("closed", "Ended by you", "Ended by you"),
    rest("start_failed", "Could not start", "could not start"),
];

const HOUR: i64 = 60 * 60 * 1000;

#[tokio::test(flavor = "multi_thread")]
async fn every_status_line_and_band_says_what_and_why_in_light() -> Result<()> {
    every_state("light", &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_status_line_and_band_says_what_and_why_in_dark() -> Result<()> {
    every_state("dark", &[("GTK_THEME", "Adwaita:dark")]).await
}

async fn every_state(theme: &str, variables: &[(&str, &str)]) -> Result<()> {
    let place = Place::new()?;
    let other = engine(&place.data_dir()).await?;
    let mut sessions = Vec::new();
    for rest in &RESTS {
        sessions.push(at_rest(&place, &other, rest).await?);
    }
    let elsewhere = made(&other, "Borrowed", "cat").await?;
    other.open(elsewhere, Size::new(80, 24)).await?;

    let gone = tempfile::tempdir()?;
    let waiting = made_in(&other, "Never opened", "cat", &gone.path().to_string_lossy()).await?;
    gone.close()?;

    let window = Window::start_with(&place, variables).await?;
    for (session, rest) in sessions.iter().zip(&RESTS) {
        show(&window, *session).await?;
        window.wait_for_words("[data-testid=band]", rest.band).await?;
        window.wait_for_words(&row_of(*session), rest.line).await?;
        window.wait_for_text("\ndone").await?;
        let how =
            rest.code.map(|code| format!("-{code}")).or(rest.signal.map(|signal| format!("-by-{signal}")));
        let name = format!("state-{}{}-{theme}", rest.reason, how.unwrap_or_default());
        window.picture(&name).await?;
    }
    show(&window, waiting).await?;
    window.wait_for_words("[data-testid=band]", "Not started yet").await?;
    window.wait_for_words(&row_of(waiting), "Not started yet").await?;
    window.picture(&format!("state-not-started-{theme}")).await?;
    window.click("[data-testid=resume]").await?;
    window.wait_for_words("[data-testid=band]", "does not exist").await?;
    window.picture(&format!("state-directory-gone-{theme}")).await?;
    show(&window, elsewhere).await?;
    window.wait_for_words("[data-testid=band]", "Open in another program").await?;
    window.picture(&format!("state-elsewhere-{theme}")).await?;

    for (title, line, activity, words) in [
        ("A job", "sleep 1000", "busy", "sleep 1000 · "),
        ("A secret", "read -rs secret", "waiting", "read -rs secret is waiting for you"),
        ("A shell", "", "prompt", "At the prompt"),
    ] {
        window.click("[data-testid=new-session]").await?;
        window.new_session(title).await?;
        window.wait_for_prompt().await?;
        window.run_line(line).await?;
        let row = format!("[data-testid=session-row][data-activity={activity}]");
        window.wait_for_words(&row, words).await?;
        window.picture(&format!("state-{activity}-{theme}")).await?;
    }
    window.click("[data-testid=new-session]").await?;
    window.fill("[data-testid=field-title]", "Silent").await?;
    window.click("[data-testid=profile-command]").await?;
    window.fill("[data-testid=field-command]", "sleep 1000").await?;
    window.click("[data-testid=start]").await?;
    window.wait_for_words("[data-testid=session-row][data-activity=starting]", "Starting…").await?;
    window.picture(&format!("state-starting-{theme}")).await?;
    window.quit().await?;
    other.shut_down().await;
    Ok(())
}

async fn made(engine: &Engine, title: &str, command: &str) -> Result<SessionId> {
    made_in(engine, title, command, "/").await
}

async fn made_in(engine: &Engine, title: &str, command: &str, directory: &str) -> Result<SessionId> {
    let new = NewSession {
        title: title.into(),
        directory: directory.into(),
        profile: "command".into(),
        command: command.into(),
        ..NewSession::default()
    };
    Ok(engine.create(new).await?.id)
}

/// A session that has run and ended, and whose end was then as wanted.
async fn at_rest(place: &Place, engine: &Engine, rest: &Rest) -> Result<SessionId> {
    let script = r#"sh -c 'seq 60; printf "\033[32mdone\033[0m\n"'"#;
    let session = made(engine, rest.line, script).await?;
    let mut events = engine.events();
    engine.open(session, Size::new(80, 24)).await?;
    while !matches!(events.recv().await?, Event::Ended { session: of, .. } if of == session) {}
    let url = format!("sqlite://{}", place.database().display());
    let mut connection = SqliteConnection::connect(&url).await?;
    sqlx::query("UPDATE runs SET reason = ?, exit_code = ?, exit_signal = ? WHERE session_id = ?")
        .bind(rest.reason)
        .bind(rest.code)
        .bind(rest.signal)
        .bind(session.to_string())
        .execute(&mut connection)
        .await?;
    // Nobody used it for six hours before it ended.
    sqlx::query("UPDATE sessions SET last_active_at = last_active_at - ? WHERE id = ?")
        .bind(6 * HOUR)
        .bind(session.to_string())
        .execute(&mut connection)
        .await?;
    connection.close().await?;
    Ok(session)
}

fn row_of(session: SessionId) -> String {
    format!("[data-testid=session-row][data-session-id='{session}']")
}

/// Shows a session without opening it: as the page does that comes back after a crash.
async fn show(window: &Window, session: SessionId) -> Result<()> {
    window.wait_for(&row_of(session)).await.context("the session is listed")?;
    let script = format!("sessionStorage.setItem('shown', '{session}')");
    window.client.execute(&script, vec![]).await?;
    window.reload().await?;
    window.wait_for(&format!("[data-testid=terminal][data-session-id='{session}']")).await?;
    Ok(())
}
