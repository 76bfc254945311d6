//! Programs that speak GTP.
//!
//! Most name squares as in Othello, with `a1` at the top left, but not all; they also
//! differ about passes. [`Program`](program::Program) detects both.

mod player;
mod program;

pub(super) use player::GtpPlayer;
