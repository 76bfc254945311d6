//! `outflank perft`: leaves of the game tree.

use std::time::Instant;

use clap::Args;
use outflank_othello::notation::parse_position;
use outflank_othello::{
    Bitboard, Board, BoardTask, Color, Layout, PassCounting, PerftCounts, perft,
};
use serde::Serialize;

use crate::context::{Context, Verdict};
use crate::options::BoardOption;
use crate::output::{grouped, speed};

/// Arguments of `outflank perft`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Depth in plies up to which leaves are counted.
    depth: u32,

    /// `start`, a transcript such as f5d6c3, or a board in OBF.
    #[arg(default_value = "start")]
    position: String,

    #[command(flatten)]
    board: BoardOption,
}

/// The JSON object of one depth.
#[derive(Serialize)]
struct Line {
    depth: u32,
    /// A pass is a ply.
    leaves: u64,
    /// A pass is free.
    leaves_passes_free: u64,
    /// Positions visited by the first count.
    nodes: u64,
    /// Time of the first count.
    seconds: f64,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> anyhow::Result<Verdict> {
    let position = parse_position(&arguments.position, arguments.board.shape)?;
    context.output.text(format_args!(
        "{:>5} {:>20} {:>20} {:>10} {:>11}",
        "depth", "leaves", "passes free", "seconds", "leaves/s"
    ))?;
    for depth in 1..=arguments.depth {
        if context.is_interrupted() {
            break;
        }
        let started = Instant::now();
        let counts = position.with_board(Count(depth, PassCounting::Ply));
        let seconds = started.elapsed().as_secs_f64();
        let free = position.with_board(Count(depth, PassCounting::Free));
        context.output.object(&Line {
            depth,
            leaves: counts.leaves,
            leaves_passes_free: free.leaves,
            nodes: counts.nodes,
            seconds,
        })?;
        context.output.text(format_args!(
            "{depth:>5} {:>20} {:>20} {seconds:>10.3} {:>11}",
            grouped(counts.leaves),
            grouped(free.leaves),
            speed(counts.leaves, seconds),
        ))?;
    }
    Ok(Verdict::Done)
}

/// Counts to a depth in one convention.
struct Count(u32, PassCounting);

impl BoardTask for Count {
    type Output = PerftCounts;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, _mover: Color) -> PerftCounts {
        perft(board, layout, self.0, self.1)
    }
}
