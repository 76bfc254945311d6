//! Times static values of the weights, and of networks of every width, in every tier, over boards
//! of recorded games in random order.
//!
//! An iteration evaluates each board once. The time of a value in nanoseconds is 1000 divided by
//! the throughput in Melem/s. Networks are random, which does not affect the times.
#![allow(missing_docs, reason = "criterion's macros make undocumented items")]
#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use outflank_engine::Tier;
use outflank_engine::bench_support::{Seen, sum_of_values};
use outflank_engine::evaluation::network::{BUCKETS, COUNTS_OF_DISCS, HIDDEN, WIDTHS};
use outflank_engine::evaluation::{Evaluation, HeadWeights, Network, NetworkWeights, PatternSet};
use outflank_othello::format::read_games;
use outflank_othello::{Bitboard, Layout, Position, Shape};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const GAMES: &[u8] = include_bytes!("../../../testdata/wthor/WTH_1980.wtb");

/// Number of boards.
const BOARDS: usize = 8_000;

/// Returns distinct boards with a number of discs in a range, in random order: those of the games,
/// and those after every legal move there.
fn boards(discs: Range<u32>) -> Vec<Seen> {
    let layout = Layout::STANDARD;
    let games = read_games(GAMES, Shape::STANDARD, None).unwrap().records;
    let positions = games.iter().flat_map(|(_, record)| record.game.positions());
    let mut boards = Vec::new();
    for board in positions.filter_map(Position::standard_board) {
        let moves = board.legal_moves(&layout).indices();
        boards.push(board);
        boards.extend(moves.map(|index| board.play(index, &layout)));
    }
    boards.retain(|board| discs.contains(&board.occupied().count_ones()));
    boards.sort_by_key(|board| (board.mover(), board.opponent()));
    boards.dedup();
    boards.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(1));
    assert!(boards.len() >= BOARDS, "only {} boards", boards.len());
    boards.into_iter().take(BOARDS).map(Seen::new).collect()
}

/// A random network.
fn network(width: usize) -> Network {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(64);
    let mut small = |count: usize| -> Vec<i8> {
        let number = |_| random.random_range(-20..=20);
        (0..count).map(number).collect()
    };
    let short = |numbers: Vec<i8>| numbers.into_iter().map(i16::from).collect();
    let long = |numbers: Vec<i8>| numbers.into_iter().map(i32::from).collect();
    let rows = small(PatternSet::standard().kinds() * width);
    let bias = short(small(width));
    let heads = (0..BUCKETS).map(|_| HeadWeights {
        hidden: small(HIDDEN * width / 2),
        hidden_bias: long(small(HIDDEN)),
        output: short(small(HIDDEN)),
        skip: short(small(width / 2)),
        output_bias: 0,
    });
    let heads = heads.collect();
    let parts = NetworkWeights {
        width,
        rows,
        bias,
        heads,
        parity_bias: vec![0; COUNTS_OF_DISCS],
    };
    Network::new("random", parts).unwrap()
}

fn values(criterion: &mut Criterion) {
    let mut evaluations = vec![("linear".to_owned(), None)];
    for width in WIDTHS {
        let weights = Evaluation::shipped().weights().clone();
        let evaluation = Evaluation::with_network(weights, network(width));
        evaluations.push((format!("network of {width}"), Some(evaluation)));
    }
    // A search evaluates boards with similar numbers of discs.
    for (stage, boards) in [
        ("30-35 discs", boards(30..36)),
        ("all stages", boards(4..64)),
    ] {
        for (name, evaluation) in &evaluations {
            let evaluation = evaluation.as_ref().unwrap_or(Evaluation::linear());
            let mut group = criterion.benchmark_group(format!("{stage}/{name}"));
            group.warm_up_time(Duration::from_millis(500));
            group.measurement_time(Duration::from_secs(2));
            group.throughput(Throughput::Elements(boards.len() as u64));
            let expected = sum_of_values(evaluation, Tier::Portable, &boards);
            for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
                assert_eq!(sum_of_values(evaluation, tier, &boards), expected, "{tier}");
                group.bench_function(tier.to_string(), |bencher| {
                    bencher.iter(|| sum_of_values(evaluation, tier, black_box(&boards)));
                });
            }
        }
    }
}

criterion_group!(benches, values);
criterion_main!(benches);
