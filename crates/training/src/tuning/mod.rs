//! Tuning of the textbook evaluations by matches or by regression.
//!
//! [`Tunable`] treats the parameters of an evaluation as a vector with names, units and
//! bounds. [`MatchTuning`] moves it by [`Spsa`], from matches between two evaluations on
//! either side of it; [`RegressionTuning`] fits it to scored positions by least squares.
//! Both give the same bits on any number of threads and resume from a
//! [`Checkpoint`](crate::Checkpoint).

mod error;
mod fit;
mod history;
mod matches;
mod normal_equations;
mod regression;
mod spsa;
mod tunable;

use serde::{Deserialize, Serialize};

pub use error::TuningError;
pub use fit::{Fit, StageFit};
pub use history::{History, HistoryPoint};
pub use matches::MatchTuning;
pub use regression::{Regression, RegressionTuning};
pub use spsa::{Gains, Probe, Spsa};
pub use tunable::{Parameter, Tunable};

/// Format of the checkpoints: one line of JSON.
const FORMAT: &str = "outflank tuning checkpoint 1";

/// The JSON form of a state.
#[derive(Serialize, Deserialize)]
struct Saved<S> {
    state: S,
}
