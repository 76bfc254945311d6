//! The error model of multi-ProbCut, fitted to searches.
//!
//! Positions are searched by iterative deepening without selectivity, and solved near the
//! end. For each pair of depths and each stage of the game, the standard deviation of the
//! difference of the two values is measured; the model is the weighted least squares fit of
//! its logarithm.

mod parity;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use outflank_engine::evaluation::{ErrorModel, UNITS_PER_DISC, shallow_depth};
use outflank_engine::{Limits, SearchRequest, Searcher, Selectivity};
use outflank_othello::Position;

use crate::least_squares::LeastSquares;
pub use parity::ParityBias;

/// The values that searches of different depths give to one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Squares of the board.
    pub squares: u32,
    /// Discs on the board.
    pub discs: u32,
    /// Values for the mover, in 1/128 discs, at depths 1, 2, 3, ….
    pub values: Vec<i32>,
    /// The exact score in 1/128 discs, if the position was solved.
    pub exact: Option<i32>,
}

/// Searches a position to `depth` plies, or less near the end, and solves it if it has at
/// most `exact_to` empties. Returns `None` if the mover cannot move or the search was
/// stopped.
pub fn observe(
    position: &Position,
    depth: u32,
    exact_to: u32,
    searcher: &mut Searcher,
) -> Option<Observation> {
    let empties = position.empties().len() as u32;
    // Searches that reach the end of the game are exact.
    let depth = depth.min(empties.saturating_sub(2)).max(1);
    let limits = Limits::depth(depth).with_selectivity(Selectivity::NONE);
    searcher.clear();
    let mut values = Vec::new();
    let result = searcher.search_observed(&SearchRequest::new(position, limits), |so_far| {
        values.extend(so_far.best().map(|best| best.score.units()));
        ControlFlow::Continue(())
    });
    if !result.complete || values.is_empty() {
        return None;
    }
    let exact = if empties <= exact_to {
        let request = SearchRequest::new(position, Limits::SOLVE);
        Some(UNITS_PER_DISC * searcher.search(&request).exact()?)
    } else {
        None
    };
    let squares = position.shape().squares();
    Some(Observation {
        squares,
        discs: squares - empties,
        values,
        exact,
    })
}

/// Number of discs in a stage.
const STAGE: u32 = 6;

/// Two depths at a stage of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    is_endgame: bool,
    depth: u32,
    shallow: u32,
    stage: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    count: u64,
    squares: f64,
    discs: u64,
}

/// Squared differences of values by pair of depths, on boards of one size.
#[derive(Clone, Debug)]
pub struct Differences {
    squares: u32,
    sums: BTreeMap<Pair, Sum>,
}

/// The measurement of one pair of depths at one stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Whether the deep value is the exact score of the game.
    pub is_endgame: bool,
    /// Plies of the deep search.
    pub depth: u32,
    /// Plies of the shallow search.
    pub shallow: u32,
    /// Mean number of discs.
    pub discs: u32,
    /// Number of positions.
    pub count: u64,
    /// Standard deviation of the difference, in 1/128 discs.
    pub deviation: f64,
}

/// Minimum number of positions in a measurement.
const LEAST_COUNT: u64 = 20;

impl Differences {
    /// Creates an empty collection for boards with `squares` squares.
    #[must_use]
    pub const fn new(squares: u32) -> Self {
        Self {
            squares,
            sums: BTreeMap::new(),
        }
    }

    /// Adds an observation.
    pub fn add(&mut self, observation: &Observation) {
        let discs = observation.discs;
        let squares = self.squares;
        let mut add = |is_endgame, depth, shallow, difference: i32| {
            let pair = Pair {
                is_endgame,
                depth,
                shallow,
                stage: discs / STAGE,
            };
            let sum = self.sums.entry(pair).or_default();
            sum.count += 1;
            sum.squares += f64::from(difference).powi(2);
            sum.discs += u64::from(discs);
        };
        let by_depth = || observation.values.iter().zip(1_u32..);
        for (&value, shallow) in by_depth() {
            for (&deep, depth) in by_depth() {
                if depth > shallow && (depth - shallow).is_multiple_of(2) {
                    add(false, depth, shallow, deep - value);
                }
            }
            if let Some(exact) = observation.exact {
                add(true, squares - discs, shallow, exact - value);
            }
        }
    }

    /// Returns the measurements, by pair of depths and stage.
    pub fn measured(&self) -> impl Iterator<Item = Measured> + '_ {
        let enough = self.sums.iter().filter(|(_, sum)| sum.count >= LEAST_COUNT);
        enough.map(|(pair, sum)| Measured {
            is_endgame: pair.is_endgame,
            depth: pair.depth,
            shallow: pair.shallow,
            discs: (sum.discs / sum.count) as u32,
            count: sum.count,
            deviation: (sum.squares / sum.count as f64).sqrt(),
        })
    }

    /// Fits the model. A part of the game with too few measurements keeps its model in `before`.
    #[must_use]
    pub fn fit(&self, before: &ErrorModel) -> ErrorModel {
        let part = |is_endgame: bool, before: [f32; 5]| {
            let mut squares = LeastSquares::<5>::default();
            for measured in self.measured().filter(|m| m.is_endgame == is_endgame) {
                let Measured {
                    discs,
                    depth,
                    shallow,
                    ..
                } = measured;
                let mut factors = ErrorModel::factors(discs, self.squares, depth, shallow);
                if is_endgame {
                    // The depth determines the number of discs.
                    (factors[1], factors[2]) = (0.0, 0.0);
                }
                // The pairs that the search uses have the greatest weight.
                let is_used = measured.shallow == shallow_depth(measured.depth);
                let weight = measured.count as f64 * if is_used { 1.0 } else { 0.2 };
                let log = measured.deviation.max(1.0).ln();
                squares.add(factors.map(f64::from), log, weight);
            }
            squares
                .solve()
                .map_or(before, |found| found.map(|x| x as f32))
        };
        ErrorModel {
            midgame: part(false, before.midgame),
            endgame: part(true, before.endgame),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_model_is_recovered() {
        let model = ErrorModel {
            midgame: [5.0, 1.0, -0.5, 0.4, -0.3],
            endgame: [4.5, 0.0, 0.0, 0.6, -0.4],
        };
        let mut differences = Differences::new(64);
        let mut add = |is_endgame, discs: u32, depth: u32, shallow: u32| {
            let pair = Pair {
                is_endgame,
                depth,
                shallow,
                stage: discs / STAGE,
            };
            let deviation = f64::from(model.deviation(discs, 64, depth, shallow));
            differences.sums.insert(
                pair,
                Sum {
                    count: 100,
                    squares: 100.0 * deviation * deviation,
                    discs: u64::from(100 * discs),
                },
            );
        };
        for shallow in 1..=8 {
            for depth in shallow + 1..=10 {
                (2..8).for_each(|stage| add(false, 6 * stage, depth, shallow));
            }
            (10..20).for_each(|empties| add(true, 64 - empties, empties, shallow));
        }
        let found = differences.fit(&ErrorModel::default());
        for (discs, depth) in [(20, 5), (40, 8), (50, 6), (50, 14), (40, 24)] {
            let shallow = shallow_depth(depth);
            let ratio = found.deviation(discs, 64, depth, shallow)
                / model.deviation(discs, 64, depth, shallow);
            assert!((0.97..1.03).contains(&ratio), "{discs} {depth}: {ratio}");
        }
    }

    #[test]
    fn only_depths_of_the_same_parity_are_compared() {
        let mut differences = Differences::new(64);
        let observation = Observation {
            squares: 64,
            discs: 50,
            values: vec![0, 10, 30, -30],
            exact: Some(100),
        };
        for _ in 0..LEAST_COUNT {
            differences.add(&observation);
        }
        let measured: Vec<_> = differences
            .measured()
            .map(|m| (m.is_endgame, m.depth, m.shallow, m.deviation.round() as i32))
            .collect();
        assert_eq!(
            measured,
            [
                (false, 3, 1, 30),
                (false, 4, 2, 40),
                (true, 14, 1, 100),
                (true, 14, 2, 90),
                (true, 14, 3, 70),
                (true, 14, 4, 130)
            ]
        );
    }
}
