//! A real shell marks its commands by itself: in the margin, on the row, and in where the next one starts.

use anyhow::Result;
use inglenook_tests::{Place, Window};

/// As WebDriver names keys: Control held, the arrow, all let go.
const CTRL_UP: &str = "\u{e009}\u{e013}\u{e000}";

#[tokio::test(flavor = "multi_thread")]
async fn a_shell_marks_its_commands_and_a_resume_starts_where_it_was() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Marks").await?;
    window.wait_for_prompt().await?;
    window.run_line("mkdir -p study/sql && cd study/sql").await?;
    window.wait_for(".command-mark[data-state=done]").await?;
    window.run_line("false").await?;
    window.wait_for(".command-mark[data-state=failed]").await?;
    window.run_line("seq 3 5; sleep 1000").await?;
    let row = "[data-testid=session-row][data-activity=busy]";
    window.wait_for_words(row, "seq 3 5; sleep 1000 · ").await?;
    window.wait_for_text("\n5").await?;
    window.picture("commands-light").await?;
    window.type_text("\u{3}").await?;
    window.wait_for("[data-testid=session-row][data-activity=prompt]").await?;
    place
        .until_number("SELECT count(*) FROM sessions WHERE directory LIKE '%/study/sql'", |n| n == 1)
        .await?;
    window.kill().await?;

    let window = Window::start(&place).await?;
    window.click("[data-testid=session-row]").await?;
    window.wait_for("[data-testid=terminal][data-run]").await?;
    window.wait_for_text("Resumed").await?;
    window.wait_for_prompt().await?;
    window.run_line("echo at=$PWD").await?;
    window.wait_for_text(&format!("at={}", place.home().join("study/sql").display())).await?;
    window.quit().await?;

    std::fs::remove_dir_all(place.home().join("study"))?;
    let window = Window::start(&place).await?;
    window.click("[data-testid=session-row]").await?;
    window.wait_for_words("[data-testid=band]", "Its directory is gone").await?;
    window.picture("commands-directory-gone-light").await?;
    window.click("[data-testid=start-at-home]").await?;
    window.wait_for("[data-testid=terminal][data-run]").await?;
    window.wait_until("a second resume", |dump| dump.text().matches("Resumed").count() == 2).await?;
    window.wait_for_prompt().await?;
    window.run_line("echo now=$PWD").await?;
    window.wait_for_text(&format!("now={}", place.home().display())).await?;
    window.quit().await
}

/// A page that is loaded again, and a window that opens a session asleep, begin with a keyframe.
#[tokio::test(flavor = "multi_thread")]
async fn marks_are_there_again_in_a_pane_that_is_opened_anew() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Marks").await?;
    window.wait_for_prompt().await?;
    window.run_line("echo one").await?;
    window.wait_for(".command-mark[data-state=done]").await?;
    window.run_line("false").await?;
    window.wait_for(".command-mark[data-state=failed]").await?;
    window.run_line("cat").await?;
    window.wait_for(".command-mark[data-state=running]").await?;
    window.reload().await?;
    for state in ["done", "failed", "running"] {
        let mark = window.wait_for(&format!(".command-mark[data-state={state}]")).await?;
        let words = mark.attr("title").await?.unwrap_or_default();
        assert!(words.contains(" · "), "what ran and how it ended: {words:?}");
    }
    assert_eq!(window.client.find_all(fantoccini::Locator::Css(".command-mark")).await?.len(), 3);
    for state in ["running", "failed", "done"] {
        window.type_text(CTRL_UP).await?;
        window.wait_for(&format!(".command-mark.visited[data-state={state}]")).await?;
    }
    window.picture("commands-after-a-reload-light").await?;
    window.kill().await?;

    let window = Window::start(&place).await?;
    window.click("[data-testid=session-row]").await?;
    window.wait_for_text("Resumed").await?;
    // Nobody has said how it ended.
    let ended = window.wait_for(".command-mark[data-state=ended]").await?;
    assert_eq!(ended.attr("title").await?.as_deref(), Some("cat · ended"));
    window.wait_for(".command-mark[data-state=done]").await?;
    window.wait_for(".command-mark[data-state=failed]").await?;
    window.picture("commands-after-a-resume-light").await?;
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_program_calls_itself_is_beside_the_title_of_the_session_and_comes_back_with_the_page()
-> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Titles").await?;
    window.wait_for_prompt().await?;
    window.run_line("printf '\\033]2;tree.c - VIM\\007'; cat").await?;
    window.wait_for_words("[data-testid=program-title]", "tree.c - VIM").await?;
    window.reload().await?;
    window.wait_for_words("[data-testid=program-title]", "tree.c - VIM").await?;
    window.picture("commands-program-title-light").await?;
    window.type_text("\u{3}").await?;
    window.wait_for_prompt().await?;
    window.run_line("printf '\\033]2;\\007'").await?;
    window.wait_until_gone("[data-testid=program-title]").await?;
    window.quit().await
}
