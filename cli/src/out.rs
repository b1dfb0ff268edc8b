//! What is printed: colours where they are wanted, and no complaint when nobody reads on.

use std::io::{ErrorKind, IsTerminal, Write};
use std::time::Duration;

use crate::failure::{Exit, Failure};
use inglenook_engine::Status;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What a command has to say once it is through.
#[derive(Debug)]
pub(crate) struct Said {
    pub text: String,
    pub exit: Exit,
    /// How long whoever reads it is waited for; without end where it is a pipe's reader, who may take their time.
    pub patience: Option<Duration>,
}

impl Said {
    pub(crate) fn done(text: impl Into<String>) -> Self {
        Self { text: text.into(), exit: Exit::Done, patience: None }
    }

    pub(crate) fn json(value: &impl serde::Serialize) -> Result<Self, Failure> {
        let text = serde_json::to_string_pretty(value)
            .map_err(|error| Failure::new(Exit::Failed, format!("This is no JSON: {error}."), ""))?;
        Ok(Self::done(format!("{text}\n")))
    }

    /// To standard output. A reader that went away has what it wanted, and a terminal that was closed wants nothing.
    pub(crate) fn print(self) -> Result<(), Failure> {
        let written = match self.patience {
            None => write_out(&self.text),
            Some(patience) => {
                let (done, written) = std::sync::mpsc::channel();
                std::thread::spawn(move || done.send(write_out(&self.text)));
                written.recv_timeout(patience).unwrap_or(Ok(()))
            }
        };
        match written {
            Err(error) if !is_gone(&error) => {
                Err(Failure::new(Exit::Failed, format!("The answer could not be written: {error}."), ""))
            }
            _ => Ok(()),
        }
    }
}

fn write_out(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn is_gone(error: &std::io::Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe
        || error.raw_os_error() == Some(rustix::io::Errno::IO.raw_os_error())
}

/// To standard error, which may be gone: then there is nobody to tell.
pub(crate) fn complain(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    Accent,
    Faint,
    Good,
    Blue,
    Bad,
}

/// Colours, or none of them. <https://no-color.org>
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    #[cfg(test)]
    pub(crate) const NONE: Self = Self { on: false };

    pub(crate) fn of_stdout() -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { on: !refused && std::io::stdout().is_terminal() }
    }

    pub(crate) fn text(self, ink: Ink, text: &str) -> String {
        let code = match ink {
            Ink::Accent => "33",
            Ink::Faint => "2",
            Ink::Good => "32",
            Ink::Blue => "34",
            Ink::Bad => "31",
        };
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

pub(crate) fn ink_of(status: Status) -> Ink {
    match status {
        Status::Live => Ink::Good,
        Status::Elsewhere => Ink::Blue,
        Status::Asleep => Ink::Accent,
        Status::Ended => Ink::Faint,
    }
}

/// Filled up with blanks to a width in columns.
pub(crate) fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Cut to a width in columns, with a sign that it was.
pub(crate) fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 0;
    for letter in text.chars() {
        used += letter.width().unwrap_or(0);
        if used >= width {
            break;
        }
        kept.push(letter);
    }
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_and_padded_by_columns() {
        for (text, width, expected) in
            [("numpy", 8, "numpy   "), ("numpy", 5, "numpy"), ("numpy", 4, "num…"), ("漢字漢字", 5, "漢字…")]
        {
            assert_eq!(padded(&cut(text, width), width), expected, "{text} in {width}");
        }
    }
}
