//! What was asked for on the command line.

use anyhow::{Context, Result, bail};

pub(crate) const USAGE: &str = "\
cargo xtask bench [--only NAME]… [--rounds N] [--quick] [--long] [--all-peers] [--write]

  --only NAME   this figure alone (again for more of them)
  --rounds N    how often each is repeated, in turn with its peers; 5
  --quick       a tenth of the data and one round: to see that it works, not to be quoted
  --long        also what takes half an hour
  --all-peers   also zellij and shpool, installed with `cargo install` where they are missing
  --write       renews the rows of docs/benchmarks.md that were measured
";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Options {
    pub only: Vec<String>,
    pub rounds: usize,
    pub quick: bool,
    pub long: bool,
    pub write: bool,
}

impl Options {
    pub(crate) fn parse(words: impl IntoIterator<Item = String>) -> Result<Self> {
        let mut options = Self { only: Vec::new(), rounds: 0, quick: false, long: false, write: false };
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--only" => options.only.push(words.next().context("--only wants the name of a figure")?),
                "--rounds" => {
                    let number = words.next().and_then(|word| word.parse().ok()).filter(|rounds| *rounds > 0);
                    options.rounds = number.context("--rounds wants a number")?;
                }
                "--quick" => options.quick = true,
                "--long" => options.long = true,
                // What it installs is installed by now.
                "--all-peers" => {}
                "--write" => options.write = true,
                other => bail!("{other} is not known here\n\n{USAGE}"),
            }
        }
        if options.rounds == 0 {
            options.rounds = if options.quick { 1 } else { 5 };
        }
        if options.write && options.quick {
            bail!("A quick run is not to be quoted: leave out --quick or --write.");
        }
        Ok(options)
    }

    pub(crate) fn wants(&self, figure: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == figure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options> {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read_from_words() -> Result<()> {
        let options = parse("--only flood --only open --rounds 3 --write")?;
        assert!(options.wants("flood") && options.wants("open") && !options.wants("memory"));
        assert_eq!((options.rounds, options.write), (3, true));
        assert_eq!(parse("")?.rounds, 5);
        assert_eq!(parse("--quick")?.rounds, 1);
        Ok(())
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for line in ["--rounds", "--rounds none", "--rounds 0", "--only", "--quick --write", "flood"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
