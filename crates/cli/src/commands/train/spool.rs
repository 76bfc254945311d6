//! The spool of a training, which must not be left behind.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use outflank_training::training::{Spool, TrainingError};

use crate::context::Context;

/// The directory of a spool. Its files are removed on every way out, unless the
/// user named the directory.
pub(crate) struct SpoolPlace {
    directory: PathBuf,
    is_temporary: bool,
}

impl SpoolPlace {
    /// The directory that the user `named`, or one beside the result.
    pub(crate) fn new(named: Option<&Path>, result: &Path, context: &Context) -> Self {
        let directory = match named {
            Some(directory) => directory.to_owned(),
            None => result.with_extension("spool"),
        };
        let place = Self {
            directory,
            is_temporary: named.is_none(),
        };
        if place.is_temporary {
            let directory = place.directory.clone();
            // Nobody is left who could be told of a failure.
            context.on_forced_exit(move || drop(Spool::remove_from(&directory)));
        }
        place
    }

    /// The directory.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Its name, for messages.
    pub(crate) fn name(&self) -> String {
        self.directory.display().to_string()
    }

    /// What went wrong with a training on this spool.
    pub(crate) fn explain(&self, error: TrainingError) -> anyhow::Error {
        match error {
            TrainingError::Spool(_) => anyhow!(error).context(self.name()),
            error => error.into(),
        }
    }

    /// Removes the files if they are not to stay.
    pub(crate) fn remove(mut self) -> anyhow::Result<()> {
        if std::mem::take(&mut self.is_temporary) {
            Spool::remove_from(&self.directory).with_context(|| self.name())?;
        }
        Ok(())
    }
}

impl Drop for SpoolPlace {
    fn drop(&mut self) {
        if self.is_temporary {
            // Another error is on its way already.
            drop(Spool::remove_from(&self.directory));
        }
    }
}
