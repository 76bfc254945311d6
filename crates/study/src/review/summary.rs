//! The summary of a side, and the turning point of a game.

use std::fmt;

use outflank_othello::{Color, Square};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ReviewedMove, Severity};

/// The counts and losses of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SideSummary {
    /// Number of moves, not counting passes.
    pub moves: usize,
    /// Number of moves that lost nothing.
    pub best_moves: usize,
    /// Number of moves that lost 2 to 5 discs.
    pub inaccuracies: usize,
    /// Number of moves that lost 5 to 10 discs.
    pub mistakes: usize,
    /// Number of moves that lost 10 discs or more.
    pub blunders: usize,
    /// Number of discs lost.
    pub loss: f64,
    /// Number of discs lost by moves with exact scores.
    pub exact_loss: f64,
}

impl SideSummary {
    pub(super) fn new(moves: &[ReviewedMove], side: Color) -> Self {
        let mut summary = Self::default();
        let own = moves.iter().filter(|mv| mv.mover == side);
        for mv in own.filter(|mv| mv.score.is_some()) {
            summary.moves += 1;
            summary.best_moves += usize::from(mv.loss <= 0.0);
            summary.loss += mv.loss;
            if mv.exact {
                summary.exact_loss += mv.loss;
            }
            match mv.mistake {
                Some(Severity::Inaccuracy) => summary.inaccuracies += 1,
                Some(Severity::Mistake) => summary.mistakes += 1,
                Some(Severity::Blunder) => summary.blunders += 1,
                None => {}
            }
        }
        summary
    }

    /// Adds the counts and losses of other moves.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.best_moves += other.best_moves;
        self.inaccuracies += other.inaccuracies;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
        self.loss += other.loss;
        self.exact_loss += other.exact_loss;
    }

    /// Returns the percentage of moves that lost nothing.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        100.0 * self.best_moves as f64 / self.moves.max(1) as f64
    }

    /// Returns the mean loss per move, in discs.
    #[must_use]
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.moves.max(1) as f64
    }
}

/// The move that decided the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TurningPoint {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The side that played the move.
    pub mover: Color,
    /// The move played.
    #[serde(rename = "move")]
    pub played: Square,
    /// The best move.
    pub best: Square,
    /// The score of the best move, for the mover.
    pub before: f64,
    /// The score of the move played, for the mover.
    pub after: f64,
    /// Whether the scores are exact.
    pub exact: bool,
}

/// The estimated score in discs at which a win is 2.7 times as likely as a loss. It serves only to
/// compare small losses near a draw with larger losses far from it.
const ESTIMATE_SCALE: f64 = 4.0;

impl TurningPoint {
    /// Finds the last move with an exact score that turned a win into a draw or loss, or a draw
    /// into a loss. If there is none, finds the move that lost the game for `loser` according to
    /// the estimated scores.
    pub(super) fn find(moves: &[ReviewedMove], loser: Option<Color>) -> Option<Self> {
        let gave_away = |mv: &&ReviewedMove| {
            let half_points = |score: f64| if score == 0.0 { 0.0 } else { score.signum() };
            let scores = mv.best_score.zip(mv.score).filter(|_| mv.exact);
            scores.is_some_and(|(before, after)| half_points(after) < half_points(before))
        };
        let exact = moves.iter().rev().find(gave_away);
        exact.map_or_else(|| Self::estimate(moves, loser?), Self::of)
    }

    /// Finds the move that cost the loser the most winning chances since that side was last even or
    /// ahead.
    fn estimate(moves: &[ReviewedMove], loser: Color) -> Option<Self> {
        let all: Vec<&ReviewedMove> = moves.iter().filter(|mv| mv.mover == loser).collect();
        // Once scores are exact, the game was already lost.
        let own: Vec<&ReviewedMove> = all.iter().copied().filter(|mv| !mv.exact).collect();
        let is_even = |mv: &&ReviewedMove| mv.best_score.is_some_and(|best| best.round() >= 0.0);
        let since = own.iter().rposition(is_even).unwrap_or(0);
        let chance = |score: f64| 1.0 / (1.0 + (-score / ESTIMATE_SCALE).exp());
        let cost = |mv: &ReviewedMove| match (mv.best_score, mv.score) {
            (Some(before), Some(after)) => chance(before) - chance(after),
            _ => 0.0,
        };
        let worst = |moves: &[&'_ ReviewedMove]| {
            let moves = moves.iter().copied();
            let worst = moves.max_by(|a, b| cost(a).total_cmp(&cost(b)));
            worst.filter(|mv| cost(mv) > 0.0).and_then(Self::of)
        };
        // A marked mistake explains the loss better than a smaller loss nearer to the end.
        let is_marked = |mv: &&ReviewedMove| mv.mistake.is_some();
        let marked = |moves: &[&'_ ReviewedMove]| {
            worst(&moves.iter().copied().filter(is_marked).collect::<Vec<_>>())
        };
        marked(&own[since..])
            .or_else(|| marked(&own))
            .or_else(|| worst(&own[since..]))
            .or_else(|| worst(&own))
            .or_else(|| worst(&all))
    }

    fn of(mv: &ReviewedMove) -> Option<Self> {
        Some(Self {
            ply: mv.ply,
            mover: mv.mover,
            played: mv.played.square()?,
            best: mv.best?,
            before: mv.best_score?,
            after: mv.score?,
            exact: mv.exact,
        })
    }
}

impl fmt::Display for TurningPoint {
    /// Writes a sentence that names the move. `~` marks an estimate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.after < 0.0 {
            true => "Losing move",
            false => "Turning point",
        };
        let shown = |score: f64| match self.exact {
            true => format!("{score:+.0}"),
            false => format!("~{score:+.2}"),
        };
        write!(
            f,
            "{name} at ply {}: {} played {} ({}) instead of {} ({}).",
            self.ply,
            self.mover,
            self.played,
            shown(self.after),
            self.best,
            shown(self.before),
        )
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::Move;

    use super::*;

    /// Returns alternating moves of Black and White with these scores before and after.
    fn moves(scores: &[(f64, f64, bool)]) -> Vec<ReviewedMove> {
        let square = |name: &str| name.parse::<Square>().unwrap();
        let moves = scores.iter().enumerate();
        let moves = moves.map(|(index, &(before, after, exact))| ReviewedMove {
            ply: index + 1,
            mover: Color::ALL[index % 2],
            played: Move::Place(square("a1")),
            score: Some(after),
            best: Some(square("h8")),
            best_score: Some(before),
            loss: before - after,
            exact,
            from_book: false,
            mistake: None,
            reason: None,
            choices: None,
            alternatives: Vec::new(),
        });
        moves.collect()
    }

    fn ply(scores: &[(f64, f64, bool)], loser: Option<Color>) -> Option<usize> {
        TurningPoint::find(&moves(scores), loser).map(|point| point.ply)
    }

    #[test]
    fn exact_scores_take_precedence_over_estimates() {
        let estimates = [(1.0, -9.0, false), (9.0, 9.0, false)];
        let game = [estimates, [(2.0, -2.0, true), (2.0, 2.0, true)]].concat();
        assert_eq!(ply(&game, Some(Color::Black)), Some(3));
        assert_eq!(ply(&game[..2], Some(Color::Black)), Some(1));
        assert_eq!(ply(&game[..2], None), None, "the game is not over");
    }

    #[test]
    fn the_losing_move_comes_after_the_loser_was_last_even() {
        // Black errs, White errs in return, and Black makes a smaller mistake.
        let game = [
            (2.0, -8.0, false),
            (8.0, -1.0, false),
            (1.0, -3.0, false),
            (3.0, 3.0, false),
            // The game is already lost, so a larger loss in discs costs fewer winning chances.
            (-12.0, -24.0, false),
            (24.0, 24.0, false),
        ];
        assert_eq!(ply(&game, Some(Color::Black)), Some(3));
        let point = TurningPoint::find(&moves(&game), Some(Color::Black)).unwrap();
        let text = "Losing move at ply 3: Black played a1 (~-3.00) instead of h8 (~+1.00).";
        assert_eq!(point.to_string(), text);
    }

    #[test]
    fn a_loser_who_was_never_even_lost_by_the_costliest_move() {
        let game = [(-0.6, -1.0, false), (1.0, 1.0, false), (-1.0, -6.0, false)];
        assert_eq!(ply(&game, Some(Color::Black)), Some(3));
        // The last even move lost nothing, and the scores drifted afterwards.
        let game = [(1.0, -2.0, false), (2.0, 2.0, false), (0.0, 0.0, false)];
        assert_eq!(ply(&game, Some(Color::Black)), Some(1));
        // All scores are exact losses. The worst move is still named.
        let game = [(-2.0, -6.0, true), (6.0, 6.0, true)];
        assert_eq!(ply(&game, Some(Color::Black)), Some(1));
        assert_eq!(ply(&[(0.0, 0.0, false)], Some(Color::Black)), None);
    }
}
