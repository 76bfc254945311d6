//! The directory of a sample store.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow};
use outflank_training::TrainingError;
use outflank_training::samples::SampleStore;

use crate::context::Context;
use crate::options::working_path;

/// The directory of a sample store beside the result, removed on every exit path.
pub(crate) struct SampleDirectory {
    directory: PathBuf,
    /// Whether no other process uses it.
    is_own: bool,
}

impl SampleDirectory {
    pub(crate) fn new(result: &Path, context: &Context) -> Self {
        let directory = working_path(result).with_extension("samples");
        let removed = directory.clone();
        context.on_forced_exit(move || drop(SampleStore::remove_from(&removed)));
        Self {
            directory,
            is_own: true,
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.directory
    }

    /// Returns the path, for messages.
    pub(crate) fn name(&self) -> String {
        self.directory.display().to_string()
    }

    /// Adds the path to errors of the store.
    pub(crate) fn explain(&self, error: TrainingError) -> anyhow::Error {
        match error {
            TrainingError::Store(_) => anyhow!(error).context(self.name()),
            error => error.into(),
        }
    }

    /// Leaves the directory to the process that uses it.
    pub(crate) fn keep(mut self) {
        self.is_own = false;
    }

    pub(crate) fn remove(mut self) -> Result<()> {
        if std::mem::take(&mut self.is_own) {
            SampleStore::remove_from(&self.directory).with_context(|| self.name())?;
        }
        Ok(())
    }
}

impl Drop for SampleDirectory {
    fn drop(&mut self) {
        if self.is_own {
            // Another error is already being reported.
            drop(SampleStore::remove_from(&self.directory));
        }
    }
}
