//! Guess the move: points for each guess of a move in a master's game, by the discs that it loses.

use outflank_engine::ScoredMove;
use outflank_othello::{Position, Square};
use schemars::JsonSchema;
use serde::Serialize;

use crate::reason::{Reason, reason};
use crate::review::Severity;

/// The points for a move that loses nothing.
pub const MOST_POINTS: u32 = 10;

/// A judged guess.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Guess {
    /// The guessed move.
    pub guess: Square,
    /// The move played in the game.
    pub played: Square,
    /// The best move, or the guess if it is equally good.
    pub best: Square,
    /// The score of the guess for the side to move, in discs.
    pub score: f64,
    /// The score of the best move.
    pub best_score: f64,
    /// How many discs the guess loses.
    pub loss: f64,
    /// How many discs the move played loses.
    pub played_loss: f64,
    /// The points for the guess, 0 to 10.
    pub points: u32,
    /// The points for the move played.
    pub played_points: u32,
    /// Why the guess is worse than the best move, if it loses 2 discs or more.
    pub reason: Option<Reason>,
}

/// Returns the points for a move: 10 minus one for each disc lost, but at least 0.
#[must_use]
pub fn points(loss: f64) -> u32 {
    MOST_POINTS.saturating_sub(loss.max(0.0).round() as u32)
}

impl Guess {
    /// Judges a guess in a position whose legal moves are `moves`, best first. Returns `None` if
    /// the guess or the move played is not among them.
    #[must_use]
    pub fn judge(
        position: &Position,
        moves: &[ScoredMove],
        guess: Square,
        played: Square,
    ) -> Option<Self> {
        let find = |square| moves.iter().find(|mv| mv.square == square);
        let (best, guessed, game) = (moves.first()?, find(guess)?, find(played)?);
        let (loss, played_loss) = (best.discs() - guessed.discs(), best.discs() - game.discs());
        let is_mistake = Severity::of_move(guessed, best).is_some();
        Some(Self {
            guess,
            played,
            best: if loss > 0.0 { best.square } else { guess },
            score: guessed.discs(),
            best_score: best.discs(),
            loss,
            played_loss,
            points: points(loss),
            played_points: points(played_loss),
            reason: is_mistake.then(|| reason(position, guessed, best)),
        })
    }
}

/// The results of the guesses in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct GuessTotal {
    /// Number of guesses.
    pub guesses: u32,
    /// Number of guesses that equal the move played.
    pub matched: u32,
    /// The points for the guesses.
    pub points: u32,
    /// The points for the moves played.
    pub played_points: u32,
    /// The maximum number of points.
    pub most_points: u32,
    /// How many discs the guesses lost.
    pub loss: f64,
}

impl GuessTotal {
    /// Adds a guess.
    pub fn add(&mut self, guess: &Guess) {
        self.guesses += 1;
        self.matched += u32::from(guess.guess == guess.played);
        self.points += guess.points;
        self.played_points += guess.played_points;
        self.most_points += MOST_POINTS;
        self.loss += guess.loss;
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Game, Shape};

    use super::*;
    use crate::analyzer::{Analyzer, TextbookAnalyzer};

    #[test]
    fn each_disc_costs_a_point() {
        let losses = [-0.1, 0.0, 0.4, 0.6, 3.0, 9.4, 9.6, 64.0];
        assert_eq!(losses.map(points), [10, 10, 10, 9, 7, 1, 0, 0]);
    }

    #[test]
    fn a_guess_is_compared_with_the_best_move_and_the_move_played() {
        let game = Game::from_transcript(Shape::STANDARD, "f5d6c3d3c4f4f6f3").unwrap();
        let position = game.position();
        let analyzer = TextbookAnalyzer::to_depth(4);
        let moves = analyzer.score_moves(position).unwrap();
        let (best, worst) = (moves[0].square, moves[moves.len() - 1].square);
        let good = Guess::judge(position, &moves, best, worst).unwrap();
        assert_eq!((good.points, good.loss), (10, 0.0));
        assert_eq!(good.reason, None);
        assert!(good.played_points < 10 && good.played_loss > 0.0);
        let bad = Guess::judge(position, &moves, worst, best).unwrap();
        assert_eq!((bad.best, bad.points), (best, good.played_points));
        assert_eq!(bad.reason.is_some(), bad.loss >= 2.0);
        let a1 = "a1".parse().unwrap();
        assert_eq!(Guess::judge(position, &moves, a1, best), None);

        let mut total = GuessTotal::default();
        for guess in [good, bad] {
            total.add(&guess);
        }
        assert_eq!((total.guesses, total.matched), (2, 0));
        assert_eq!(total.most_points, 20);
        assert_eq!(total.points, total.played_points);
    }
}
