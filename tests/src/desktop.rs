//! The app as a learner has it, without a driver: seen in pictures of the display, used with mouse and keys. For what a
//! driver does not survive, such as a page whose process dies.

use std::path::PathBuf;
use std::process::Output;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use tokio::process::{Child, Command};

use crate::app::{Place, app_binary, pictures};

const PATIENCE: Duration = Duration::from_secs(60);

/// The display tells nobody of a change: it is looked at again this often.
const AGAIN: Duration = Duration::from_millis(100);

/// Dots that may differ between two pictures of the same: a cursor that blinks is smaller.
const CURSOR: u64 = 400;

#[derive(Debug)]
pub struct App {
    child: Child,
    pub pid: i32,
}

impl App {
    pub fn start(place: &Place) -> Result<Self> {
        let child = place.command(app_binary()?).kill_on_drop(true).spawn()?;
        let pid = i32::try_from(child.id().context("it has just been started")?)?;
        Ok(Self { child, pid })
    }

    /// Ends it as the desktop does, and waits until it is gone.
    pub async fn quit(mut self) -> Result<()> {
        kill_process(Pid::from_raw(self.pid).context("a pid is not zero")?, Signal::TERM)?;
        tokio::time::timeout(PATIENCE, self.child.wait()).await.context("the app stays")??;
        Ok(())
    }
}

/// A part of the display: x, y, width, height. Without a window manager the app's window begins at its corner.
pub type Part = (f64, f64, f64, f64);

/// A picture of a part of the display, in `target/pictures`.
#[derive(Debug, Clone)]
pub struct Picture {
    file: PathBuf,
    part: Part,
}

impl Picture {
    async fn take(name: &str, part: Part) -> Result<Self> {
        let file = pictures()?.join(format!("{name}.png"));
        let (x, y, width, height) = part;
        let crop = format!("{width:.0}x{height:.0}+{x:.0}+{y:.0}");
        run("import", &["-silent", "-window", "root", "-crop", &crop, "+repage", &file.to_string_lossy()])
            .await?;
        Ok(Self { file, part })
    }

    /// A picture of something that has come to rest, and is not just one colour.
    pub async fn of_rest(name: &str, part: Part) -> Result<Self> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        let mut before = Self::take(&format!("{name}-before"), part).await?;
        while tokio::time::Instant::now() < deadline {
            tokio::time::sleep(AGAIN * 5).await;
            let now = Self::take(name, part).await?;
            if now.shows(&before).await? && now.colours().await? > 4 {
                return Ok(now);
            }
            before = Self::take(&format!("{name}-before"), part).await?;
        }
        bail!("the display never comes to rest; its last picture is {}", before.file.display())
    }

    /// Whether both show the same, but for a cursor.
    pub async fn shows(&self, other: &Self) -> Result<bool> {
        let (one, two) = (self.file.to_string_lossy(), other.file.to_string_lossy());
        let compared = Command::new("compare").args(["-metric", "AE", &one, &two, "null:"]).output().await?;
        let differ = String::from_utf8_lossy(&compared.stderr).trim().parse::<f64>();
        Ok(differ.with_context(|| format!("{compared:?}"))? <= CURSOR as f64)
    }

    pub async fn wait_until_shown_again(&self, name: &str, patience: Duration) -> Result<()> {
        let deadline = tokio::time::Instant::now() + patience;
        loop {
            if self.shows(&Self::take(name, self.part).await?).await? {
                return Ok(());
            }
            if tokio::time::Instant::now() > deadline {
                bail!("what {} shows was not to be seen again; see {name}.png", self.file.display());
            }
            tokio::time::sleep(AGAIN).await;
        }
    }

    async fn colours(&self) -> Result<u64> {
        let file = self.file.to_string_lossy();
        let counted = run("identify", &["-format", "%k", &file]).await?;
        Ok(String::from_utf8_lossy(&counted.stdout).trim().parse()?)
    }
}

/// A click in the middle of a part of the display.
pub async fn click((x, y, width, height): Part) -> Result<()> {
    let (x, y) = (format!("{:.0}", x + width / 2.0), format!("{:.0}", y + height / 2.0));
    run("xdotool", &["mousemove", &x, &y, "click", "1"]).await?;
    Ok(())
}

pub async fn type_line(text: &str) -> Result<()> {
    run("xdotool", &["type", "--delay", "20", text]).await?;
    run("xdotool", &["key", "Return"]).await?;
    Ok(())
}

async fn run(program: &str, arguments: &[&str]) -> Result<Output> {
    let output = Command::new(program).args(arguments).output().await?;
    if !output.status.success() {
        bail!("{program} {arguments:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(output)
}
