//! The history of the parameters during tuning.

use serde::{Deserialize, Serialize};

/// The parameters at one point in time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HistoryPoint {
    /// Games played so far.
    pub games: u64,
    /// The parameters.
    pub values: Vec<f64>,
    /// The score of the iteration, from −1 to 1, for the side with the larger first value.
    pub score: Option<f64>,
}

/// The parameters over time, beginning with the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// The points in order, at least one.
    pub points: Vec<HistoryPoint>,
}

impl History {
    /// Creates a history of the start alone.
    #[must_use]
    pub fn new(start: &[f64]) -> Self {
        Self {
            points: vec![HistoryPoint {
                games: 0,
                values: start.to_vec(),
                score: None,
            }],
        }
    }

    /// Returns the number of steps done.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.points.len() - 1
    }

    /// Returns the last point.
    ///
    /// # Panics
    ///
    /// Panics if there are no points.
    #[must_use]
    pub fn last(&self) -> &HistoryPoint {
        match self.points.last() {
            Some(last) => last,
            None => panic!("a history begins with its start"),
        }
    }

    /// Returns the mean of the values over the last half, which averages out the noise of the
    /// steps (Polyak and Juditsky 1992).
    #[must_use]
    pub fn mean_of_last_half(&self) -> Vec<f64> {
        let half = &self.points[self.points.len() / 2..];
        let mut mean = vec![0.0; self.last().values.len()];
        for point in half {
            for (mean, value) in mean.iter_mut().zip(&point.values) {
                *mean += value / half.len() as f64;
            }
        }
        mean
    }
}
