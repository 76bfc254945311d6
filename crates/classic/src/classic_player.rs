//! Players: an evaluation and a depth.

use std::fmt;
use std::str::FromStr;

use outflank_gametree::{Algorithm, Depth, Limits};
use outflank_othello::Position;

use crate::evaluation::{Evaluation, EvaluationKind};
use crate::search::{SearchReport, search};

/// Deepest depth of a player, in plies.
pub const MAX_PLAYER_DEPTH: u32 = 60;

/// A textbook player, written `classic:phased@5`: alpha-beta with an evaluation
/// to a depth in plies.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// How positions are valued.
    pub evaluation: Evaluation,
    /// Depth in plies, 1 to [`MAX_PLAYER_DEPTH`].
    pub depth: u32,
    /// The file that its parameters come from, if they are not those shipped: it is
    /// part of its name, as in `classic:phased=mine.toml@5`.
    pub file: Option<String>,
}

impl Player {
    /// Searches a position to the player's depth. Of `limits` all but the depth
    /// hold; with a time limit the search deepens step by step up to the depth.
    #[must_use]
    pub fn choose(&self, position: &Position, limits: &Limits) -> SearchReport {
        let algorithm = if limits.time.is_some() || limits.nodes.is_some() {
            Algorithm::Deepening
        } else {
            Algorithm::AlphaBeta
        };
        let mut limits = limits.clone();
        limits.depth = Depth::Plies(self.depth);
        search(position, &self.evaluation, algorithm, &limits)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, depth) = (self.evaluation.kind(), self.depth);
        match &self.file {
            Some(file) => f.pad(&format!("classic:{kind}={file}@{depth}")),
            None => f.pad(&format!("classic:{kind}@{depth}")),
        }
    }
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} names no player: expected classic:EVALUATION@DEPTH, as in classic:phased@5, the evaluation one of discs, phased, components, positional, the depth 1 to 60"
)]
pub struct PlayerError(String);

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let wrong = || PlayerError(text.to_owned());
        let rest = text.strip_prefix("classic:").ok_or_else(wrong)?;
        let (kind, depth) = rest.split_once('@').ok_or_else(wrong)?;
        let kind: EvaluationKind = kind.parse().map_err(|_| wrong())?;
        let depth: u32 = depth.parse().map_err(|_| wrong())?;
        if !(1..=MAX_PLAYER_DEPTH).contains(&depth) {
            return Err(wrong());
        }
        Ok(Self {
            evaluation: Evaluation::new(kind),
            depth,
            file: None,
        })
    }
}
