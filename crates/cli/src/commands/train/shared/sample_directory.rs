//! The directory of a sample store, which is temporary unless the user names it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use outflank_training::TrainingError;
use outflank_training::samples::SampleStore;

use crate::context::Context;
use crate::options::working_path;

/// The directory of a sample store. A temporary one is removed on every exit path.
pub(crate) struct SampleDirectory {
    directory: PathBuf,
    is_temporary: bool,
}

impl SampleDirectory {
    /// Chooses the `named` directory, or a temporary one beside the result.
    pub(crate) fn new(named: Option<&Path>, result: &Path, context: &Context) -> Self {
        let directory = match named {
            Some(named) => named.to_owned(),
            None => working_path(result).with_extension("samples"),
        };
        let is_temporary = named.is_none();
        if is_temporary {
            let directory = directory.clone();
            context.on_forced_exit(move || drop(SampleStore::remove_from(&directory)));
        }
        Self {
            directory,
            is_temporary,
        }
    }

    /// Returns the path.
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
            TrainingError::Samples(_) => anyhow!(error).context(self.name()),
            error @ TrainingError::Checkpoint(_) => error.into(),
        }
    }

    /// Leaves the directory to the process that uses it.
    pub(crate) fn keep(mut self) {
        self.is_temporary = false;
    }

    /// Removes a temporary directory.
    pub(crate) fn remove(mut self) -> anyhow::Result<()> {
        if std::mem::take(&mut self.is_temporary) {
            SampleStore::remove_from(&self.directory).with_context(|| self.name())?;
        }
        Ok(())
    }
}

impl Drop for SampleDirectory {
    fn drop(&mut self) {
        if self.is_temporary {
            // Another error is already being reported.
            drop(SampleStore::remove_from(&self.directory));
        }
    }
}
