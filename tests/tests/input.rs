//! What a learner's keyboard and mouse send, in the real window: keys go through the display and GTK's input methods,
//! which a driver goes past.

use anyhow::Result;
use inglenook_tests::desktop::{click, keyboard, press, press_with};
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
