//! Options shared by several commands.

use std::ops::RangeBounds;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use outflank_engine::evaluation::Evaluation as PatternEvaluation;
use outflank_engine::{Limits, SearchOptions, Searcher, Selectivity};
use outflank_othello::Shape;
use outflank_study::{EngineAnalyzer, engine_name};
use outflank_support::{check_writable, regular_path};
use outflank_textbook::{Evaluation, EvaluationKind};

use crate::context::Context;

/// `--board`.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = None::<&str>)]
pub(crate) struct BoardOption {
    /// Board shape: columns x rows, each 3 to 16, at most 128 squares; holes after
    /// a dash, as in 8x8-a1h8.
    #[arg(long = "board", value_name = "WxH", default_value = "8x8")]
    pub(crate) shape: Shape,
}

/// `--threads`.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Resources")]
pub(crate) struct ThreadsOption {
    /// Number of threads; 0 uses one per processor.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
}

impl ThreadsOption {
    pub(crate) fn count(self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => usize::from(threads),
        }
    }

    /// Analyzes one position at a time.
    pub(crate) fn on_one_position(self) -> Parallelism {
        let (positions, threads) = (1, self.count());
        Parallelism { positions, threads }
    }

    /// Analyzes one position per thread at a time.
    pub(crate) fn on_many_positions(self) -> Parallelism {
        let (positions, threads) = (self.count(), 1);
        Parallelism { positions, threads }
    }

    pub(crate) fn pool(self) -> Result<rayon::ThreadPool> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(self.count())
            .build()
            .context("cannot start the threads")
    }
}

/// Starts the threads of parallel work without `--threads`. Rayon would start them on first use, and
/// panic if the system refuses them.
pub(crate) fn start_threads() -> Result<()> {
    let threads = rayon::ThreadPoolBuilder::new().build_global();
    threads.context("cannot start the threads")
}

/// How many positions are analyzed at a time, and with how many threads each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parallelism {
    /// Number of positions at a time.
    pub(crate) positions: usize,
    /// Number of threads for each position.
    pub(crate) threads: usize,
}

impl Parallelism {
    /// Returns the table size for each position in MiB.
    pub(crate) fn hash_mib(self, hash: HashOption) -> usize {
        (hash.mib() / self.positions).max(1)
    }

    pub(crate) fn analyzer(
        self,
        limits: Limits,
        options: SearchOptions,
        hash: HashOption,
        context: &Context,
    ) -> Result<EngineAnalyzer> {
        let hash_mib = self.hash_mib(hash);
        let options = options.with_threads(self.threads).with_hash(hash_mib);
        let stop = Arc::clone(&context.interrupted);
        EngineAnalyzer::new(limits, &options, self.positions, stop)
            .with_context(|| format!("--hash {}", hash.mib()))
    }
}

/// `--hash`.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Resources")]
pub(crate) struct HashOption {
    /// Size of the transposition table in MiB.
    #[arg(long = "hash", value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    mib: u32,
}

impl HashOption {
    pub(crate) const fn mib(self) -> usize {
        self.mib as usize
    }

    /// Creates a searcher with a table of this size.
    pub(crate) fn searcher(self, options: SearchOptions) -> Result<Searcher> {
        let mib = self.mib();
        Searcher::new(options.with_hash(mib)).with_context(|| format!("--hash {mib}"))
    }
}

/// `--board`, `--threads` and `--hash`.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct EngineOptions {
    #[command(flatten)]
    pub(crate) board: BoardOption,

    #[command(flatten)]
    pub(crate) threads: ThreadsOption,

    #[command(flatten)]
    pub(crate) hash: HashOption,
}

/// `--weights`.
#[derive(Args, Clone, Debug)]
pub(crate) struct WeightsOption {
    /// Evaluation to use instead of the built-in one: weights written by `outflank
    /// train weights` for any board, or a network written by `outflank train network` for 8x8.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

impl WeightsOption {
    pub(crate) const fn is_given(&self) -> bool {
        self.weights.is_some()
    }

    pub(crate) fn read(&self) -> Result<Option<Arc<PatternEvaluation>>> {
        let Some(path) = &self.weights else {
            return Ok(None);
        };
        let name = || path.display().to_string();
        let bytes = std::fs::read(path).with_context(name)?;
        let evaluation = PatternEvaluation::from_bytes(&bytes).with_context(name)?;
        Ok(Some(Arc::new(evaluation)))
    }

    /// Reads the file and checks that it is for boards of `shape`.
    pub(crate) fn read_for(&self, shape: Shape) -> Result<Option<Arc<PatternEvaluation>>> {
        let read = self.read()?;
        if let (Some(path), Some(evaluation)) = (&self.weights, &read) {
            let found = evaluation.shape();
            ensure!(
                found == shape,
                "{}: weights for {found}: expected weights for {shape}",
                path.display()
            );
        }
        Ok(read)
    }

    pub(crate) fn engine_name(&self) -> Result<String> {
        let own = self.read()?;
        let shipped = PatternEvaluation::shipped();
        Ok(engine_name(own.as_deref().unwrap_or(shipped)))
    }

    /// Adds the weights to `options`. The weights apply only to boards of their own shape.
    pub(crate) fn apply_to_own_shape(&self, options: SearchOptions) -> Result<SearchOptions> {
        Ok(with_own(options, self.read()?))
    }

    /// Adds the weights to `options`, which must be for boards of `shape`.
    pub(crate) fn apply(&self, options: SearchOptions, shape: Shape) -> Result<SearchOptions> {
        Ok(with_own(options, self.read_for(shape)?))
    }
}

/// Adds an evaluation to `options`, if there is one.
pub(crate) fn with_own(
    options: SearchOptions,
    own: Option<Arc<PatternEvaluation>>,
) -> SearchOptions {
    match own {
        Some(evaluation) => options.with_evaluation(evaluation),
        None => options,
    }
}

pub(crate) fn parse_selectivity(text: &str) -> Result<Selectivity, String> {
    let percent = text.strip_suffix('%').unwrap_or(text).trim().parse().ok();
    percent
        .and_then(Selectivity::from_percent)
        .ok_or_else(|| "expected 73, 87, 95, 98, 99 or 100".to_owned())
}

/// Parses a number in a range. `expected` describes the range in errors.
pub(crate) fn parse_in(
    range: impl RangeBounds<f64>,
    expected: &str,
    text: &str,
) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("expected {expected}"))
}

/// Upper limit of `--time`.
const LONGEST_TIME: Duration = Duration::from_secs(366 * 24 * 60 * 60);

pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.strip_suffix('s').unwrap_or(text).parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero() && *time <= LONGEST_TIME)
        .ok_or_else(|| "expected more than 0 and at most 31622400 seconds".to_owned())
}

/// Loads a textbook evaluation, with parameters from a file or the default ones.
pub(crate) fn read_evaluation(
    kind: EvaluationKind,
    parameters: Option<&Path>,
) -> Result<Evaluation> {
    let Some(path) = parameters else {
        return Ok(Evaluation::new(kind));
    };
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Evaluation::from_toml(kind, &text).with_context(|| path.display().to_string())
}

/// Returns the path after which an output's working files are named: the path of the output, or one
/// in the system's temporary folder if the output is a device or a stream.
pub(crate) fn working_path(output: &Path) -> PathBuf {
    match regular_path(output) {
        Ok(None) => std::env::temp_dir().join(format!("outflank-{}", std::process::id())),
        _ => output.to_owned(),
    }
}

/// Checks that the output of an option is not an input of the command, so that a typo does not
/// overwrite an input.
pub(crate) fn check_not_input<P: AsRef<Path>>(
    option: &str,
    output: &Path,
    inputs: impl IntoIterator<Item = P>,
) -> Result<()> {
    let Ok(target) = output.canonicalize() else {
        return Ok(());
    };
    let is_output = |input: P| input.as_ref().canonicalize().is_ok_and(|it| it == target);
    ensure!(
        !target.is_file() || !inputs.into_iter().any(is_output),
        "{option} {}: the command reads this file: expected a different output file",
        output.display()
    );
    Ok(())
}

/// Checks that the folder of an option's file exists and that the file can be written.
pub(crate) fn check_folder(option: &str, path: &Path) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    ensure!(
        folder == Path::new("") || folder.is_dir(),
        "{option} {}: there is no such folder",
        path.display()
    );
    check_writable(path).with_context(|| format!("{option} {}", path.display()))
}
