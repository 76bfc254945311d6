//! Certificates from end to end: made by the crate, checked by the independent checker.
#![allow(clippy::unwrap_used, reason = "a failing helper fails the test")]

mod common;
mod corruption;
mod making;
mod python;
mod reading;
mod rules;
mod wrong_solver;
