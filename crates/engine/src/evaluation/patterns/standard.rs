//! The patterns of the 8×8 board.

use outflank_othello::Square;

use super::Pattern;

/// The name of each pattern, and its squares from the lowest digit up.
#[cfg(not(miri))]
const PATTERNS: [(&str, &str); 15] = [
    ("corner", "a1b1c1a2b2c2a3b3c3"),
    ("edge", "a1b1c1d1e1f1g1h1b2g2"),
    ("wing", "a1b1c1d1e1a2b2c2d2e2"),
    ("triangle", "a1b1c1d1a2b2c2a3b3a4"),
    ("block", "a1c1d1e1f1h1c2d2e2f2"),
    ("kite", "a1b1a2b2c2b3c3d3c4d4"),
    ("line 2", "a2b2c2d2e2f2g2h2"),
    ("line 3", "a3b3c3d3e3f3g3h3"),
    ("line 4", "a4b4c4d4e4f4g4h4"),
    ("centre", "c3d3e3f3c4d4e4f4"),
    ("diagonal 8", "a1b2c3d4e5f6g7h8"),
    ("diagonal 7", "b1c2d3e4f5g6h7"),
    ("diagonal 6", "c1d2e3f4g5h6"),
    ("diagonal 5", "d1e2f3g4h5"),
    ("diagonal 4", "e1f2g3h4"),
];

/// As many instances of fewer squares: Miri takes minutes to fill the tables of the patterns above.
#[cfg(miri)]
const PATTERNS: [(&str, &str); 15] = [
    ("corner", "a1b1a2"),
    ("edge", "a1d1e1h1"),
    ("wing", "a1b1c1"),
    ("triangle", "a1b2"),
    ("block", "c1d1e1f1"),
    ("kite", "b2c2b3"),
    ("line 2", "a2d2e2h2"),
    ("line 3", "a3d3e3h3"),
    ("line 4", "a4d4e4h4"),
    ("centre", "c3d3e3f3"),
    ("diagonal 8", "a1c3f6h8"),
    ("diagonal 7", "b1e4h7"),
    ("diagonal 6", "c1e3f4h6"),
    ("diagonal 5", "d1f3h5"),
    ("diagonal 4", "e1h4"),
];

/// Returns the patterns, in the order of their tables.
pub(super) fn patterns() -> Vec<Pattern> {
    let pattern = |(name, squares): (&str, &str)| Pattern {
        name: name.to_owned(),
        squares: squares
            .as_bytes()
            .chunks_exact(2)
            .filter_map(|name| Square::new(name[0] - b'a', name[1] - b'1'))
            .collect(),
    };
    PATTERNS.into_iter().map(pattern).collect()
}
