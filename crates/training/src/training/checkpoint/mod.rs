//! The state of a training in a file, so that a run that was cut off goes on.
//!
//! The file is one Zstandard frame with a checksum ([`frame`]). It begins with a line
//! of JSON, which says of what training it is and how far it came; then come numbers,
//! little-endian, as the kind of training needs them ([`linear`]; of networks in
//! `network/kept.rs`).

mod frame;
mod linear;

use std::io;
use std::path::{Path, PathBuf};

pub(super) use frame::Body;

use super::error::TrainingError;
use super::pouring::Pouring;

/// What decides the bits of a training: names, and what each is set to.
pub(super) type Settings = Vec<(String, String)>;

/// A file that keeps the state of a training.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    path: PathBuf,
    settings: Settings,
}

impl Checkpoint {
    /// The file at `path`, for a training on these `sources`, poured so. Sources are
    /// told by their names, without folders, and their sizes in bytes.
    ///
    /// # Errors
    ///
    /// When the size of a source cannot be read.
    pub fn new(
        path: impl Into<PathBuf>,
        sources: &[impl AsRef<Path>],
        pouring: Pouring,
    ) -> Result<Self, TrainingError> {
        let mut settings = vec![("number of files".to_owned(), sources.len().to_string())];
        for (source, number) in sources.iter().zip(1..) {
            let source = source.as_ref();
            let bytes = source.metadata().map_err(refused(source))?.len();
            let name = source.file_name().unwrap_or_default().display();
            settings.push((format!("file {number}"), format!("{name} of {bytes} bytes")));
        }
        let Pouring {
            hold_out,
            lambda,
            share,
        } = pouring;
        settings.push(("hold-out".to_owned(), hold_out.to_string()));
        settings.push(("lambda".to_owned(), lambda.to_string()));
        settings.push(("share".to_owned(), share.to_string()));
        let path = path.into();
        Ok(Self { path, settings })
    }

    /// What decides which positions there are.
    pub(super) const fn sources(&self) -> &Settings {
        &self.settings
    }

    /// That the file is not what it should be.
    pub(super) fn damaged(&self, reason: impl Into<String>) -> TrainingError {
        TrainingError::Damaged {
            path: self.path.clone(),
            reason: reason.into(),
        }
    }

    /// That the file cannot be decoded.
    pub(super) fn unreadable(&self, error: &io::Error) -> TrainingError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged("it is cut off"),
            _ => self.damaged(error.to_string()),
        }
    }
}

/// Makes what the file system says of `path` an error.
fn refused(path: &Path) -> impl Fn(io::Error) -> TrainingError {
    move |error| TrainingError::File {
        path: path.to_owned(),
        error,
    }
}

/// The first setting that differs, what was found of it and what was expected.
fn difference(found: &Settings, expected: &Settings) -> Option<(String, String, String)> {
    let longest = found.len().max(expected.len());
    let (found, expected) = (|at| found.get(at), |at| expected.get(at));
    let text = |setting: Option<&(String, String)>| {
        setting.map_or_else(|| "nothing".to_owned(), |(_, value)| value.clone())
    };
    (0..longest).find_map(|at| {
        let (found, expected): (Option<&(String, String)>, Option<_>) = (found(at), expected(at));
        let (name, _) = expected.or(found).filter(|_| found != expected)?;
        let found = found.filter(|(other, _)| other == name);
        Some((name.clone(), text(found), text(expected)))
    })
}
