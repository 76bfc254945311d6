//! The shipped balanced openings.

use std::sync::LazyLock;

use outflank_othello::{Game, Shape};

/// The name of these openings.
pub const BALANCED: &str = "balanced";

/// Number of moves of each opening.
pub const BALANCED_PLIES: usize = 8;

/// Level of the search that scored them.
pub const BALANCED_LEVEL: u32 = 20;

/// The openings with their scores, one per line. A line that begins with `%` is a comment.
static TEXT: &str = include_str!("../balanced/8x8.txt");

/// The openings, parsed on first use.
static OPENINGS: LazyLock<Vec<BalancedOpening>> = LazyLock::new(|| {
    let lines = TEXT.lines().filter(|line| !line.starts_with('%'));
    lines.map(BalancedOpening::parse).collect()
});

/// An opening on 8×8 after which neither side is more than one disc ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BalancedOpening {
    /// The moves.
    pub transcript: &'static str,
    /// The score for the side to move, in discs to two decimals, from a search at
    /// [`BALANCED_LEVEL`] with one thread and a cleared table.
    pub score: f64,
}

impl BalancedOpening {
    fn parse(line: &'static str) -> Self {
        let opening = line.split_once(' ').and_then(|(transcript, score)| {
            let score = score.parse().ok()?;
            Some(Self { transcript, score })
        });
        opening.unwrap_or_else(|| unreachable!("a test parses all openings: {line:?}"))
    }

    /// Returns the opening as a game.
    #[must_use]
    pub fn game(&self) -> Game {
        match Game::from_transcript(Shape::STANDARD, self.transcript) {
            Ok(game) => game,
            Err(error) => unreachable!("a test plays all openings: {error}"),
        }
    }
}

/// Returns the openings of [`BALANCED_PLIES`] moves, distinct up to symmetry, that leave neither
/// side more than one disc ahead. A search of every move at level 16 confirms this. The order is
/// random, so the first openings are a fair sample.
///
/// `examples/balanced_openings.rs` generates and checks them.
///
/// ```
/// let opening = outflank_book::balanced_openings()[0];
/// assert!(opening.score.abs() <= 1.0);
/// assert_eq!(opening.game().squares().count(), outflank_book::BALANCED_PLIES);
/// ```
#[must_use]
pub fn balanced_openings() -> &'static [BalancedOpening] {
    &OPENINGS
}
