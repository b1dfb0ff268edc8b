//! Files dragged into the real window, as a file manager does it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use anyhow::Result;
use inglenook_tests::{FileDrag, Place, Window};

/// In the terminal. Without a window manager the app's window begins at the corner of the display.
const TERMINAL: (u32, u32) = (600, 300);
const SIDEBAR: (u32, u32) = (100, 600);

#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_dropped_are_typed_as_paths_that_a_shell_reads_back() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Drops").await?;
    window.wait_for_prompt().await?;
    let names = ["it's a $HOME of notes.txt", "-rf", "caf\u{e9}.txt"];
    let files = names.map(|name| place.home().join(name));
    for file in &files {
        std::fs::write(file, "")?;
    }
    window.type_text("printf '<%s>\\n' ").await?;
    window.wait_until("the line", |dump| dump.text().contains("<%s>")).await?;

    let drag = FileDrag::of(&[&files[0], &files[1], &files[2]])?;
    drag.over(TERMINAL).await?;
    window.wait_for(".offered").await?;
    window.picture("dragged-over").await?;
    drag.let_go().await?;
    window.wait_until_gone(".offered").await?;
    // The keys are in the terminal, after the last path.
    window.run_line("").await?;
    for file in &files {
        window.wait_for_text(&format!("\n<{}>", file.display())).await?;
    }

    // Not UTF-8: it cannot be typed, and what comes with it can.
    let latin = Path::new(OsStr::from_bytes(b"/caf\xe9"));
    let drag = FileDrag::of(&[latin, &files[1]])?;
    drag.over(TERMINAL).await?;
    drag.let_go().await?;
    window.wait_for_words("[data-testid=toast]", "not UTF-8").await?;
    window.wait_until("the other one", |dump| dump.text().trim_end().ends_with("-rf'")).await?;
    window.click("[data-testid=toast] button").await?;
    window.type_text("\u{3}").await?;
    window.wait_for_prompt().await?;
    window.run_line("exit").await?;
    window.wait_for("[data-testid=band]").await?;
    for at in [TERMINAL, SIDEBAR] {
        let drag = FileDrag::of(&[&files[1]])?;
        drag.over(at).await?;
        drag.let_go().await?;
        let said = window.wait_for_words("[data-testid=toast]", "not pasted").await?;
        assert!(said.contains("“-rf”") && said.contains("Start it again"), "it says what to do: {said}");
        window.picture("dropped-at-rest").await?;
        window.click("[data-testid=toast] button").await?;
        window.wait_until_gone("[data-testid=toast]").await?;
    }
    window.quit().await
}
