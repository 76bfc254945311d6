//! Perft by the portable rules on both board widths.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use outflank_othello::{PassCounting, Position, perft, with_board};

fn rules(criterion: &mut Criterion) {
    for (name, shape, depth) in [("64 bits", "8x8", 7), ("128 bits", "10x10", 6)] {
        let Ok(shape) = shape.parse() else {
            continue;
        };
        let start = Position::start(shape);
        criterion.bench_function(&format!("perft {depth} on {shape}, {name}"), |bencher| {
            bencher.iter(|| {
                with_board!(start, |layout, board| {
                    perft(black_box(board), layout, depth, PassCounting::Ply).leaves
                })
            });
        });
    }
}

criterion_group!(benches, rules);
criterion_main!(benches);
