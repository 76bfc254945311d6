//! The opponent's moves in the lines of an opening.

use outflank_othello::{Position, Square};

use super::right_answers;
use crate::analyzer::Analyzer;

/// Minimum number of games from a position for choosing replies by how often they were played.
const GAMES: u32 = 10;
/// Maximum loss in discs of a reply in positions with fewer games.
const LOSS: f64 = 2.0;

/// Returns the moves in a position that a player should prepare for, given the number of `games`
/// from the position and how many of them continue with each move. These are the moves played in
/// at least `share` of the games, from 0 to 1. If the position has fewer than 10 games, they are
/// the moves that lose at most 2 discs according to `analyzer`, or none if the analysis is
/// interrupted.
pub fn replies(
    position: &Position,
    games: u32,
    played: impl IntoIterator<Item = (Square, u32)>,
    share: f64,
    analyzer: &dyn Analyzer,
) -> Vec<Square> {
    if games < GAMES {
        let moves = analyzer.score_moves(position).unwrap_or_default();
        return right_answers(&moves, LOSS);
    }
    let least = share * f64::from(games);
    let played = played.into_iter();
    let often = played.filter(|&(_, games)| f64::from(games) >= least);
    often.map(|(square, _)| square).collect()
}
