//! Options that mean the same in every command.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args;
use outflank_classic::{Evaluation, EvaluationKind};
use outflank_engine::evaluation::Evaluation as PatternEvaluation;
use outflank_engine::{Selectivity, SolveOptions, Solver};
use outflank_othello::Shape;

/// The board's shape.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct BoardOption {
    /// Columns x rows, 3 to 16 a side and at most 128 squares; holes behind a
    /// dash, as in 8x8-a1h8.
    #[arg(long = "board", value_name = "WxH", default_value = "8x8")]
    pub(crate) shape: Shape,
}

/// How many threads work.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ThreadsOption {
    /// Threads; 0 takes one a processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
}

impl ThreadsOption {
    /// The number of threads to use, at least one.
    pub(crate) fn count(self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => usize::from(threads),
        }
    }
}

/// The size of the transposition table.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct HashOption {
    /// MiB of the transposition table.
    #[arg(long = "hash", value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    mib: u32,
}

impl HashOption {
    /// MiB.
    pub(crate) const fn mib(self) -> usize {
        self.mib as usize
    }

    /// A solver with such a table.
    pub(crate) fn solver(self, options: SolveOptions) -> anyhow::Result<Solver> {
        let mib = self.mib();
        Solver::new(options.with_hash(mib)).with_context(|| format!("--hash {mib}"))
    }
}

/// The weights of the evaluation.
#[derive(Args, Clone, Debug)]
pub(crate) struct WeightsOption {
    /// Weights of the evaluation, as `outflank train` writes them: for 8x8 in
    /// place of the network shipped, for other boards in place of a guess. Or, for 8x8,
    /// another network, as `outflank train-network` writes it.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl WeightsOption {
    /// Whether others than those shipped are wanted.
    pub(crate) const fn is_given(&self) -> bool {
        self.weights.is_some()
    }

    /// The evaluation in place of the one shipped, if there is one.
    pub(crate) fn read(&self) -> anyhow::Result<Option<Arc<PatternEvaluation>>> {
        let Some(path) = &self.weights else {
            return Ok(None);
        };
        let place = || path.display().to_string();
        let bytes = std::fs::read(path).with_context(place)?;
        let evaluation = PatternEvaluation::from_bytes(&bytes).with_context(place)?;
        Ok(Some(Arc::new(evaluation)))
    }

    /// The same, of weights that have to be for boards of a shape.
    pub(crate) fn read_for(&self, shape: Shape) -> anyhow::Result<Option<Arc<PatternEvaluation>>> {
        let read = self.read()?;
        if let (Some(path), Some(evaluation)) = (&self.weights, &read) {
            let found = evaluation.shape();
            ensure!(
                found == shape,
                "{}: weights for a board of {found}: expected weights for {shape}",
                path.display()
            );
        }
        Ok(read)
    }

    /// A search with these weights on boards of theirs, and as without them on others.
    pub(crate) fn apply_to_their_board(
        &self,
        options: SolveOptions,
    ) -> anyhow::Result<SolveOptions> {
        Ok(match self.read()? {
            Some(evaluation) => options.with_evaluation(evaluation),
            None => options,
        })
    }

    /// A search with these weights on boards of a shape.
    pub(crate) fn apply(
        &self,
        options: SolveOptions,
        shape: Shape,
    ) -> anyhow::Result<SolveOptions> {
        Ok(match self.read_for(shape)? {
            Some(evaluation) => options.with_evaluation(evaluation),
            None => options,
        })
    }
}

/// Reads 73, 87, 95, 98, 99 or 100.
pub(crate) fn parse_selectivity(text: &str) -> Result<Selectivity, String> {
    let percent = text.strip_suffix('%').unwrap_or(text).trim().parse().ok();
    percent
        .and_then(Selectivity::from_percent)
        .ok_or_else(|| "expected 73, 87, 95, 98, 99 or 100".to_owned())
}

/// The longest time for a move.
const LONGEST_TIME: Duration = Duration::from_secs(24 * 60 * 60);

/// Reads seconds.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.strip_suffix('s').unwrap_or(text).parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero() && *time <= LONGEST_TIME)
        .ok_or_else(|| "expected more than 0 seconds, a day at most".to_owned())
}

/// An evaluation with the parameters of a file, or those shipped.
pub(crate) fn read_evaluation(
    kind: EvaluationKind,
    parameters: Option<&Path>,
) -> anyhow::Result<Evaluation> {
    let Some(path) = parameters else {
        return Ok(Evaluation::new(kind));
    };
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Evaluation::from_toml(kind, &text).with_context(|| path.display().to_string())
}
