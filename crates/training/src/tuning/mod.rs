//! Tuning of the textbook evaluations by matches.
//!
//! [`Tunable`] treats the parameters of an evaluation as a vector with names, units and
//! bounds. [`MatchTuning`] moves it by [`Spsa`], from matches between two evaluations on
//! either side of it. It gives the same bits on any number of threads and resumes from a
//! [`Checkpoint`](crate::Checkpoint).

mod matches;
mod spsa;
mod tunable;

pub use matches::{History, HistoryPoint, MatchTuning};
pub use spsa::{Gains, Probe, Spsa};
pub use tunable::{Parameter, Tunable};
