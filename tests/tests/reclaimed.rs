//! What the window tells and asks: a reclaim, a question before quitting, notes that survive, settings, two windows.

use anyhow::{Context, Result};
use fantoccini::Locator;
use inglenook_tests::{Place, Window, desktop, is_running};
use rustix::process::Signal;

const LIVE: &str = "[data-testid=session-row][data-status=live]";
const ASLEEP: &str = "[data-testid=session-row][data-status=asleep]";
const NOTE: &str = "[data-testid=note][data-state=open]";

/// Asks to quit as the page does. The app may be gone before the driver has answered.
async fn ask_to_quit(window: &Window) {
    let _ = window.client.execute("window.__TAURI_INTERNALS__.invoke('quit')", vec![]).await;
}

async fn session_in_view(window: &Window) -> Result<String> {
    let terminal = window.wait_for("[data-testid=terminal]").await?;
    terminal.attr("data-session-id").await?.context("a pane names its session")
}

async fn is_there(window: &Window, css: &str) -> bool {
    window.client.find(Locator::Css(css)).await.is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_nobody_uses_goes_to_sleep_and_the_window_says_why() -> Result<()> {
    let place = Place::new()?;
    place.set("[sessions]\nidle_after = \"2s\"\n[appearance]\nrenderer = \"dom\"\n")?;
    let window = Window::start(&place).await?;
    window.new_session("Algebra").await?;
    window.wait_for_prompt().await?;
    window.run_line("echo x squared").await?;
    window.wait_for_text("\nx squared").await?;
    window.click("[data-testid=new-session]").await?;
    window.wait_for(ASLEEP).await?;
    window.wait_for_words("[data-testid=toast]", "“Algebra” went to sleep: idle for").await?;
    window.picture("reclaimed-told").await?;
    assert!(is_there(&window, "[data-testid=field-title]").await, "the view is what it was");
    let row = window.text_of(ASLEEP).await?;
    assert!(row.contains("Idle for"), "the row says why: {row}");
    window.click(ASLEEP).await?;
    window
        .wait_until("the old screen and a new prompt", |dump| {
            let text = dump.text();
            text.split_once("Resumed ·")
                .is_some_and(|(old, new)| old.contains("x squared") && new.contains("\n$"))
        })
        .await?;
    // In view it stays, however long nobody types.
    tokio::time::sleep(std::time::Duration::from_secs(5)).await;
    assert!(is_there(&window, LIVE).await, "a session in view is in use");
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_asks_once_about_work_in_progress() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Long job").await?;
    window.wait_for_prompt().await?;
    window.run_line("sleep 1000").await?;
    window.wait_for("[data-testid=session-row][data-activity=busy]").await?;
    window.picture("busy").await?;
    ask_to_quit(&window).await;
    let asked = window.text_of("[data-testid=quit-question]").await?;
    assert!(asked.contains("sleep") && asked.contains("Long job"), "it names the work: {asked}");
    window.picture("quit-question").await?;
    window.click("[data-testid=quit-stay]").await?;
    assert!(is_there(&window, LIVE).await);
    ask_to_quit(&window).await;
    let quit = window.wait_for("[data-testid=quit-anyway]").await?;
    // The app may be gone before the driver has answered.
    let _ = quit.click().await;
    window.wait_gone().await?;

    let window = Window::start(&place).await?;
    let row = window.text_of(ASLEEP).await?;
    assert!(row.contains("App was closed"), "{row}");
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_asks_nothing_where_nothing_runs() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("At the prompt").await?;
    window.wait_for_prompt().await?;
    window.wait_for("[data-testid=session-row][data-activity=prompt]").await?;
    ask_to_quit(&window).await;
    window.wait_gone().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thought_survives_a_kill_while_it_is_typed_and_is_shown_from_last_time() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Proofs").await?;
    window.wait_for_prompt().await?;
    if !is_there(&window, "[data-testid=desk]").await {
        window.click("[data-testid=toggle-desk]").await?;
    }
    let field = window.wait_for("[data-testid=note-body]").await?;
    field.send_keys("is induction needed here").await?;
    field.send_keys("\u{e007}").await?;
    window.wait_for_words(NOTE, "is induction needed here").await?;
    field.send_keys("half a thou").await?;
    place.until_number("SELECT count(*) FROM notes WHERE body = 'half a thou'", |count| count == 1).await?;
    window.picture("desk").await?;
    window.kill().await?;

    let window = Window::start(&place).await?;
    window.wait_for_words("[data-testid=from-last-time]", "is induction needed here").await?;
    let typed = window.wait_for("[data-testid=note-body]").await?;
    assert_eq!(typed.prop("value").await?.as_deref(), Some("half a thou"), "what was typed is still there");
    window.picture("from-last-time").await?;
    window.click("[data-testid=note-done]").await?;
    place.until_number("SELECT count(*) FROM notes WHERE state = 'done'", |count| count == 1).await?;
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_setting_is_edited_in_its_file_and_what_is_wrong_in_it_is_said_with_its_line() -> Result<()> {
    let place = Place::new()?;
    let file = "# mine\n[appearance]\nrenderer = \"dom\"\n[sessions]\nmax_live = \"many\" # too many\n";
    place.set(file)?;
    let window = Window::start(&place).await?;
    window.click("[data-testid=settings-hint]").await?;
    let fault = window.text_of("[data-testid=setting-fault]").await?;
    assert!(fault.contains('5') && fault.contains("many"), "the line and what is wrong: {fault}");
    window.picture("settings-fault").await?;
    window.fill("[data-testid='setting-sessions.idle_after']", "soon\u{e007}").await?;
    let refused = window.text_of("[data-testid=setting-error]").await?;
    assert!(refused.contains("soon") && refused.contains("6h"), "{refused}");
    window.fill("[data-testid='setting-sessions.idle_after']", "90m\u{e007}").await?;
    place.until_file_says("idle_after = \"1h 30m\"").await?;
    assert!(place.settings()?.starts_with(file), "everything else is as it was: {}", place.settings()?);
    // Mended by hand, and in force without a start.
    place.set(&place.settings()?.replace("\"many\"", "5"))?;
    window.wait_until_gone("[data-testid=setting-fault]").await?;
    window.picture("settings").await?;
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_show_one_session_and_closing_one_ends_nothing() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Shared").await?;
    window.wait_for_prompt().await?;
    let session = session_in_view(&window).await?;
    window.choose("open-window").await?;
    let first = window.client.window().await?;
    let second = window.until_window_other_than(&first).await?;
    window.client.switch_to_window(second).await?;
    assert_eq!(session_in_view(&window).await?, session, "it shows the session that it was opened for");
    window.wait_for_prompt().await?;
    window.run_line("echo from the second").await?;
    window.wait_for_text("\nfrom the second").await?;
    window.client.close_window().await?;
    window.client.switch_to_window(first).await?;
    window.wait_for_text("\nfrom the second").await?;
    window.run_line("echo still here").await?;
    window.wait_for_text("\nstill here").await?;
    assert!(is_there(&window, LIVE).await);
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn closing_the_last_window_asks_about_work_and_quits_when_it_is_closed_again() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Long job").await?;
    window.wait_for_prompt().await?;
    window.run_line("sleep 1000").await?;
    window.wait_for("[data-testid=session-row][data-activity=busy]").await?;
    desktop::close_window()?;
    window.wait_for_words("[data-testid=quit-question]", "Long job").await?;
    // A page that hangs could not answer; closing once more, and no double click, is an answer.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    desktop::close_window()?;
    window.wait_gone().await?;
    place.until_number("SELECT count(*) FROM runs WHERE reason = 'app_quit'", |count| count == 1).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_background_sessions_go_on_without_a_window_and_a_second_start_shows_them() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Background").await?;
    window.wait_for_prompt().await?;
    window.quit().await?;
    let window = Window::start(&place).await?;
    let resume = window.wait_for("[data-testid=resume]").await?.rectangle().await?;
    window.quit().await?;

    place.set("[app]\nkeep_running_in_background = true\n[sessions]\norphan_grace = \"1s\"\n")?;
    let app = desktop::App::start(&place)?;
    desktop::until_windows(1).await?;
    desktop::Picture::of_rest("background-asleep", (0.0, 0.0, 1280.0, 800.0)).await?;
    desktop::click(resume).await?;
    let pid = place.until_number("SELECT pid FROM runs WHERE ended_at IS NULL", |pid| pid > 0).await?;
    desktop::Picture::of_rest("background-live", (0.0, 0.0, 1280.0, 800.0)).await?;
    desktop::close_window()?;
    desktop::until_windows(0).await?;
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    assert!(is_running(i32::try_from(pid)?), "nobody is orphaned by a goodbye");
    assert!(place.start_again().await?.success());
    desktop::until_windows(1).await?;
    desktop::Picture::of_rest("background-again", (0.0, 0.0, 1280.0, 800.0)).await?;
    app.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signal_asks_nothing_and_retires_every_run() -> Result<()> {
    let place = Place::new()?;
    for signal in [Signal::INT, Signal::HUP] {
        let window = Window::start(&place).await?;
        if signal == Signal::INT {
            window.new_session("Long job").await?;
        } else {
            window.click("[data-testid=resume]").await?;
        }
        window.wait_for_prompt().await?;
        window.run_line("sleep 1000").await?;
        window.wait_for("[data-testid=session-row][data-activity=busy]").await?;
        window.end_by(signal).await?;
    }
    place.until_number("SELECT count(*) FROM runs WHERE reason = 'app_quit'", |count| count == 2).await?;
    Ok(())
}
