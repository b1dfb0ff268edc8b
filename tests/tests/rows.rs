//! What the rows say of programs that nobody looks at, in the real window: a bell, and how far they are.

use anyhow::Result;
use inglenook_tests::{Place, Window};

const BELL: &str = "[aria-label='rang the bell']";

/// Starts a program that says this of itself once nobody looks at it, and then stays.
async fn begin(place: &Place, window: &Window, title: &str, says: &str) -> Result<()> {
    let script = format!("until [ -e away ]; do sleep 0.1; done; printf '{says}'; cat");
    std::fs::write(place.home().join(title), script)?;
    window.click("[data-testid=new-session]").await?;
    window.fill("[data-testid=field-title]", title).await?;
    window.click("[data-testid=profile-command]").await?;
    window.fill("[data-testid=field-command]", &format!("sh {title}")).await?;
    window.click("[data-testid=start]").await?;
    window.wait_for("[data-testid=terminal][data-run]").await?;
    window.wait_for_words("[data-testid=session-row][aria-current]", title).await?;
    Ok(())
}

fn row_with(mark: &str) -> String {
    format!("[data-testid=session-row]:has({mark})")
}

fn progress(state: &str) -> String {
    row_with(&format!("[data-testid=row-progress][data-state={state}]"))
}

async fn marks(theme: &str, variables: &[(&str, &str)]) -> Result<()> {
    let place = Place::new()?;
    let window = Window::start_with(&place, variables).await?;
    for (title, says) in [
        ("Letters", r"\007"),
        ("Backup", r"\033]9;4;1;42\007"),
        ("Upload", r"\033]9;4;2;60\007"),
        ("Copy", r"\033]9;4;4;75\007"),
        ("Search", r"\033]9;4;3\007"),
    ] {
        begin(&place, &window, title, says).await?;
    }
    window.new_session("Essay").await?;
    window.wait_for_prompt().await?;
    std::fs::write(place.home().join("away"), "")?;
    window.wait_for_words(&row_with(BELL), "Letters").await?;
    for (state, title, words) in [
        ("normal", "Backup", "42 %"),
        ("error", "Upload", "error at 60 %"),
        ("paused", "Copy", "paused at 75 %"),
        ("indeterminate", "Search", "working"),
    ] {
        window.wait_for_words(&progress(state), title).await?;
        window.wait_for_words(&progress(state), words).await?;
    }
    window.picture(&format!("rows-{theme}")).await?;

    window.click(&row_with(BELL)).await?;
    window.wait_until_gone(BELL).await?;
    window.click(&progress("normal")).await?;
    window.type_text("\u{e009}d\u{e000}").await?;
    window.wait_until_gone(&progress("normal")).await?;
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_show_a_bell_until_it_is_answered_and_progress_until_its_end_in_light() -> Result<()> {
    marks("light", &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_show_a_bell_until_it_is_answered_and_progress_until_its_end_in_dark() -> Result<()> {
    marks("dark", &[("GTK_THEME", "Adwaita:dark")]).await
}
