//! The gain of each search feature: the same searches with and without it.

use std::sync::Arc;
use std::time::Instant;

use outflank_engine::{Feature, Limits, SearchOptions, SearchRequest, Searcher};
use outflank_othello::format::read_games;
use outflank_othello::{Position, Shape};
use schemars::JsonSchema;
use serde::Serialize;

use super::HASH;
use crate::context::{Context, Verdict};
use crate::output::grouped;
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: Lines = lines![FeatureGain];

/// Source of the midgame positions.
const GAMES: &[u8] = include_bytes!("../../../../../testdata/wthor/WTH_1977.wtb");

/// Plies at which the positions are taken.
const PLIES: [usize; 3] = [10, 20, 30];

/// Depth of the midgame searches, in plies.
const DEPTH: u32 = 12;

/// The cost of searching without one feature.
#[derive(JsonSchema, Serialize)]
struct FeatureGain {
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
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Endgame,
    Midgame,
}

impl Set {
    const fn name(self) -> &'static str {
        match self {
            Self::Endgame => "endgame",
            Self::Midgame => "midgame",
        }
    }

    /// Searches all positions. Returns nodes and seconds, or `None` if interrupted.
    fn run(
        self,
        positions: &[Position],
        options: SearchOptions,
    ) -> anyhow::Result<Option<(u64, f64)>> {
        let mut searcher = Searcher::new(options)?;
        let limits = match self {
            Self::Endgame => Limits::SOLVE,
            Self::Midgame => Limits::depth(DEPTH),
        };
        let began = Instant::now();
        let mut nodes = 0;
        for position in positions {
            searcher.clear();
            let result = searcher.search(&SearchRequest::new(position, limits), |_| true);
            if !result.complete {
                return Ok(None);
            }
            nodes += result.nodes;
        }
        Ok(Some((nodes, began.elapsed().as_secs_f64())))
    }
}

/// Prints the table. The positions of `endgame` are solved.
pub(super) fn run(endgame: &[Position], context: &Context) -> anyhow::Result<Verdict> {
    let games = read_games(GAMES, Shape::STANDARD, None)?;
    let midgame: Vec<Position> = games
        .records
        .iter()
        .flat_map(|(_, record)| PLIES.map(|ply| record.game.positions().get(ply).copied()))
        .flatten()
        .filter(|position| !position.must_pass() && !position.is_over())
        .collect();
    let options = || {
        SearchOptions::default()
            .with_hash(HASH)
            .with_stop(Arc::clone(&context.interrupted))
    };
    context.output.text(format_args!(
        "{} endgame positions solved, {} midgame positions searched {DEPTH} plies deep at 73 %\n\n{:<24} {:>16} {:>7} {:>9} {:>7}",
        endgame.len(),
        midgame.len(),
        "without",
        "nodes",
        "ratio",
        "seconds",
        "ratio"
    ))?;
    for (set, positions) in [(Set::Endgame, endgame), (Set::Midgame, &midgame)] {
        // The first run also loads the evaluation, so it is discarded.
        let (Some(_), Some(baseline)) = (
            set.run(positions, options())?,
            set.run(positions, options())?,
        ) else {
            return stopped(context);
        };
        print(set, None, baseline, baseline, context)?;
        for feature in Feature::ALL {
            if feature.is_exact() != (set == Set::Endgame) {
                continue;
            }
            let Some(found) = set.run(positions, options().without(feature))? else {
                return stopped(context);
            };
            print(set, Some(feature), found, baseline, context)?;
        }
    }
    Ok(Verdict::Done)
}

fn stopped(context: &Context) -> anyhow::Result<Verdict> {
    context
        .output
        .text("stopped before all features were measured")?;
    Ok(Verdict::Done)
}

fn print(
    set: Set,
    feature: Option<Feature>,
    (nodes, seconds): (u64, f64),
    (baseline_nodes, baseline_seconds): (u64, f64),
    context: &Context,
) -> anyhow::Result<()> {
    let line = FeatureGain {
        without: feature.map(Feature::name),
        searches: set.name(),
        nodes,
        seconds,
        node_ratio: nodes as f64 / baseline_nodes.max(1) as f64,
        time_ratio: seconds / baseline_seconds.max(1e-9),
    };
    context.output.object(&line)?;
    let name = match feature {
        Some(feature) => format!("{}: {feature}", set.name()),
        None => format!("{}: none", set.name()),
    };
    context.output.text(format_args!(
        "{name:<24} {:>16} {:>7.2} {seconds:>9.3} {:>7.2}",
        grouped(nodes),
        line.node_ratio,
        line.time_ratio
    ))
}
