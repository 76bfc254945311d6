//! The stages of a game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The stage of the game in which a move is played.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// More than 40 empties before the move.
    Opening,
    /// 40 to 21 empties.
    Midgame,
    /// 20 empties or fewer.
    Endgame,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Midgame, Self::Endgame];

    /// Returns the stage of a move with the given number of empties before it.
    #[must_use]
    pub const fn of_empties(empties: usize) -> Self {
        match empties {
            41.. => Self::Opening,
            21.. => Self::Midgame,
            _ => Self::Endgame,
        }
    }

    /// Returns `opening`, `midgame` or `endgame`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Midgame => "midgame",
            Self::Endgame => "endgame",
        }
    }

    /// Returns the name with the range of empties.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Opening => "opening (over 40 empties)",
            Self::Midgame => "midgame (40 to 21 empties)",
            Self::Endgame => "endgame (20 empties or fewer)",
        }
    }
}
