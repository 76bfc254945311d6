//! Textbook players: an evaluation and a depth.

use std::fmt;
use std::str::FromStr;

use outflank_gametree::{Algorithm, Depth, SearchLimits};
use outflank_othello::Position;

use crate::{Evaluation, EvaluationKind, SearchReport, search};

/// Maximum depth of a player, in plies.
pub const MAX_PLAYER_DEPTH: u32 = 60;

/// A textbook player, written as `textbook:phased@5`: alpha-beta with an evaluation to a depth in
/// plies.
#[derive(Clone, Debug, PartialEq)]
pub struct TextbookPlayer {
    /// The evaluation.
    pub evaluation: Evaluation,
    /// Depth in plies, 1 to [`MAX_PLAYER_DEPTH`].
    pub depth: u32,
    /// The file with its parameters, if they are not the shipped ones. The file is part of the
    /// name: `textbook:phased=mine.toml@5`.
    pub file: Option<String>,
}

impl TextbookPlayer {
    /// Searches a position to the player's depth, ignoring the depth of `limits`. With a time or
    /// node limit, uses iterative deepening.
    #[must_use]
    pub fn search(&self, position: &Position, limits: &SearchLimits) -> SearchReport {
        let algorithm = match limits.time.is_some() || limits.nodes.is_some() {
            true => Algorithm::Deepening,
            false => Algorithm::AlphaBeta,
        };
        let mut limits = limits.clone();
        limits.depth = Depth::Plies(self.depth);
        search(position, &self.evaluation, algorithm, &limits)
    }
}

impl fmt::Display for TextbookPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, depth) = (self.evaluation.kind(), self.depth);
        match &self.file {
            Some(file) => f.pad(&format!("textbook:{kind}={file}@{depth}")),
            None => f.pad(&format!("textbook:{kind}@{depth}")),
        }
    }
}

/// The error for text that does not name a textbook player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a textbook player: expected textbook:EVALUATION@DEPTH such as textbook:phased@5, with the evaluation discs, phased, components or positional and a depth from 1 to 60"
)]
pub struct TextbookPlayerError(String);

/// Returns the part of a player's name after `textbook:` or the older `classic:`.
pub fn strip_player_prefix(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("textbook:");
    rest.or_else(|| name.strip_prefix("classic:"))
}

impl FromStr for TextbookPlayer {
    type Err = TextbookPlayerError;

    fn from_str(text: &str) -> Result<Self, TextbookPlayerError> {
        let wrong = || TextbookPlayerError(text.to_owned());
        let rest = strip_player_prefix(text).ok_or_else(wrong)?;
        let (kind, depth) = rest.split_once('@').ok_or_else(wrong)?;
        let kind: EvaluationKind = kind.parse().map_err(|_| wrong())?;
        let depth = depth.parse().ok();
        let depth = depth.filter(|depth| (1..=MAX_PLAYER_DEPTH).contains(depth));
        let (depth, file) = (depth.ok_or_else(wrong)?, None);
        let evaluation = Evaluation::new(kind);
        Ok(Self {
            evaluation,
            depth,
            file,
        })
    }
}
