//! The search algorithms by name.

use std::fmt;
use std::str::FromStr;

/// A search algorithm. All algorithms return the value and the move of minimax, unless ProbCut is
/// on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Algorithm {
    /// Minimax, which visits every state down to the depth limit.
    Minimax,
    /// Alpha-beta with a branch for each side, as textbooks print it.
    #[default]
    AlphaBeta,
    /// Alpha-beta in negamax form.
    Negamax,
    /// Pearl's SCOUT.
    Scout,
    /// Principal variation search.
    PrincipalVariation,
    /// Alpha-beta with a transposition table.
    WithTable,
    /// MTD(f), with a transposition table.
    Mtdf,
    /// Alpha-beta with iterative deepening.
    Deepening,
    /// Alpha-beta with a transposition table and iterative deepening.
    DeepeningWithTable,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Self; 9] = [
        Self::Minimax,
        Self::AlphaBeta,
        Self::Negamax,
        Self::Scout,
        Self::PrincipalVariation,
        Self::WithTable,
        Self::Mtdf,
        Self::Deepening,
        Self::DeepeningWithTable,
    ];

    /// Returns the name that [`FromStr`] parses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Negamax => "negamax",
            Self::Scout => "scout",
            Self::PrincipalVariation => "pvs",
            Self::WithTable => "alpha-beta-table",
            Self::Mtdf => "mtdf",
            Self::Deepening => "deepening",
            Self::DeepeningWithTable => "deepening-table",
        }
    }

    /// Returns the name in the words of the literature, for drawings and pages.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Negamax => "negamax",
            Self::Scout => "SCOUT",
            Self::PrincipalVariation => "PVS",
            Self::WithTable => "alpha-beta with a table",
            Self::Mtdf => "MTD(f)",
            Self::Deepening => "iterative deepening",
            Self::DeepeningWithTable => "iterative deepening with a table",
        }
    }

    /// Returns whether the algorithm uses [`Pruning`](crate::Pruning). Other algorithms ignore it.
    #[must_use]
    pub const fn prunes(self) -> bool {
        matches!(self, Self::WithTable | Self::DeepeningWithTable)
    }

    /// Returns whether the algorithm uses a transposition table.
    #[must_use]
    pub const fn has_table(self) -> bool {
        self.prunes() || matches!(self, Self::Mtdf)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for an unknown algorithm name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown algorithm {0:?}: expected minimax, alpha-beta, negamax, scout, pvs, alpha-beta-table, mtdf, deepening or deepening-table"
)]
pub struct UnknownAlgorithm(String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(text: &str) -> Result<Self, UnknownAlgorithm> {
        let is_named = |algorithm: &Self| algorithm.name().eq_ignore_ascii_case(text);
        let found = Self::ALL.into_iter().find(is_named);
        found.ok_or_else(|| UnknownAlgorithm(text.to_owned()))
    }
}
