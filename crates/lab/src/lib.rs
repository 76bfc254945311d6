//! Experiments with searches and evaluations.
//!
//! | module | purpose |
//! |---|---|
//! | [`searches`] | savings of alpha-beta and of move orders |
//! | [`prediction`] | how well moves of people are foretold |
//! | [`comparison`] | evaluations against one another, and against exact scores |
#![forbid(unsafe_code)]

pub mod comparison;
pub mod prediction;
pub mod searches;
