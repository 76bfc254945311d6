//! Compares perft with the published tables.

use crate::common::outside_data;
use outflank_othello::{PassCounting, Position, perft, with_board};

fn leaves(shape: &str, depth: u32, passes: PassCounting) -> u64 {
    let start = Position::start(shape.parse().expect("a shape"));
    let counts = with_board!(start, |layout, board| perft(board, layout, depth, passes));
    counts.leaves
}

/// 8×8 to depth 10 in both conventions.
#[test]
fn the_standard_board_to_depth_ten() {
    let Some(path) = outside_data("perft/8x8.txt") else {
        return;
    };
    let text = std::fs::read_to_string(path).expect("a file");
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers = line.split_whitespace();
        let numbers: Vec<u64> = numbers.map(|n| n.parse().expect("a number")).collect();
        let [depth, ply, free] = numbers[..] else {
            panic!("{line:?}");
        };
        if depth <= 10 {
            assert_eq!(leaves("8x8", depth as u32, PassCounting::Ply), ply);
            assert_eq!(leaves("8x8", depth as u32, PassCounting::Free), free);
            checked += 1;
        }
    }
    assert_eq!(checked, 10);
}

/// 4×4, 4×6 and 6×6 (columns × rows), conventions A (a pass is a ply) and C (a pass is free).
#[test]
fn small_boards_match_independent_counts() {
    let Some(path) = outside_data("perft/perft-small.tsv") else {
        return;
    };
    let text = std::fs::read_to_string(path).expect("a file");
    let mut checked = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [shape, convention, depth, expected] = fields[..] else {
            panic!("{line:?}");
        };
        let passes = match convention {
            "A" => PassCounting::Ply,
            "C" => PassCounting::Free,
            _ => continue,
        };
        let depth: u32 = depth.parse().expect("a depth");
        let expected: u64 = expected.parse().expect("a count");
        if expected < 20_000_000 {
            assert_eq!(leaves(shape, depth, passes), expected, "{line}");
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked}");
}
