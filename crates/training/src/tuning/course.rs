//! The way that the parameters took.

use serde::{Deserialize, Serialize};

/// Where the parameters stood at some time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Games played or positions read until then.
    pub seen: u64,
    /// The values.
    pub values: Vec<f64>,
    /// What was measured: of matches the score of the iteration that led here, from −1
    /// to 1, for the side of the larger first value; of scored positions the root mean
    /// square of the error of those held out, in discs.
    pub measured: Option<f64>,
}

/// All points of a tuning, the start first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// The points.
    pub points: Vec<Point>,
}

impl Course {
    /// Nothing but the start.
    #[must_use]
    pub fn from_start(values: &[f64]) -> Self {
        Self {
            points: vec![Point {
                seen: 0,
                values: values.to_vec(),
                measured: None,
            }],
        }
    }

    /// Steps done.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.points.len() - 1
    }

    /// The last values.
    ///
    /// # Panics
    ///
    /// Without a single point.
    #[must_use]
    pub fn last(&self) -> &Point {
        match self.points.last() {
            Some(last) => last,
            None => panic!("a course begins with its start"),
        }
    }

    /// The mean of the values in the last half of the course: chance has moved each of
    /// them to and fro (averaging of iterates: Polyak and Juditsky 1992).
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
