//! How hard a position is for people.

use outflank_engine::ScoredMove;
use outflank_human::{HumanModel, HumanRating, LEVELS, policies};
use outflank_othello::{Position, Square};
use schemars::JsonSchema;
use serde::Serialize;

use super::best_score;
use crate::choices::MoveCounts;
use crate::review::Severity;

/// How hard a position is for people of each named level.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Difficulty {
    /// How many moves win, draw, lose or are safe.
    #[serde(flatten)]
    pub choices: MoveCounts,
    /// What players of each level do, weakest first. Empty unless the board is 8×8.
    pub levels: Vec<LevelDifficulty>,
}

/// How hard a position is for people of a given rating.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LevelDifficulty {
    /// The name of the level, as in `human@club`.
    pub name: &'static str,
    /// The rating of the level.
    pub rating: u16,
    /// The share of these players who play a safe move, in 0..=1.
    pub safe: f64,
    /// The share of these players who play the best move.
    pub best: f64,
    /// How many discs they lose here on average.
    pub loss: f64,
    /// The share of these players who play each move, most frequent move first.
    pub moves: Vec<MoveShare>,
}

impl LevelDifficulty {
    /// Returns the share of these players who play a move, in 0..=1.
    #[must_use]
    pub fn share(&self, square: Square) -> f64 {
        let found = self.moves.iter().find(|mv| mv.square == square);
        found.map_or(0.0, |mv| mv.share)
    }
}

/// The share of players who play a move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct MoveShare {
    /// The move.
    #[serde(rename = "move")]
    pub square: Square,
    /// The share of the players, in 0..=1.
    pub share: f64,
}

impl Difficulty {
    /// Returns how hard a position is. `moves` are all legal moves with their scores.
    #[must_use]
    pub fn of(position: &Position, moves: &[ScoredMove]) -> Self {
        let ratings = LEVELS.map(|(_, rating)| rating);
        let best = best_score(moves);
        let loss_of = |square: Square| {
            let scored = moves.iter().find(|mv| mv.square == square);
            scored.map_or(0.0, |mv| best - mv.discs())
        };
        let policies = policies(HumanModel::shipped(), &ratings, position, moves).into_iter();
        let known = policies.zip(LEVELS).filter(|(moves, _)| !moves.is_empty());
        let levels = known.map(|(likely, (name, rating))| {
            let sum = |counts: &dyn Fn(f64) -> f64| -> f64 {
                let parts = likely.iter();
                parts
                    .map(|mv| mv.probability * counts(loss_of(mv.square)))
                    .sum()
            };
            LevelDifficulty {
                name,
                rating: rating.points(),
                safe: sum(&|loss| f64::from(u8::from(Severity::of_loss(loss).is_none()))),
                best: sum(&|loss| f64::from(u8::from(loss <= 0.0))),
                loss: sum(&|loss| loss),
                moves: likely
                    .iter()
                    .map(|mv| MoveShare {
                        square: mv.square,
                        share: mv.probability,
                    })
                    .collect(),
            }
        });
        Self {
            choices: MoveCounts::of(moves),
            levels: levels.collect(),
        }
    }
}

/// Returns the share of the players of each rating who find a move, in 0..=1. Empty unless
/// the board is 8×8.
#[must_use]
pub fn found_by(
    position: &Position,
    moves: &[ScoredMove],
    answer: Square,
    ratings: &[HumanRating],
) -> Vec<f64> {
    let policies = policies(HumanModel::shipped(), ratings, position, moves);
    let known = policies.iter().filter(|moves| !moves.is_empty());
    known
        .map(|moves| {
            let found = moves.iter().find(|mv| mv.square == answer);
            found.map_or(0.0, |mv| mv.probability)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use outflank_engine::Score;
    use outflank_othello::{Shape, notation::parse_position};

    use super::*;

    fn scored(square: &str, discs: f64) -> ScoredMove {
        ScoredMove::new(square.parse().unwrap(), Score::estimate(discs), 1)
    }

    /// Black can take the corner a1, or play c1 or one of two other moves.
    const CORNER: &str = "-OX-----\
        --------\
        ---O----\
        ---OX---\
        ---XO---\
        --------\
        --------\
        -------- X";

    #[test]
    fn stronger_players_play_a_safe_move_more_often() {
        let position = parse_position(CORNER, Shape::STANDARD).unwrap();
        let mut moves: Vec<ScoredMove> = position
            .legal_moves()
            .into_iter()
            .map(|square| scored(&square.to_string(), -12.0))
            .collect();
        assert!(moves.len() > 2 && moves[0].square.to_string() == "a1");
        moves[0].score = Score::estimate(8.0);
        let difficulty = Difficulty::of(&position, &moves);
        assert_eq!(difficulty.choices.safe, 1);
        assert_eq!(difficulty.levels.len(), LEVELS.len());
        // Players below casual level take a corner only by luck.
        let casual = &difficulty.levels[2..];
        let is_sorted = casual.is_sorted_by(|a, b| a.safe <= b.safe + 1e-9);
        assert!(is_sorted, "{casual:?}");
        for level in &difficulty.levels {
            let sum: f64 = level.moves.iter().map(|mv| mv.share).sum();
            assert!((sum - 1.0).abs() < 1e-9);
            assert!((level.loss - 20.0 * (1.0 - level.safe)).abs() < 1e-9);
            assert!((level.safe - level.best).abs() < 1e-9);
        }
        let ratings = [HumanRating::MIN, HumanRating::MAX];
        let found = found_by(&position, &moves, moves[0].square, &ratings);
        assert!(found[0] < found[1] && found[1] > 0.95, "{found:?}");
        let small = Position::start(Shape::new(6, 6).unwrap());
        assert!(Difficulty::of(&small, &[]).levels.is_empty());
        assert!(found_by(&small, &[], moves[0].square, &ratings).is_empty());
    }
}
