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
    Number(Range),
    Switch,
    Choice(&'static [&'static str]),
}

/// Which numbers a setting takes, both ends among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    pub least: u16,
    pub most: u16,
    pub whole: bool,
}

pub(super) struct Known {
    /// With its table: `sessions.idle_after`.
    pub key: &'static str,
    pub default: Value,
    /// For the comment above it in a new file.
    pub about: &'static str,
    place: Place,
}

/// Where a setting is kept, which says of what kind it is.
enum Place {
    Duration(fn(&mut Settings) -> &mut Option<Millis>),
    Count(fn(&mut Settings) -> &mut Option<usize>),
    Number(Range, fn(&mut Settings) -> &mut f64),
    Switch(fn(&mut Settings) -> &mut bool),
    Renderer(fn(&mut Settings) -> &mut Renderer),
}

/// A value of any kind. What a setting is given is of its own kind; `read` sees to that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    Duration(Option<Millis>),
    Count(Option<usize>),
    Number(f64),
    Switch(bool),
    Choice(&'static str),
}

const HOUR: Millis = 60 * 60 * 1000;
const RENDERERS: &[&str] = &["auto", "dom"];

pub(super) const KNOWN: &[Known] = &[
    Known {
        key: "sessions.idle_after",
        default: Value::Duration(Some(6 * HOUR)),
        about: "A session that nobody used for so long goes to sleep. \"never\" switches it off.",
        place: Place::Duration(|settings| &mut settings.idle_after),
    },
    Known {
        key: "sessions.max_live",
        default: Value::Count(Some(16)),
        about: "With more live sessions than this, those used least recently go to sleep. 0: no limit.",
        place: Place::Count(|settings| &mut settings.max_live),
    },
    Known {
        key: "sessions.orphan_grace",
        default: Value::Duration(Some(20 * 1000)),
        about: "How long a session waits for a window that crashed. \"never\": it goes on without one.",
        place: Place::Duration(|settings| &mut settings.orphan_grace),
    },
    Known {
        key: "sessions.shell_integration",
        default: Value::Switch(true),
        about: "Whether bash, zsh and fish mark their commands and say where they are. Your own files are not touched.",
        place: Place::Switch(|settings| &mut settings.shell_integration),
    },
    Known {
        key: "app.keep_running_in_background",
        default: Value::Switch(false),
        about: "Whether sessions go on when the last window is closed.",
        place: Place::Switch(|settings| &mut settings.keep_running_in_background),
    },
    Known {
        key: "appearance.font_size",
        default: Value::Number(13.0),
        about: "The size of the terminal's text, 8 to 32.",
        place: Place::Number(Range { least: 8, most: 32, whole: true }, |settings| &mut settings.font_size),
    },
    Known {
        key: "appearance.minimum_contrast",
        default: Value::Number(4.5),
        about: "Fainter text is drawn with this contrast to what is behind it. 1: as programs say; 21: black on white.",
        place: Place::Number(Range { least: 1, most: 21, whole: false }, |settings| {
            &mut settings.minimum_contrast
        }),
    },
    Known {
        key: "appearance.renderer",
        default: Value::Choice("auto"),
        about: "How the terminal is drawn: \"auto\" (the graphics card where it can) or \"dom\".",
        place: Place::Renderer(|settings| &mut settings.renderer),
    },
    Known {
        key: "appearance.screen_reader",
        default: Value::Switch(false),
        about: "Whether a screen reader is told what the terminal shows.",
        place: Place::Switch(|settings| &mut settings.screen_reader),
    },
];

impl Known {
    pub(super) fn table(&self) -> &'static str {
        self.key.split_once('.').map_or("", |(table, _)| table)
    }

    pub(super) fn name(&self) -> &'static str {
        self.key.split_once('.').map_or(self.key, |(_, name)| name)
    }

    pub(super) fn kind(&self) -> SettingKind {
        match self.place {
            Place::Duration(_) => SettingKind::Duration,
            Place::Count(_) => SettingKind::Count,
            Place::Number(range, _) => SettingKind::Number(range),
            Place::Switch(_) => SettingKind::Switch,
            Place::Renderer(_) => SettingKind::Choice(RENDERERS),
        }
    }
}

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
            font_size: 0.0,
            minimum_contrast: 0.0,
        };
        for known in KNOWN {
            settings.put(known, known.default);
        }
        settings
    }
}

impl Settings {
    pub(super) fn get(&self, known: &Known) -> Value {
        // A place is where a value is read and where it is put; the copy is a few words long.
        let mut settings = self.clone();
        match known.place {
            Place::Duration(place) => Value::Duration(*place(&mut settings)),
            Place::Count(place) => Value::Count(*place(&mut settings)),
            Place::Number(_, place) => Value::Number(*place(&mut settings)),
            Place::Switch(place) => Value::Switch(*place(&mut settings)),
            Place::Renderer(place) => Value::Choice(match place(&mut settings) {
                Renderer::Auto => "auto",
                Renderer::Dom => "dom",
            }),
        }
    }

    pub(super) fn put(&mut self, known: &Known, value: Value) {
        match (&known.place, value) {
            (Place::Duration(place), Value::Duration(value)) => *place(self) = value,
            (Place::Count(place), Value::Count(value)) => *place(self) = value,
            (Place::Number(_, place), Value::Number(value)) => *place(self) = value,
            (Place::Switch(place), Value::Switch(value)) => *place(self) = value,
            (Place::Renderer(place), Value::Choice("dom")) => *place(self) = Renderer::Dom,
            (Place::Renderer(place), Value::Choice(_)) => *place(self) = Renderer::Auto,
            _ => {}
        }
    }

    /// Every setting as it is in force.
    pub(super) fn values(&self) -> Vec<Setting> {
        let setting = |known: &Known| Setting {
            key: known.key,
            value: self.get(known).words(),
            default: known.default.words(),
            kind: known.kind(),
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
            Self::Number(number) => number.to_string(),
            Self::Switch(on) => on.to_string(),
            Self::Choice(word) => word.into(),
        }
    }

    /// As it stands in the file.
    pub(super) fn toml(self) -> toml_edit::Value {
        match self {
            Self::Duration(_) | Self::Choice(_) => self.words().into(),
            Self::Count(count) => i64::try_from(count.unwrap_or(0)).unwrap_or(i64::MAX).into(),
            Self::Number(number) if number.fract() == 0.0 => (number as i64).into(),
            Self::Number(number) => number.into(),
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
            SettingKind::Number(range) => range.parse(text).map(Self::Number),
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

impl Range {
    fn parse(self, text: &str) -> Result<f64, String> {
        let Self { least, most, whole } = self;
        let fits = |number: &f64| {
            (f64::from(least)..=f64::from(most)).contains(number) && (!whole || number.fract() == 0.0)
        };
        text.parse().ok().filter(fits).ok_or_else(|| {
            let number = if whole { "a whole number" } else { "a number" };
            format!("“{text}” is not {number} from {least} to {most}.")
        })
    }
}
