//! The state of a tuning in a file, so that a run that was cut off goes on.
//!
//! The file is one JSON object: `format`, `settings` (what decides the result), `state`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use outflank_othello::format::write_atomically;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::TuningError;

const FORMAT: &str = "outflank tuning checkpoint 1";

/// Between two states that are written.
const PAUSE: Duration = Duration::from_secs(1);

/// What decides the bits of a result: names, and what each is set to.
pub(super) type Settings = Vec<(String, String)>;

/// A file that keeps the state of a tuning. Where none is wanted nothing is kept.
#[derive(Debug)]
pub struct Checkpoint {
    path: Option<PathBuf>,
    written: Option<Instant>,
}

#[derive(Serialize)]
struct Written<'a, S> {
    format: &'a str,
    settings: &'a Settings,
    state: &'a S,
}

#[derive(Deserialize)]
struct Read<S> {
    state: S,
}

/// How every version of the file begins.
#[derive(Deserialize)]
struct Mark {
    format: String,
    settings: Settings,
}

impl Checkpoint {
    /// The file at `path`; without one nothing is kept.
    #[must_use]
    pub fn new(path: Option<&Path>) -> Self {
        Self {
            path: path.map(Path::to_owned),
            written: None,
        }
    }

    /// Writes the state beside the file and renames it into its place, unless that was
    /// done a moment ago.
    pub(super) fn keep<S: Serialize>(
        &mut self,
        settings: &Settings,
        state: &S,
    ) -> Result<(), TuningError> {
        let is_due = self
            .written
            .is_none_or(|written| written.elapsed() >= PAUSE);
        if is_due {
            self.write(settings, state)?;
        }
        Ok(())
    }

    /// Writes the state, however short ago that was done.
    pub(super) fn write<S: Serialize>(
        &mut self,
        settings: &Settings,
        state: &S,
    ) -> Result<(), TuningError> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let content = serde_json::to_vec(&Written {
            format: FORMAT,
            settings,
            state,
        });
        let written = content
            .map_err(io::Error::from)
            .and_then(|content| write_atomically(path, &content));
        written.map_err(|error| TuningError::File {
            path: path.clone(),
            error,
        })?;
        self.written = Some(Instant::now());
        Ok(())
    }

    /// Reads the state; none if there is no file.
    pub(super) fn read<S: DeserializeOwned>(
        &self,
        expected: &Settings,
    ) -> Result<Option<S>, TuningError> {
        let Some(path) = &self.path else {
            return Ok(None);
        };
        let content = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            content => content.map_err(|error| TuningError::File {
                path: path.clone(),
                error,
            })?,
        };
        let damaged = |reason: String| TuningError::Damaged {
            path: path.clone(),
            reason,
        };
        let mark: Mark =
            serde_json::from_slice(&content).map_err(|error| damaged(error.to_string()))?;
        if mark.format != FORMAT {
            let found = mark.format;
            return Err(damaged(format!(
                "its format is {found:?}, expected {FORMAT:?}"
            )));
        }
        if let Some((setting, found, expected)) = difference(&mark.settings, expected) {
            return Err(TuningError::OtherSettings {
                path: path.clone(),
                setting,
                found,
                expected,
            });
        }
        let read: Read<S> =
            serde_json::from_slice(&content).map_err(|error| damaged(error.to_string()))?;
        Ok(Some(read.state))
    }

    /// What a state of this file makes no sense for.
    pub(super) fn damaged(&self, reason: &str) -> TuningError {
        TuningError::Damaged {
            path: self.path.clone().unwrap_or_default(),
            reason: reason.to_owned(),
        }
    }
}

/// The first setting that differs, what was found of it and what was expected.
fn difference(found: &Settings, expected: &Settings) -> Option<(String, String, String)> {
    let value_in = |settings: &Settings, name: &str| {
        let mut settings = settings.iter();
        let setting = settings.find(|(other, _)| other == name);
        setting.map_or_else(|| "nothing".to_owned(), |(_, value)| value.clone())
    };
    let names = expected.iter().chain(found).map(|(name, _)| name);
    let mut values = names.map(|name| (name, value_in(found, name), value_in(expected, name)));
    let differing = values.find(|(_, found, expected)| found != expected);
    differing.map(|(name, found, expected)| (name.clone(), found, expected))
}
