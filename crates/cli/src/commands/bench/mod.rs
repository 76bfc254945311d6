//! `outflank bench`: a fixed set of searches. Their node total is the node signature.

mod features;

use std::time::Instant;

use anyhow::Result;
use clap::Args;
use outflank_engine::{Limits, SearchOptions, SearchRequest, Searcher, Tier, Window, perft};
use outflank_othello::format::parse_obf_lines;
use outflank_othello::{Position, Shape};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::output::{grouped, speed};
use crate::schema::{Lines, lines};

/// The lines printed with `--json`.
pub(super) const LINES: &[(&str, Lines)] = lines! {
    "bench": BenchGroup, BenchTotal, features::FeatureGain;
};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Number of threads. With more than one, node counts vary and there is no
    /// signature.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// CPU tier to run: portable, avx2 or avx512 [default: the best that the
    /// processor supports].
    #[arg(long, value_name = "TIER")]
    tier: Option<Tier>,

    /// Measure the gain of each search feature instead: run the same searches with and without it,
    /// on one thread.
    #[arg(long, conflicts_with_all = ["threads", "tier"])]
    features: bool,

    /// Depth of the midgame searches of `--features`, in plies.
    #[arg(long, value_name = "PLIES", default_value_t = 12, requires = "features", value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
}

/// Table size in MiB. Node counts depend on the size.
const HASH: usize = 64;

/// The FFO endgame test positions 1 to 39.
const FFO: [&str; 2] = [
    include_str!("../../../../../testdata/positions/fforum-1-19.obf"),
    include_str!("../../../../../testdata/positions/fforum-20-39.obf"),
];

/// A group of searches.
#[derive(JsonSchema, Serialize)]
struct BenchGroup {
    name: &'static str,
    searches: usize,
    /// Nodes, or leaves of perft.
    nodes: u64,
    seconds: f64,
}

/// Totals over all groups.
#[derive(JsonSchema, Serialize)]
struct BenchTotal {
    total: bool,
    nodes: u64,
    seconds: f64,
    /// The node total, if it is reproducible.
    signature: Option<u64>,
    complete: bool,
}

/// Positions solved by one solver.
struct Group {
    name: &'static str,
    positions: Vec<Position>,
    window: Window,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    if arguments.features {
        return features::run(medium(&ffo()?), arguments.depth, context);
    }
    let tier = arguments.tier.unwrap_or_else(Tier::best);
    let options = SearchOptions::default()
        .with_hash(HASH)
        .with_threads(usize::from(arguments.threads))
        .with_tier(tier)
        .with_stop(std::sync::Arc::clone(&context.interrupted));
    context.text(format_args!(
        "{:<34} {:>8} {:>16} {:>9} {:>10}",
        "", "searches", "nodes", "seconds", "speed"
    ))?;
    let (mut nodes, mut seconds) = (0, 0.0);
    for group in groups()? {
        let mut searcher = Searcher::new(options.clone())?;
        let started = Instant::now();
        let counts = group.positions.iter().map_while(|position| {
            let request = SearchRequest::new(position, Limits::SOLVE).window(group.window);
            let result = searcher.search(&request);
            result.complete.then_some(result.nodes)
        });
        let counts: Vec<u64> = counts.collect();
        // The counts of a partial group are not comparable.
        if context.is_interrupted() {
            break;
        }
        let line = BenchGroup {
            name: group.name,
            searches: counts.len(),
            nodes: counts.iter().sum(),
            seconds: started.elapsed().as_secs_f64(),
        };
        nodes += line.nodes;
        seconds += line.seconds;
        print(&line, context)?;
    }
    let complete = !context.is_interrupted();
    if complete {
        let started = Instant::now();
        let counted = perft(&Position::start(Shape::STANDARD), 10, tier);
        let line = BenchGroup {
            name: "perft 10 (leaves)",
            searches: 1,
            nodes: counted.ply.leaves,
            seconds: started.elapsed().as_secs_f64(),
        };
        print(&line, context)?;
    }
    let total = BenchTotal {
        total: true,
        nodes,
        seconds,
        signature: (complete && arguments.threads == 1).then_some(nodes),
        complete,
    };
    let verdict = context.finish(&total)?;
    let signature = total.signature.map(|nodes| format!("signature {nodes}"));
    let signature = signature.unwrap_or_else(|| "no signature".to_owned());
    let (counted, speed) = (grouped(nodes), speed(nodes, seconds));
    context.text(format_args!(
        "{signature}, {counted} nodes, {seconds:.3} seconds, {speed}, {tier}"
    ))?;
    Ok(verdict)
}

fn print(line: &BenchGroup, context: &Context) -> Result<()> {
    context.object(line)?;
    context.text(format_args!(
        "{:<34} {:>8} {:>16} {:>9.3} {:>10}",
        line.name,
        line.searches,
        grouped(line.nodes),
        line.seconds,
        speed(line.nodes, line.seconds)
    ))
}

fn ffo() -> Result<Vec<Position>> {
    let mut positions = Vec::new();
    for text in FFO {
        for record in parse_obf_lines(text, Shape::STANDARD) {
            positions.push(record?.position);
        }
    }
    Ok(positions)
}

/// Returns the positions with 16 to 20 empties, which take a few seconds in all.
fn medium(positions: &[Position]) -> Vec<Position> {
    let is_medium = |position: &&Position| (16..=20).contains(&position.empties().len());
    positions.iter().filter(is_medium).copied().collect()
}

fn groups() -> Result<Vec<Group>> {
    let ffo = ffo()?;
    let start = |shape: &str| Ok(Position::start(shape.parse()?));
    let small: Result<_> = ["4x5", "4x6", "5x5", "4x7"]
        .into_iter()
        .map(start)
        .collect();
    let (small, exact) = (small?, Window::EXACT);
    let medium = medium(&ffo);
    let group = |name, positions, window| Group {
        name,
        positions,
        window,
    };
    Ok(vec![
        group("FFO 1-19, exact", ffo[..19].to_vec(), exact),
        group("FFO with 16-20 empties, exact", medium.clone(), exact),
        group("FFO with 16-20 empties, WLD", medium, Window::WIN_DRAW_LOSS),
        group("4x5, 4x6, 5x5, 4x7 from the start", small, exact),
        group("9x4 and 10x4 after ten plies", wide()?, exact),
    ])
}

/// Returns positions on wide boards after ten plies, each of them the first legal move.
fn wide() -> Result<Vec<Position>> {
    let mut positions = Vec::new();
    for shape in ["9x4", "10x4"] {
        let mut position = Position::start(shape.parse()?);
        for _ in 0..10 {
            let first = position.legal_moves().into_iter().next();
            position = first.map_or_else(|| position.pass(), |square| position.play(square))?;
        }
        positions.push(position);
    }
    Ok(positions)
}
