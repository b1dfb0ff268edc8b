//! Settings: a TOML file that the learner may edit. What it does not name has its default.

use std::path::Path;

use serde::Deserialize;

use crate::error::Error;

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub appearance: Appearance,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Appearance {
    pub renderer: Renderer,
}

/// How the window draws the terminal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Renderer {
    /// WebGL, and the DOM where that does not work.
    #[default]
    Auto,
    Dom,
}

/// The file is there and says something that cannot be understood.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {why}")]
pub struct SettingsError {
    pub file: String,
    /// With the line.
    pub why: String,
}

impl Settings {
    /// No file: the defaults.
    pub fn load(file: &Path) -> Result<Self, SettingsError> {
        let fault = |why: String| SettingsError { file: file.display().to_string(), why };
        match std::fs::read_to_string(file) {
            Ok(text) => toml::from_str(&text).map_err(|error| fault(error.to_string())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(fault(error.to_string())),
        }
    }
}

impl From<SettingsError> for Error {
    fn from(error: SettingsError) -> Self {
        Self::Invalid(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_cannot_be_understood_is_an_error_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.toml");
        std::fs::write(&file, "[appearance]\nrenderer = \"ascii\"\n").unwrap();
        let error = Settings::load(&file).unwrap_err().to_string();
        assert!(error.contains("line 2") && error.contains("ascii"), "line and value in: {error}");
    }

    #[test]
    fn without_a_file_everything_has_its_default() {
        let settings = Settings::load(Path::new("/nowhere/settings.toml")).unwrap();
        assert_eq!(settings, Settings::default());
    }
}
