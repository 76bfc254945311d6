//! `outflank perft`: leaf counts of the game tree.

use std::time::Instant;

use anyhow::Result;
use clap::Args;
use outflank_engine::{Perft, Tier, perft};
use outflank_othello::Position;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::input::parse_position;
use crate::options::BoardOption;
use crate::output::{grouped, speed};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Maximum depth in plies.
    depth: u32,

    /// `start`, a transcript such as f5d6c3, or a board in OBF.
    #[arg(default_value = "start")]
    position: String,

    #[command(flatten)]
    board: BoardOption,

    /// CPU tier to run: portable, avx2 or avx512 [default: the best that the processor supports].
    /// Boards with a side longer than 8 always use portable.
    #[arg(long, value_name = "TIER")]
    tier: Option<Tier>,
}

/// Counts at one depth.
#[derive(JsonSchema, Serialize)]
pub(super) struct PerftDepth {
    depth: u32,
    /// Leaves, counting a pass as a ply.
    leaves: u64,
    /// Leaves, not counting passes as plies.
    leaves_passes_free: u64,
    /// Positions visited, counting a pass as a ply.
    nodes: u64,
    /// Time of both counts, which share one traversal.
    seconds: f64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Verdict> {
    let (text, shape) = (&arguments.position, arguments.board.shape);
    let position = parse_position(text, shape)?;
    let tier = arguments.tier.unwrap_or_else(Tier::best);
    context.text(format_args!(
        "{:>5} {:>20} {:>20} {:>10} {:>11}",
        "depth", "leaves", "passes free", "seconds", "leaves/s"
    ))?;
    for depth in 1..=arguments.depth {
        let started = Instant::now();
        let mut counts = Perft::default();
        count(&position, depth, tier, context, &mut counts);
        let seconds = started.elapsed().as_secs_f64();
        // Partial leaf counts are not printed.
        context.check()?;
        context.object(&PerftDepth {
            depth,
            leaves: counts.ply.leaves,
            leaves_passes_free: counts.free.leaves,
            nodes: counts.ply.nodes,
            seconds,
        })?;
        context.text(format_args!(
            "{depth:>5} {:>20} {:>20} {seconds:>10.3} {:>11}",
            grouped(counts.ply.leaves),
            grouped(counts.free.leaves),
            speed(counts.ply.leaves, seconds),
        ))?;
    }
    Ok(Verdict::Done)
}

/// Depth in plies below which a count is too quick to need interrupting.
const SHALLOW: u32 = 8;

/// Adds the counts of a position, or part of them after Ctrl-C.
fn count(position: &Position, depth: u32, tier: Tier, context: &Context, counts: &mut Perft) {
    let moves = position.legal_moves();
    if depth <= SHALLOW || moves.is_empty() {
        let more = perft(position, depth, tier);
        for (counts, more) in [(&mut counts.ply, more.ply), (&mut counts.free, more.free)] {
            counts.leaves += more.leaves;
            counts.nodes += more.nodes;
        }
        return;
    }
    counts.ply.nodes += 1;
    counts.free.nodes += 1;
    for square in moves {
        if !context.is_interrupted()
            && let Ok(next) = position.play(square)
        {
            count(&next, depth - 1, tier, context, counts);
        }
    }
}
