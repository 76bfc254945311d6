//! How well the model of human moves predicts the moves of people.

use super::HumanMove;
use outflank_engine::{Limits, ScoredMove, SearchRequest, Searcher};
use outflank_human::{Blend, HumanModel, stage};
use outflank_othello::{Color, Position, Shape, Square, Symmetry};

/// Loss in discs that lowers the logit of a move by 1 when the search alone predicts.
const SEARCH_DISCS: f64 = 5.0;

/// A way to predict a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predictor {
    /// The model, which sees the engine's evaluation but no search.
    Model,
    /// The losses found by a search: five discs lower the logit by 1.
    Search,
    /// The model and the search, with the same weights everywhere.
    ConstantBlend,
    /// The model and the search, with weights by stage and rating.
    Blend,
}

impl Predictor {
    /// All predictors.
    pub const ALL: [Self; 4] = [Self::Model, Self::Search, Self::ConstantBlend, Self::Blend];

    /// Returns `model`, `search`, `constant blend` or `blend`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Search => "search",
            Self::ConstantBlend => "constant blend",
            Self::Blend => "blend",
        }
    }
}

/// Counts of predicted moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hits {
    /// Number of positions.
    pub positions: u64,
    /// Number of positions whose move was the likeliest.
    pub first: u64,
    /// Number of positions whose move was among the three likeliest.
    pub first_three: u64,
    /// Sum of the negated natural logarithms of the probabilities of the moves.
    pub log_loss: f64,
}

impl Hits {
    /// Adds the counts of other moves.
    pub fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.first += other.first;
        self.first_three += other.first_three;
        self.log_loss += other.log_loss;
    }

    /// Returns the share of moves that were the likeliest, the share of those among the three
    /// likeliest, and the mean log-loss.
    #[must_use]
    pub fn means(&self) -> [f64; 3] {
        let count = self.positions.max(1) as f64;
        [
            self.first as f64 / count,
            self.first_three as f64 / count,
            self.log_loss / count,
        ]
    }
}

/// Predicts moves with one model and one searcher.
#[derive(Debug)]
pub struct Prediction<'a> {
    model: &'a HumanModel,
    searcher: Searcher,
    limits: Limits,
}

impl<'a> Prediction<'a> {
    /// Creates a prediction with a model and with searches of these limits.
    #[must_use]
    pub const fn new(model: &'a HumanModel, searcher: Searcher, limits: Limits) -> Self {
        Self {
            model,
            searcher,
            limits,
        }
    }

    /// Returns how each of [`Predictor::ALL`] predicts a move. Moves that a symmetry of the
    /// position maps to each other count as one.
    pub fn predict(&mut self, played: &HumanMove) -> [Hits; 4] {
        let board = played.board.widen();
        let position = Position::from_widened_board(Shape::STANDARD, board, Color::Black);
        let Ok(position) = position else {
            return [Hits::default(); 4];
        };
        let rating = f64::from(played.rating);
        let logits = self.model.logits(played.board, played.last, rating);
        let request = SearchRequest::new(&position, self.limits).every_move();
        let searched = self.searcher.search(&request).moves;
        let best = searched.iter().map(ScoredMove::discs);
        let best = best.fold(f64::NEG_INFINITY, f64::max);
        let loss_of = |square: u8| {
            let scored = searched.iter().find(|mv| bit(mv.square) == square);
            scored.map_or(0.0, |mv| best - mv.discs())
        };
        let classes: Vec<u8> = logits
            .iter()
            .map(|mv| class(&position, mv.square))
            .collect();
        let wanted = class(&position, played.square);
        let stage = stage(played.board.occupied().count_zeros());
        Predictor::ALL.map(|predictor| {
            let logits = logits.iter().map(|mv| {
                let loss = loss_of(mv.square);
                match predictor {
                    Predictor::Model => mv.logit,
                    Predictor::Search => -loss / SEARCH_DISCS,
                    Predictor::ConstantBlend => Blend::CONSTANT.logit(mv.logit, loss),
                    Predictor::Blend => Blend::of(stage, rating).logit(mv.logit, loss),
                }
            });
            hits(&logits.collect::<Vec<f64>>(), &classes, wanted)
        })
    }
}

/// Returns how well the logits of the moves predict the class of the played move.
fn hits(logits: &[f64], classes: &[u8], wanted: u8) -> Hits {
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut shares: Vec<(u8, f64)> = Vec::new();
    for (&class, logit) in classes.iter().zip(logits) {
        let share = libm::exp(logit - most);
        match shares.iter_mut().find(|(other, _)| *other == class) {
            Some((_, sum)) => *sum += share,
            None => shares.push((class, share)),
        }
    }
    let sum: f64 = shares.iter().map(|(_, share)| share).sum();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    let rank = shares.iter().position(|&(class, _)| class == wanted);
    let share = rank.map_or(0.0, |rank| shares[rank].1 / sum);
    Hits {
        positions: 1,
        first: u64::from(rank == Some(0)),
        first_three: u64::from(rank.is_some_and(|rank| rank < 3)),
        log_loss: -libm::log(share.max(f64::MIN_POSITIVE)),
    }
}

const fn bit(square: Square) -> u8 {
    8 * square.row() + square.column()
}

/// Returns the first of the squares to which the symmetries of a position map a square.
fn class(position: &Position, square: u8) -> u8 {
    let Some(place) = Square::new(square % 8, square / 8) else {
        return square;
    };
    let symmetries = Symmetry::ALL.into_iter();
    let own = symmetries.filter(|&symmetry| position.under(symmetry) == *position);
    let images = own.map(|symmetry| bit(symmetry.square(place, Shape::STANDARD)));
    images.min().unwrap_or(square)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_up_to_symmetry() {
        let start = Position::start(Shape::STANDARD);
        let squares = ["d3", "c4", "f5", "e6"].map(|name| bit(name.parse().unwrap()));
        let classes = squares.map(|square| class(&start, square));
        assert_eq!(classes, [squares[0]; 4]);
        // Each is unlikely, but together they are certain.
        let hits = hits(&[0.0; 4], &classes, squares[0]);
        assert_eq!((hits.first, hits.first_three), (1, 1));
        assert!(hits.log_loss.abs() < 1e-12);
    }

    #[test]
    fn ranks_follow_the_probabilities() {
        let logits = [0.0, 3.0, 1.0, 2.0];
        let classes = [10, 11, 12, 13];
        let ranks = classes.map(|wanted| {
            let hits = hits(&logits, &classes, wanted);
            (hits.first, hits.first_three)
        });
        assert_eq!(ranks, [(0, 0), (1, 1), (0, 1), (0, 1)]);
        let sum: f64 = logits.iter().map(|logit: &f64| logit.exp()).sum();
        let loss = hits(&logits, &classes, 10).log_loss;
        assert!((loss - sum.ln()).abs() < 1e-12);
    }
}
