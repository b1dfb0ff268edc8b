//! One process of the soak, seen by its parent.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use inglenook_engine::InstanceKind;
use sqlx::SqliteConnection;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::Book;
use crate::word_of;

#[derive(Debug)]
pub struct Worker {
    pub instance: String,
    child: Child,
    stdin: Option<ChildStdin>,
    said: UnboundedReceiver<String>,
    /// The ends that it was told of.
    told: BTreeMap<i64, String>,
    quit_in_order: bool,
}

impl Worker {
    pub async fn start(
        program: &str,
        folder: &Path,
        kind: InstanceKind,
        slot: usize,
        seed: u64,
        database: &mut SqliteConnection,
    ) -> Result<Self> {
        let mut child = Command::new(program)
            .arg(folder)
            .args([word_of(kind), &slot.to_string(), &seed.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let out = BufReader::new(child.stdout.take().context("a worker says something")?);
        let (tell, mut said) = unbounded_channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(std::io::Result::ok) {
                // Nobody listens any more: the test is over.
                let _ = tell.send(line);
            }
        });
        let first = said.recv().await;
        ensure!(first.as_deref() == Some("started"), "worker {slot} says {first:?} at first");
        let instance =
            sqlx::query_scalar("SELECT id FROM instances WHERE pid = ? ORDER BY started_at DESC LIMIT 1")
                .bind(i64::from(child.id()))
                .fetch_one(database)
                .await?;
        let stdin = child.stdin.take();
        Ok(Self { instance, child, stdin, said, told: BTreeMap::new(), quit_in_order: false })
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Takes what it has said so far.
    pub fn hear(&mut self, book: &mut Book) -> Result<()> {
        while let Ok(line) = self.said.try_recv() {
            self.take(&line, book)?;
        }
        Ok(())
    }

    /// SIGKILL, and what it had said before.
    pub async fn kill(mut self, book: &mut Book) -> Result<Self> {
        self.child.kill()?;
        self.hear_the_rest(book).await
    }

    /// Lets it quit in order.
    pub async fn quit(mut self, book: &mut Book) -> Result<Self> {
        drop(self.stdin.take());
        self = self.hear_the_rest(book).await?;
        ensure!(self.quit_in_order, "a worker that was asked to quit says bye");
        Ok(self)
    }

    async fn hear_the_rest(mut self, book: &mut Book) -> Result<Self> {
        while let Some(line) = self.said.recv().await {
            self.take(&line, book)?;
        }
        self.child.wait()?;
        Ok(self)
    }

    fn take(&mut self, line: &str, book: &mut Book) -> Result<()> {
        let words: Vec<_> = line.split(' ').collect();
        match words[..] {
            ["op", ref said @ ..] => book.take(said),
            ["told", run, reason] => {
                let run = run.parse()?;
                book.told(run, reason)?;
                ensure!(
                    self.told.insert(run, reason.to_owned()).is_none(),
                    "the end of run {run} was told twice"
                );
                Ok(())
            }
            ["bye"] => {
                self.quit_in_order = true;
                Ok(())
            }
            _ => bail!("a worker says: {line}"),
        }
    }

    pub fn told(&self) -> &BTreeMap<i64, String> {
        &self.told
    }
}
