//! The size of the terminal's text, and how it is drawn, in the real window.

use anyhow::{Result, ensure};
use inglenook_tests::{Dump, Place, Window};

/// A key with Ctrl, at the terminal that has the focus.
fn ctrl(key: &str) -> String {
    format!("\u{e009}{key}\u{e000}")
}

async fn until_columns(window: &Window, what: &str, wanted: impl Fn(u16) -> bool) -> Result<Dump> {
    window.wait_until(what, |dump| wanted(dump.columns)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_change_the_size_of_the_text_and_it_is_kept_over_a_restart() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Large").await?;
    let usual = window.wait_for_prompt().await?;
    window.run_line("seq 1 300").await?;
    window.wait_for_text("\n300\n$").await?;

    window.type_text(&ctrl("=")).await?;
    place.until_file_says("font_size = 14").await?;
    for _ in 0..4 {
        window.type_text(&ctrl("+")).await?;
    }
    place.until_file_says("font_size = 18").await?;
    let large = until_columns(&window, "fewer columns", |columns| columns * 5 < usual.columns * 4).await?;
    ensure!(large.rows < usual.rows, "and fewer rows: {} of {}", large.rows, usual.rows);
    window.run_line("stty size").await?;
    // The program hears of it too.
    window.wait_for_text(&format!("\n{} {}\n", large.rows, large.columns)).await?;
    window.picture("font-18").await?;
    window.quit().await?;

    let window = Window::start(&place).await?;
    window.click("[data-testid=session-row]").await?;
    let kept = window.wait_for_prompt().await?;
    ensure!(kept.columns == large.columns, "{} columns, and not {}", kept.columns, large.columns);
    window.type_text(&ctrl("0")).await?;
    until_columns(&window, "the usual size", |columns| columns == usual.columns).await?;
    window.type_text(&ctrl("-")).await?;
    until_columns(&window, "more columns", |columns| columns > usual.columns).await?;
    window.type_text(&ctrl("0")).await?;
    until_columns(&window, "the usual size again", |columns| columns == usual.columns).await?;
    let typed = window.dump().await?.text();
    ensure!(typed.trim_end().ends_with("\n$"), "no key reached the program: {typed}");
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_learner_who_has_scrolled_up_stays_where_they_are() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Reading").await?;
    window.wait_for_prompt().await?;
    window.run_line("for n in $(seq 300); do echo line $n: a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q; done").await?;
    window.wait_for_text("\nline 300:").await?;
    let usual = window.wait_for_prompt().await?;
    // Shift+PageUp.
    window.type_text("\u{e008}\u{e00e}\u{e000}").await?;
    let script = "return document.querySelector('.xterm-rows').textContent";
    window.until_script(script, |text| !text.to_string().contains("$")).await?;
    let first = first_row(&window).await?;
    for _ in 0..6 {
        window.type_text(&ctrl("=")).await?;
    }
    until_columns(&window, "fewer columns", |columns| columns * 4 < usual.columns * 3).await?;
    let script = "return [...document.querySelectorAll('.xterm-rows > div')].slice(0, 3).map((row) => row.textContent)";
    window.until_script(script, |rows| rows.to_string().contains(&first)).await?;
    window.picture("font-scrolled").await?;
    window.quit().await
}

/// `line 217:`, the first whole line in view.
async fn first_row(window: &Window) -> Result<String> {
    let script = "return document.querySelector('.xterm-rows').textContent.match(/line \\d+:/)[0]";
    let seen = window.until_script(script, |line| line.is_string() && line != "line 1:").await?;
    Ok(seen.as_str().unwrap_or_default().to_owned())
}
