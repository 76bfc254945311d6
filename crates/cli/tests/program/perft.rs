//! `outflank perft`.

#[cfg(unix)]
use crate::common::{interrupted_after, json, refuses, refuses_each, workspace};

/// Leaves on 8×8 by depth: counting passes as plies, and not counting them. Sources: A. Bik (first
/// column) and Egaroucid (both columns).
const LEAVES: [(u64, u64); 10] = [
    (4, 4),
    (12, 12),
    (56, 56),
    (244, 244),
    (1396, 1396),
    (8200, 8200),
    (55092, 55092),
    (390216, 390216),
    (3005288, 3005320),
    (24571284, 24571420),
];

#[test]
fn counts_to_depth_ten_match_published_counts() {
    let lines = json("perft 10");
    assert_eq!(lines.len(), LEAVES.len());
    for (line, (depth, (leaves, free))) in lines.iter().zip((1..).zip(LEAVES)) {
        assert_eq!(line["depth"], depth);
        assert_eq!(line["leaves"], leaves);
        assert_eq!(line["leaves_passes_free"], free);
    }
}

#[test]
fn a_position_and_a_shape_are_accepted() {
    assert_eq!(json("perft 1 f5")[0]["leaves"], 3);
    let board = format!("{}OX{} X", "-".repeat(20), "-".repeat(42));
    assert_eq!(json(["perft", "1", &board])[0]["leaves"], 1);
    assert_eq!(json("perft 2 --board 9x7")[1]["leaves"], 12);
}

#[test]
fn the_portable_tier_gives_the_same_counts() {
    let lines = json("perft 7 --tier portable");
    for (line, best) in lines.iter().zip(json("perft 7")) {
        for field in ["depth", "leaves", "leaves_passes_free", "nodes"] {
            assert_eq!(line[field], best[field]);
        }
    }
    assert_eq!(lines[6]["leaves"], LEAVES[6].0);
}

/// No line has the leaves of an unfinished depth.
#[test]
#[cfg(unix)]
fn an_interrupt_ends_the_depth_in_progress() {
    let lines = interrupted_after(9, "perft 40", &workspace());
    let (last, depths) = lines.split_last().unwrap();
    for (line, depth) in depths.iter().zip(1..) {
        assert_eq!(line["depth"], depth);
    }
    assert!((9..20).contains(&depths.len()), "{lines:?}");
    assert!(last.get("depth").is_none(), "{last}");
}

#[test]
fn invalid_input_is_rejected_with_a_one_line_error() {
    refuses_each(
        "
        perft three => DEPTH
        perft 3 --board 2x2 => 2x2 | 3 to 16
        perft 3 --board 17x17 => 17x17 | 3 to 16
        perft 3 f5z9 => column 3 | z9",
    );
    refuses(["perft", "3", "-XO X"], "", &["board ends", "64"]);
    refuses_each(
        "
        perft 3 --tier sse => sse | avx512
        perft => DEPTH
        no-such-command => no-such-command",
    );
}
