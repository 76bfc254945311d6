//! The lessons of the page, each with the kinds of mistakes that it is about.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::progress::MistakeKind;

/// A lesson of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lesson {
    /// The rules.
    Rules,
    /// Corners.
    Corners,
    /// X- and C-squares.
    XSquares,
    /// Mobility.
    Mobility,
    /// Quiet moves.
    Quiet,
    /// The frontier.
    Frontier,
    /// Edges and wedges.
    Wedges,
    /// Parity.
    Parity,
    /// Tempo.
    Tempo,
    /// Swindles.
    Swindles,
    /// Unbalanced edges.
    Unbalanced,
    /// Stoner traps.
    Stoner,
    /// Counting the end.
    Counting,
}

impl Lesson {
    /// Returns the kinds of mistakes that the lesson is about, the closest to its topic first.
    #[must_use]
    pub const fn kinds(self) -> &'static [MistakeKind] {
        use MistakeKind as Kind;
        match self {
            Self::Rules => &[],
            Self::Corners => &[Kind::Corner, Kind::XSquare, Kind::CSquare, Kind::Stability],
            Self::XSquares => &[Kind::XSquare, Kind::CSquare, Kind::Corner],
            Self::Mobility => &[Kind::Mobility],
            Self::Quiet => &[Kind::Quiet, Kind::Frontier],
            Self::Frontier => &[Kind::Frontier, Kind::Quiet],
            Self::Wedges => &[Kind::Wedge],
            Self::Parity => &[Kind::Parity],
            Self::Tempo => &[Kind::Tempo, Kind::Mobility],
            Self::Swindles => &[Kind::Parity, Kind::Tempo],
            Self::Unbalanced => &[Kind::Corner, Kind::StonerTrap],
            Self::Stoner => &[Kind::StonerTrap, Kind::Corner],
            Self::Counting => &[Kind::Counting],
        }
    }
}
