//! Times every kernel in every tier, over positions of random games.
//!
//! An iteration calls the kernel once with each sample. The time of a call in nanoseconds is 1000
//! divided by the throughput in Melem/s.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use outflank_engine::Tier;
use outflank_engine::bench_support::{Kernel, Sample, run_batch};
use outflank_othello::{Bitboard, Board, Layout};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Number of samples in a batch, each from a different game.
const SAMPLES: usize = 4_000;

/// Returns reproducible positions, each with a legal move. Their numbers of empties cycle through
/// `stages`.
fn samples(stages: std::ops::Range<u32>) -> Vec<Sample> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(64);
    stages
        .cycle()
        .filter_map(|empties| sample(empties, &mut random))
        .take(SAMPLES)
        .collect()
}

/// Plays a random game down to `empties` empties. Returns the board and a legal move, or `None` if
/// the game ends earlier or the mover must pass.
fn sample(empties: u32, random: &mut Xoshiro256PlusPlus) -> Option<Sample> {
    let layout = Layout::STANDARD;
    let mut board = Board::start(&layout);
    loop {
        let moves = board.legal_moves(&layout);
        let here = board.empties(&layout).count() == empties;
        if moves != 0 {
            let choice = random.random_range(0..moves.count());
            let square = moves.indices().nth(choice as usize)?;
            if here {
                return Some(Sample { board, square });
            }
            board = board.play(square, &layout);
        } else if here || board.is_over(&layout) {
            return None;
        } else {
            board = board.pass();
        }
    }
}

fn kernels(criterion: &mut Criterion) {
    let all_stages = samples(1..60);
    let last_square = samples(1..2);
    for kernel in Kernel::ALL {
        let samples = match kernel {
            Kernel::LastFlips => &last_square,
            Kernel::LegalMoves | Kernel::Flips | Kernel::Stable => &all_stages,
        };
        measure::<false>(criterion, kernel, samples);
        measure::<true>(criterion, kernel, samples);
    }
}

fn measure<const CHAINED: bool>(criterion: &mut Criterion, kernel: Kernel, samples: &[Sample]) {
    let expected = run_batch::<CHAINED>(kernel, Tier::Portable, samples);
    let calls = if CHAINED { "Chained" } else { "Independent" };
    let mut group = criterion.benchmark_group(format!("{kernel:?}/{calls}"));
    group.warm_up_time(Duration::from_secs(1));
    group.measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Elements(samples.len() as u64));
    for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
        assert_eq!(
            run_batch::<CHAINED>(kernel, tier, samples),
            expected,
            "{tier}"
        );
        group.bench_function(tier.to_string(), |bencher| {
            bencher.iter(|| run_batch::<CHAINED>(kernel, tier, black_box(samples)));
        });
    }
}

criterion_group!(benches, kernels);
criterion_main!(benches);
