//! Two sessions side by side in the real window.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use fantoccini::Locator;
use fantoccini::actions::{InputSource, MouseActions, PointerAction};
use inglenook_tests::{Place, Window};

#[tokio::test(flavor = "multi_thread")]
async fn two_sessions_work_side_by_side_in_light() -> Result<()> {
    side_by_side("light", &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_sessions_work_side_by_side_in_dark() -> Result<()> {
    side_by_side("dark", &[("GTK_THEME", "Adwaita:dark")]).await
}

async fn side_by_side(theme: &str, variables: &[(&str, &str)]) -> Result<()> {
    let place = Place::new()?;
    let window = Window::start_with(&place, variables).await?;
    window.new_session("Left one").await?;
    window.wait_for_prompt().await?;
    let left = session_in_view(&window).await?;
    window.new_session("Right one").await?;
    window.wait_for_prompt().await?;
    let right = session_in_view(&window).await?;

    // From the menu of the one, the other is found by its name.
    window.click(&row(&left)).await?;
    until_used(&window, &left).await?;
    window.choose("open-beside").await?;
    window.fill("[data-testid=search]", "right").await?;
    window.picture(&format!("split-asks-{theme}")).await?;
    keys(&window, "\u{e007}").await?;
    until_used(&window, &right).await?;
    window.wait_for(&format!("{} [data-testid=terminal][data-run]", half(&left))).await?;

    keys(&window, "echo from the $((2*3))th\u{e007}").await?;
    wait_in(&window, &right, "from the 6th").await?;
    assert!(!text_in(&window, &left).await?.contains("from the"), "only the one in use was typed into");
    keys(&window, "for i in 1 2 3; do echo right $i; sleep 0.2; done\u{e007}").await?;

    // Ctrl+Shift+O goes to the other half, while this one goes on.
    chord(&window, "o").await?;
    until_used(&window, &left).await?;
    keys(&window, "echo at the left $((40+2))\u{e007}").await?;
    wait_in(&window, &left, "at the left 42").await?;
    wait_in(&window, &right, "right 3").await?;
    assert!(!text_in(&window, &right).await?.contains("42"), "and nothing of it came to the other");
    window.picture(&format!("split-{theme}")).await?;

    // The divider, by keys and by the mouse: both grids follow.
    let before = window.dump().await?.columns;
    window.client.execute("document.querySelector('[data-testid=divider]').focus()", vec![]).await?;
    keys(&window, "\u{e012}\u{e012}\u{e012}\u{e012}\u{e012}").await?;
    window.wait_until("fewer columns", |dump| dump.columns < before).await?;
    window.picture(&format!("split-divider-{theme}")).await?;
    drag_divider(&window, 120).await?;
    window.wait_until("more columns", |dump| dump.columns > before).await?;

    window.reload().await?;
    until_used(&window, &left).await?;
    wait_in(&window, &left, "at the left 42").await?;
    wait_in(&window, &right, "right 3").await?;

    // One ends, the other goes on.
    window.click(&format!("{} textarea", half(&right))).await?;
    until_used(&window, &right).await?;
    keys(&window, "exit 3\u{e007}").await?;
    window.wait_for_words(&format!("{} [data-testid=band]", half(&right)), "Exited with code 3").await?;
    window.picture(&format!("split-ended-{theme}")).await?;
    chord(&window, "o").await?;
    until_used(&window, &left).await?;
    keys(&window, "echo still $((50+5))\u{e007}").await?;
    wait_in(&window, &left, "still 55").await?;

    // Too narrow for two: the one in use is shown alone, and both again with more room.
    let (_, _, width, height) = window.client.get_window_rect().await?;
    window.client.set_window_size(760, 700).await?;
    window.wait_until_gone(&half(&right)).await?;
    window.picture(&format!("split-narrow-{theme}")).await?;
    chord(&window, "o").await?;
    window.wait_for(&half(&right)).await?;
    window.client.set_window_size(u32::try_from(width)?, u32::try_from(height)?).await?;
    window.wait_for(&half(&left)).await?;

    // The half is closed, and what was in it goes on.
    window.click(&format!("{} [data-testid=close-half-button]", half(&left))).await?;
    window.wait_until_gone(&half(&left)).await?;
    window.wait_for(&format!("{}[data-status=live]", row(&left))).await?;
    window.quit().await
}

fn half(session: &str) -> String {
    format!("[data-pane='{session}']")
}

fn row(session: &str) -> String {
    format!("[data-testid=session-row][data-session-id='{session}']")
}

async fn session_in_view(window: &Window) -> Result<String> {
    let terminal = window.wait_for("[data-testid=terminal]").await?;
    terminal.attr("data-session-id").await?.context("a terminal says whose it is")
}

/// Waits until this session's terminal has the keys.
async fn until_used(window: &Window, session: &str) -> Result<()> {
    window.wait_for(&format!("{} .xterm.focus", half(session))).await?;
    Ok(())
}

/// Types where the focus is.
async fn keys(window: &Window, text: &str) -> Result<()> {
    Ok(window.client.active_element().await?.send_keys(text).await?)
}

/// Ctrl, Shift and a letter.
async fn chord(window: &Window, letter: &str) -> Result<()> {
    keys(window, &format!("\u{e009}\u{e008}{letter}\u{e000}")).await
}

/// What the DOM shows of a half's screen: the renderer of the tests puts it into the page.
async fn text_in(window: &Window, session: &str) -> Result<String> {
    let rows = window.client.find(Locator::Css(&format!("{} .xterm-rows", half(session)))).await?;
    Ok(rows.prop("textContent").await?.unwrap_or_default())
}

async fn wait_in(window: &Window, session: &str, text: &str) -> Result<()> {
    let rows = format!("{} .xterm-rows", half(session));
    window.wait_for_words(&rows, text).await?;
    Ok(())
}

/// Drags the divider by so many pixels to the right.
async fn drag_divider(window: &Window, by: i64) -> Result<()> {
    let divider = window.wait_for("[data-testid=divider]").await?;
    let (x, y, width, height) = divider.rectangle().await?;
    if width < 1.0 || height < 1.0 {
        bail!("the divider cannot be caught: {width} × {height}");
    }
    let at = PointerAction::MoveTo { duration: None, x: x + width / 2.0, y: y + height / 2.0 };
    let to = PointerAction::MoveTo {
        duration: Some(Duration::from_millis(100)),
        x: x + width / 2.0 + by as f64,
        y: y + height / 2.0,
    };
    let button = fantoccini::actions::MOUSE_BUTTON_LEFT;
    let mouse = MouseActions::new("mouse".into())
        .then(at)
        .then(PointerAction::Down { button })
        .then(to)
        .then(PointerAction::Up { button });
    window.client.perform_actions(mouse).await?;
    Ok(())
}
