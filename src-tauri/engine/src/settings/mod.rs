//! Settings: a commented TOML file that the learner may edit, and the settings page edits in place.
//!
//! What the file does not name has its default. What it says and cannot be understood is a fault with its line, shown
//! wherever settings are shown; that one value stays as it was in force, and everything else is as the file says.

mod file;
mod known;
mod read;

use crate::clock::Millis;

pub(crate) use file::SettingsFile;
pub use known::{Range, Setting, SettingKind};

/// What is in force.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    pub renderer: Renderer,
    /// Nobody used a run for so long: it is reclaimed. `None`: never.
    pub idle_after: Option<Millis>,
    /// Live runs at most. `None`: no limit.
    pub max_live: Option<usize>,
    /// A window that went without a word may come back for so long. `None`: for ever.
    pub orphan_grace: Option<Millis>,
    /// Shells are told how to mark their commands.
    pub shell_integration: bool,
    /// Closing the last window does not quit.
    pub keep_running_in_background: bool,
    /// A screen reader is told what the terminal shows.
    pub screen_reader: bool,
    /// Of the terminal's text, in CSS pixels.
    pub font_size: f64,
    /// Of the terminal's text with what is behind it, as WCAG 2.1 reckons it: 1 to 21.
    pub minimum_contrast: f64,
}

/// How the window draws the terminal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Renderer {
    /// WebGL, and the DOM where that does not work.
    #[default]
    Auto,
    Dom,
}

/// Something in the file that cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingFault {
    /// Counted from 1.
    pub line: usize,
    /// The setting, where it is one value that is wrong.
    pub key: Option<String>,
    /// What is wrong, and what may stand there.
    pub message: String,
}

/// The file as it was read last.
#[derive(Debug, Clone, PartialEq)]
pub struct SettingsRead {
    pub settings: Settings,
    pub faults: Vec<SettingFault>,
    /// Every setting, as it is in force.
    pub values: Vec<Setting>,
}

#[cfg(test)]
mod tests;
