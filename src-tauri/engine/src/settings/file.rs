//! The settings file: read again when it changes, edited in place with its comments.

use std::fs::{self, Metadata};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use tempfile::NamedTempFile;
use tokio::sync::watch;
use toml_edit::{DocumentMut, Item, Table};

use super::known::{KNOWN, Value};
use super::read::read;
use super::{SettingFault, Settings, SettingsRead};
use crate::error::{Error, Result};

/// The one owner of what is in force.
#[derive(Debug)]
pub(crate) struct SettingsFile {
    file: PathBuf,
    /// The file that was read last; held while it is read or written.
    seen: Mutex<Seen>,
    now: watch::Sender<SettingsRead>,
}

/// What tells one state of a file from the next without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Nothing,
    /// It was there a moment ago: an editor may be about to put another in its place.
    Vanished,
    Absent,
    File(Option<SystemTime>, u64),
    Unreadable,
}

impl SettingsFile {
    pub(crate) fn open(file: PathBuf) -> Self {
        let settings = Self {
            file,
            seen: Mutex::new(Seen::Nothing),
            now: watch::Sender::new(read("", &Settings::default())),
        };
        settings.look();
        settings
    }

    pub(crate) fn path(&self) -> &Path {
        &self.file
    }

    pub(crate) fn now(&self) -> SettingsRead {
        self.now.borrow().clone()
    }

    pub(crate) fn watch(&self) -> watch::Receiver<SettingsRead> {
        self.now.subscribe()
    }

    /// Reads the file if it is not the one that was read last.
    pub(crate) fn look(&self) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let there = Seen::of(&fs::metadata(&self.file));
        if *seen == there {
            return;
        }
        let before = self.now().settings;
        match fs::read_to_string(&self.file) {
            Ok(text) => {
                *seen = there;
                self.take(read(&text, &before));
            }
            Err(error) if error.kind() == ErrorKind::NotFound && matches!(*seen, Seen::File(..)) => {
                *seen = Seen::Vanished;
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                *seen = Seen::Absent;
                self.take(read("", &before));
            }
            Err(error) => {
                // Looked at again the next time: that it may be read now does not show in its size or time.
                *seen = Seen::Unreadable;
                self.take(unreadable(&error, before));
            }
        }
    }

    /// Writes one setting into the file, and leaves everything else in it as it is.
    pub(crate) fn set(&self, key: &str, value: &str) -> Result<()> {
        let known = KNOWN.iter().find(|known| known.key == key).ok_or(Error::NotFound { what: "setting" })?;
        let value = Value::parse(known.kind(), value).map_err(Error::Invalid)?;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let text = match fs::read_to_string(&self.file) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => template(),
            Err(error) => return Err(Error::io(format!("{} could not be read", self.file.display()))(error)),
        };
        let mut document = text.parse::<DocumentMut>().map_err(|_| {
            let line = read(&text, &Settings::default()).faults.first().map_or(1, |fault| fault.line);
            Error::Invalid(format!(
                "{} cannot be edited before line {line} is mended in a text editor. Nothing was changed.",
                self.file.display()
            ))
        })?;
        let table = document.entry(known.table()).or_insert(Item::Table(Table::new()));
        let Some(table) = table.as_table_like_mut() else {
            return Err(Error::Invalid(format!(
                "“{}” has to be a table in {}. Nothing was changed.",
                known.table(),
                self.file.display()
            )));
        };
        put(table, known.name(), value);
        let text = document.to_string();
        self.write(&text).map_err(Error::io(format!("{} could not be written", self.file.display())))?;
        *seen = Seen::of(&fs::metadata(&self.file));
        let before = self.now().settings;
        self.take(read(&text, &before));
        Ok(())
    }

    fn take(&self, read: SettingsRead) {
        self.now.send_if_modified(|now| {
            let differs = *now != read;
            *now = read;
            differs
        });
    }

    /// Whole or not at all. A link, as those who keep such files under version control have, stays one.
    fn write(&self, text: &str) -> std::io::Result<()> {
        let file = fs::canonicalize(&self.file).unwrap_or_else(|_| self.file.clone());
        let folder = file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut fresh = NamedTempFile::new_in(folder)?;
        fresh.write_all(text.as_bytes())?;
        fresh.as_file().sync_all()?;
        if let Ok(old) = fs::metadata(&file) {
            fs::set_permissions(fresh.path(), old.permissions())?;
        }
        fresh.persist(&file)?;
        Ok(())
    }
}

/// Replaces the value and keeps what stands around it: the comment behind it, the blanks before it.
fn put(table: &mut dyn toml_edit::TableLike, name: &str, value: Value) {
    let mut fresh = value.toml();
    match table.get_mut(name).and_then(Item::as_value_mut) {
        Some(old) => {
            *fresh.decor_mut() = old.decor().clone();
            *old = fresh;
        }
        None => {
            table.insert(name, Item::Value(fresh));
        }
    }
}

impl Seen {
    fn of(metadata: &std::io::Result<Metadata>) -> Self {
        match metadata {
            Ok(metadata) => Self::File(metadata.modified().ok(), metadata.len()),
            // A file that cannot be read is looked at again each time.
            Err(_) => Self::Absent,
        }
    }
}

fn unreadable(error: &std::io::Error, before: Settings) -> SettingsRead {
    let message = format!("The file cannot be read: {error}. Until it can, everything stays as it was.");
    SettingsRead {
        values: before.values(),
        settings: before,
        faults: vec![SettingFault { line: 1, key: None, message }],
    }
}

/// A new file: every setting, commented out, with what it does.
fn template() -> String {
    let mut text =
        "# Settings of Inglenook. A line that begins with # is a comment; what is not set has its default.\n"
            .to_owned();
    let mut table = "";
    for known in KNOWN {
        if known.table() != table {
            table = known.table();
            text += &format!("\n[{table}]\n");
        }
        text += &format!("# {}\n# {} = {}\n", known.about, known.name(), known.default.toml());
    }
    text
}
