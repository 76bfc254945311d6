//! Compares the walk of every tier with the plain walk.

use outflank_othello::{PassCounting, PerftCounts, Shape, with_board};

use super::*;

/// The plain count.
fn plain(position: &Position, depth: u32, passes: PassCounting) -> PerftCounts {
    with_board!(position, |layout, board| {
        outflank_othello::perft(board, layout, depth, passes)
    })
}

/// Compares every tier with the rules at every depth up to `deepest`.
fn assert_counts(position: &Position, deepest: u32) {
    for depth in 0..=deepest {
        let expected = Perft {
            ply: plain(position, depth, PassCounting::Ply),
            free: plain(position, depth, PassCounting::Free),
        };
        let shape = position.shape();
        for tier in Tier::ALL.into_iter().filter(|tier| tier.is_available()) {
            let found = perft(position, depth, tier);
            assert_eq!(found, expected, "{shape} {depth} {tier}");
        }
    }
}

#[test]
fn counts_from_the_start_of_every_shape() {
    for (shape, deepest) in [
        ("8x8", 7),
        ("8x8-a1h8", 7),
        ("8x8-c3f6", 7),
        ("8x7", 7),
        ("6x8", 7),
        ("7x5-a1", 7),
        ("6x6", 8),
        ("6x6-a1f1a6f6", 8),
        ("4x6", 9),
        ("6x4-b2", 9),
        ("9x7", 6),
        ("10x10", 6),
        ("10x10-a1j10", 6),
        ("16x8", 5),
    ] {
        assert_counts(&Position::start(shape.parse::<Shape>().unwrap()), deepest);
    }
}

/// Walks trees with passes, several in a row, and games that end early, to the last leaf and
/// beyond.
#[test]
fn counts_to_the_end_of_small_boards() {
    for shape in ["4x4", "4x4-a1", "3x5", "5x3", "4x4-a1d1a4d4", "3x3"] {
        assert_counts(&Position::start(shape.parse::<Shape>().unwrap()), 14);
    }
}

/// Starts near the end of random games, where passes are common and free passes lead far below the
/// depth in plies.
#[test]
fn counts_near_the_end_of_games() {
    use rand::{RngExt, SeedableRng};

    let mut counted_apart = 0;
    let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(11);
    for shape in ["8x8", "6x6", "8x8-a1c3", "9x7", "10x10"] {
        for _ in 0..20 {
            let mut position = Position::start(shape.parse::<Shape>().unwrap());
            while position.empties().len() > 7 && !position.is_over() {
                let moves = position.legal_moves();
                position = if moves.is_empty() {
                    position.pass().unwrap()
                } else {
                    let choice = random.random_range(0..moves.len());
                    position
                        .play(moves.into_iter().nth(choice).unwrap())
                        .unwrap()
                };
            }
            assert_counts(&position, 9);
            let counts = perft(&position, 5, Tier::best());
            counted_apart += u32::from(counts.ply != counts.free);
        }
    }
    assert!(counted_apart > 20, "only {counted_apart} trees have passes");
}
