//! What a learner's keyboard and mouse send, in the real window: keys go through the display and GTK's input methods,
//! which a driver goes past.

use std::time::Duration;

use anyhow::Result;
use inglenook_tests::desktop::{click, keyboard, press, press_with, type_line};
use inglenook_tests::{Place, Window};

/// A window with a program that shows what it is given, and the keyboard's focus in it.
async fn window_that_takes_keys(place: &Place) -> Result<Window> {
    let window = Window::start(place).await?;
    window.new_session("Keys").await?;
    window.wait_for_prompt().await?;
    window.run_line("clear; cat").await?;
    window.wait_for("[data-testid=session-row][data-activity=busy]").await?;
    click(window.wait_for("[data-testid=terminal]").await?.rectangle().await?).await?;
    Ok(window)
}

#[tokio::test(flavor = "multi_thread")]
async fn dead_keys_alt_gr_and_composed_characters_arrive_once() -> Result<()> {
    let place = Place::new()?;
    let window = window_that_takes_keys(&place).await?;

    keyboard("us intl").await?;
    press(&["a", "dead_acute", "e", "dead_diaeresis", "u", "dead_tilde", "n", "z", "Return"]).await?;
    window.wait_for_text("aéüñz\naéüñz\n").await?;

    keyboard("de").await?;
    press_with("ISO_Level3_Shift", &["q", "7", "8", "9", "0", "plus"]).await?;
    press(&["adiaeresis", "Return"]).await?;
    window.wait_for_text("\n@{[]}~ä\n@{[]}~ä\n").await?;

    // GTK's own way to any character: what is typed is shown as being composed, and only the end is sent.
    keyboard("us").await?;
    press(&["ctrl+shift+u", "6", "f", "2", "2", "Return", "b", "Return"]).await?;
    window.wait_for_text("\n漢b\n漢b\n").await?;
    window.picture("input-composed-light").await?;
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_is_told_of_the_mouse_and_of_the_focus_where_it_asks() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Reports").await?;
    window.wait_for_prompt().await?;
    window.run_line("clear; printf '\\033[?1000;1006;1004h'; cat").await?;
    window.wait_for("[data-testid=session-row][data-activity=busy]").await?;
    // The line discipline shows what comes, with ^[ for an escape.
    click(window.wait_for("[data-testid=terminal]").await?.rectangle().await?).await?;
    window.wait_until("a press and its release", |dump| has_click(&dump.text())).await?;
    window.click("[data-testid=note-body]").await?;
    window.wait_for_text("^[[O").await?;
    click(window.wait_for("[data-testid=terminal]").await?.rectangle().await?).await?;
    window.wait_for_text("^[[I").await?;
    window.quit().await
}

/// SGR reports (1006) of the left button at one and the same cell: `^[[<0;42;18M^[[<0;42;18m`.
fn has_click(text: &str) -> bool {
    let mut parts = text.split("^[[<0;").skip(1);
    let (Some(press), Some(release)) = (parts.next(), parts.next()) else { return false };
    let (Some((at, _)), Some((up, _))) = (press.split_once('M'), release.split_once('m')) else {
        return false;
    };
    at == up
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_fast_while_output_floods_arrives_whole_and_in_order() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Flood").await?;
    window.wait_for_prompt().await?;
    window.run_line("stty -echo; (until [ -e ~/stop ]; do seq 1 5000; done) & cat >~/typed").await?;
    window.wait_for_text("\n4999").await?;
    click(window.wait_for("[data-testid=terminal]").await?.rectangle().await?).await?;
    let words: Vec<String> = (0..60).map(|n| format!("word{n:02}")).collect();
    let line = words.join(" ");
    type_line(&line).await?;
    press(&["ctrl+d"]).await?;
    let typed = place.home().join("typed");
    let deadline = tokio::time::Instant::now() + Duration::from_secs(60);
    while std::fs::read_to_string(&typed)?.len() <= line.len() {
        anyhow::ensure!(tokio::time::Instant::now() < deadline, "{:?}", std::fs::read_to_string(&typed)?);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(std::fs::read_to_string(&typed)?, format!("{line}\n"));
    std::fs::write(place.home().join("stop"), "")?;
    window.quit().await
}
