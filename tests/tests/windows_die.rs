//! The window dies: its page's process is killed, or hangs for longer than the grace. A driver's session ends with
//! either, so these look at the display itself.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use inglenook_tests::desktop::{App, Part, Picture, click, type_line};
use inglenook_tests::{Place, Window, is_running, kill, page_process, stop, until_page_other_than};

/// The pid of the live run; there is one session.
const LIVE: &str = "SELECT pid FROM runs WHERE ended_at IS NULL";
const ORPHANED: &str = "SELECT count(*) FROM runs WHERE reason = 'orphaned'";

/// A session that was left asleep; where its terminal is, and its button to resume.
async fn asleep(place: &Place) -> Result<(Part, Part)> {
    let window = Window::start(place).await?;
    window.new_session("Crash").await?;
    window.wait_for_prompt().await?;
    window.run_line("seq 1 30; printf '\\033[32mgreen\\033[0m\\n'").await?;
    window.wait_for_text("\ngreen").await?;
    window.quit().await?;
    let window = Window::start(place).await?;
    let resume = window.wait_for("[data-testid=resume]").await?.rectangle().await?;
    let terminal = window.wait_for("[data-testid=terminal]").await?.rectangle().await?;
    window.quit().await?;
    Ok((terminal, resume))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_process_is_killed_comes_back_by_itself_with_the_same_screen() -> Result<()> {
    let place = Place::new()?;
    let (terminal, resume) = asleep(&place).await?;
    let app = App::start(&place)?;
    Picture::of_rest("page-asleep", terminal).await?;
    click(resume).await?;
    let shell = i32::try_from(place.until_number(LIVE, |pid| pid > 0).await?)?;
    let mut before = Picture::of_rest("page-before", terminal).await?;
    for round in 1..=2 {
        let page = page_process(app.pid).context("the page's process")?;
        kill(page)?;
        until_page_other_than(app.pid, page).await?;
        before.wait_until_shown_again("page-after", Duration::from_secs(30)).await?;
        assert!(is_running(shell), "the process is untouched");
        // And it is no picture of the past: what is typed arrives.
        let proof = place.home().join(format!("typed-{round}"));
        for _ in 0..20 {
            click(terminal).await?;
            type_line(&format!("touch typed-{round}; clear")).await?;
            if appears(&proof).await {
                break;
            }
        }
        assert!(proof.exists(), "the shell was reached");
        before = Picture::of_rest("page-before", terminal).await?;
    }
    app.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_is_gone_for_longer_than_the_grace_loses_its_run_and_resumes_it() -> Result<()> {
    let place = Place::new()?;
    let (terminal, resume) = asleep(&place).await?;
    place.set("[sessions]\norphan_grace = \"1s\"\n[appearance]\nrenderer = \"dom\"\n")?;
    let app = App::start(&place)?;
    Picture::of_rest("orphan-asleep", terminal).await?;
    click(resume).await?;
    let shell = i32::try_from(place.until_number(LIVE, |pid| pid > 0).await?)?;
    Picture::of_rest("orphan-live", terminal).await?;
    let page = page_process(app.pid).context("the page's process")?;
    kill(page)?;
    // The next page hangs before it can do anything.
    let next = until_page_other_than(app.pid, page).await?;
    stop(next, true)?;
    place.until_number(ORPHANED, |count| count == 1).await?;
    assert!(!is_running(shell), "its process was ended");
    stop(next, false)?;
    Picture::of_rest("orphan-told", terminal).await?;
    click(resume).await?;
    place.until_number(LIVE, |pid| pid > 0).await?;
    Picture::of_rest("orphan-resumed", terminal).await?;
    app.quit().await
}

/// Whether the file is there within a second.
async fn appears(file: &Path) -> bool {
    for _ in 0..20 {
        if file.exists() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    false
}
