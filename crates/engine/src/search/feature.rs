//! Parts of the search that can be switched off to measure what each contributes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A part of the search that affects its speed but never its exact scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Endgame: bounds and best moves from the transposition table.
    Table,
    /// Endgame: bounds for boards with few empties from each thread's own table.
    ThreadTable,
    /// Endgame: enhanced transposition cut-off (ETC).
    EnhancedCutoff,
    /// Endgame: score bounds from stable discs.
    Stability,
    /// Endgame: moves into regions with an odd number of empties first.
    Parity,
    /// Endgame: moves ordered by shallow searches.
    OrderingSearch,
    /// Endgame: a selective search to the end before the exact search.
    Presearch,
    /// Endgame: a second, less selective pre-search where many squares are empty.
    SecondPresearch,
    /// Endgame: best moves of the midgame table are tried first.
    MidgameMoves,
    /// Midgame: Multi-ProbCut.
    Probcut,
    /// Midgame: late move reductions.
    LateMoveReductions,
    /// Midgame: bounds and best moves from the midgame table.
    MidgameTable,
    /// Midgame: the evaluation cache of the network.
    EvaluationCache,
    /// Midgame: aspiration windows.
    Aspiration,
    /// Midgame: the move is chosen by its average score over several depths.
    DepthAveraging,
}

/// The error for text that does not name a feature.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown feature {0:?}: expected {expected}", expected = Feature::ALL.map(Feature::name).join(", "))]
pub struct FeatureError(String);

impl Feature {
    /// All features, those of the endgame first.
    pub const ALL: [Self; 15] = [
        Self::Table,
        Self::ThreadTable,
        Self::EnhancedCutoff,
        Self::Stability,
        Self::Parity,
        Self::OrderingSearch,
        Self::Presearch,
        Self::SecondPresearch,
        Self::MidgameMoves,
        Self::Probcut,
        Self::LateMoveReductions,
        Self::MidgameTable,
        Self::EvaluationCache,
        Self::Aspiration,
        Self::DepthAveraging,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; Feature::ALL.len()] = [
            "table",
            "thread-table",
            "etc",
            "stability",
            "parity",
            "ordering-search",
            "pre-search",
            "second-pre-search",
            "midgame-moves",
            "probcut",
            "late-move-reductions",
            "midgame-table",
            "evaluation-cache",
            "aspiration",
            "depth-averaging",
        ];
        NAMES[self as usize]
    }

    /// Returns `true` for features of the endgame search.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        (self as u8) < Self::Probcut as u8
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Feature {
    type Err = FeatureError;

    fn from_str(text: &str) -> Result<Self, FeatureError> {
        let named = Self::ALL.into_iter().find(|feature| feature.name() == text);
        named.ok_or_else(|| FeatureError(text.to_owned()))
    }
}

/// Features that are switched off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DisabledFeatures(u16);

impl DisabledFeatures {
    pub(super) const fn with(self, feature: Feature) -> Self {
        Self(self.0 | 1 << feature as u16)
    }

    pub(super) const fn contains(self, feature: Feature) -> bool {
        self.0 >> (feature as u16) & 1 == 1
    }
}
