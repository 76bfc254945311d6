//! The topics of mistakes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mistake_kind::MistakeKind;
use crate::reason::Reason;

/// The topic of a mistake, which groups several [reasons](Reason).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Topic {
    /// A corner was given up, lost or missed, or a wipe-out was missed.
    Corners,
    /// The mover lost moves, the opponent gained moves, or a pass was involved.
    Mobility,
    /// Stable discs and wedges.
    Edges,
    /// Regions with an odd number of empty squares.
    Parity,
    /// Frontier discs.
    Frontier,
    /// Discs that the opponent keeps at the end.
    Counting,
    /// None of these. Only the lines show the difference.
    Other,
}

impl Topic {
    /// All topics.
    pub const ALL: [Self; 7] = [
        Self::Corners,
        Self::Mobility,
        Self::Edges,
        Self::Parity,
        Self::Frontier,
        Self::Counting,
        Self::Other,
    ];

    /// Returns the topic of a reason.
    #[must_use]
    pub const fn of(reason: &Reason) -> Self {
        use MistakeKind as Kind;
        match MistakeKind::of(reason) {
            Kind::Corner | Kind::XSquare | Kind::CSquare | Kind::StonerTrap | Kind::WipeOut => {
                Self::Corners
            }
            Kind::Mobility => Self::Mobility,
            Kind::Wedge | Kind::Stability => Self::Edges,
            Kind::Tempo | Kind::Parity => Self::Parity,
            Kind::Frontier | Kind::Quiet => Self::Frontier,
            Kind::Counting => Self::Counting,
            Kind::Other => Self::Other,
        }
    }

    /// Returns the topic in words, for a list.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Corners => "corners",
            Self::Mobility => "mobility",
            Self::Edges => "edges and stable discs",
            Self::Parity => "parity",
            Self::Frontier => "frontier discs",
            Self::Counting => "counting discs at the end",
            Self::Other => "other",
        }
    }
}
