//! Experiments with searches and evaluations.
//!
//! | module | purpose |
//! |---|---|
//! | [`searches`] | what alpha-beta and the order of moves save |
//! | [`comparison`] | evaluations against one another, and against exact scores |
#![forbid(unsafe_code)]

pub mod comparison;
pub mod searches;
