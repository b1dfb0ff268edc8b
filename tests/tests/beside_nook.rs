//! The app and the `nook` command on one database: each sees what the other has made, has, and lost.

use std::process::Stdio;

use anyhow::{Context, Result, bail};
use inglenook_tests::{Place, Window, kill, processes_with};
use tokio::process::Child;

const ROW: &str = "[data-testid=session-row]";

async fn nook(place: &Place, arguments: &[&str]) -> Result<String> {
    let output = place.nook()?.args(arguments).output().await?;
    if !output.status.success() {
        bail!("nook {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// `nook open` on a terminal of its own.
fn open_on_a_terminal(place: &Place, title: &str) -> Result<Child> {
    let binary = place.nook()?.as_std().get_program().to_string_lossy().into_owned();
    let mut script = place.command("script");
    script.args(["--quiet", "--command", &format!("{binary} open '{title}'"), "/dev/null"]);
    Ok(script.stdin(Stdio::piped()).stdout(Stdio::null()).kill_on_drop(true).spawn()?)
}

/// The pid of the `nook` that runs.
fn nook_pid(place: &Place) -> Option<i32> {
    let data_dir = place.data_dir().to_string_lossy().into_owned();
    processes_with("INGLENOOK_DATA_DIR", &data_dir).into_iter().find(|pid| {
        let program = std::fs::read_link(format!("/proc/{pid}/exe")).unwrap_or_default();
        program.file_name().is_some_and(|name| name == "nook")
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_window_follows_what_nook_makes_opens_and_loses() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.wait_for("[data-testid=field-title]").await?;
    nook(&place, &["new", "--title", "From nook", "--", "sh", "-c", "echo from nook; exec cat"]).await?;
    window.wait_for_words(ROW, "From nook").await?;

    let _terminal = open_on_a_terminal(&place, "From nook")?;
    window.wait_for_words(&format!("{ROW}[data-status=elsewhere]"), "Open in another program").await?;
    place.until_number("SELECT count(*) FROM log_blocks", |count| count > 0).await?;
    kill(nook_pid(&place).context("nook runs")?)?;
    window.wait_for_words(&format!("{ROW}[data-status=asleep]"), "nothing lost").await?;

    window.click(ROW).await?;
    window
        .wait_until("the screen that nook left, resumed", |dump| {
            dump.text().split_once("Resumed ·").is_some_and(|(old, _)| old.contains("from nook"))
        })
        .await?;
    let listed = nook(&place, &["ls", "--json"]).await?;
    assert!(listed.contains("\"elsewhere\""), "to nook, the app has it: {listed}");
    window.quit().await?;
    let listed = nook(&place, &["ls", "--json"]).await?;
    assert!(listed.contains("\"asleep\"") && listed.contains("app_quit"), "it went with the app: {listed}");
    Ok(())
}
