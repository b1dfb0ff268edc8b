//! From the file's text to what is in force.

use std::ops::Range;

use toml_edit::{Document, Item, Value as Toml};

use super::known::{KNOWN, Known, Value};
use super::{SettingFault, Settings, SettingsRead};

/// Reads a whole file. What cannot be understood stays as it was in force `before`: a slip of the pen must not put
/// sessions to sleep. A text that is no TOML is one fault, and changes nothing.
pub(super) fn read(text: &str, before: &Settings) -> SettingsRead {
    let mut settings = Settings::default();
    let mut faults = Vec::new();
    match Document::parse(text) {
        Ok(document) => {
            for (table, item) in document.iter() {
                read_table(text, table, item, before, &mut settings, &mut faults);
            }
        }
        Err(error) => {
            settings = before.clone();
            faults.push(SettingFault {
                line: line_of(text, error.span()),
                key: None,
                message: format!(
                    "This is not TOML: {}. Until it is mended, everything stays as it was.",
                    error.message().replace('\n', ", ")
                ),
            });
        }
    }
    faults.sort_by_key(|fault| fault.line);
    SettingsRead { values: settings.values(), settings, faults }
}

fn read_table(
    text: &str,
    table: &str,
    item: &Item,
    before: &Settings,
    settings: &mut Settings,
    faults: &mut Vec<SettingFault>,
) {
    let unknown = |key: String, span| SettingFault {
        line: line_of(text, span),
        message: format!("“{key}” is not a setting of Inglenook."),
        key: None,
    };
    let Some(entries) = item.as_table_like().filter(|_| KNOWN.iter().any(|known| known.table() == table))
    else {
        faults.push(unknown(table.to_owned(), item.span()));
        return;
    };
    for (name, item) in entries.iter() {
        let Some(known) = KNOWN.iter().find(|known| known.table() == table && known.name() == name) else {
            faults.push(unknown(format!("{table}.{name}"), item.span()));
            continue;
        };
        match value_of(known, item) {
            Ok(value) => settings.put(known, value),
            Err(message) => {
                let kept = before.get(known);
                settings.put(known, kept);
                faults.push(SettingFault {
                    line: line_of(text, item.span()),
                    key: Some(known.key.to_owned()),
                    message: format!("{message} Until then it is {}.", kept.words()),
                });
            }
        }
    }
}

fn value_of(known: &Known, item: &Item) -> Result<Value, String> {
    let text = match item.as_value() {
        Some(Toml::String(text)) => text.value().clone(),
        Some(Toml::Integer(number)) => number.value().to_string(),
        Some(Toml::Float(number)) => number.value().to_string(),
        Some(Toml::Boolean(switch)) => switch.value().to_string(),
        Some(other) => other.to_string(),
        None => "a table".into(),
    };
    Value::parse(known.kind(), &text)
}

fn line_of(text: &str, span: Option<Range<usize>>) -> usize {
    let end = span.map_or(0, |span| span.start).min(text.len());
    text.as_bytes()[..end].iter().filter(|byte| **byte == b'\n').count() + 1
}
