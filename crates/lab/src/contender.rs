//! Who can play in a match.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use outflank_classic::{Evaluation, ParameterError, Player, PlayerError};
use outflank_gametree::Limits;
use outflank_othello::{Game, Square};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A player of matches.
#[derive(Clone, Debug, PartialEq)]
pub enum Contender {
    /// A textbook player, `classic:phased@5`, by the name under which it was
    /// asked for.
    Classic(Player, String),
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
            Self::Classic(player, _) => {
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
            Self::Classic(_, name) => f.pad(name),
            Self::Random => f.pad("random"),
        }
    }
}

/// Why there is no such contender.
#[derive(Debug, thiserror::Error)]
pub enum ContenderError {
    /// The text names none.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// Its file of parameters cannot be opened.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// Its parameters make no sense.
    #[error("{path}: {error}")]
    Parameters {
        /// The file.
        path: String,
        /// Why.
        error: ParameterError,
    },
}

impl FromStr for Contender {
    type Err = ContenderError;

    /// Reads `random`, a textbook player, or one with parameters of a TOML file,
    /// `classic:phased=weights.toml@5`.
    fn from_str(text: &str) -> Result<Self, ContenderError> {
        if text == "random" {
            return Ok(Self::Random);
        }
        let with_file = text
            .split_once('=')
            .and_then(|(kind, rest)| Some((kind, rest.rsplit_once('@')?)));
        let Some((kind, (path, depth))) = with_file else {
            return Ok(Self::Classic(text.parse()?, text.to_owned()));
        };
        let mut player: Player = format!("{kind}@{depth}").parse()?;
        let path = path.to_owned();
        let parameters = match std::fs::read_to_string(&path) {
            Ok(parameters) => parameters,
            Err(error) => return Err(ContenderError::File { path, error }),
        };
        player.evaluation = Evaluation::from_toml(player.evaluation.kind(), &parameters)
            .map_err(|error| ContenderError::Parameters { path, error })?;
        Ok(Self::Classic(player, text.to_owned()))
    }
}
