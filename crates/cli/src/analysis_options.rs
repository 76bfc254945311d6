//! How far and by what positions are valued.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use outflank_classic::{Evaluation, EvaluationKind};
use outflank_engine::{Effort, Reach, Selectivity, SolveOptions};
use outflank_othello::Shape;
use outflank_study::{ClassicValuer, EngineValuer, Valuer};

use crate::context::Context;
use crate::options::{HashOption, WeightsOption, parse_selectivity, parse_time, read_evaluation};

/// The level at which positions are valued if nothing else is said.
const DEFAULT_LEVEL: u32 = 12;
/// Depth of the textbook searches if nothing else is said.
const DEFAULT_CLASSIC_DEPTH: u32 = 8;
/// With so many empty squares or fewer scores are exact if a depth is given.
const DEFAULT_EXACT: u32 = 18;

/// How far and by what positions are valued.
#[derive(Args, Clone, Debug)]
pub(crate) struct AnalysisOptions {
    /// Level of the search, 1 to 60 [default: 12].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(Reach::MOST_LEVEL)))]
    level: Option<u32>,

    /// Depth in plies far from the end, in place of a level.
    #[arg(long, value_name = "N", conflicts_with = "level", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,

    /// With a depth, leave out what is so probable, in per cent: 73, 87, 95, 98,
    /// 99; 100 leaves nothing out [default: 73].
    #[arg(long, value_name = "PERCENT", requires = "depth", value_parser = parse_selectivity)]
    selectivity: Option<Selectivity>,

    /// Seconds for a position, in place of a level.
    #[arg(long, value_name = "SECONDS", conflicts_with_all = ["level", "depth", "exact"], value_parser = parse_time)]
    time: Option<Duration>,

    /// Nodes for a position, in place of a level.
    #[arg(long, value_name = "N", conflicts_with_all = ["level", "depth", "time", "exact"], value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Exact scores with so many empty squares or fewer [default: what the level
    /// says, with a depth 18].
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(0..=128))]
    exact: Option<u32>,

    /// A textbook evaluation and search in place of the strong engine: discs,
    /// phased, components, positional; to depth 8 unless you say otherwise.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["level", "selectivity", "time", "nodes", "weights"])]
    evaluation: Option<EvaluationKind>,

    /// Parameters of the textbook evaluation from a TOML file.
    #[arg(long, value_name = "FILE", requires = "evaluation")]
    parameters: Option<PathBuf>,

    #[command(flatten)]
    weights: WeightsOption,
}

impl AnalysisOptions {
    /// The textbook evaluation, if one is wanted.
    pub(crate) fn classic(&self) -> anyhow::Result<Option<Evaluation>> {
        let read = |kind| read_evaluation(kind, self.parameters.as_deref());
        self.evaluation.map(read).transpose()
    }

    /// How far the strong engine searches.
    fn effort(&self) -> Effort {
        if let Some(time) = self.time {
            return Effort::Time(time);
        }
        if let Some(nodes) = self.nodes {
            return Effort::Nodes(nodes);
        }
        let mut reach = match self.depth {
            Some(depth) => Reach {
                depth,
                selectivity: self.selectivity.unwrap_or(Selectivity::ALL[0]),
                exact_to: DEFAULT_EXACT,
                end_to: 0,
            },
            None => Reach::level(self.level.unwrap_or(DEFAULT_LEVEL)),
        };
        if let Some(exact) = self.exact {
            reach.exact_to = exact;
        }
        Effort::Reach(reach)
    }

    /// What values the moves of positions of a shape: `workers` of them at a time, with
    /// `threads` threads for each and a table that they share out.
    pub(crate) fn valuer(
        &self,
        shape: Shape,
        (workers, threads): (usize, usize),
        hash: HashOption,
        context: &Context,
    ) -> anyhow::Result<Box<dyn Valuer>> {
        let mib = (hash.mib() / workers.max(1)).max(1);
        let stop = Arc::clone(&context.interrupted);
        if let Some(evaluation) = self.classic()? {
            // Each exact search has a table of its own; that the system has so
            // much memory at all is told at once.
            drop(hash.solver(SolveOptions::default())?);
            return Ok(Box::new(ClassicValuer {
                evaluation,
                depth: self.depth.unwrap_or(DEFAULT_CLASSIC_DEPTH),
                exact_from: self.exact.unwrap_or(DEFAULT_EXACT),
                threads,
                hash_mib: mib,
                stop,
            }));
        }
        let options = SolveOptions::default().with_threads(threads).with_hash(mib);
        let options = self.weights.apply(options, shape)?;
        let valuer = EngineValuer::new(self.effort(), &options, workers, stop);
        Ok(Box::new(
            valuer.with_context(|| format!("--hash {}", hash.mib()))?,
        ))
    }
}
