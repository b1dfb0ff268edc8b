//! What floods: files of text with a last line of their own.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;

/// A last line that stands nowhere else.
pub(crate) const LAST: &str = "and that is the end of the flood";

pub(crate) const KINDS: [Kind; 3] = [Kind::Plain, Kind::Colours, Kind::Wide];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 76 characters a line.
    Plain,
    /// A change of colour every five letters or so.
    Colours,
    /// Chinese, Japanese: two columns a character, three bytes.
    Wide,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain text",
            Self::Colours => "dense colours",
            Self::Wide => "CJK",
        }
    }

    pub(crate) fn line(self, n: usize) -> String {
        match self {
            Self::Plain => {
                format!("{n:08} {:<67}\n", "the quick brown fox jumps over the lazy dog and then some more")
            }
            Self::Colours => {
                let (named, indexed, red) = (n % 8, n % 256, n % 255);
                format!(
                    "\x1b[1;3{named}m{n:08}\x1b[0m \x1b[38;5;{indexed}mquick \x1b[4mbrown\x1b[24m \
                     \x1b[48;2;{red};2;3mfox\x1b[m\n"
                )
            }
            Self::Wide => format!("{n:08}漢字かな交じり文。日本語の句読点、長い行はどこで折り返すのか\n"),
        }
    }

    /// A file of at least so many bytes.
    pub(crate) fn write(self, folder: &Path, bytes: usize) -> Result<PathBuf> {
        let path = folder.join(self.name().replace(' ', "-"));
        let mut file = BufWriter::new(fs::File::create(&path)?);
        let mut written = 0;
        for n in 0.. {
            if written >= bytes {
                break;
            }
            let line = self.line(n);
            file.write_all(line.as_bytes())?;
            written += line.len();
        }
        writeln!(file, "{LAST}")?;
        file.flush()?;
        Ok(path)
    }
}

/// What the terminal makes of a file: a carriage return before each line feed (ONLCR).
pub(crate) fn through_a_terminal(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 32);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_suffix(b"\n") {
            Some(line) => {
                out.extend_from_slice(line);
                out.extend_from_slice(b"\r\n");
            }
            None => out.extend_from_slice(line),
        }
    }
    out
}
