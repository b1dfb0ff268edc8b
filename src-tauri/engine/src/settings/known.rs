//! Every setting there is: its key, its kind, its default, and how it is written.

use jiff::SignedDuration;

use super::{Renderer, Settings};
use crate::clock::Millis;

/// One setting as it is in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// With its table: `sessions.idle_after`.
    pub key: &'static str,
    pub value: String,
    pub default: String,
    pub kind: SettingKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingKind {
    /// `90s`, `20m`, `6h`, `1h 30m`, or `never`.
    Duration,
    /// A whole number; 0 is no limit.
    Count,
    Switch,
    Choice(&'static [&'static str]),
}

pub(super) struct Known {
    pub table: &'static str,
    pub name: &'static str,
    pub key: &'static str,
    pub kind: SettingKind,
    pub default: Value,
    /// For the comment above it in a new file.
    pub about: &'static str,
    put: fn(&mut Settings, Value),
    get: fn(&Settings) -> Value,
}

/// A value of any kind. What a setting is given is of its own kind; `read` sees to that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    Duration(Option<Millis>),
    Count(Option<usize>),
    Switch(bool),
    Choice(&'static str),
}

const HOUR: Millis = 60 * 60 * 1000;

pub(super) const KNOWN: &[Known] = &[
    Known {
        table: "sessions",
        name: "idle_after",
        key: "sessions.idle_after",
        kind: SettingKind::Duration,
        default: Value::Duration(Some(6 * HOUR)),
        about: "A session that nobody used for so long goes to sleep. \"never\" switches it off.",
        put: |settings, value| {
            if let Value::Duration(value) = value {
                settings.idle_after = value;
            }
        },
        get: |settings| Value::Duration(settings.idle_after),
    },
    Known {
        table: "sessions",
        name: "max_live",
        key: "sessions.max_live",
        kind: SettingKind::Count,
        default: Value::Count(Some(16)),
        about: "With more live sessions than this, those used least recently go to sleep. 0: no limit.",
        put: |settings, value| {
            if let Value::Count(value) = value {
                settings.max_live = value;
            }
        },
        get: |settings| Value::Count(settings.max_live),
    },
    Known {
        table: "sessions",
        name: "orphan_grace",
        key: "sessions.orphan_grace",
        kind: SettingKind::Duration,
        default: Value::Duration(Some(20 * 1000)),
        about: "How long a session waits for a window that crashed. \"never\": it goes on without one.",
        put: |settings, value| {
            if let Value::Duration(value) = value {
                settings.orphan_grace = value;
            }
        },
        get: |settings| Value::Duration(settings.orphan_grace),
    },
    Known {
        table: "sessions",
        name: "shell_integration",
        key: "sessions.shell_integration",
        kind: SettingKind::Switch,
        default: Value::Switch(true),
        about: "Whether bash, zsh and fish mark their commands and say where they are. Your own files are not touched.",
        put: |settings, value| {
            if let Value::Switch(value) = value {
                settings.shell_integration = value;
            }
        },
        get: |settings| Value::Switch(settings.shell_integration),
    },
    Known {
        table: "app",
        name: "keep_running_in_background",
        key: "app.keep_running_in_background",
        kind: SettingKind::Switch,
        default: Value::Switch(false),
        about: "Whether sessions go on when the last window is closed.",
        put: |settings, value| {
            if let Value::Switch(value) = value {
                settings.keep_running_in_background = value;
            }
        },
        get: |settings| Value::Switch(settings.keep_running_in_background),
    },
    Known {
        table: "appearance",
        name: "renderer",
        key: "appearance.renderer",
        kind: SettingKind::Choice(&["auto", "dom"]),
        default: Value::Choice("auto"),
        about: "How the terminal is drawn: \"auto\" (the graphics card where it can) or \"dom\".",
        put: |settings, value| {
            settings.renderer = if value == Value::Choice("dom") { Renderer::Dom } else { Renderer::Auto };
        },
        get: |settings| {
            Value::Choice(match settings.renderer {
                Renderer::Auto => "auto",
                Renderer::Dom => "dom",
            })
        },
    },
    Known {
        table: "appearance",
        name: "screen_reader",
        key: "appearance.screen_reader",
        kind: SettingKind::Switch,
        default: Value::Switch(false),
        about: "Whether a screen reader is told what the terminal shows.",
        put: |settings, value| {
            if let Value::Switch(value) = value {
                settings.screen_reader = value;
            }
        },
        get: |settings| Value::Switch(settings.screen_reader),
    },
];

impl Default for Settings {
    fn default() -> Self {
        let mut settings = Self {
            renderer: Renderer::default(),
            idle_after: None,
            max_live: None,
            orphan_grace: None,
            shell_integration: true,
            keep_running_in_background: false,
            screen_reader: false,
        };
        for known in KNOWN {
            settings.put(known, known.default);
        }
        settings
    }
}

impl Settings {
    pub(super) fn get(&self, known: &Known) -> Value {
        (known.get)(self)
    }

    pub(super) fn put(&mut self, known: &Known, value: Value) {
        (known.put)(self, value);
    }

    /// Every setting as it is in force.
    pub(super) fn values(&self) -> Vec<Setting> {
        let setting = |known: &Known| Setting {
            key: known.key,
            value: (known.get)(self).words(),
            default: known.default.words(),
            kind: known.kind,
        };
        KNOWN.iter().map(setting).collect()
    }
}

impl Value {
    /// As the learner writes it, without quotes.
    pub(super) fn words(self) -> String {
        match self {
            Self::Duration(None) => "never".into(),
            Self::Duration(Some(span)) => format!("{:#}", SignedDuration::from_millis(span)),
            Self::Count(count) => count.unwrap_or(0).to_string(),
            Self::Switch(on) => on.to_string(),
            Self::Choice(word) => word.into(),
        }
    }

    /// As it stands in the file.
    pub(super) fn toml(self) -> toml_edit::Value {
        match self {
            Self::Duration(_) | Self::Choice(_) => self.words().into(),
            Self::Count(count) => i64::try_from(count.unwrap_or(0)).unwrap_or(i64::MAX).into(),
            Self::Switch(on) => on.into(),
        }
    }

    /// What the learner typed; the error says what may stand there.
    pub(super) fn parse(kind: SettingKind, text: &str) -> Result<Self, String> {
        let text = text.trim();
        match kind {
            SettingKind::Duration if matches!(text, "never" | "0") => Ok(Self::Duration(None)),
            SettingKind::Duration => {
                let span = text
                    .parse::<SignedDuration>()
                    .ok()
                    .and_then(|span| Millis::try_from(span.as_millis()).ok());
                match span {
                    Some(span) if span > 0 => Ok(Self::Duration(Some(span))),
                    _ => Err(format!(
                        "“{text}” is not a length of time. Write it like 90s, 20m, 6h or 1h 30m, or never."
                    )),
                }
            }
            SettingKind::Count if text == "never" => Ok(Self::Count(None)),
            SettingKind::Count => text.parse::<usize>().map_or_else(
                |_| Err(format!("“{text}” is not a whole number. Write 0 for no limit.")),
                |count| Ok(Self::Count((count > 0).then_some(count))),
            ),
            SettingKind::Switch => {
                text.parse().map(Self::Switch).map_err(|_| format!("“{text}” is neither true nor false."))
            }
            SettingKind::Choice(words) => {
                let found = words.iter().copied().find(|word| *word == text);
                found
                    .map(Self::Choice)
                    .ok_or_else(|| format!("“{text}” is not one of: {}.", words.join(", ")))
            }
        }
    }
}
