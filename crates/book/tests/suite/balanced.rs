//! The shipped balanced openings.

use std::collections::HashSet;

use outflank_book::{BALANCED_PLIES, balanced_openings};
use outflank_othello::{Game, Shape};

#[test]
fn there_are_thousands_of_distinct_balanced_openings() {
    let openings = balanced_openings();
    assert!(openings.len() >= 3000, "{} openings", openings.len());
    let mut seen = HashSet::new();
    for opening in openings {
        let game = Game::from_transcript(Shape::STANDARD, opening.transcript);
        let game = game.unwrap_or_else(|error| panic!("{}: {error}", opening.transcript));
        assert_eq!(game, opening.game());
        assert_eq!(game.squares().count(), BALANCED_PLIES);
        assert!(!game.is_over());
        assert!(opening.score.abs() <= 1.0, "{opening:?}");
        let (canonical, _) = game.position().canonical();
        assert!(seen.insert(canonical), "{opening:?}");
    }
}
