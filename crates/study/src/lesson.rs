//! The lessons of the page: the kinds of mistakes that each is about, and reasons about its topic.

use outflank_engine::ScoredMove;
use outflank_othello::Position;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mistake_kind::MistakeKind;
use crate::reason::{Reason, claims, reason};

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

    /// Returns the lesson about a kind of mistake. `None` if no lesson is about it, so that puzzles are
    /// the best training.
    #[must_use]
    pub const fn about(kind: MistakeKind) -> Option<Self> {
        use MistakeKind as Kind;
        match kind {
            Kind::Corner | Kind::Stability => Some(Self::Corners),
            Kind::XSquare | Kind::CSquare => Some(Self::XSquares),
            Kind::StonerTrap => Some(Self::Stoner),
            Kind::Mobility => Some(Self::Mobility),
            Kind::Wedge => Some(Self::Wedges),
            Kind::Tempo => Some(Self::Tempo),
            Kind::Parity => Some(Self::Parity),
            Kind::Frontier => Some(Self::Frontier),
            Kind::Quiet => Some(Self::Quiet),
            Kind::Counting => Some(Self::Counting),
            Kind::WipeOut | Kind::Other => None,
        }
    }
}

/// Returns why `played` is worse than `best` in `position`, for a lesson: a true claim about its
/// topic, preferably one that does not name the best move. If there is none, this is the same as
/// [`reason`].
#[must_use]
pub fn reason_in_lesson(
    position: &Position,
    played: &ScoredMove,
    best: &ScoredMove,
    lesson: Lesson,
) -> Reason {
    let claims = claims(position, played, best);
    let about = lesson.kinds().iter().find_map(|&kind| {
        let mut own = claims.iter().filter(|claim| MistakeKind::of(claim) == kind);
        let first = own.clone().next();
        own.find(|claim| !claim.names(best.square)).or(first)
    });
    about
        .cloned()
        .unwrap_or_else(|| reason(position, played, best))
}
