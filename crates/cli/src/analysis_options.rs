//! Search options of `analyze` and `hint`.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use clap::Args;
use outflank_book::BookName;
use outflank_engine::{DEFAULT_EXACT_FROM, Limits, SearchOptions, Searcher};
use outflank_othello::Shape;
use outflank_study::{Analyzer, TextbookAnalyzer};
use outflank_textbook::EvaluationKind;

use crate::context::Context;
use crate::limit_options::LimitOptions;
use crate::options::{EngineOptions, Parallelism, WeightsOption, read_evaluation};

/// Default depth of the textbook searches, in plies.
const DEFAULT_TEXTBOOK_DEPTH: u32 = 8;

/// Maximum number of empties to solve exactly without a time or node limit.
const MOST_EXACT: usize = 40;

/// The limits and the evaluation of an analysis.
#[derive(Args, Clone, Debug)]
pub(crate) struct AnalysisOptions {
    #[command(flatten)]
    limits: LimitOptions,

    /// Use a textbook search instead of the engine, with the evaluation discs, phased, components
    /// or positional; the default depth is 8.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["level", "selectivity", "time", "nodes", "weights"])]
    evaluation: Option<EvaluationKind>,

    /// Parameters of the textbook evaluation from a TOML file.
    #[arg(long, value_name = "FILE", requires = "evaluation")]
    parameters: Option<PathBuf>,

    #[command(flatten)]
    weights: WeightsOption,
}

impl AnalysisOptions {
    /// Rejects exact scores for positions with too many empties, which would take years.
    pub(crate) fn check_exact(&self, empties: usize) -> Result<()> {
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

    /// Returns the limits and the name of the engine; `None` for a textbook evaluation.
    pub(crate) fn engine(&self) -> Result<Option<(Limits, String)>> {
        if self.evaluation.is_some() {
            return Ok(None);
        }
        Ok(Some((self.limits.limits(), self.weights.engine_name()?)))
    }

    /// Returns a description that is equal for runs that give the same scores.
    pub(crate) fn description(&self) -> Result<String> {
        Ok(match self.engine()? {
            Some((limits, name)) => format!("{name}, {limits:?}"),
            None => format!("{self:?}"),
        })
    }
}

/// Arguments common to the commands that analyze positions.
#[derive(Args)]
pub(crate) struct AnalysisArguments {
    #[command(flatten)]
    pub(crate) options: AnalysisOptions,

    /// Opening book whose scores replace those of the search: `shipped`, a file made by `outflank
    /// book`, or `off` [default: shipped, or off with a custom evaluation].
    #[arg(long, value_name = "FILE|shipped|off")]
    book: Option<BookName>,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,
}

impl AnalysisArguments {
    pub(crate) fn book(&self) -> BookName {
        let is_own = self.options.evaluation.is_some() || self.options.weights.is_given();
        let default = if is_own {
            BookName::Off
        } else {
            BookName::Shipped
        };
        self.book.clone().unwrap_or(default)
    }

    /// Creates the textbook analyzer, if one was requested.
    pub(crate) fn textbook_analyzer(
        &self,
        parallelism: Parallelism,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<TextbookAnalyzer>> {
        let options = &self.options;
        let Some(kind) = options.evaluation else {
            return Ok(None);
        };
        let evaluation = read_evaluation(kind, options.parameters.as_deref())?;
        // Every exact search allocates its own table. Report a lack of memory now, not later.
        drop(self.engine.hash.searcher(SearchOptions::default())?);
        Ok(Some(TextbookAnalyzer {
            evaluation,
            depth: options.limits.depth.unwrap_or(DEFAULT_TEXTBOOK_DEPTH),
            exact_from: options.limits.exact.unwrap_or(DEFAULT_EXACT_FROM),
            threads: parallelism.threads,
            hash_mib: parallelism.hash_mib(self.engine.hash),
            stop: Arc::clone(stop),
        }))
    }

    /// Returns the options and limits of an engine search on boards of `shape`.
    fn search(&self, shape: Shape) -> Result<(SearchOptions, Limits)> {
        let weights = &self.options.weights;
        let options = weights.apply(SearchOptions::default(), shape)?;
        Ok((options, self.options.limits.limits()))
    }

    /// Creates a searcher that uses all threads, and returns it with its limits.
    pub(crate) fn searcher(&self) -> Result<(Searcher, Limits)> {
        let (options, limits) = self.search(self.engine.board.shape)?;
        let options = options.with_threads(self.engine.threads.count());
        Ok((self.engine.hash.searcher(options)?, limits))
    }

    pub(crate) fn analyzer(
        &self,
        shape: Shape,
        parallelism: Parallelism,
        context: &Context,
    ) -> Result<Box<dyn Analyzer>> {
        if let Some(textbook) = self.textbook_analyzer(parallelism, &context.interrupted)? {
            return Ok(Box::new(textbook));
        }
        let (options, limits) = self.search(shape)?;
        let analyzer = parallelism.analyzer(limits, options, self.engine.hash, context)?;
        Ok(Box::new(analyzer))
    }
}
