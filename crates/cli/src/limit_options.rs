//! Search limits of the engine, shared by several commands.

use std::time::Duration;

use clap::Args;
use outflank_engine::{DEFAULT_EXACT_FROM, DEFAULT_LEVEL, Limits, MAX_LEVEL, Selectivity};
use outflank_human::{FULL_STRENGTH, HumanRating, ParseRatingError};

use crate::book_option::BookPlayOptions;
use crate::options::{HashOption, ThreadsOption, WeightsOption, parse_selectivity, parse_time};
use crate::output::grouped;

/// Search limits. If there are several, the first one reached ends the search.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct LimitOptions {
    /// Search level, 1 to 60 [default: 12, or none if time or nodes are limited].
    #[arg(long, value_name = "N", group = "depth_or_level", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_LEVEL)))]
    pub(crate) level: Option<u32>,

    /// Midgame search depth in plies, instead of a level.
    #[arg(long, value_name = "N", group = "depth_or_level", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,

    /// ProbCut confidence in per cent, with --level or --depth: 73, 87, 95, 98, 99, or 100
    /// for a full-width search [default: 73].
    #[arg(long, value_name = "PERCENT", requires = "depth_or_level", value_parser = parse_selectivity)]
    selectivity: Option<Selectivity>,

    /// Time per position in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,

    /// Nodes per position.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Empties at or below which scores are exact [default: set by the level; 18 with --depth].
    #[arg(long, value_name = "EMPTIES", value_parser = clap::value_parser!(u32).range(0..=128))]
    pub(crate) exact: Option<u32>,
}

/// Options that determine how the engine plays.
#[derive(Args)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) limits: LimitOptions,

    #[command(flatten)]
    pub(crate) weights: WeightsOption,

    #[command(flatten)]
    pub(crate) book: BookPlayOptions,

    #[command(flatten)]
    pub(crate) threads: ThreadsOption,

    #[command(flatten)]
    pub(crate) hash: HashOption,
}

/// The engine itself, or the human-like opponent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OwnEngine {
    Outflank,
    FullStrength,
    Human(HumanRating),
}

impl OwnEngine {
    /// Parses `outflank` or `human@RATING`. Returns `None` for other engines.
    pub(crate) fn parse(text: &str) -> Option<Result<Self, String>> {
        let rating = match text.strip_prefix("human@") {
            Some(FULL_STRENGTH) => return Some(Ok(Self::FullStrength)),
            Some(rating) => rating.parse().map(Self::Human),
            None => return (text == "outflank").then_some(Ok(Self::Outflank)),
        };
        Some(rating.map_err(|error: ParseRatingError| error.to_string()))
    }
}

impl LimitOptions {
    pub(crate) fn given(&self) -> Option<Limits> {
        let limits = [self.level, self.depth, self.exact];
        let is_given =
            limits.iter().any(Option::is_some) || self.time.is_some() || self.nodes.is_some();
        is_given.then(|| self.limits())
    }

    /// Returns these options, with `level` if they set no limit.
    pub(crate) fn or_level(self, level: u32) -> Self {
        let level = self.level.or(self.given().is_none().then_some(level));
        Self { level, ..self }
    }

    pub(crate) fn limits(&self) -> Limits {
        let has_budget = self.time.is_some() || self.nodes.is_some();
        let limits = match (self.depth, self.level) {
            (Some(depth), _) => Limits::depth(depth).with_exact_from(DEFAULT_EXACT_FROM),
            (None, Some(level)) => Limits::level(level),
            (None, None) if has_budget => Limits::UNLIMITED,
            (None, None) => Limits::default(),
        };
        Limits {
            selectivity: self.selectivity.unwrap_or(limits.selectivity),
            exact_from: self.exact.unwrap_or(limits.exact_from),
            time: self.time,
            nodes: self.nodes,
            ..limits
        }
    }

    /// Formats the limits as part of an engine name: `@12`, `@0.1s`, `, depth 4`.
    pub(crate) fn label(&self) -> String {
        let seconds = |time: Duration| format!("@{}s", time.as_secs_f64());
        let parts = [
            self.level.map(|level| format!("@{level}")),
            self.time.map(seconds),
            self.depth.map(|depth| format!(", depth {depth}")),
            self.nodes
                .map(|nodes| format!(", {} nodes", grouped(nodes))),
        ];
        let label: String = parts.into_iter().flatten().collect();
        match label.is_empty() {
            true => format!("@{DEFAULT_LEVEL}"),
            false => label,
        }
    }
}
