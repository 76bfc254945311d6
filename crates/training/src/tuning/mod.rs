//! Parameters of the textbook evaluations, found by matches or from scored positions.
//!
//! [`Tunable`] sees the parameters of an evaluation as a vector of numbers with names,
//! units and bounds. [`MatchTuning`] moves that vector by [`Spsa`], by the results of
//! matches between two evaluations that lie on either side of it; [`RegressionTuning`]
//! fits it to scored positions by least squares. Both give the same bits from the same
//! settings on any number of threads, and go on from a [`Checkpoint`].

mod checkpoint;
mod course;
mod error;
mod fit;
mod matches;
mod regression;
mod spsa;
mod sums;
mod tunable;

pub use checkpoint::Checkpoint;
pub use course::{Course, Point};
pub use error::TuningError;
pub use fit::{Fit, StageFit};
pub use matches::MatchTuning;
pub use regression::{Regression, RegressionTuning};
pub use spsa::{Gains, Probe, Spsa};
pub use tunable::{Parameter, Tunable};
