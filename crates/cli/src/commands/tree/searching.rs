//! Search options.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use outflank_gametree::{
    Algorithm, DEFAULT_TABLE_ENTRIES, Depth, MoveOrder, ProbCut, Pruning, SearchLimits,
};
use outflank_textbook::Order;
use outflank_trees::Algorithms;

use crate::context::Context;
use crate::options::{parse_in, parse_time};
use crate::tree_source::TreeSource;

/// Default depth for positions and games.
const MODEST_DEPTH: u32 = 3;
/// Maximum depth.
const MOST_DEPTH: u32 = 1000;
/// Units of an Othello value per disc.
const UNITS_A_DISC: f64 = 100.0;

/// Search options.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchOptions {
    /// Algorithms: minimax, alpha-beta, negamax, scout, pvs, alpha-beta-table, mtdf,
    /// deepening, deepening-table.
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        default_value = "minimax,alpha-beta"
    )]
    algorithm: Vec<Algorithm>,

    /// Depth in plies, or `end` for the whole tree [default: 3; end for typed trees,
    /// figures and random trees].
    #[arg(long, value_name = "N|end", value_parser = parse_depth)]
    depth: Option<DepthName>,

    /// Count the depth in turns: consecutive moves of one side count as one.
    #[arg(long, requires = "depth")]
    turns: bool,

    /// Move order: given (also: reading), squares (Othello's, corners first), heuristic, random,
    /// worst, perfect.
    #[arg(long, value_name = "NAME", default_value = "given")]
    order: OrderName,

    /// Root moves to search first, in this order.
    #[arg(long, value_name = "MOVE,…", value_delimiter = ',')]
    pub(super) order_moves: Vec<String>,

    /// Seed for the random order.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Maximum number of states that an algorithm may enter.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Time limit per algorithm in seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    time: Option<Duration>,

    /// Capacity of the transposition table in states [default: 1048576].
    #[arg(long, value_name = "N")]
    table: Option<usize>,

    /// Additional cut-offs: stability (bounds from stable discs; for alpha-beta-table to the end of
    /// the game) and probcut (predictions from a shallow search; for alpha-beta-table and
    /// deepening-table to a depth in plies).
    #[arg(long, value_name = "CUT,…", value_delimiter = ',')]
    prune: Vec<Cut>,

    /// Minimum depth for ProbCut, in plies.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_DEPTH)))]
    probcut_depth: u32,

    /// Depth reduction of the ProbCut search, in plies.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_DEPTH)))]
    probcut_reduction: u32,

    /// ProbCut margin, in discs for Othello and in the game's own unit otherwise.
    #[arg(long, value_name = "X", default_value_t = 4.0, value_parser = parse_margin)]
    probcut_margin: f64,
}

/// A kind of additional cut-off.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Cut {
    Stability,
    Probcut,
}

/// The value of `--depth`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DepthName {
    Number(u32),
    End,
}

fn parse_depth(text: &str) -> Result<DepthName, String> {
    if text == "end" {
        return Ok(DepthName::End);
    }
    let number = text.parse().ok();
    let number = number.filter(|number| (1..=MOST_DEPTH).contains(number));
    let expected = || format!("expected 1 to {MOST_DEPTH}, or end");
    number.map(DepthName::Number).ok_or_else(expected)
}

/// The value of `--order`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OrderName {
    /// Othello's static order by square weights.
    Squares,
    Any(MoveOrder),
}

impl FromStr for OrderName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "squares" => Ok(Self::Squares),
            "reading" => Ok(Self::Any(MoveOrder::Given)),
            _ => text.parse().map(Self::Any).map_err(|_| {
                "expected given, reading, squares, heuristic, random, worst or perfect".to_owned()
            }),
        }
    }
}

impl fmt::Display for OrderName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Squares => f.write_str("squares"),
            Self::Any(order) => order.fmt(f),
        }
    }
}

fn parse_margin(text: &str) -> Result<f64, String> {
    parse_in(0.0..=1e6, "0 to 1000000", text)
}

impl SearchOptions {
    pub(super) fn searches(&self, subject: &TreeSource, context: &Context) -> Result<Algorithms> {
        let depth = self.depth_of(subject);
        let order = match self.order {
            OrderName::Any(order) => order,
            OrderName::Squares => {
                ensure!(
                    subject.position().is_some(),
                    "--order squares: only Othello has square weights"
                );
                MoveOrder::Given
            }
        };
        ensure!(
            self.table.is_none() || self.algorithm.iter().any(|one| one.has_table()),
            "--table: none of the algorithms uses a table: expected alpha-beta-table, mtdf or \
             deepening-table"
        );
        Ok(Algorithms {
            algorithms: self.algorithm.clone(),
            order,
            seed: self.seed,
            limits: SearchLimits {
                depth,
                nodes: self.nodes,
                time: self.time,
                stop: Some(context.interrupted.clone()),
            },
            table_entries: self.table.unwrap_or(DEFAULT_TABLE_ENTRIES),
            pruning: self.pruning(depth, subject)?,
        })
    }

    pub(super) fn board_order(&self) -> Order {
        match self.order {
            OrderName::Squares => Order::Squares,
            OrderName::Any(_) => Order::Reading,
        }
    }

    pub(super) fn order_name(&self) -> String {
        let order = match self.order {
            OrderName::Any(MoveOrder::Random) => format!("random {}", self.seed),
            order => order.to_string(),
        };
        match &self.order_moves[..] {
            [] => order,
            first => format!("{} first, then {order}", first.join(" ")),
        }
    }

    fn depth_of(&self, subject: &TreeSource) -> Depth {
        match (self.depth, self.turns) {
            (Some(DepthName::End), _) => Depth::Unlimited,
            (Some(DepthName::Number(depth)), false) => Depth::Plies(depth),
            (Some(DepthName::Number(depth)), true) => Depth::Turns(depth),
            (None, _) if subject.is_a_tree() => Depth::Unlimited,
            (None, _) => Depth::Plies(MODEST_DEPTH),
        }
    }

    fn pruning(&self, depth: Depth, subject: &TreeSource) -> Result<Pruning> {
        let is_asked = |cut| self.prune.contains(&cut);
        ensure!(
            self.prune.is_empty() || self.algorithm.iter().any(|algorithm| algorithm.prunes()),
            "--prune: none of the algorithms makes these cut-offs: expected --algorithm \
             alpha-beta-table or deepening-table"
        );
        ensure!(
            !is_asked(Cut::Stability)
                || (depth == Depth::Unlimited
                    && subject.position().is_some()
                    && self.algorithm.contains(&Algorithm::WithTable)),
            "--prune stability: stable discs bound the outcome of Othello: expected a position, \
             --depth end and --algorithm alpha-beta-table"
        );
        ensure!(
            !is_asked(Cut::Probcut) || matches!(depth, Depth::Plies(_)),
            "--prune probcut needs a depth in plies: expected --depth N without --turns"
        );
        let units = match subject {
            TreeSource::Position { .. } => UNITS_A_DISC,
            TreeSource::Typed(tree) => f64::from(tree.units()),
            TreeSource::Game(_) => 1.0,
        };
        let probcut = ProbCut {
            min_depth: self.probcut_depth,
            reduction: self.probcut_reduction,
            margin: (self.probcut_margin * units).round() as i32,
        };
        Ok(Pruning {
            bounds: is_asked(Cut::Stability),
            probcut: is_asked(Cut::Probcut).then_some(probcut),
        })
    }
}

pub(super) fn depth_name(depth: Depth) -> String {
    match depth {
        Depth::Plies(depth) => format!("depth {depth}"),
        Depth::Turns(depth) => format!("depth {depth} turns"),
        Depth::Unlimited => "to the end".to_owned(),
    }
}
