//! Options of training pattern weights, for `train` and `learning-curve`.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use clap::Args;
use outflank_engine::evaluation::PatternSet;
use outflank_training::samples::{SampleStore, SampleStoreWriter};
use outflank_training::weights::{PatternChoice, WeightsOptions};

use crate::commands::training::{SampleArguments, SampleDirectory};
use crate::context::Context;
use crate::options::{BoardOption, ThreadsOption};

/// Samples, and options of training weights on them.
#[derive(Args)]
pub(crate) struct WeightsArguments {
    #[command(flatten)]
    pub(crate) samples: SampleArguments,

    /// Keep the samples in this directory, about 1.8 GB per hundred million positions
    /// [default: beside the result, removed at the end].
    #[arg(long, value_name = "DIRECTORY")]
    sample_dir: Option<PathBuf>,

    /// Penalty on weights: a configuration seen this often gets half its weight.
    #[arg(long, value_name = "USES", default_value_t = 16.0)]
    penalty: f64,

    /// Penalty on changes of a weight between neighbouring stages: a configuration seen
    /// this often moves halfway to its neighbours.
    #[arg(long, value_name = "USES", default_value_t = 0.0)]
    smoothing: f64,

    /// Maximum number of passes over the samples.
    #[arg(long, value_name = "N", default_value_t = 40)]
    passes: u32,

    /// Stop after N passes without a smaller hold-out error.
    #[arg(long, value_name = "N", default_value_t = 4)]
    patience: u32,

    /// Train only these patterns and the counts [default: all].
    #[arg(long, value_name = "NAME,…")]
    patterns: Option<PatternChoice>,

    #[command(flatten)]
    pub(crate) board: BoardOption,

    #[command(flatten)]
    pub(crate) threads: ThreadsOption,
}

/// Samples on disk.
pub(crate) struct LoadedSamples {
    /// Number of games used.
    pub(crate) games: u64,
    pub(crate) store: SampleStore,
    pub(crate) directory: SampleDirectory,
}

impl WeightsArguments {
    fn patterns(&self) -> anyhow::Result<&'static PatternSet> {
        Ok(PatternSet::of(self.board.shape)?)
    }

    /// Checks the numbers and the names of the patterns.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        for (option, value) in [("--penalty", self.penalty), ("--smoothing", self.smoothing)] {
            ensure!(
                value >= 0.0 && value.is_finite(),
                "{option}: expected a number that is not negative"
            );
        }
        let patterns = self.patterns()?;
        match &self.patterns {
            Some(choice) => choice.check(patterns).context("--patterns"),
            None => Ok(()),
        }
    }

    /// Returns the options of the trainer.
    pub(crate) fn training(&self) -> WeightsOptions {
        WeightsOptions {
            penalty: self.penalty,
            smoothing: self.smoothing,
            passes: self.passes,
            patience: self.patience,
            patterns: self.patterns.clone().unwrap_or_default(),
        }
    }

    /// Loads the samples of `percent` of the games not held out.
    pub(crate) fn load(
        &self,
        percent: f64,
        result: &Path,
        context: &Context,
    ) -> anyhow::Result<LoadedSamples> {
        let directory = SampleDirectory::new(self.sample_dir.as_deref(), result, context);
        let mut writer = match SampleStoreWriter::new(directory.path(), self.patterns()?) {
            Ok(writer) => writer,
            Err(error) => {
                let place = directory.name();
                if error.kind() == io::ErrorKind::ResourceBusy {
                    directory.keep();
                }
                return Err(error).context(place);
            }
        };
        let games = self.samples.load(percent, &mut writer, context)?;
        Ok(LoadedSamples {
            games,
            store: writer.finish().with_context(|| directory.name())?,
            directory,
        })
    }
}
