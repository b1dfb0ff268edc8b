//! A window of the real app, on data of its own.

use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use fantoccini::elements::Element;
use fantoccini::wd::WindowHandle;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use rustix::process::{Pid, Signal, kill_process};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::process::Child;

use crate::place::{PATIENCE, Place, app_binary, pictures};
use crate::process::{is_running, processes_with};

/// The app, started by a WebDriver of its own.
#[derive(Debug)]
pub struct Window {
    pub client: Client,
    driver: Child,
    pub pid: i32,
}

/// What the visible pane's terminal holds.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Dump {
    pub columns: u16,
    pub rows: u16,
    pub cursor: Cursor,
    /// As xterm.js names them.
    pub modes: serde_json::Value,
    pub alternate: bool,
    /// Lines above the screen.
    pub base: usize,
    pub lines: Vec<DumpLine>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Cursor {
    pub x: u16,
    pub y: u16,
    pub hidden: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DumpLine {
    pub text: String,
    pub is_wrapped: bool,
    /// Each cell's text, width, colours and attributes.
    #[serde(default)]
    pub cells: Option<String>,
}

impl Dump {
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| line.text.trim_end()).collect::<Vec<_>>().join("\n")
    }
}

impl Window {
    pub async fn start(place: &Place) -> Result<Self> {
        Self::start_with(place, &[]).await
    }

    /// With more in its environment.
    pub async fn start_with(place: &Place, variables: &[(&str, &str)]) -> Result<Self> {
        Self::start_program(place, &app_binary()?, &[], variables).await
    }

    /// A program that makes a window of Tauri's, to be compared with the app.
    pub async fn start_program(
        place: &Place,
        program: &Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Result<Self> {
        let port = free_port()?;
        let driver = place
            .command("WebKitWebDriver")
            .arg(format!("--port={port}"))
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .envs(variables.iter().copied())
            .kill_on_drop(true)
            .spawn()
            .context("WebKitWebDriver could not be started")?;
        listening(port).await?;
        let capabilities = serde_json::json!({
            "webkitgtk:browserOptions": { "binary": program, "args": arguments }
        });
        let serde_json::Value::Object(capabilities) = capabilities else {
            bail!("capabilities are an object")
        };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .context("the window did not open")?;
        let data_dir = place.data_dir().to_string_lossy().into_owned();
        let pid = app_pid(&data_dir, program).context("the app's process was not found")?;
        Ok(Self { client, driver, pid })
    }

    pub async fn wait_for(&self, css: &str) -> Result<Element> {
        let found = self.client.wait().at_most(PATIENCE).for_element(Locator::Css(css)).await;
        match found {
            Ok(element) => Ok(element),
            Err(error) => Err(self.explain(anyhow!("{css} did not appear: {error}")).await),
        }
    }

    pub async fn click(&self, css: &str) -> Result<()> {
        Ok(self.wait_for(css).await?.click().await?)
    }

    pub async fn fill(&self, css: &str, text: &str) -> Result<()> {
        let field = self.wait_for(css).await?;
        field.clear().await?;
        Ok(field.send_keys(text).await?)
    }

    /// A new session through the form.
    pub async fn new_session(&self, title: &str) -> Result<()> {
        if self.client.find(Locator::Css("[data-testid=field-title]")).await.is_err() {
            self.click("[data-testid=new-session]").await?;
        }
        self.fill("[data-testid=field-title]", title).await?;
        self.click("[data-testid=start]").await?;
        self.wait_for("[data-testid=terminal][data-run]").await?;
        Ok(())
    }

    /// Chooses from the menu of the session in view.
    pub async fn choose(&self, item: &str) -> Result<()> {
        self.click("[data-testid=session-menu]").await?;
        self.click(&format!("[data-testid={item}]")).await
    }

    /// Types into the terminal that has the focus.
    pub async fn type_text(&self, text: &str) -> Result<()> {
        let input = self.wait_for("[data-testid=terminal] textarea").await?;
        Ok(input.send_keys(text).await?)
    }

    pub async fn run_line(&self, line: &str) -> Result<()> {
        self.type_text(&format!("{line}\u{e007}")).await
    }

    pub async fn dump(&self) -> Result<Dump> {
        self.dump_with("").await
    }

    /// With every cell.
    pub async fn dump_cells(&self) -> Result<Dump> {
        self.dump_with("true").await
    }

    async fn dump_with(&self, cells: &str) -> Result<Dump> {
        let script = format!("return window.__inglenook_terminal({cells})");
        let value = self.client.execute(&script, vec![]).await?;
        serde_json::from_value(value.clone()).with_context(|| format!("no terminal in view: {value}"))
    }

    /// Waits until the terminal in view, with its scrollback, is as wanted.
    pub async fn wait_until(&self, what: &str, wanted: impl Fn(&Dump) -> bool) -> Result<Dump> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        let mut last = None;
        while tokio::time::Instant::now() < deadline {
            if let Ok(dump) = self.dump().await {
                if wanted(&dump) {
                    return Ok(dump);
                }
                last = Some(dump);
            }
            // The page has no event for WebDriver to wait for: it is asked again.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(self
            .explain(anyhow!(
                "waited in vain for {what}; the terminal holds:\n{}",
                last.map_or_else(String::new, |dump| dump.text())
            ))
            .await)
    }

    pub async fn wait_for_text(&self, text: &str) -> Result<Dump> {
        self.wait_until(text, |dump| dump.text().contains(text)).await
    }

    /// Waits until the status bar says so; answers all that it says.
    pub async fn wait_for_status(&self, text: &str) -> Result<String> {
        self.wait_for_words("[data-testid=status-bar]", text).await
    }

    /// Waits until the element holds these words.
    pub async fn wait_for_words(&self, css: &str, words: &str) -> Result<String> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        let mut last = String::new();
        while tokio::time::Instant::now() < deadline {
            if let Ok(element) = self.client.find(Locator::Css(css)).await {
                last = words_in(&element).await.unwrap_or(last);
                if last.contains(words) {
                    return Ok(last);
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(self.explain(anyhow!("{css} never said {words:?}; it says {last:?}")).await)
    }

    /// Runs a script in the page until its answer is as wanted; answers that.
    pub async fn until_script(
        &self,
        script: &str,
        wanted: impl Fn(&serde_json::Value) -> bool,
    ) -> Result<serde_json::Value> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        let mut last = None;
        while tokio::time::Instant::now() < deadline {
            match self.client.execute(script, vec![]).await {
                Ok(value) if wanted(&value) => return Ok(value),
                answer => last = Some(answer),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(self.explain(anyhow!("{script:?} never answered what was wanted, but {last:?}")).await)
    }

    pub async fn wait_until_gone(&self, css: &str) -> Result<()> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        while self.client.find(Locator::Css(css)).await.is_ok() {
            if tokio::time::Instant::now() > deadline {
                return Err(self.explain(anyhow!("{css} is still there")).await);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Waits for a second window of the app.
    pub async fn until_window_other_than(&self, first: &WindowHandle) -> Result<WindowHandle> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            let windows = self.client.windows().await?;
            if let Some(other) = windows.into_iter().find(|window| window != first) {
                return Ok(other);
            }
            if tokio::time::Instant::now() > deadline {
                bail!("there is no second window");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until the shell asks for a command.
    pub async fn wait_for_prompt(&self) -> Result<Dump> {
        self.wait_until("a prompt", |dump| dump.text().trim_end().ends_with('$')).await
    }

    pub async fn text_of(&self, css: &str) -> Result<String> {
        let element = self.wait_for(css).await?;
        words_in(&element).await
    }

    /// A picture of the window in `target/pictures`.
    pub async fn picture(&self, name: &str) -> Result<()> {
        Ok(std::fs::write(pictures()?.join(format!("{name}.png")), self.client.screenshot().await?)?)
    }

    /// The whole window, in pixels.
    pub async fn resize(&self, (width, height): (u32, u32)) -> Result<()> {
        Ok(self.client.set_window_size(width, height).await?)
    }

    /// Every cell, once nothing has changed for half a second.
    pub async fn at_rest(&self) -> Result<Dump> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        let mut before = self.dump_cells().await?;
        loop {
            tokio::time::sleep(Duration::from_millis(500)).await;
            let now = self.dump_cells().await?;
            if now == before {
                return Ok(now);
            }
            if tokio::time::Instant::now() > deadline {
                return Err(self.explain(anyhow!("the terminal never comes to rest")).await);
            }
            before = now;
        }
    }

    /// Waits until the terminal holds these very cells.
    pub async fn until_cells(&self, wanted: &Dump) -> Result<()> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            // There is none while a page is being loaded.
            let now = self.dump_cells().await;
            match now {
                Ok(now) if now == *wanted => return Ok(()),
                now if tokio::time::Instant::now() > deadline => {
                    let now = now.map_or_else(|error| error.to_string(), |now| format!("{now:#?}"));
                    return Err(self.explain(anyhow!("it is {now}\nand not {wanted:#?}")).await);
                }
                _ => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    pub async fn reload(&self) -> Result<()> {
        Ok(self.client.refresh().await?)
    }

    /// Ends the app as the desktop does, and waits until it is gone.
    pub async fn quit(self) -> Result<()> {
        self.end_by(Signal::TERM).await
    }

    pub async fn end_by(self, signal: Signal) -> Result<()> {
        self.signal(signal)?;
        self.wait_gone().await
    }

    /// The app has no chance to do anything.
    pub async fn kill(self) -> Result<()> {
        self.signal(Signal::KILL)?;
        self.wait_gone().await
    }

    fn signal(&self, signal: Signal) -> Result<()> {
        let pid = Pid::from_raw(self.pid).context("a pid is not zero")?;
        Ok(kill_process(pid, signal)?)
    }

    /// Waits until the app has ended by itself.
    pub async fn wait_gone(mut self) -> Result<()> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        while is_running(self.pid) {
            if tokio::time::Instant::now() > deadline {
                bail!("the app is still there");
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.driver.kill().await?;
        Ok(())
    }

    async fn explain(&self, error: anyhow::Error) -> anyhow::Error {
        match self.picture("failed").await {
            Ok(()) => error.context("a picture of the window is in target/pictures/failed.png"),
            Err(_) => error,
        }
    }
}

/// What stands in it, also where it is cut for want of room.
async fn words_in(element: &Element) -> Result<String> {
    Ok(element.prop("textContent").await?.unwrap_or_default())
}

/// A port that is free now. The driver cannot be asked which one it took.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Waits until somebody listens there.
async fn listening(port: u16) -> Result<()> {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
        if tokio::time::Instant::now() > deadline {
            bail!("WebKitWebDriver does not listen");
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(())
}

fn app_pid(data_dir: &str, program: &Path) -> Option<i32> {
    processes_with("INGLENOOK_DATA_DIR", data_dir).into_iter().find(|pid| {
        std::fs::read_link(format!("/proc/{pid}/exe"))
            .is_ok_and(|file| file.file_name() == program.file_name())
    })
}
