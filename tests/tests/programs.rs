//! Programs that people use, in the real window: they show what they should, follow the window's size, and look the
//! same where the engine draws them anew. Each leaves a picture.

use anyhow::{Context, Result};
use inglenook_tests::{Dump, Place, Window};

struct Program {
    name: &'static str,
    line: &'static str,
    /// What it has on its screen once it is ready.
    shows: &'static str,
    /// What ends it.
    leaves: &'static str,
    /// It stands still: a page that is loaded anew shows the very same cells.
    is_still: bool,
}

const fn still(name: &'static str, line: &'static str, shows: &'static str, leaves: &'static str) -> Program {
    Program { name, line, shows, leaves, is_still: true }
}

const fn moving(
    name: &'static str,
    line: &'static str,
    shows: &'static str,
    leaves: &'static str,
) -> Program {
    Program { name, line, shows, leaves, is_still: false }
}

const PROGRAMS: &[Program] = &[
    still("vim", "vim -u NONE -N poem.txt", "line 1 of a poem", "\u{1b}:q!\u{e007}"),
    still("nano", "nano poem.txt", "GNU nano", "\u{18}"),
    still("less", "less poem.txt", "line 9 of a poem", "q"),
    moving("htop", "htop", "Load average", "q"),
    moving("tmux", "tmux -L study -f /dev/null new -s study", "[study]", "exit\u{e007}"),
    still("mc", "mc -u --nocolor", "1Help", "\u{e03a}"),
    still("fzf", "seq 100 | fzf", "100/100", "\u{1b}"),
    still("rebase", "git -C tree rebase -i --root", "pick ", ":q!\u{e007}"),
];

const LARGE: (u32, u32) = (1280, 800);
const SMALL: (u32, u32) = (860, 560);

/// Things for the programs to show.
fn prepare(place: &Place) -> Result<()> {
    let poem: String =
        (1..=200).map(|line| format!("line {line} of a poem, with ümläuts and 漢字\n")).collect();
    std::fs::write(place.home().join("poem.txt"), poem)?;
    std::fs::write(place.home().join(".inputrc"), "set enable-bracketed-paste on\n")?;
    let tree = place.home().join("tree");
    std::fs::create_dir(&tree)?;
    let git = |arguments: &[&str]| -> Result<()> {
        let known = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
        let done =
            std::process::Command::new("git").current_dir(&tree).args(known).args(arguments).output()?;
        anyhow::ensure!(
            done.status.success(),
            "git {arguments:?}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        Ok(())
    };
    git(&["init", "--quiet"])?;
    git(&["config", "user.name", "Ada"])?;
    git(&["config", "user.email", "ada@example.org"])?;
    for step in ["first", "second", "third"] {
        git(&["commit", "--quiet", "--allow-empty", "-m", step])?;
    }
    std::fs::write(
        place.home().join("build.sh"),
        "for n in $(seq 0 5 100); do printf '\\rbuilding [%-20s] %3d%%' \"$(printf '#%.0s' $(seq 1 $((n / 5 + 1))))\" $n; \
         sleep 0.02; done; printf '\\n\\033[1;32mbuilt\\033[0m\\n'\n",
    )?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn full_screen_programs_follow_the_window_and_are_drawn_anew_as_they_were() -> Result<()> {
    let place = Place::new()?;
    prepare(&place)?;
    let window = Window::start(&place).await?;
    window.resize(LARGE).await?;
    window.new_session("Programs").await?;
    window.wait_for_prompt().await?;
    window.run_line("export GIT_EDITOR='vim -u NONE -N'").await?;
    window.wait_for_prompt().await?;
    for program in PROGRAMS {
        window.run_line(program.line).await?;
        let large = shown(&window, program).await?;
        assert!(large.alternate, "{} has the whole screen", program.name);
        window.picture(&format!("program-{}-large", program.name)).await?;
        if program.is_still {
            is_drawn_anew(&window, program).await?;
        }

        window.resize(SMALL).await?;
        let narrower = |dump: &Dump| dump.columns < large.columns && dump.text().contains(program.shows);
        let small = window.wait_until("a smaller screen", narrower).await?;
        assert!(small.rows < large.rows, "{}: {} rows, then {}", program.name, large.rows, small.rows);
        window.picture(&format!("program-{}-small", program.name)).await?;
        window.resize(LARGE).await?;
        window.wait_until("the old size", |dump| dump.columns == large.columns).await?;
        shown(&window, program).await?;

        window.type_text(program.leaves).await?;
        window
            .wait_until("the shell again", |dump| !dump.alternate && dump.text().trim_end().ends_with('$'))
            .await
            .with_context(|| format!("{} is left", program.name))?;
    }
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn prompts_progress_bars_and_binary_files_leave_the_terminal_in_order() -> Result<()> {
    let place = Place::new()?;
    prepare(&place)?;
    let window = Window::start(&place).await?;
    window.new_session("Lines").await?;
    window.wait_for_prompt().await?;

    window.run_line("python3").await?;
    window.wait_for_text(">>>").await?;
    window.run_line("6 * 7").await?;
    window.wait_for_text("\n42\n").await?;
    // Its history: the line before, changed at its end.
    window.type_text("\u{e013}").await?;
    window.run_line("0").await?;
    window.wait_for_text("\n420\n").await?;
    window.picture("program-python").await?;
    window.type_text("\u{4}").await?;
    window.wait_for_prompt().await?;

    window.run_line("sh build.sh").await?;
    let built = window.wait_for_text("\nbuilt").await?;
    assert_eq!(
        built.text().matches("building [").count(),
        1,
        "one bar, drawn over and over:\n{}",
        built.text()
    );
    window.picture("program-progress").await?;

    window.run_line("clear; head -c 20000 /bin/bash | cat; echo; echo ov''er").await?;
    window.wait_for_text("over").await?;
    window.picture("program-binary").await?;
    window.run_line("reset; echo in or''der").await?;
    window.wait_for_text("in order").await?;
    window.wait_for_prompt().await?;
    window.run_line("echo fine").await?;
    window.wait_for_text("\nfine\n").await?;
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_was_left_at_one_size_is_resumed_at_another() -> Result<()> {
    let place = Place::new()?;
    prepare(&place)?;
    let window = Window::start(&place).await?;
    window.resize(LARGE).await?;
    window.new_session("Left in vim").await?;
    window.wait_for_prompt().await?;
    window.run_line("head -3 poem.txt").await?;
    window.wait_for_text("line 3 of a poem").await?;
    window.wait_for_prompt().await?;
    window.run_line("vim -u NONE -N poem.txt").await?;
    let large = window.wait_until("vim", |dump| dump.alternate && dump.text().contains("line 9 of")).await?;
    window.quit().await?;

    let window = Window::start(&place).await?;
    window.resize(SMALL).await?;
    window.click("[data-testid=session-row]").await?;
    window.wait_for("[data-testid=terminal][data-run]").await?;
    let resumed = window.wait_for_text("Resumed").await?;
    window.wait_for_prompt().await?;
    assert!(resumed.columns < large.columns, "it has the size of this window");
    assert!(!resumed.alternate, "vim is gone, and its screen with it");
    assert_eq!(
        resumed.text().matches("line 3 of a poem").count(),
        1,
        "what stood below vim:\n{}",
        resumed.text()
    );
    window.picture("program-resumed-small").await?;
    window.quit().await
}

async fn shown(window: &Window, program: &Program) -> Result<Dump> {
    let ready = |dump: &Dump| dump.alternate && dump.text().contains(program.shows);
    window.wait_until(program.shows, ready).await.with_context(|| format!("{} is ready", program.name))
}

/// Once it has come to rest, a page that knows nothing of it shows every cell as it was.
async fn is_drawn_anew(window: &Window, program: &Program) -> Result<()> {
    let before = window.at_rest().await?;
    window.reload().await?;
    window.until_cells(&before).await.with_context(|| format!("{} is drawn as it was", program.name))
}
