//! Options of the search behind `analyze` and `hint`.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::ensure;
use clap::Args;
use outflank_archive::engine_name;
use outflank_engine::evaluation::Evaluation as PatternEvaluation;
use outflank_engine::{DEFAULT_EXACT_FROM, Limits, SearchOptions, Searcher};
use outflank_othello::Shape;
use outflank_study::{Analyzer, TextbookAnalyzer};
use outflank_textbook::{Evaluation, EvaluationKind};

use crate::context::Context;
use crate::limit_options::LimitOptions;
use crate::options::{HashOption, Parallelism, WeightsOption, read_evaluation};

/// Default depth of the textbook searches, in plies.
const DEFAULT_TEXTBOOK_DEPTH: u32 = 8;

/// Maximum number of empties that are solved exactly without a limit of time or nodes.
const MOST_EXACT: usize = 40;

/// Limits and evaluation of an analysis.
#[derive(Args, Clone, Debug)]
pub(crate) struct AnalysisOptions {
    #[command(flatten)]
    limits: LimitOptions,

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
    pub(crate) fn textbook(&self) -> anyhow::Result<Option<Evaluation>> {
        let read = |kind| read_evaluation(kind, self.parameters.as_deref());
        self.evaluation.map(read).transpose()
    }

    /// Returns whether an evaluation other than the built-in one was requested.
    pub(crate) const fn has_own_evaluation(&self) -> bool {
        self.evaluation.is_some() || self.weights.is_given()
    }

    /// Creates the textbook analyzer, if one was requested.
    pub(crate) fn textbook_analyzer(
        &self,
        parallelism: Parallelism,
        hash: HashOption,
        stop: &Arc<AtomicBool>,
    ) -> anyhow::Result<Option<TextbookAnalyzer>> {
        let Some(evaluation) = self.textbook()? else {
            return Ok(None);
        };
        // Every exact search allocates its own table. Report a lack of memory now rather
        // than later.
        drop(hash.searcher(SearchOptions::default())?);
        Ok(Some(TextbookAnalyzer {
            evaluation,
            depth: self.limits.depth.unwrap_or(DEFAULT_TEXTBOOK_DEPTH),
            exact_from: self.limits.exact.unwrap_or(DEFAULT_EXACT_FROM),
            threads: parallelism.threads,
            hash_mib: parallelism.hash_mib(hash),
            stop: Arc::clone(stop),
        }))
    }

    /// Creates a searcher of positions of a shape and returns it with its limits.
    pub(crate) fn searcher(
        &self,
        shape: Shape,
        parallelism: Parallelism,
        hash: HashOption,
    ) -> anyhow::Result<(Searcher, Limits)> {
        let options = self.weights.apply(SearchOptions::default(), shape)?;
        let searcher = hash.searcher(options.with_threads(parallelism.threads))?;
        Ok((searcher, self.limits.limits()))
    }

    /// Rejects exact scores of positions with too many empties, which would take days.
    pub(crate) fn check_exact(&self, empties: usize) -> anyhow::Result<()> {
        let limits = &self.limits;
        let Some(exact) = limits.exact else {
            return Ok(());
        };
        let has_budget = limits.time.is_some() || limits.nodes.is_some();
        ensure!(
            has_budget || empties.min(exact as usize) <= MOST_EXACT,
            "--exact {exact}: the first position has {empties} empties, and its exact score would \
             take years: expected at most {MOST_EXACT}, or --time or --nodes"
        );
        Ok(())
    }

    /// Returns limits and name of the engine; `None` for a textbook evaluation.
    pub(crate) fn engine(&self) -> anyhow::Result<Option<(Limits, String)>> {
        if self.evaluation.is_some() {
            return Ok(None);
        }
        let given = self.weights.read()?;
        let name = engine_name(given.as_deref().unwrap_or(PatternEvaluation::shipped()));
        Ok(Some((self.limits.limits(), name)))
    }

    /// Returns a text that is equal for runs that give the same scores.
    pub(crate) fn description(&self) -> anyhow::Result<String> {
        Ok(match self.engine()? {
            Some((limits, name)) => format!("{name}, {limits:?}"),
            None => format!("{self:?}"),
        })
    }

    /// Creates the analyzer of positions of a shape.
    pub(crate) fn analyzer(
        &self,
        shape: Shape,
        parallelism: Parallelism,
        hash: HashOption,
        context: &Context,
    ) -> anyhow::Result<Box<dyn Analyzer>> {
        if let Some(textbook) = self.textbook_analyzer(parallelism, hash, &context.interrupted)? {
            return Ok(Box::new(textbook));
        }
        let options = self.weights.apply(SearchOptions::default(), shape)?;
        let limits = self.limits.limits();
        Ok(Box::new(
            parallelism.analyzer(limits, options, hash, context)?,
        ))
    }
}
