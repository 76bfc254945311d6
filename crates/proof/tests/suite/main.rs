//! End-to-end tests of certificates: the crate makes them, the independent checker checks them.
#![allow(clippy::unwrap_used, reason = "a failing helper fails the test")]

mod common;
mod corruption;
mod making;
mod python;
mod reading;
mod rules;
mod wrong_solver;
