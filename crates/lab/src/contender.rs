//! Who can play in a match.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_classic::{Player, PlayerError};
use outflank_gametree::Limits;
use outflank_othello::{Game, Square};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A player of matches.
#[derive(Clone, Debug, PartialEq)]
pub enum Contender {
    /// A textbook player, `classic:phased@5`.
    Classic(Player),
    /// Any legal move with equal chance, `random`: the floor of every rating.
    Random,
}

impl Contender {
    /// A move in a game that is not over.
    ///
    /// Without `time` the player searches to its depth; with it, it deepens step
    /// by step up to that depth and takes the best move found in time. `random`
    /// is the source of chance of this game. None only if `stop` became true.
    pub(crate) fn choose(
        &self,
        game: &Game,
        time: Option<Duration>,
        stop: &Arc<AtomicBool>,
        random: &mut Xoshiro256PlusPlus,
    ) -> Option<Square> {
        let position = game.position();
        match self {
            Self::Random => {
                let moves = position.legal_moves();
                moves.into_iter().nth(random.random_range(0..moves.len()))
            }
            Self::Classic(player) => {
                let mut limits = Limits::unlimited().with_stop(Arc::clone(stop));
                limits.time = time;
                player.choose(position, &limits).best
            }
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Classic(player) => player.fmt(f),
            Self::Random => f.pad("random"),
        }
    }
}

impl FromStr for Contender {
    type Err = PlayerError;

    /// Reads `random` or a textbook player.
    fn from_str(text: &str) -> Result<Self, PlayerError> {
        if text == "random" {
            Ok(Self::Random)
        } else {
            text.parse().map(Self::Classic)
        }
    }
}
