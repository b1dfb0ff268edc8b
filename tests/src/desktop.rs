//! The app as a learner has it, without a driver: seen in pictures of the display, used with mouse and keys. For what a
//! driver does not survive, such as a page whose process dies.

use std::path::PathBuf;
use std::process::Output;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use tokio::process::{Child, Command};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, MapState, Window as XWindow,
};
use x11rb::rust_connection::RustConnection;

use crate::place::{Place, app_binary, pictures};

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

/// Takes a keyboard layout, as one chooses it in the system's settings: `us intl` has dead keys, `de` has AltGr.
pub async fn keyboard(layout: &str) -> Result<()> {
    let (layout, variant) = layout.split_once(' ').unwrap_or((layout, ""));
    run("setxkbmap", &["-layout", layout, "-variant", variant]).await.map(drop)
}

/// Presses keys one after the other, by the names of what they mean in the layout.
pub async fn press(keys: &[&str]) -> Result<()> {
    run("xdotool", &[&["key", "--delay", "40"], keys].concat()).await.map(drop)
}

/// Presses keys while another is held.
pub async fn press_with(held: &str, keys: &[&str]) -> Result<()> {
    run("xdotool", &["keydown", held]).await?;
    let pressed = press(keys).await;
    run("xdotool", &["keyup", held]).await?;
    pressed
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

/// Windows of the display that may be closed, as a window manager would list them: with `WM_PROTOCOLS`, and shown.
fn closable(connection: &RustConnection, root: XWindow) -> Result<Vec<XWindow>> {
    let protocols = connection.intern_atom(false, b"WM_PROTOCOLS")?.reply()?.atom;
    let mut found = Vec::new();
    for window in connection.query_tree(root)?.reply()?.children {
        let has =
            connection.get_property(false, window, protocols, AtomEnum::ATOM, 0, 8)?.reply()?.value_len > 0;
        let shown = connection.get_window_attributes(window)?.reply()?.map_state == MapState::VIEWABLE;
        if has && shown {
            found.push(window);
        }
    }
    Ok(found)
}

/// How many windows are shown.
pub fn windows() -> Result<usize> {
    let (connection, screen) = x11rb::connect(None)?;
    let root = connection.setup().roots[screen].root;
    Ok(closable(&connection, root)?.len())
}

/// Closes the one window there is, as the button in its title bar does: ICCCM 4.2.8.1.
pub fn close_window() -> Result<()> {
    let (connection, screen) = x11rb::connect(None)?;
    let root = connection.setup().roots[screen].root;
    let windows = closable(&connection, root)?;
    let [window] = windows[..] else { bail!("one window is expected, not {}", windows.len()) };
    let protocols = connection.intern_atom(false, b"WM_PROTOCOLS")?.reply()?.atom;
    let delete = connection.intern_atom(false, b"WM_DELETE_WINDOW")?.reply()?.atom;
    let message = ClientMessageEvent::new(32, window, protocols, [delete, x11rb::CURRENT_TIME, 0, 0, 0]);
    connection.send_event(false, window, EventMask::NO_EVENT, message)?.check()?;
    Ok(())
}

/// Waits until so many windows are shown.
pub async fn until_windows(count: usize) -> Result<()> {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    while windows()? != count {
        if tokio::time::Instant::now() > deadline {
            bail!("{} windows are shown, and not {count}", windows()?);
        }
        tokio::time::sleep(AGAIN).await;
    }
    Ok(())
}
