//! The main job in the real window: study, lose the app, carry on.

use anyhow::{Context, Result};
use fantoccini::Locator;
use inglenook_tests::{Place, Window, processes_with, until_gone};

const ASLEEP: &str = "[data-testid=session-row][data-status=asleep]";
const LIVE: &str = "[data-testid=session-row][data-status=live]";
const ENDED: &str = "[data-testid=session-row][data-status=ended]";

#[tokio::test(flavor = "multi_thread")]
async fn quit_and_reopen() -> Result<()> {
    let place = Place::new()?;
    std::fs::create_dir(place.home().join("study"))?;
    let window = Window::start(&place).await?;
    window.wait_for("[data-testid=field-title]").await?;
    window.picture("welcome").await?;
    window.fill("[data-testid=field-directory]", "~/study").await?;
    window.new_session("Ownership exercises").await?;
    window.wait_for_prompt().await?;
    window.run_line("seq 1 200").await?;
    // What is typed while it prints would be echoed among its lines.
    window.wait_for_text("\n200\n$").await?;
    window.run_line("printf '\\033[31mred words\\033[0m\\n'").await?;
    window.wait_until("the output", |dump| dump.text().contains("\nred words")).await?;
    window.picture("live").await?;
    window.quit().await?;

    let window = Window::start(&place).await?;
    let row = window.text_of(ASLEEP).await?;
    assert!(row.contains("Ownership exercises") && row.contains("App was closed"), "the row says why: {row}");
    window.picture("asleep").await?;
    window.click(ASLEEP).await?;
    let dump = window
        .wait_until(
            "the old screen, the mark, a new prompt, and a moment later scrolled history above",
            |dump| {
                let text = dump.text();
                let resumed = text.split_once("Resumed ·");
                resumed.is_some_and(|(above, below)| above.contains("\n1\n2\n3\n") && below.contains("\n$"))
            },
        )
        .await?;
    let text = dump.text();
    assert!(text.contains("\nred words"), "and the last screen: {text}");
    // From the pane's cells: the page is drawn a frame later. 16777216 is xterm.js's mode of the 16 colours.
    let cells = window.dump_cells().await?;
    let red = cells.lines.iter().find(|line| line.text.starts_with("red words"));
    let red = red.and_then(|line| line.cells.as_deref()).context("the line has cells")?;
    assert!(red.starts_with("r,1,16777216,1,"), "it is coloured: {red}");
    window.run_line("pwd").await?;
    let pwd = place.home().join("study").to_string_lossy().into_owned();
    window.wait_for_text(&format!("\n{pwd}")).await?;
    window.picture("resumed").await?;
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_the_middle_of_output() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Flood").await?;
    window.wait_for_prompt().await?;
    window.run_line("n=0; while :; do n=$((n+1)); echo \"<$$ $n>\"; done").await?;
    window.wait_for_text("<").await?;
    let before = last_number(&window.dump().await?.text());
    let home = place.home().to_string_lossy().into_owned();
    let children: Vec<_> =
        processes_with("HOME", &home).into_iter().filter(|pid| *pid != window.pid).collect();
    // Whatever was on the screen longer than a quarter of a second ago must be there.
    tokio::time::sleep(std::time::Duration::from_millis(250)).await;
    let is_shell = |pid: &i32| {
        std::fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| name.trim() == "bash")
    };
    let shells: Vec<_> = children.into_iter().filter(is_shell).collect();
    assert!(!shells.is_empty(), "the session's shell runs");
    window.kill().await?;
    until_gone(&shells).await?;

    let window = Window::start(&place).await?;
    let row = window.text_of(ASLEEP).await?;
    assert!(row.contains("App stopped unexpectedly"), "the row says what happened: {row}");
    window.click(ASLEEP).await?;
    let dump = window
        .wait_until("a new prompt", |dump| {
            dump.text().split_once("Resumed ·").is_some_and(|(_, below)| below.contains("\n$"))
        })
        .await?;
    let kept = last_number(&dump.text());
    assert!(kept >= before, "line {before} was seen, and the last kept is {kept}");
    window.picture("killed-resumed").await?;
    window.quit().await
}

/// The number in the last whole `<process number>`.
fn last_number(text: &str) -> u64 {
    let mut whole =
        text.split('<').filter_map(|piece| piece.split_once('>')?.0.split_once(' ')?.1.parse().ok());
    whole.next_back().unwrap_or(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_screen_program_leaves_no_trace_after_a_crash() -> Result<()> {
    for (program, sign) in [
        ("vim -u NONE -c 'set mouse=a' -c 'normal ihello' -c 'normal a_from_vim'", "hello_from_vim"),
        ("less /etc/services", "ssh"),
        ("htop", "Load average"),
    ] {
        let place = Place::new()?;
        let window = Window::start(&place).await?;
        window.new_session("Editor").await?;
        window.wait_for_prompt().await?;
        window.run_line("echo before the editor").await?;
        window.wait_for_text("\nbefore the editor").await?;
        window.run_line(program).await?;
        window.wait_for_text(sign).await?;
        // What is older than a quarter of a second is saved: that is the promise.
        tokio::time::sleep(std::time::Duration::from_millis(400)).await;
        window.picture(&format!("full-screen-{}", &program[..3])).await?;
        window.kill().await?;

        let window = Window::start(&place).await?;
        window.click(ASLEEP).await?;
        let dump = window
            .wait_until("a new prompt", |dump| {
                dump.text().split_once("Resumed ·").is_some_and(|(_, below)| below.contains("\n$"))
            })
            .await?;
        assert!(dump.text().contains("\nbefore the editor"), "{program}: the primary screen's text is back");
        assert!(!dump.text().contains(sign), "{program}: the full screen is not: {}", dump.text());
        assert_eq!(dump.modes["mouseTrackingMode"], "none", "{program}: no mouse mode is stuck");
        assert_eq!(
            dump.modes["applicationCursorKeysMode"], false,
            "{program}: cursor keys are as a shell wants them"
        );
        assert!(
            !dump.cursor.hidden && !dump.alternate,
            "{program}: the cursor is visible, on the primary screen"
        );
        window.run_line("echo $((40+2))").await?;
        window.wait_for_text("\n42").await?;
        window.quit().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_says_how_and_can_be_started_again() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("C pointers lab").await?;
    window.wait_for_prompt().await?;
    window.run_line("echo last words; exit 139").await?;
    let band = window.text_of("[data-testid=band]").await?;
    assert!(band.contains("139"), "the band says how it ended: {band}");
    let row = window.text_of(ENDED).await?;
    assert!(row.contains("Exited with code 139"), "and so does the row: {row}");
    assert!(window.dump().await?.text().contains("\nlast words"), "its last screen stays");
    window.picture("ended").await?;
    window.click("[data-testid=start-again]").await?;
    window.wait_for_text("Resumed ·").await?;
    window.wait_for(LIVE).await?;
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_no_network_here_and_everything_works() -> Result<()> {
    let interfaces = std::fs::read_to_string("/proc/net/dev")?;
    let routes = std::fs::read_to_string("/proc/net/route")?;
    assert_eq!(routes.lines().count(), 1, "these tests run where there is no route: use cargo xtask test");
    assert_eq!(interfaces.lines().count(), 3, "and no interface but the loopback one: {interfaces}");
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Offline").await?;
    window.run_line("echo it works").await?;
    window.wait_for_text("\nit works").await?;
    let fonts = window
        .client
        .execute(
            "return [...document.fonts].filter(f => f.status === 'loaded').map(f => f.family).join()",
            vec![],
        )
        .await?;
    let fonts = fonts.as_str().context("fonts have names")?.to_owned();
    assert!(fonts.contains("Inter") && fonts.contains("JetBrains Mono"), "type is bundled: {fonts}");
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_that_is_reloaded_in_a_flood_shows_what_the_engine_has() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Flood").await?;
    window.wait_for_prompt().await?;
    let line = r"printf '\e[3%dm%d\e[0m \e[4mcolour\e[0m 漢字 é\n' $((i%8)) $i";
    window.run_line(&format!("i=0; until [ -e ~/stop ]; do i=$((i+1)); {line}; done; echo the end")).await?;
    window.wait_for_text("3000").await?;
    window.reload().await?;
    window.click(LIVE).await?;
    let middle = window.wait_for_text("colour").await?;
    assert!(!middle.text().contains("\nthe end"), "the window was reloaded in the middle of the flood");
    std::fs::write(place.home().join("stop"), "")?;
    window
        .wait_until("the end of the flood, with history", |dump| {
            let text = dump.text();
            text.trim_end().ends_with('$') && text.contains("\nthe end") && dump.base > 1000
        })
        .await?;
    let followed = window.dump_cells().await?;
    // A new pane begins with the engine's screen, and nothing comes after it.
    window.reload().await?;
    window.click(LIVE).await?;
    window.wait_until("its history", |dump| dump.base > 1000).await?;
    let engine = window.dump_cells().await?;
    assert_eq!((followed.columns, followed.rows), (engine.columns, engine.rows));
    assert_eq!(followed.cursor, engine.cursor);
    assert_eq!(followed.modes, engine.modes);
    let lines = usize::from(engine.rows) + engine.base.min(followed.base);
    assert!(lines > 1000, "with history: {lines} lines");
    for (one, other) in followed.lines.iter().rev().zip(engine.lines.iter().rev()).take(lines) {
        assert_eq!(one, other, "cell by cell");
    }
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_on_the_same_data_brings_the_first_window_to_the_front() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.wait_for("[data-testid=new-session]").await?;
    let second = place.start_again().await?;
    assert!(second.success(), "the second one leaves without a word: {second}");
    window.new_session("Still the first").await?;
    window.wait_for_prompt().await?;
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn rename_pin_end_and_delete_with_undo() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("First name").await?;
    window.wait_for_prompt().await?;

    window.choose("rename").await?;
    let field = window.wait_for("[data-testid=rename-field]").await?;
    // What stood there is selected, so that typing replaces it.
    field.send_keys("Second name\u{e007}").await?;
    window.wait_for_words(LIVE, "Second name").await?;

    window.run_line("sleep 1000").await?;
    window.wait_for_words(LIVE, "sleep").await?;
    window.choose("end-session").await?;
    let question = window.wait_for_words("[data-testid=band]", "sleep").await?;
    assert!(question.contains("running"), "it asks, since something runs: {question}");
    window.picture("end-question").await?;
    window.click("[data-testid=end-anyway]").await?;
    window.wait_for_words(ENDED, "Ended by you").await?;

    window.choose("delete").await?;
    window.wait_for_words("[data-testid=toast]", "Second name").await?;
    window.picture("deleted").await?;
    assert!(window.client.find(Locator::Css(ENDED)).await.is_err(), "off the list at once");
    window.click("[data-testid=undo]").await?;
    window.wait_for_words(ENDED, "Second name").await?;
    window.quit().await
}
