//! A full disk: the session goes on, the status bar says so, and saving catches up when there is room.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use inglenook_tests::{Place, Window};

const STATUS: &str = "[data-testid=status-bar]";

/// A small file system of its own. Needs the right to mount, which `cargo xtask test` sees to.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    fn mount(at: &'a Path) -> Result<Self> {
        std::fs::create_dir_all(at)?;
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=24m", "tmpfs"]).arg(at).status()?;
        ensure!(mounted.success(), "a file system could not be mounted: use cargo xtask test");
        Ok(Self(at))
    }

    /// Takes all the room there is.
    fn fill(&self) -> Result<()> {
        let mut ballast = File::create(self.0.join("ballast"))?;
        let chunk = [0; 64 * 1024];
        while ballast.write_all(&chunk).is_ok() {}
        while ballast.write_all(&[0]).is_ok() {}
        Ok(())
    }

    fn make_room(&self) -> Result<()> {
        Ok(std::fs::remove_file(self.0.join("ballast"))?)
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        // Lazily: the app may still be about to go.
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_full_disk_the_session_goes_on_and_saving_catches_up() -> Result<()> {
    let place = Place::new()?;
    let data = place.data_dir();
    let disk = SmallDisk::mount(&data)?;
    let window = Window::start(&place).await?;
    window.new_session("Full disk").await?;
    window.wait_for_prompt().await?;
    window.run_line("echo before").await?;
    window.wait_for_text("\nbefore").await?;
    window.wait_for_status("Saved").await?;

    disk.fill()?;
    window.run_line("seq 1 20000 | md5sum; seq 1 20000").await?;
    window.wait_for_text("\n20000").await?;
    let said = window.wait_for_status("Saving has stopped since").await?;
    ensure!(said.contains("disk"), "it says why: {said}");
    window.picture("full-disk").await?;
    window.run_line("echo the session goes on").await?;
    window.wait_for_text("\nthe session goes on").await?;

    disk.make_room()?;
    window.wait_for_status("Saved").await?;
    window.kill().await?;
    let window = Window::start(&place).await?;
    window.click("[data-testid=session-row][data-status=asleep]").await?;
    window.wait_for_text("Resumed ·").await?;
    let text = window.dump().await?.text();
    ensure!(text.contains("\nthe session goes on"), "what waited in memory was saved: {text}");
    let status = window.text_of(STATUS).await.context("the status bar")?;
    ensure!(!status.contains("stopped"), "and saving goes on: {status}");
    window.quit().await
}
