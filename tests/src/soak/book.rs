//! What workers were promised and told, and whether the database agrees.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

use super::Worker;
use crate::Ledger;

#[derive(Debug, Default)]
pub struct Book {
    pub operations: usize,
    /// Of each kind, those that were carried out.
    pub done: BTreeMap<String, usize>,
    /// By id: the key of its body, how often it was written, and whether it was marked done.
    notes: BTreeMap<String, (u64, u64, bool)>,
    opened: BTreeMap<i64, String>,
    told: BTreeMap<i64, String>,
}

impl Book {
    pub(super) fn take(&mut self, said: &[&str]) -> Result<()> {
        let what = said.first().copied().unwrap_or_default();
        self.operations += usize::from(!matches!(what, "nothing" | "rested"));
        *self.done.entry(what.to_owned()).or_default() += 1;
        match *said {
            ["note", id, key, times] => {
                let note = self.notes.entry(id.to_owned()).or_default();
                *note = (key.parse()?, times.parse()?, note.2);
            }
            ["done", id] => self.notes.get_mut(id).context("a note is made before it is done")?.2 = true,
            ["opened", run, session] => {
                let known = self.opened.insert(run.parse()?, session.to_owned());
                ensure!(known.is_none_or(|known| known == session), "run {run} is of two sessions");
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn told(&mut self, run: i64, reason: &str) -> Result<()> {
        let known = self.told.insert(run, reason.to_owned());
        ensure!(known.is_none(), "the end of run {run} was told by two processes");
        Ok(())
    }

    /// `ledger` was read after everything in here was said.
    pub fn check(&self, ledger: &Ledger) -> Result<()> {
        for (id, (key, times, done)) in &self.notes {
            let note = ledger.notes.get(id).with_context(|| format!("note {id} is lost"))?;
            let (its_key, its_times) = note.body.split_once(' ').context("a body has two words")?;
            ensure!(its_key.parse() == Ok(*key), "note {id} of {key} says {:?}", note.body);
            ensure!(its_times.parse::<u64>()? >= *times, "note {id} was written {times} times: {note:?}");
            ensure!(!done || note.state == "done", "note {id} is done: {note:?}");
            ensure!(note.state != "draft" && !note.deleted, "note {id} is kept: {note:?}");
        }
        for (id, session) in &self.opened {
            let run = ledger.runs.get(id).with_context(|| format!("run {id} is lost"))?;
            ensure!(run.session == *session, "run {id} was of {session}: {run:?}");
        }
        for (id, reason) in &self.told {
            let run = ledger.runs.get(id).with_context(|| format!("run {id} is lost"))?;
            ensure!(run.reason.as_ref() == Some(reason), "run {id} was told as {reason}: {run:?}");
        }
        Ok(())
    }

    /// A living owner has lost nothing, and none is told of another's runs.
    pub fn check_living(&self, worker: &Worker, ledger: &Ledger) -> Result<()> {
        let instance = &worker.instance;
        for (id, run) in ledger.runs.iter().filter(|(_, run)| run.instance == *instance) {
            ensure!(run.reason.as_deref() != Some("owner_lost"), "its owner lives: run {id}, {run:?}");
        }
        for id in worker.told().keys() {
            let owner = ledger.runs.get(id).map(|run| &run.instance);
            ensure!(owner == Some(instance), "{instance} was told of run {id} of {owner:?}");
        }
        Ok(())
    }

    /// It quit in order: every end but those that were asked for was told to it, and nothing of it lives.
    pub fn check_quit(&self, worker: &Worker, ledger: &Ledger) -> Result<()> {
        let of_it = ledger.runs.iter().filter(|(_, run)| run.instance == worker.instance);
        let mut ends = BTreeMap::new();
        for (id, run) in of_it {
            let reason = run.reason.clone().with_context(|| format!("run {id} lives, and its owner quit"))?;
            if !matches!(reason.as_str(), "closed" | "start_failed") {
                ends.insert(*id, reason);
            }
        }
        ensure!(ends == *worker.told(), "{ends:?} ended, and {:?} were told", worker.told());
        Ok(())
    }
}
