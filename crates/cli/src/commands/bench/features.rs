//! What each part of the search is worth: the same searches with and without it.

use std::sync::Arc;
use std::time::Instant;

use outflank_engine::{Feature, Reach, Selectivity, SolveOptions, Solver, Window};
use outflank_othello::format::read_games;
use outflank_othello::{Position, Shape};
use serde::Serialize;

use super::HASH;
use crate::context::{Context, Verdict};
use crate::output::grouped;

/// Games of 1977, from which the positions of searches by values are.
const GAMES: &[u8] = include_bytes!("../../../../../testdata/wthor/WTH_1977.wtb");

/// Moves before them.
const PLIES: [usize; 3] = [10, 20, 30];

/// Plies of the searches by values.
const DEPTH: u32 = 12;

/// The JSON object of one feature.
#[derive(Serialize)]
struct Line {
    /// The feature that is switched off; none with all of them.
    without: Option<&'static str>,
    /// `exact` or `values`.
    searches: &'static str,
    nodes: u64,
    seconds: f64,
    /// Nodes compared with those of the search with all features.
    node_ratio: f64,
    /// Seconds compared with those of the search with all features.
    time_ratio: f64,
}

/// A set of searches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Exact,
    Values,
}

impl Set {
    const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Values => "values",
        }
    }

    /// Searches all positions: nodes and seconds; none if it was stopped.
    fn run(
        self,
        positions: &[Position],
        options: SolveOptions,
    ) -> anyhow::Result<Option<(u64, f64)>> {
        let mut solver = Solver::new(options)?;
        let reach = Reach {
            depth: DEPTH,
            selectivity: Selectivity::ALL[0],
            exact_to: 0,
            end_to: 0,
        };
        let began = Instant::now();
        let mut nodes = 0;
        for position in positions {
            solver.forget();
            let (found, complete) = match self {
                Self::Exact => {
                    let solution = solver.solve(position, Window::EXACT);
                    (solution.nodes, solution.complete)
                }
                Self::Values => {
                    let thought = solver.think(position, reach, 1, |_| true);
                    (thought.nodes, thought.complete)
                }
            };
            if !complete {
                return Ok(None);
            }
            nodes += found;
        }
        Ok(Some((nodes, began.elapsed().as_secs_f64())))
    }
}

/// Prints the table. `exact` are the positions that are solved.
pub(super) fn run(exact: &[Position], context: &Context) -> anyhow::Result<Verdict> {
    let games = read_games(GAMES, Shape::STANDARD, None)?;
    let middle: Vec<Position> = games
        .records
        .iter()
        .flat_map(|(_, record)| PLIES.map(|ply| record.game.positions().get(ply).copied()))
        .flatten()
        .filter(|position| !position.must_pass() && !position.is_over())
        .collect();
    let options = || {
        SolveOptions::default()
            .with_hash(HASH)
            .with_stop(Arc::clone(&context.interrupted))
    };
    context.output.text(format_args!(
        "{} positions solved, {} searched {DEPTH} plies deep at 73 %\n\n{:<24} {:>16} {:>7} {:>9} {:>7}",
        exact.len(),
        middle.len(),
        "without",
        "nodes",
        "ratio",
        "seconds",
        "ratio"
    ))?;
    for (set, positions) in [(Set::Exact, exact), (Set::Values, &middle)] {
        // The first run finds no tables of weights yet: it does not count.
        let (Some(_), Some(whole)) = (
            set.run(positions, options())?,
            set.run(positions, options())?,
        ) else {
            return stopped(context);
        };
        print(set, None, whole, whole, context)?;
        for feature in Feature::ALL {
            if feature.is_exact() != (set == Set::Exact) {
                continue;
            }
            let Some(found) = set.run(positions, options().without(feature))? else {
                return stopped(context);
            };
            print(set, Some(feature), found, whole, context)?;
        }
    }
    Ok(Verdict::Done)
}

fn stopped(context: &Context) -> anyhow::Result<Verdict> {
    context.output.text("stopped before the end")?;
    Ok(Verdict::Done)
}

fn print(
    set: Set,
    feature: Option<Feature>,
    (nodes, seconds): (u64, f64),
    (whole_nodes, whole_seconds): (u64, f64),
    context: &Context,
) -> anyhow::Result<()> {
    let line = Line {
        without: feature.map(Feature::name),
        searches: set.name(),
        nodes,
        seconds,
        node_ratio: nodes as f64 / whole_nodes.max(1) as f64,
        time_ratio: seconds / whole_seconds.max(1e-9),
    };
    context.output.object(&line)?;
    let name = match feature {
        Some(feature) => format!("{}: {feature}", set.name()),
        None => format!("{}: nothing", set.name()),
    };
    context.output.text(format_args!(
        "{name:<24} {:>16} {:>7.2} {seconds:>9.3} {:>7.2}",
        grouped(nodes),
        line.node_ratio,
        line.time_ratio
    ))
}
