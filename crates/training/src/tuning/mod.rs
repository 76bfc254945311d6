//! Tuning of the textbook evaluations by matches.
//!
//! [`Tunable`] treats the parameters of an evaluation as a vector with names, units and
//! bounds. [`MatchTuning`] moves this vector by [`Spsa`], with matches between two
//! evaluations on either side of it. The result is the same, bit for bit, on any number
//! of threads, and a run resumes from a [`Checkpoint`](crate::Checkpoint).

mod matches;
mod spsa;
mod tunable;

pub use matches::{History, HistoryPoint, MatchTuning};
pub use spsa::{Gains, Probe, Spsa};
pub use tunable::{Parameter, Tunable};
