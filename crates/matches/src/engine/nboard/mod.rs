//! Programs that speak NBoard's protocol.
//!
//! A match uses `nboard`, `set depth`, `set game`, `move`, `go` and `ping`. `set game`
//! carries any starting position and, with the times of the moves, the clock (see
//! [`SentClock`](clock::SentClock)). Only the lines `===` and `pong` of the program are
//! used.

mod clock;
mod player;
mod program;

pub(super) use player::NBoardPlayer;

/// Maximum depth that can be set, in plies.
pub(super) const MAX_DEPTH: u32 = 60;
