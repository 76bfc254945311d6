//! Programs that speak GTP.
//!
//! Most name squares as here, `a1` top left, but not all do, and they differ about passes;
//! [`Program`](program::Program) finds out.

mod player;
mod program;

pub(super) use player::GtpPlayer;
