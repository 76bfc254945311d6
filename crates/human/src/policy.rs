//! The probability that a player of a given rating plays each move.

use outflank_engine::{Score, ScoredMove};
use outflank_othello::{Position, Square};

use crate::features::{CORNERS, layout};
use crate::{HumanModel, HumanRating, MoveLogit, Strength};

/// The probability that a player who otherwise moves at random takes an available corner.
const CORNER_SEEN: f64 = 0.5;

/// A move and its probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LikelyMove {
    /// The move.
    pub square: Square,
    /// The probability.
    pub probability: f64,
    /// The score for the side that plays it, from the player's search; `None` without a search.
    pub score: Option<Score>,
}

/// Returns the moves of an 8×8 position with the probability that a player of a given rating plays
/// each, most likely first.
///
/// With the model's probabilities p and the losses of a search, π(m) ∝ p(m | rating) · exp(−loss(m)
/// / λ). Below 1400, a share of the moves is random, but corners are often taken. `last` is the
/// opponent's last move, if there was one and it is known; people often reply next to it.
/// `searched` has the score of every legal move from a search at the strength's
/// [level](Strength::level); it may be empty if the search has no weight.
#[must_use]
pub fn policy(
    model: &HumanModel,
    rating: HumanRating,
    strength: &Strength,
    position: &Position,
    last: Option<Square>,
    searched: &[ScoredMove],
) -> Vec<LikelyMove> {
    let Some(board) = position.standard_board() else {
        return Vec::new();
    };
    let last = last.and_then(|square| layout().index(square));
    let last = last.map(|index| index as u8);
    let logits = model.logits(board, last, f64::from(rating.points()));
    weighed(&logits, strength, searched)
}

/// Returns the [`policy`] for each of several ratings, with the strength of that rating and without
/// a last move. The lists are empty if the board is not 8×8.
#[must_use]
pub fn policies(
    model: &HumanModel,
    ratings: &[HumanRating],
    position: &Position,
    searched: &[ScoredMove],
) -> Vec<Vec<LikelyMove>> {
    let Some(board) = position.standard_board() else {
        return vec![Vec::new(); ratings.len()];
    };
    let empties = board.empties(layout()).count_ones();
    let points = ratings.iter().map(|rating| rating.points().into());
    let logits = model.logits_by_rating(board, &points.collect::<Vec<f64>>());
    let pairs = ratings.iter().zip(logits);
    let policies =
        pairs.map(|(&rating, logits)| weighed(&logits, &Strength::of(rating, empties), searched));
    policies.collect()
}

/// Combines the logits of the moves with their losses and the share of random moves.
fn weighed(logits: &[MoveLogit], strength: &Strength, searched: &[ScoredMove]) -> Vec<LikelyMove> {
    let best = searched.iter().map(ScoredMove::discs);
    let best = best.fold(f64::NEG_INFINITY, f64::max);
    let corners = logits.iter().filter(|mv| is_corner(mv.square)).count() as f64;
    let count = logits.len() as f64;
    let mut moves = Vec::with_capacity(logits.len());
    let mut at_random = Vec::with_capacity(logits.len());
    for mv in logits {
        let square = layout().square(mv.square.into());
        let scored = searched.iter().find(|scored| scored.square == square);
        let score = scored.map(|scored| scored.score);
        let loss = score.map_or(0.0, |score| best - score.discs());
        let seen = if corners > 0.0 { CORNER_SEEN } else { 0.0 };
        let corner = match is_corner(mv.square) {
            true => seen / corners,
            false => 0.0,
        };
        at_random.push(corner + (1.0 - seen) / count);
        moves.push(LikelyMove {
            square,
            probability: mv.logit - loss * strength.per_disc,
            score,
        });
    }
    softmax(&mut moves);
    for (mv, at_random) in moves.iter_mut().zip(at_random) {
        mv.probability += strength.random * (at_random - mv.probability);
    }
    moves.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    moves
}

/// Draws a move according to the probabilities. `random` is uniform in 0..1.
#[must_use]
pub fn draw(moves: &[LikelyMove], random: f64) -> Option<LikelyMove> {
    let mut left = random;
    let drawn = moves.iter().find(|mv| {
        left -= mv.probability;
        left < 0.0
    });
    // Rounding can make the sum slightly less than 1.
    drawn.or(moves.first()).copied()
}

const fn is_corner(square: u8) -> bool {
    CORNERS >> square & 1 == 1
}

/// Turns logits into probabilities.
fn softmax(moves: &mut [LikelyMove]) {
    let logits = moves.iter().map(|mv| mv.probability);
    let most = logits.fold(f64::NEG_INFINITY, f64::max);
    for mv in &mut *moves {
        mv.probability = libm::exp(mv.probability - most);
    }
    let sum: f64 = moves.iter().map(|mv| mv.probability).sum();
    for mv in moves {
        mv.probability /= sum;
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Game, Shape};

    use super::*;

    /// Black can take the corner a1 or play elsewhere.
    const CORNER: &str = "-OX-----\
        --------\
        ---O----\
        ---OX---\
        ---XO---\
        --------\
        --------\
        -------- X";

    fn position(text: &str) -> Position {
        outflank_othello::notation::parse_position(text, Shape::STANDARD).unwrap()
    }

    fn chance(moves: &[LikelyMove], square: &str) -> f64 {
        let square: Square = square.parse().unwrap();
        let found = moves.iter().find(|mv| mv.square == square);
        found.unwrap().probability
    }

    #[test]
    fn a_beginner_plays_at_random_but_often_sees_corners() {
        let position = position(CORNER);
        let rating = HumanRating::MIN;
        let (model, strength) = (HumanModel::shipped(), Strength::of(rating, 60));
        let moves = policy(model, rating, &strength, &position, None, &[]);
        let count = position.legal_moves().len() as f64;
        assert!(count > 2.0);
        assert!((chance(&moves, "a1") - 0.5 - 0.5 / count).abs() < 1e-9);
        let mut others = moves[1..].iter().map(|mv| mv.probability);
        assert!(others.all(|probability| (probability - 0.5 / count).abs() < 1e-9));
    }

    #[test]
    fn the_last_move_changes_the_probabilities() {
        let game = Game::from_transcript(Shape::STANDARD, "f5d6c3d3c4").unwrap();
        let (rating, model) = (HumanRating::new(1500), HumanModel::shipped());
        let strength = Strength::of(rating, 55);
        let of = |last| policy(model, rating, &strength, game.position(), last, &[]);
        let known = of(game.last_square());
        assert_ne!(known, of(None));
        // Another last move changes the probabilities too.
        assert_ne!(known, of("f5".parse().ok()));
    }

    #[test]
    fn losses_lower_probabilities_by_lambda() {
        let position = Position::start(Shape::STANDARD);
        let rating = HumanRating::new(2000);
        let strength = Strength {
            level: 1,
            per_disc: 0.25,
            random: 0.0,
        };
        let squares = ["d3", "c4", "f5", "e6"].map(|name| name.parse().unwrap());
        let scored = |(square, discs)| ScoredMove::new(square, Score::estimate(discs), 1);
        let pairs = squares.into_iter().zip([1.0, 1.0, -3.0, 1.0]);
        let searched: Vec<ScoredMove> = pairs.map(scored).collect();
        let model = HumanModel::shipped();
        let moves = policy(model, rating, &strength, &position, None, &searched);
        // By symmetry the four moves are equally likely.
        let ratio = chance(&moves, "f5") / chance(&moves, "d3");
        assert!((ratio - (-1.0_f64).exp()).abs() < 1e-9, "{ratio}");
        let sum: f64 = moves.iter().map(|mv| mv.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
}
