//! Practice by spaced repetition, with the moves of an opening or with puzzles as cards.
//!
//! [`opening_cards`] makes the cards of an opening, [`Judged`] judges an answer, and [`Review`]
//! determines when to ask again. The answers to puzzles change the [`Rating`] of the player. The
//! crate `outflank-archive` stores the cards.

mod lines;
mod rating;
mod record;
mod replies;
mod schedule;

use outflank_othello::{Game, Position, Square};
use schemars::JsonSchema;
use serde::Serialize;

use crate::puzzle::Theme;
use crate::reason::{Reason, reason, reason_without_naming};
use crate::review::Severity;
use outflank_engine::ScoredMove;

pub use lines::{LineError, LineOptions, opening_cards};
pub use rating::Rating;
pub use record::{AnswerRecord, CardRecord, MemoryRecord};
pub use replies::replies;
pub use schedule::{Memory, RETENTION, Review};

/// A new card.
#[derive(Clone, Debug, PartialEq)]
pub struct NewCard {
    /// The game that leads to the position. The user moves at its end.
    pub game: Game,
    /// The themes of a puzzle.
    pub themes: Vec<Theme>,
    /// The estimated rating of a puzzle.
    pub rating: Option<f64>,
}

/// A judged answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Judged {
    /// The user's answer.
    pub answer: Square,
    /// Whether the answer counts as right.
    pub right: bool,
    /// The moves that count as right, best first.
    pub answers: Vec<Square>,
    /// The score of the answer for the side to move, in discs.
    pub score: f64,
    /// The score of the best move.
    pub best_score: f64,
    /// How many discs the answer loses compared with the best move.
    pub loss: f64,
    /// Whether the scores are exact.
    pub exact: bool,
    /// Best play after the answer, beginning with it.
    pub line: Vec<Square>,
    /// Best play, beginning with the best move.
    pub best_line: Vec<Square>,
    /// Why the answer is worse than the best move, if the answer is wrong.
    pub reason: Option<Reason>,
    /// A reason that names no right answer, to show before another try; null if there is none.
    pub hint: Option<Reason>,
}

/// Returns the moves that count as right. These lose at most `loss` discs, in whole discs as for
/// umigame numbers. `moves` are all moves, best first.
#[must_use]
pub fn right_answers(moves: &[ScoredMove], loss: f64) -> Vec<Square> {
    let best = moves.first().map_or(0.0, |best| best.discs().round());
    let right = moves.iter().filter(|mv| best - mv.discs().round() <= loss);
    right.map(|mv| mv.square).collect()
}

impl Judged {
    /// Judges an answer in a position whose legal moves are `moves`, best first. Returns `None` if
    /// the answer is not among them.
    #[must_use]
    pub fn new(
        position: &Position,
        moves: &[ScoredMove],
        loss: f64,
        answer: Square,
    ) -> Option<Self> {
        let best = moves.first()?;
        let given = moves.iter().find(|mv| mv.square == answer)?;
        let answers = right_answers(moves, loss);
        let right = answers.contains(&answer);
        let lost = best.discs() - given.discs();
        let has_reason = !right && Severity::of_move(given, best).is_some();
        Some(Self {
            answer,
            right,
            score: given.discs(),
            best_score: best.discs(),
            loss: lost,
            exact: moves.iter().all(ScoredMove::is_exact),
            line: given.pv.clone(),
            best_line: best.pv.clone(),
            reason: has_reason.then(|| reason(position, given, best)),
            hint: has_reason
                .then(|| reason_without_naming(position, given, best, &answers))
                .flatten(),
            answers,
        })
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::Shape;

    use super::*;
    use crate::analyzer::{Analyzer, TextbookAnalyzer};

    #[test]
    fn answers_within_the_loss_are_right() {
        let game = Game::from_transcript(Shape::STANDARD, "f5d6c3d3c4f4").unwrap();
        let analyzer = TextbookAnalyzer::to_depth(4);
        let moves = analyzer.score_moves(game.position()).unwrap();
        let worst = moves[moves.len() - 1].square;
        let mut hints = 0;
        for mv in &moves {
            for loss in [0.0, 2.0] {
                let judged = Judged::new(game.position(), &moves, loss, mv.square).unwrap();
                let lost = moves[0].discs().round() - mv.discs().round();
                assert_eq!(judged.right, lost <= loss);
                assert_eq!(judged.right, judged.answers.contains(&mv.square));
                assert_eq!(judged.reason.is_some(), !judged.right && judged.loss >= 2.0);
                let hint = judged.hint.as_ref();
                assert!(hint.is_none() || judged.reason.is_some());
                let named = |answer: &Square| hint.is_some_and(|hint| hint.names(*answer));
                assert!(!judged.answers.iter().any(named));
                hints += usize::from(hint.is_some());
            }
        }
        assert!(hints > 0);
        let all = Judged::new(game.position(), &moves, 64.0, worst).unwrap();
        assert_eq!(all.answers.len(), moves.len());
        let a1 = "a1".parse().unwrap();
        assert_eq!(Judged::new(game.position(), &moves, 0.0, a1), None);
    }
}
