//! Scrolling back reaches the first line of a session, and finding finds in all of it, in a real window.

use anyhow::{Context, Result, ensure};
use fantoccini::Locator;
use inglenook_tests::{Place, Window};
use serde::Deserialize;

/// What the terminal shows: only this much of it, since all of its lines are more than a page can hand over often.
#[derive(Debug, Deserialize)]
struct Glance {
    /// The line at the very top of what the pane holds.
    first: String,
    /// The lines in view.
    view: Vec<String>,
    /// The last line that is written on.
    last: String,
    /// Rows above the view.
    above: u64,
    /// Rows above the screen.
    base: u64,
}

const GLANCE: &str = "const dump = window.__inglenook_terminal();
    const view = dump.lines.slice(dump.view, dump.view + dump.rows).map((line) => line.text);
    const last = dump.lines.findLast((line) => line.text !== '').text;
    return { first: dump.lines[0].text, view, last, above: dump.view, base: dump.base };";

async fn glance(window: &Window) -> Result<Glance> {
    Ok(serde_json::from_value(window.client.execute(GLANCE, vec![]).await?)?)
}

async fn until(window: &Window, what: &str, wanted: impl Fn(&Glance) -> bool) -> Result<Glance> {
    let mut last = None;
    for _ in 0..600 {
        // A page that is being loaded has no terminal yet.
        if let Ok(now) = glance(window).await {
            if wanted(&now) {
                return Ok(now);
            }
            last = Some(now);
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    anyhow::bail!("waited in vain for {what}; it shows {last:?}")
}

/// The wheel, turned far.
const WHEEL_UP: &str = "document.querySelector('.xterm-scrollable-element').dispatchEvent(
    new WheelEvent('wheel', { deltaY: -9e6, wheelDeltaY: 9e6, bubbles: true, cancelable: true }));";
const SHIFT_PAGE_UP: &str = "\u{e008}\u{e00e}\u{e000}";
const SHIFT_PAGE_DOWN: &str = "\u{e008}\u{e00f}\u{e000}";
const CTRL_F: &str = "\u{e009}f\u{e000}";
const ESCAPE: &str = "\u{e00c}";
const ENTER: &str = "\u{e007}";

/// Goes up until the first line of all is in view; answers how often older lines came.
async fn to_the_first_line(window: &Window) -> Result<usize> {
    for deepened in 0..20 {
        let before = glance(window).await?;
        window.client.execute(WHEEL_UP, vec![]).await?;
        let top = until(window, "the first line that the pane holds", |now| {
            now.above == 0 || now.base != before.base
        })
        .await?;
        if top.first == "$ seq 30000" {
            return Ok(deepened);
        }
        let more = until(window, "older lines", |now| now.base > before.base).await?;
        // What was at the top is in view still, at the same height.
        ensure!(more.above > 0, "it does not jump to what has come: {more:?}");
        ensure!(more.view[0] == before.first, "{:?} is not {:?}", more.view[0], before.first);
    }
    anyhow::bail!("the first line never came: {:?}", glance(window).await?)
}

async fn find(window: &Window, text: &str, count: &str) -> Result<()> {
    window.fill("[data-testid=find-field]", text).await?;
    window.wait_for_words("[data-testid=find-count]", count).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn scrolling_back_and_finding_reach_the_first_line() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Long").await?;
    window.wait_for_prompt().await?;
    window.run_line("seq 30000").await?;
    until(&window, "the last number", |now| now.view.iter().any(|line| line == "30000")).await?;

    // A page up, by keys.
    window.type_text(SHIFT_PAGE_UP).await?;
    until(&window, "a page up", |now| now.above < now.base).await?;

    // Another pane begins with the newest lines only.
    window.reload().await?;
    window.wait_for("[data-testid=terminal][data-run]").await?;
    let first = until(&window, "the screen", |now| now.view.iter().any(|line| line == "30000")).await?;
    ensure!(first.base < 3000, "a pane begins with a part: {first:?}");
    ensure!(to_the_first_line(&window).await? >= 3, "it comes in steps");
    window.picture("scrolled-to-the-first-line").await?;

    window.type_text(SHIFT_PAGE_DOWN).await?;
    let before = until(&window, "the second page", |now| now.above > 0).await?;
    window.type_text(CTRL_F).await?;
    window.wait_for("[data-testid=find-bar]").await?;
    find(&window, "12345", "1 of 1").await?;
    let shown = until(&window, "the match", |now| now.view.iter().any(|line| line == "12345")).await?;
    ensure!(shown.above != before.above, "it is brought into view");
    window.wait_for(".find-match.shown").await?;
    window.picture("find-one").await?;
    find(&window, "9", "of 12000").await?;
    window.picture("find-many").await?;
    find(&window, "no such thing", "No matches").await?;
    window.picture("find-none").await?;
    find(&window, "2999", "of 13").await?;
    let count = window.text_of("[data-testid=find-count]").await?;
    let field = window.wait_for("[data-testid=find-field]").await?;
    field.send_keys(ENTER).await?;
    let at = |words: &str| words.split(' ').next().and_then(|at| at.parse::<i64>().ok());
    let was = at(&count).context("a number")?;
    let previous = if was == 1 { 13 } else { was - 1 };
    window.wait_for_words("[data-testid=find-count]", &format!("{previous} of 13")).await?;
    field.send_keys(ESCAPE).await?;
    window.wait_until_gone("[data-testid=find-bar]").await?;
    ensure!(window.client.find(Locator::Css(".find-match")).await.is_err(), "the marks go with the bar");

    // At rest too.
    window.run_line("exit").await?;
    window.wait_for("[data-testid=band]").await?;
    window.reload().await?;
    let rest = until(&window, "the last screen", |now| now.view.iter().any(|line| line == "$ exit")).await?;
    ensure!(rest.base < 3000, "a part again: {rest:?}");
    window.choose("find").await?;
    find(&window, "12345", "1 of 1").await?;
    window.picture("find-at-rest").await?;
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn output_moves_nothing_while_the_learner_reads_further_up() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Long").await?;
    window.wait_for_prompt().await?;
    window.run_line("seq 15000; read; seq 15001 18000; echo all of it").await?;
    until(&window, "the last number", |now| now.view.iter().any(|line| line == "15000")).await?;
    window.reload().await?;
    window.wait_for("[data-testid=terminal][data-run]").await?;
    let is_there = |now: &Glance| now.base > 1500 && now.view.iter().any(|line| line == "15000");
    until(&window, "the screen and what is above it", is_there).await?;
    window.run_line("").await?;
    window.client.execute(WHEEL_UP, vec![]).await?;
    let before = until(&window, "older lines", |now| now.base > 5000 && now.above > 0).await?;
    ensure!(before.view[0] == "12967", "what was at the top is in view still: {:?}", before.view);
    let after = until(&window, "the prompt after all of it", |now| now.last.trim_end() == "$").await?;
    ensure!(after.view == before.view, "{:?} is not {:?}", after.view, before.view);
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures: how long a learner waits for 200,000 lines"]
async fn how_long_all_that_can_be_kept_takes() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Very long").await?;
    window.wait_for_prompt().await?;
    window.run_line("seq -f '%06.0f the quick brown fox jumps over the lazy dog' 199990").await?;
    until(&window, "the last number", |now| now.view.iter().any(|line| line.starts_with("199990 "))).await?;
    window.reload().await?;
    window.wait_for("[data-testid=terminal][data-run]").await?;
    until(&window, "the screen", |now| now.view.iter().any(|line| line.starts_with("199990 "))).await?;
    window.type_text(CTRL_F).await?;
    let started = std::time::Instant::now();
    let field = window.wait_for("[data-testid=find-field]").await?;
    field.send_keys("000001 the").await?;
    window.wait_for_words("[data-testid=find-count]", "1 of 1").await?;
    eprintln!("found the first of 200,000 lines after {:?}", started.elapsed());
    find(&window, "quick", "of 199991").await?;
    eprintln!("and counted them all after {:?}", started.elapsed());
    let memory = std::process::Command::new("ps").args(["-eo", "rss,comm", "--sort=-rss"]).output()?;
    eprintln!("{}", String::from_utf8_lossy(&memory.stdout).lines().take(4).collect::<Vec<_>>().join("; "));
    window.quit().await
}
