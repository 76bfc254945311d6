//! The opponent's moves in the lines of an opening.

use outflank_othello::format::GameFilter;
use outflank_othello::{Position, Square};

use super::{Archive, ArchiveError};
use outflank_study::Analyzer;
use outflank_study::trainer::right_answers;

/// Minimum number of games from a position for choosing replies by how often they were played.
const GAMES: u32 = 10;
/// Maximum loss in discs of a reply in positions with fewer games.
const LOSS: f64 = 2.0;

impl Archive {
    /// Returns the moves in a position that a player should prepare for. These are the moves played
    /// in at least `share` of its games, from 0 to 1. If the position has fewer than 10 games, they
    /// are the moves that lose at most 2 discs according to `analyzer`, or none if the analysis is
    /// interrupted.
    pub fn replies(
        &self,
        position: &Position,
        share: f64,
        analyzer: &dyn Analyzer,
    ) -> Result<Vec<Square>, ArchiveError> {
        let played = self.statistics(position, &GameFilter::default())?;
        if played.all.games < GAMES {
            let moves = analyzer.score_moves(position).unwrap_or_default();
            return Ok(right_answers(&moves, LOSS));
        }
        let least = share * f64::from(played.all.games);
        let moves = played.moves.iter();
        let moves = moves.filter(|mv| f64::from(mv.tally.games) >= least);
        Ok(moves.filter_map(|mv| mv.mv.square()).collect())
    }
}
