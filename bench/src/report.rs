//! What was found, printed and written to `docs/benchmarks.md`.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::machine;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Met,
    NotMet,
    /// And why.
    NotMeasured(String),
}

impl Verdict {
    pub(crate) fn of(met: bool) -> Self {
        if met { Self::Met } else { Self::NotMet }
    }

    fn words(&self) -> String {
        match self {
            Self::Met => "met".to_owned(),
            Self::NotMet => "**not met**".to_owned(),
            Self::NotMeasured(why) => format!("not measured: {why}"),
        }
    }
}

/// One row of the table.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub name: String,
    pub ours: String,
    pub peers: String,
    pub ratio: String,
    pub bar: String,
    pub verdict: Verdict,
}

impl Finding {
    pub(crate) fn not_measured(name: &str, bar: &str, why: &str) -> Self {
        let nothing = || "–".to_owned();
        Self {
            name: name.to_owned(),
            ours: nothing(),
            peers: nothing(),
            ratio: nothing(),
            bar: bar.to_owned(),
            verdict: Verdict::NotMeasured(why.replace(['\n', '|'], " ")),
        }
    }

    pub(crate) fn print(&self) {
        let Self { name, ours, peers, ratio, bar, verdict } = self;
        println!("{name}\n    ours {ours} · {peers}\n    ratio {ratio} · bar: {bar} · {}", verdict.words());
    }

    fn row(&self, measured: &str) -> String {
        let Self { name, ours, peers, ratio, bar, verdict } = self;
        format!("| {name} | {ours} | {peers} | {ratio} | {bar} | {} | {measured} |", verdict.words())
    }
}

const BEGIN: &str = "<!-- rows: written by cargo xtask bench --write -->\n";
const END: &str = "<!-- end of rows -->\n";
const HEAD: &str = "| figure | ours | peers | ratio | bar | | commit, rounds |\n| --- | --- | --- | --- | --- | --- | --- |\n";

/// Renews the rows that were measured. The others, and every word outside of the rows, stay.
pub(crate) fn write(file: &Path, findings: &[Finding], rounds: usize) -> Result<()> {
    let before = fs::read_to_string(file).unwrap_or_default();
    let (top, rest) = before.split_once(BEGIN).unwrap_or((before.as_str(), ""));
    let (old, bottom) = rest.split_once(END).unwrap_or(("", ""));
    let measured = format!("{}, {rounds}", machine::commit());
    let rows: Vec<_> = findings.iter().map(|finding| finding.row(&measured)).collect();
    let about = format!("On {}.\n\n", machine::kind());
    Ok(fs::write(file, format!("{top}{BEGIN}{about}{HEAD}{}{END}{bottom}", merged(old, &rows)))?)
}

/// The old rows with the new ones in their places; new names come last.
fn merged(old: &str, new: &[String]) -> String {
    let mut rows: Vec<&str> =
        old.lines().filter(|line| line.starts_with("| ") && !HEAD.contains(line)).collect();
    for row in new {
        match rows.iter_mut().find(|known| name_of(known) == name_of(row)) {
            Some(known) => *known = row,
            None => rows.push(row),
        }
    }
    rows.into_iter().map(|row| format!("{row}\n")).collect()
}

fn name_of(row: &str) -> Option<&str> {
    row.split('|').nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_was_measured_takes_the_place_of_its_old_one() {
        let old = format!("about\n\n{HEAD}| a | 1 |\n| b | 1 |\n");
        let new = ["| b | 2 |".to_owned(), "| c | 2 |".to_owned()];
        assert_eq!(merged(&old, &new), "| a | 1 |\n| b | 2 |\n| c | 2 |\n");
    }

    #[test]
    fn words_around_the_rows_stay() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("benchmarks.md");
        fs::write(&file, format!("# Top\n{BEGIN}{END}bottom\n"))?;
        let finding = Finding::not_measured("a", "a bar", "because");
        for _ in 0..2 {
            write(&file, std::slice::from_ref(&finding), 5)?;
        }
        let text = fs::read_to_string(&file)?;
        assert!(text.starts_with("# Top\n") && text.ends_with("bottom\n"), "{text}");
        assert_eq!(text.matches("| a |").count(), 1, "{text}");
        Ok(())
    }
}
