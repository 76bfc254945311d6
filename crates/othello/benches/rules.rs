//! Perft by the portable rules on both machine words.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use outflank_othello::{Bitboard, Board, BoardTask, Color, Layout, PassCounting, Position, perft};

struct Perft(u32);

impl BoardTask for Perft {
    type Output = u64;

    fn run<B: Bitboard>(self, layout: &Layout<B>, board: Board<B>, _: Color) -> u64 {
        perft(black_box(board), layout, self.0, PassCounting::Ply).leaves
    }
}

fn rules(criterion: &mut Criterion) {
    for (name, shape, depth) in [("64 bits", "8x8", 7), ("128 bits", "10x10", 6)] {
        let Ok(shape) = shape.parse() else {
            continue;
        };
        let start = Position::start(shape);
        criterion.bench_function(&format!("perft {depth} on {shape}, {name}"), |bencher| {
            bencher.iter(|| start.with_board(Perft(depth)));
        });
    }
}

criterion_group!(benches, rules);
criterion_main!(benches);
