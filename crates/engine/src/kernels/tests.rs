//! Compares the kernels of every tier with the rules.

#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls code of a tier after checking its features"
    )
)]

use std::collections::HashMap;

use outflank_othello::{Bitboard, Board, Game, Layout, Shape};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::last_board::LastBoard;
use super::{features, mobility, stability};
use crate::evaluation::{FeatureMap, ORDERING_PATTERNS, PatternSet, ordering_feature_map};
use crate::search::{Geometry, Kernels};
use crate::tier::Portable;
#[cfg(target_arch = "x86_64")]
use crate::tier::{Avx2, Avx512};

/// Number of boards to test; the interpreter that `make miri` runs is slow.
const COUNT: usize = if cfg!(miri) { 24 } else { 20_000 };

/// Random boards of all densities on shapes inside 8×8.
fn boards(count: usize) -> impl Iterator<Item = (Layout<u64>, Board)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let shapes = ["8x8", "8x8", "6x6", "4x8", "8x5", "3x7"];
    (0..count).map(move |number| {
        let shape: Shape = shapes[number % shapes.len()].parse().unwrap();
        let layout = Layout::new(shape).unwrap();
        let mut occupied: u64 = random.random();
        match number / shapes.len() % 4 {
            0 => occupied &= random.random::<u64>(),
            1 => occupied |= random.random::<u64>() | random.random::<u64>(),
            2 => occupied |= random.random::<u64>(),
            _ => {}
        }
        occupied &= layout.mask();
        let mover = occupied & random.random::<u64>();
        (layout, Board::new_unchecked(mover, occupied & !mover))
    })
}

/// No move of a random game flips a disc that a kernel called stable.
#[test]
fn stable_discs_are_never_flipped() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut found = 0;
    for number in 0..3_000 {
        let shapes = ["8x8", "6x6", "4x8", "8x8-a1", "5x7-c1"];
        let shape: Shape = shapes[number % shapes.len()].parse().unwrap();
        let layout = Layout::<u64>::new(shape).unwrap();
        let mut board = Board::start(&layout);
        let (mut own, mut other) = (0, 0);
        while !board.is_over(&layout) {
            let moves = board.legal_moves(&layout);
            if moves != 0 {
                let choice = random.random_range(0..moves.count_ones());
                let index = moves.indices().nth(choice as usize).unwrap();
                board = board.play(index, &layout);
            } else {
                board = board.pass();
            }
            (own, other) = (other, own);
            assert_eq!(own & !board.mover(), 0, "{board:?}");
            assert_eq!(other & !board.opponent(), 0, "{board:?}");
            own |= stability::stable(board.mover(), board.opponent(), layout.mask());
            other |= stability::stable(board.opponent(), board.mover(), layout.mask());
        }
        found += (own | other).count_ones();
    }
    assert!(found > 3_000 * 10, "only {found} stable discs found");
}

/// Weights that distinguish every entry from its neighbours. Unused indices look up a zero.
fn some_table() -> Vec<i16> {
    let mix = |entry: usize| (entry.wrapping_mul(40_503) >> 4) as i16;
    let mut table: Vec<i16> = (0..PatternSet::standard().table()).map(mix).collect();
    let zero = table.len() - 2;
    table[zero] = 0;
    table
}

/// The sum of the weights of all instances of some patterns, looked up one by one.
fn naive_total(board: Board, table: &[i16], is_wanted: impl Fn(&str) -> bool) -> i32 {
    let digit = |square: u8| {
        i32::from(board.mover() >> square & 1 == 1) - i32::from(board.opponent() >> square & 1 == 1)
    };
    let mut start = 0;
    let mut total = 0;
    let set = PatternSet::standard();
    for (number, pattern) in set.patterns().iter().enumerate() {
        let entries = 3_i32.pow(pattern.squares.len() as u32);
        for instance in set
            .instances()
            .iter()
            .filter(|instance| instance.pattern == number)
        {
            let squares = instance.squares().iter().rev();
            let entry = squares.fold(0, |entry, &square| 3 * entry + digit(square));
            if is_wanted(&pattern.name) {
                total += i32::from(table[(start + entries / 2 + entry) as usize]);
            }
        }
        start += entries;
    }
    total
}

#[test]
fn totals_equal_the_sums_over_instances() {
    let table = some_table();
    for (_, board) in boards(COUNT / 10) {
        let all = PatternSet::standard().feature_map();
        let indices = features::portable::feature_indices(all, board);
        let total = features::portable::weight_sum(all, &indices, &table);
        assert_eq!(total, naive_total(board, &table, |_| true));
        let indices = features::portable::feature_indices(ordering_feature_map(), board);
        let total = features::portable::weight_sum(ordering_feature_map(), &indices, &table);
        let is_chosen = |name: &str| ORDERING_PATTERNS.contains(&name);
        assert_eq!(total, naive_total(board, &table, is_chosen));
    }
}

#[test]
fn updated_indices_equal_those_of_the_new_board() {
    for (layout, board) in boards(COUNT) {
        if layout.shape() == Shape::STANDARD {
            keep_up(PatternSet::standard().feature_map(), &layout, board);
            keep_up(ordering_feature_map(), &layout, board);
        }
    }
}

#[test]
fn indices_of_other_shapes_are_updated() {
    for shape in ["6x6", "4x8", "8x5", "9x7", "16x8"] {
        let shape: Shape = shape.parse().unwrap();
        let feature_map = PatternSet::of(shape).unwrap().feature_map();
        let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
        let mut game = Game::new(shape);
        while !game.is_over() {
            let moves: Vec<_> = game.position().legal_moves().into_iter().collect();
            game.play(moves[random.random_range(0..moves.len())])
                .unwrap();
            let board = game.position().widened_board();
            if let Some(layout) = Layout::<u64>::new(shape) {
                let board = Board::<u64>::narrow(board);
                keep_up(feature_map, &layout, board);
            } else {
                keep_up(feature_map, &Layout::<u128>::new(shape).unwrap(), board);
            }
        }
    }
}

fn keep_up<W: Bitboard, const N: usize>(
    feature_map: &FeatureMap<N>,
    layout: &Layout<W>,
    board: Board<W>,
) {
    let feature_indices = |board: Board<W>| features::portable::feature_indices(feature_map, board);
    let indices = feature_indices(board);
    assert_eq!(
        features::portable::passed(&indices),
        feature_indices(board.pass())
    );
    for index in board.legal_moves(layout).indices() {
        let next = board.play(index, layout);
        let flips = board.flips(index, layout);
        let after = features::portable::after_move(feature_map, &indices, index, flips);
        assert_eq!(after, feature_indices(next));
    }
}

/// Checks that the kernels of a tier follow the rules, or match the portable kernels where no rule
/// applies.
fn follows_the_rules<K: Kernels<Word = u64>>(kernels: K) {
    let table = some_table();
    let (all, ordering) = (PatternSet::standard().feature_map(), ordering_feature_map());
    let standard = Geometry::new(Layout::STANDARD);
    let mut geometries = HashMap::new();
    for (layout, board) in boards(COUNT) {
        let geometry = geometries.entry(layout.shape());
        let geometry = geometry.or_insert_with(|| Geometry::new(layout));
        let (mover, opponent) = (board.mover(), board.opponent());
        let (empties, moves) = (board.empties(&layout), board.legal_moves(&layout));
        let reached = kernels.reached(board, geometry);
        assert_eq!(reached & empties, moves);
        assert_eq!(reached, mobility::baseline::reached(mover, opponent));
        let replies = kernels.replies(board, moves, geometry);
        for (place, index) in moves.indices().take(4).enumerate() {
            let next = board.play(index, &layout);
            let flips = board.flips(index, &layout);
            assert_eq!(replies.changed[place], flips | 1 << index);
            let reached = replies.reached[place] & next.empties(&layout);
            assert_eq!(reached, next.legal_moves(&layout));
        }
        let indices = features::portable::feature_indices(all, board);
        assert_eq!(
            kernels.weight_sum(all, &indices, &table),
            features::portable::weight_sum(all, &indices, &table)
        );
        let indices = features::portable::feature_indices(ordering, board);
        assert_eq!(
            kernels.weight_sum(ordering, &indices, &table),
            features::portable::weight_sum(ordering, &indices, &table)
        );
        let stable = stability::stable(mover, opponent, layout.mask());
        assert_eq!(kernels.stable(board, geometry), stable);
        for index in empties.indices() {
            let flips = board.flips(index, &layout);
            assert_eq!(kernels.flips(index, mover, opponent, geometry), flips);
            let last = LastBoard {
                mover: kernels.to_lanes(mover),
                opponent: kernels.to_lanes(opponent),
            };
            let next = kernels.play_last(index, last, geometry);
            let discs = |lanes| kernels.lane_discs(lanes);
            let next = next.map(|next| (discs(next.mover), discs(next.opponent)));
            let after = board.after(index, flips);
            assert_eq!(
                next,
                (flips != 0).then_some((after.mover(), after.opponent()))
            );
            // Assume that all other squares hold discs.
            let full = Board::new_unchecked(mover, !mover & !u64::from_index(index));
            let last_flips = [full, full.pass()].map(|full| full.flips(index, &Layout::STANDARD));
            let last_flips = last_flips.map(u64::count_ones);
            assert_eq!(kernels.last_flips(index, mover, &standard), last_flips);
        }
    }
}

/// On AArch64, these are the NEON kernels, and on WebAssembly those for SIMD128.
#[test]
fn portable_kernels_follow_the_rules() {
    follows_the_rules(Portable);
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx2_kernels_follow_the_rules() {
    let Some(avx2) = Avx2::new() else {
        println!("skipped: this processor has no AVX2");
        return;
    };
    follows_the_rules(avx2);
    for (layout, board) in boards(COUNT) {
        for index in board.empties(&layout).indices() {
            // SAFETY: the AVX-512 form needs only BMI2, which the AVX2 tier includes.
            let found =
                unsafe { crate::kernels::last_flip::avx512::last_flips(index, board.mover()) };
            assert_eq!(
                found,
                crate::kernels::last_flip::portable::last_flips(index, board.mover())
            );
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx512_kernels_follow_the_rules() {
    match Avx512::new() {
        Some(avx512) => follows_the_rules(avx512),
        None => println!("skipped: this processor has no AVX-512"),
    }
}
