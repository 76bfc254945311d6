//! Measures the gain of each search feature: the same searches with and without it.

use std::sync::Arc;

use anyhow::Result;
use outflank_engine::{Feature, Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::format::read_games;
use outflank_othello::{Position, Shape};
use schemars::JsonSchema;
use serde::Serialize;

use super::HASH;
use crate::context::{Context, Verdict};
use crate::output::grouped;

/// Source of the midgame positions.
const GAMES: &[u8] = include_bytes!("../../../../../testdata/wthor/WTH_1977.wtb");

/// Plies at which the positions are taken.
const PLIES: [usize; 3] = [10, 20, 30];

/// The cost of searching without a feature.
#[derive(JsonSchema, Serialize)]
pub(super) struct FeatureGain {
    /// The disabled feature; null for the baseline.
    without: Option<&'static str>,
    /// `endgame` or `midgame`.
    searches: &'static str,
    nodes: u64,
    seconds: f64,
    /// Nodes relative to the baseline.
    node_ratio: f64,
    /// Time relative to the baseline.
    time_ratio: f64,
}

/// A set of searches.
struct Set {
    name: &'static str,
    positions: Vec<Position>,
    limits: Limits,
    /// Whether features of exact search are measured on this set.
    exact: bool,
}

impl Set {
    /// Searches all positions. Returns nodes and seconds, or `None` if interrupted.
    fn run(&self, options: SearchOptions) -> Result<Option<(u64, f64)>> {
        let mut searcher = Searcher::new(options)?;
        let (mut nodes, mut seconds) = (0, 0.0);
        for position in &self.positions {
            searcher.clear();
            let result = searcher.search(&SearchRequest::new(position, self.limits));
            if !result.complete {
                return Ok(None);
            }
            nodes += result.nodes;
            seconds += result.elapsed.as_secs_f64();
        }
        Ok(Some((nodes, seconds)))
    }
}

/// Prints the table. The positions in `endgame` are solved; positions from games are searched to
/// `depth` plies.
pub(super) fn run(endgame: Vec<Position>, depth: u32, context: &Context) -> Result<Verdict> {
    let games = read_games(GAMES, Shape::STANDARD, None)?;
    let games = games
        .records
        .iter()
        .map(|(_, record)| record.game.positions());
    let midgame = games.flat_map(|positions| PLIES.map(|ply| positions.get(ply).copied()));
    let has_moves = |position: &Position| !position.legal_moves().is_empty();
    let midgame: Vec<Position> = midgame.flatten().filter(has_moves).collect();
    let options = SearchOptions::default().with_hash(HASH);
    let options = options.with_stop(Arc::clone(&context.interrupted));
    context.text(format_args!(
        "{} endgame positions solved, {} midgame positions searched {depth} plies deep at 73 %\n\n{:<30} {:>16} {:>7} {:>9} {:>7}",
        endgame.len(),
        midgame.len(),
        "without",
        "nodes",
        "ratio",
        "seconds",
        "ratio"
    ))?;
    let sets = [
        Set {
            name: "endgame",
            positions: endgame,
            limits: Limits::SOLVE,
            exact: true,
        },
        Set {
            name: "midgame",
            positions: midgame,
            limits: Limits::depth(depth),
            exact: false,
        },
    ];
    for set in &sets {
        let Some(baseline) = set.run(options.clone())? else {
            return stopped(context);
        };
        print(set, None, baseline, baseline, context)?;
        let features = Feature::ALL.into_iter();
        for feature in features.filter(|feature| feature.is_exact() == set.exact) {
            let Some(found) = set.run(options.clone().without(feature))? else {
                return stopped(context);
            };
            print(set, Some(feature), found, baseline, context)?;
        }
    }
    Ok(Verdict::Done)
}

fn stopped(context: &Context) -> Result<Verdict> {
    context.text("stopped before all features were measured")?;
    Ok(context.verdict())
}

fn print(
    set: &Set,
    feature: Option<Feature>,
    (nodes, seconds): (u64, f64),
    (baseline_nodes, baseline_seconds): (u64, f64),
    context: &Context,
) -> Result<()> {
    let line = FeatureGain {
        without: feature.map(Feature::name),
        searches: set.name,
        nodes,
        seconds,
        node_ratio: nodes as f64 / baseline_nodes.max(1) as f64,
        time_ratio: seconds / baseline_seconds.max(1e-9),
    };
    context.object(&line)?;
    let name = format!("{}: {}", set.name, feature.map_or("none", Feature::name));
    context.text(format_args!(
        "{name:<30} {:>16} {:>7.2} {seconds:>9.3} {:>7.2}",
        grouped(nodes),
        line.node_ratio,
        line.time_ratio
    ))
}
