//! The kinds of mistakes, which lessons teach and progress counts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::reason::{BesideCorner, Reason, SquareClass};

/// A kind of mistake that a player can train. The kinds divide the topics.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum MistakeKind {
    /// A corner given up, lost or missed.
    Corner,
    /// A move to the X-square of an empty corner.
    XSquare,
    /// A move to a C-square of an empty corner.
    CSquare,
    /// A Stoner trap allowed or missed.
    StonerTrap,
    /// A wipe-out allowed or missed.
    WipeOut,
    /// Fewer moves than with the best move, more moves for the opponent, or a pass.
    Mobility,
    /// A wedge allowed or missed.
    Wedge,
    /// Fewer stable discs than with the best move.
    Stability,
    /// A free move wasted.
    Tempo,
    /// The order of moves in the regions.
    Parity,
    /// More frontier discs than with the best move.
    Frontier,
    /// A quiet move missed.
    Quiet,
    /// Discs lost at the end.
    Counting,
    /// None of these.
    Other,
}

impl MistakeKind {
    /// Returns the kind of a mistake with this reason.
    #[must_use]
    pub const fn of(reason: &Reason) -> Self {
        match reason {
            Reason::GivesUpCorner { beside, .. }
            | Reason::LosesCorner { beside, .. }
            | Reason::OpensCorner { beside, .. } => match beside {
                Some(beside) => Self::beside(*beside),
                None => Self::Corner,
            },
            Reason::WeakensCorner { beside, .. } => Self::beside(*beside),
            Reason::LeavesCorner { .. }
            | Reason::PassesUpCorner { .. }
            | Reason::MissesCorner { .. } => Self::Corner,
            Reason::StonerTrap { .. } => Self::StonerTrap,
            Reason::AllowsWipeOut { .. } | Reason::MissesWipeOut { .. } => Self::WipeOut,
            Reason::RunsOutOfMoves { .. }
            | Reason::MissesPass { .. }
            | Reason::LeavesSquare { .. }
            | Reason::LeavesMove { .. }
            | Reason::SafeMoves { .. } => Self::Mobility,
            Reason::Wedge { .. } => Self::Wedge,
            Reason::Stability { .. } => Self::Stability,
            Reason::SpendsTempo { .. } => Self::Tempo,
            Reason::OpensRegion { .. }
            | Reason::LetsIntoRegion { .. }
            | Reason::LosesLastMove { .. }
            | Reason::Parity { .. } => Self::Parity,
            Reason::Frontier { .. } => Self::Frontier,
            Reason::MissesQuietMove { .. } => Self::Quiet,
            Reason::LosesGroup { .. } | Reason::Result { .. } => Self::Counting,
            Reason::Line { .. } => Self::Other,
        }
    }

    const fn beside(beside: BesideCorner) -> Self {
        match beside.class {
            SquareClass::X => Self::XSquare,
            SquareClass::C => Self::CSquare,
        }
    }
}
