//! How many moves in a position win, draw, lose or are safe.

use outflank_engine::ScoredMove;
use outflank_othello::Color;
use schemars::JsonSchema;
use serde::Serialize;

use crate::review::{ReviewedMove, Severity};

/// How many moves in a position win, draw, lose or are safe. Estimated scores are rounded to whole
/// discs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MoveCounts {
    /// Number of legal moves.
    pub legal: usize,
    /// Number of moves after which the mover wins.
    pub winning: usize,
    /// Number of moves after which the game is drawn.
    pub drawing: usize,
    /// Number of moves after which the mover loses.
    pub losing: usize,
    /// Number of safe moves, which lose less than 2 discs.
    pub safe: usize,
}

impl MoveCounts {
    /// Counts the moves of a position, which may be in any order.
    #[must_use]
    pub fn of(moves: &[ScoredMove]) -> Self {
        let mut counts = Self::default();
        let best = moves.iter().max_by(|a, b| a.discs().total_cmp(&b.discs()));
        let Some(best) = best else { return counts };
        for mv in moves {
            counts.legal += 1;
            *match mv.discs().round() {
                0.5.. => &mut counts.winning,
                ..-0.5 => &mut counts.losing,
                _ => &mut counts.drawing,
            } += 1;
            counts.safe += usize::from(Severity::of_move(mv, best).is_none());
        }
        counts
    }
}

/// The choices of one side in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SideChoices {
    /// Number of moves played after which this side wins.
    pub winning: usize,
    /// Number of moves after which the game is drawn.
    pub drawing: usize,
    /// Number of moves played after which this side loses.
    pub losing: usize,
    /// Number of positions with several legal moves, only one of which was safe.
    pub only_moves: usize,
    /// How often the only move was played.
    pub only_moves_found: usize,
}

impl SideChoices {
    /// Counts the reviewed moves of a side.
    #[must_use]
    pub fn new(moves: &[ReviewedMove], side: Color) -> Self {
        let mut counts = Self::default();
        for mv in moves.iter().filter(|mv| mv.mover == side) {
            let Some(score) = mv.score else { continue };
            *match score.round() {
                0.5.. => &mut counts.winning,
                ..-0.5 => &mut counts.losing,
                _ => &mut counts.drawing,
            } += 1;
            let Some(choices) = mv.choices else { continue };
            if choices.legal > 1 && choices.safe == 1 {
                counts.only_moves += 1;
                counts.only_moves_found += usize::from(mv.mistake.is_none());
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Game, Shape};

    use outflank_engine::Score;

    use super::*;
    use crate::analyzer::TextbookAnalyzer;
    use crate::review::review;

    fn scored(discs: f64) -> ScoredMove {
        ScoredMove::new("a1".parse().unwrap(), Score::estimate(discs), 1)
    }

    #[test]
    fn moves_are_counted_by_result_and_loss() {
        let moves = [3.0, 1.01, 0.4, -0.4, -0.6, -8.0].map(scored);
        let expected = MoveCounts {
            legal: 6,
            winning: 2,
            drawing: 2,
            losing: 2,
            safe: 2,
        };
        assert_eq!(MoveCounts::of(&moves), expected);
        assert_eq!(MoveCounts::of(&[]), MoveCounts::default());
    }

    #[test]
    fn moves_of_a_game_are_counted_for_each_side() {
        let text = "f5d6c3d3c4f4f6f3e6e7d7g6";
        let game = Game::from_transcript(Shape::STANDARD, text).unwrap();
        let analyzer = TextbookAnalyzer::to_depth(2);
        let review = review(&game, &analyzer, &|| ());
        for (side, summary) in [(Color::Black, &review.black), (Color::White, &review.white)] {
            let counts = SideChoices::new(&review.moves, side);
            let all = counts.winning + counts.drawing + counts.losing;
            assert_eq!(all, summary.moves);
            assert!(counts.only_moves_found <= counts.only_moves);
        }
        // If exactly one move is safe, all others are mistakes.
        let only = review.moves.iter().filter(|mv| {
            let choices = mv.choices.unwrap();
            choices.safe == 1 && choices.legal > 1
        });
        let found = only.clone().filter(|mv| mv.mistake.is_none());
        let black = SideChoices::new(&review.moves, Color::Black);
        let white = SideChoices::new(&review.moves, Color::White);
        assert_eq!(black.only_moves + white.only_moves, only.count());
        let both = black.only_moves_found + white.only_moves_found;
        assert_eq!(both, found.count());
    }
}
