//! Programs that speak NBoard's protocol.
//!
//! A match uses `nboard`, `set depth`, `set game`, `move`, `go` and `ping`; `set game`
//! carries any start position and, with the times of the moves, the clock (see
//! [`SentClock`](clock::SentClock)). Of the program's lines only `===` and `pong` matter.

mod clock;
mod player;
mod program;

pub(super) use player::NBoardPlayer;

/// The greatest depth that a program can be set to, in plies.
pub(super) const MAX_DEPTH: u32 = 60;
