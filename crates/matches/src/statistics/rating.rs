//! Ratings of many engines.

use std::f64::consts::LN_10;

use super::interval::{Z_95, design_effect, normal_below};
use super::{Interval, pair_scores};

/// Elo points per unit of the model's scale, natural logarithms of odds.
const ELO: f64 = 400.0 / LN_10;

/// The zero point of a rating list; games determine only differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// The mean of all engines.
    #[default]
    Mean,
    /// The engine with this index.
    Engine(usize),
}

/// The rating of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Its index in the tournament.
    pub engine: usize,
    /// Its rating; see [`RatingList::is_bounded`].
    pub elo: f64,
    /// 95 % confidence interval; an end is infinite if the games set no bound.
    pub interval: Interval,
    /// Likelihood of superiority over the next engine in the list; `None` for the last.
    pub los: Option<f64>,
}

/// Maximum-likelihood ratings in the model of R. Bradley and M. Terry ("Rank analysis of
/// incomplete block designs", 1952): the expected score is the logistic function of the
/// rating difference, and a draw counts half. Not all engines need to have played each
/// other.
///
/// The errors are those of game pairs: a sandwich estimator (P. Huber, 1967) of the
/// variance, estimated with one pair won and one lost added to each pairing.
///
/// Ratings diverge if some engines took no points from others. In that case one drawn
/// game is added to each pairing to keep the ratings finite, and an interval is infinite
/// on the side without a bound.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingList {
    ratings: Vec<Rating>,
    is_bounded: bool,
}

/// The indices of two engines, and the numbers of pairs in which the first scored 0, ½, 1,
/// 1½ and 2 points.
pub(crate) type PairingResult = (usize, usize, [u64; 5]);

impl RatingList {
    /// Rates `engines` engines, best first. Omits those that no games connect to the anchor.
    pub(crate) fn new(engines: usize, met: &[PairingResult], anchor: Anchor) -> Self {
        let met: Vec<PairingResult> = met.iter().copied().filter(|met| met.2 != [0; 5]).collect();
        let rated = rated(engines, &met, anchor);
        // The same results with indices among the rated engines.
        let number = |engine| rated.iter().position(|&other| other == engine);
        let renumbered = met.iter().filter_map(|&(first, second, pairs)| {
            Some(Games {
                first: number(first)?,
                second: number(second)?,
                pairs,
            })
        });
        let games: Vec<Games> = renumbered.collect();
        let anchor = match anchor {
            Anchor::Engine(engine) => number(engine),
            Anchor::Mean => None,
        };
        let reached = Reached::new(rated.len(), &games);
        let is_bounded = reached.by_all();
        let drawn = if is_bounded { 0.0 } else { 1.0 };
        let ratings = Model::new(rated.len(), games, drawn)
            .and_then(|model| model.list(&rated, anchor, &reached))
            .unwrap_or_default();
        Self {
            ratings,
            is_bounded,
        }
    }

    /// Returns the ratings, best first.
    #[must_use]
    pub fn ratings(&self) -> &[Rating] {
        &self.ratings
    }

    /// Returns whether the games bound all ratings. Otherwise the ratings are finite only
    /// because of the added drawn games.
    #[must_use]
    pub const fn is_bounded(&self) -> bool {
        self.is_bounded
    }
}

/// Returns the engines connected by games to the anchor, or to the first engine that played.
fn rated(engines: usize, met: &[PairingResult], anchor: Anchor) -> Vec<usize> {
    let start = match anchor {
        Anchor::Engine(engine) => Some(engine),
        Anchor::Mean => met.first().map(|met| met.0),
    };
    let mut is_rated = vec![false; engines];
    if let Some(start) = start {
        is_rated[start] = true;
    }
    for _ in 0..engines {
        for &(first, second, _) in met {
            let either = is_rated[first] || is_rated[second];
            is_rated[first] = either;
            is_rated[second] = either;
        }
    }
    let rated: Vec<usize> = (0..engines).filter(|&engine| is_rated[engine]).collect();
    if rated.len() < 2 { Vec::new() } else { rated }
}

/// The games of a pairing, with indices among the rated engines.
struct Games {
    first: usize,
    second: usize,
    pairs: [u64; 5],
}

impl Games {
    /// Returns the number of games, and the points of the first engine.
    fn games_and_points(&self) -> (f64, f64) {
        let halves = self.pairs.iter().zip(0u64..);
        let half_points: u64 = halves.map(|(count, half)| count * half).sum();
        let pairs: u64 = self.pairs.iter().sum();
        (2.0 * pairs as f64, half_points as f64 / 2.0)
    }
}

/// Which engine took points from which, directly or through others: this bounds their
/// difference on one side.
struct Reached(Vec<Vec<bool>>);

impl Reached {
    fn new(engines: usize, games: &[Games]) -> Self {
        let mut reached: Vec<Vec<bool>> = (0..engines)
            .map(|row| (0..engines).map(|column| row == column).collect())
            .collect();
        for pairing in games {
            let (games, points) = pairing.games_and_points();
            reached[pairing.first][pairing.second] |= points > 0.0;
            reached[pairing.second][pairing.first] |= points < games;
        }
        for via in 0..engines {
            for from in 0..engines {
                for to in 0..engines {
                    let is_reached = reached[from][via] && reached[via][to];
                    reached[from][to] |= is_reached;
                }
            }
        }
        Self(reached)
    }

    fn by_all(&self) -> bool {
        self.0.iter().flatten().all(|&reached| reached)
    }

    /// Returns whether the games bound a rating against the anchor, below and above.
    fn bounds(&self, engine: usize, anchor: Option<usize>) -> [bool; 2] {
        let Self(reached) = self;
        match anchor {
            Some(anchor) => [reached[engine][anchor], reached[anchor][engine]],
            None => [
                reached[engine].iter().all(|&reached| reached),
                reached.iter().all(|row| row[engine]),
            ],
        }
    }
}

/// The model at its maximum likelihood.
struct Model {
    games: Vec<Games>,
    /// Drawn games added to each pairing.
    drawn: f64,
    /// Ratings as natural logarithms of odds, with mean 0.
    strengths: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Model {
    /// Fits the model; `None` if there are no engines to rate.
    fn new(engines: usize, games: Vec<Games>, drawn: f64) -> Option<Self> {
        let mut model = Self {
            games,
            drawn,
            strengths: vec![0.0; engines],
            covariance: Vec::new(),
        };
        let mut inverted = inverse(&model.information())?;
        for _ in 0..1000 {
            let gradient = model.gradient();
            let step = inverted
                .iter()
                .map(|row| -> f64 { row.iter().zip(&gradient).map(|(a, b)| a * b).sum() });
            let step: Vec<f64> = step.collect();
            let largest = step
                .iter()
                .fold(0.0, |largest, part| part.abs().max(largest));
            // A full Newton step may overshoot.
            let share = 1.0 / largest.max(1.0);
            for (strength, part) in model.strengths.iter_mut().zip(step) {
                *strength += share * part;
            }
            inverted = inverse(&model.information())?;
            if largest < 1e-10 {
                break;
            }
        }
        model.covariance = product(&product(&inverted, &model.spread()), &inverted);
        Some(model)
    }

    /// Returns the expected score of a pairing's first engine.
    fn expected(&self, pairing: &Games) -> f64 {
        let apart = self.strengths[pairing.first] - self.strengths[pairing.second];
        1.0 / (1.0 + (-apart).exp())
    }

    /// Returns a matrix of second derivatives of functions of rating differences, with
    /// one value per pairing. `share` in each cell fixes the mean of the ratings at 0.
    fn by_pairing(&self, share: f64, figure: impl Fn(&Games) -> f64) -> Vec<Vec<f64>> {
        let engines = self.strengths.len();
        let mut matrix = vec![vec![share / engines as f64; engines]; engines];
        for pairing in &self.games {
            let (first, second, figure) = (pairing.first, pairing.second, figure(pairing));
            matrix[first][first] += figure;
            matrix[second][second] += figure;
            matrix[first][second] -= figure;
            matrix[second][first] -= figure;
        }
        matrix
    }

    fn information(&self) -> Vec<Vec<f64>> {
        self.by_pairing(1.0, |pairing| {
            let expected = self.expected(pairing);
            (pairing.games_and_points().0 + self.drawn) * expected * (1.0 - expected)
        })
    }

    /// Returns the variance of the gradient: that of the model times the design effect of
    /// the pairs.
    fn spread(&self) -> Vec<Vec<f64>> {
        self.by_pairing(0.0, |pairing| {
            let expected = self.expected(pairing);
            let seen = pair_scores(pairing.pairs).map(|(score, count)| (score, count as f64));
            let pairs = pairing.games_and_points().0 / 2.0;
            // A pair has two points.
            4.0 * pairs * expected * (1.0 - expected) * design_effect(&seen)
        })
    }

    /// Returns points minus expected points.
    fn gradient(&self) -> Vec<f64> {
        let mut gradient = vec![0.0; self.strengths.len()];
        for pairing in &self.games {
            let (games, points) = pairing.games_and_points();
            let expected = (games + self.drawn) * self.expected(pairing);
            let beyond = points + self.drawn / 2.0 - expected;
            gradient[pairing.first] += beyond;
            gradient[pairing.second] -= beyond;
        }
        gradient
    }

    /// Returns the variance of a difference, or of a rating itself.
    fn variance(&self, engine: usize, other: Option<usize>) -> f64 {
        let covariance = &self.covariance;
        let variance = match other {
            None => covariance[engine][engine],
            Some(other) => {
                covariance[engine][engine] + covariance[other][other]
                    - 2.0 * covariance[engine][other]
            }
        };
        variance.max(0.0)
    }

    /// Returns the list; `rated` has the indices of the engines in the tournament.
    fn list(
        &self,
        rated: &[usize],
        anchor: Option<usize>,
        reached: &Reached,
    ) -> Option<Vec<Rating>> {
        let mut order: Vec<usize> = (0..rated.len()).collect();
        order.sort_by(|&a, &b| self.strengths[b].total_cmp(&self.strengths[a]));
        let zero = anchor.map_or(0.0, |anchor| self.strengths[anchor]);
        let rating = |rank: usize| {
            let engine = order[rank];
            let elo = ELO * (self.strengths[engine] - zero);
            let reach = Z_95 * ELO * self.variance(engine, anchor).sqrt();
            let [is_bound_below, is_bound_above] = reached.bounds(engine, anchor);
            let end = |is_bound, end: f64, otherwise| if is_bound { end } else { otherwise };
            let los = order.get(rank + 1).map(|&next| {
                let apart = self.strengths[engine] - self.strengths[next];
                let error = self.variance(engine, Some(next)).sqrt();
                if error > 0.0 {
                    normal_below(apart / error)
                } else {
                    0.5
                }
            });
            Rating {
                engine: rated[engine],
                elo,
                interval: Interval {
                    low: end(is_bound_below, elo - reach, f64::NEG_INFINITY),
                    high: end(is_bound_above, elo + reach, f64::INFINITY),
                },
                los,
            }
        };
        let list: Vec<Rating> = (0..order.len()).map(rating).collect();
        list.iter()
            .all(|rating| rating.elo.is_finite())
            .then_some(list)
    }
}

/// Inverts a symmetric positive definite matrix; `None` if it is not positive definite.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut left = matrix.to_vec();
    let mut right: Vec<Vec<f64>> = (0..size)
        .map(|row| (0..size).map(|i| f64::from(u8::from(i == row))).collect())
        .collect();
    // A positive definite matrix needs no pivoting.
    for pivot in 0..size {
        let scale = left[pivot][pivot];
        if scale.is_nan() || scale <= 0.0 {
            return None;
        }
        for row in [&mut left, &mut right] {
            row[pivot].iter_mut().for_each(|cell| *cell /= scale);
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = left[row][pivot];
            for matrix in [&mut left, &mut right] {
                let subtracted = matrix[pivot].clone();
                for (cell, other) in matrix[row].iter_mut().zip(subtracted) {
                    *cell -= factor * other;
                }
            }
        }
    }
    let is_finite = right.iter().flatten().all(|cell| cell.is_finite());
    is_finite.then_some(right)
}

/// Multiplies two square matrices.
fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let columns = 0..left.len();
    let cell = |row: &Vec<f64>, column: usize| -> f64 {
        row.iter().zip(right).map(|(a, row)| a * row[column]).sum()
    };
    left.iter()
        .map(|row| columns.clone().map(|column| cell(row, column)).collect())
        .collect()
}

#[cfg(test)]
#[path = "rating_tests.rs"]
mod tests;
