//! Options of the search behind `analyze` and `hint`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use outflank_classic::{Evaluation, EvaluationKind};
use outflank_engine::{DEFAULT_EXACT_FROM, Limits, MAX_LEVEL, SearchOptions, Selectivity};
use outflank_othello::Shape;
use outflank_study::{Analyzer, ClassicAnalyzer, EngineAnalyzer};

use crate::context::Context;
use crate::options::{HashOption, WeightsOption, parse_selectivity, parse_time, read_evaluation};

/// Default depth of the textbook searches, in plies.
const DEFAULT_CLASSIC_DEPTH: u32 = 8;

/// Limits and evaluation of an analysis.
#[derive(Args, Clone, Debug)]
pub(crate) struct AnalysisOptions {
    /// Search level, 1 to 60 [default: 12].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_LEVEL)))]
    level: Option<u32>,

    /// Midgame search depth in plies, instead of a level.
    #[arg(long, value_name = "N", conflicts_with = "level", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,

    /// ProbCut confidence in per cent, with --depth: 73, 87, 95, 98, 99, or 100 for
    /// a full-width search [default: 73].
    #[arg(long, value_name = "PERCENT", requires = "depth", value_parser = parse_selectivity)]
    selectivity: Option<Selectivity>,

    /// Time per position in seconds, instead of a level.
    #[arg(long, value_name = "SECONDS", conflicts_with_all = ["level", "depth", "exact"], value_parser = parse_time)]
    time: Option<Duration>,

    /// Nodes per position, instead of a level.
    #[arg(long, value_name = "N", conflicts_with_all = ["level", "depth", "time", "exact"], value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Solve positions with at most this many empties exactly [default: given by the
    /// level; 18 with --depth].
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(0..=128))]
    exact: Option<u32>,

    /// Use a textbook evaluation and search instead of the engine: discs, phased,
    /// components or positional, to depth 8 by default.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["level", "selectivity", "time", "nodes", "weights"])]
    evaluation: Option<EvaluationKind>,

    /// Parameters of the textbook evaluation from a TOML file.
    #[arg(long, value_name = "FILE", requires = "evaluation")]
    parameters: Option<PathBuf>,

    #[command(flatten)]
    weights: WeightsOption,
}

impl AnalysisOptions {
    /// Returns the textbook evaluation, if one was requested.
    pub(crate) fn classic(&self) -> anyhow::Result<Option<Evaluation>> {
        let read = |kind| read_evaluation(kind, self.parameters.as_deref());
        self.evaluation.map(read).transpose()
    }

    /// Returns the search limits of the engine.
    fn limits(&self) -> Limits {
        if self.time.is_some() || self.nodes.is_some() {
            return Limits {
                time: self.time,
                nodes: self.nodes,
                ..Limits::UNLIMITED
            };
        }
        let mut limits = match (self.depth, self.level) {
            (Some(depth), _) => Limits::depth(depth)
                .with_selectivity(self.selectivity.unwrap_or(Selectivity::MIN))
                .with_exact_from(DEFAULT_EXACT_FROM),
            (None, Some(level)) => Limits::level(level),
            (None, None) => Limits::default(),
        };
        limits.exact_from = self.exact.unwrap_or(limits.exact_from);
        limits
    }

    /// Creates the analyzer of positions of a shape: `workers` positions at a time,
    /// `threads` threads for each, the table split between them.
    pub(crate) fn analyzer(
        &self,
        shape: Shape,
        (workers, threads): (usize, usize),
        hash: HashOption,
        context: &Context,
    ) -> anyhow::Result<Box<dyn Analyzer>> {
        let mib = (hash.mib() / workers.max(1)).max(1);
        let stop = Arc::clone(&context.interrupted);
        if let Some(evaluation) = self.classic()? {
            // Every exact search allocates its own table. Report a lack of memory
            // now rather than in the middle.
            drop(hash.searcher(SearchOptions::default())?);
            return Ok(Box::new(ClassicAnalyzer {
                evaluation,
                depth: self.depth.unwrap_or(DEFAULT_CLASSIC_DEPTH),
                exact_from: self.exact.unwrap_or(DEFAULT_EXACT_FROM),
                threads,
                hash_mib: mib,
                stop,
            }));
        }
        let options = SearchOptions::default()
            .with_threads(threads)
            .with_hash(mib);
        let options = self.weights.apply(options, shape)?;
        let analyzer = EngineAnalyzer::new(self.limits(), &options, workers, stop);
        Ok(Box::new(
            analyzer.with_context(|| format!("--hash {}", hash.mib()))?,
        ))
    }
}
