//! Parts of the search that can be switched off, to measure what each is worth.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A part of the search that is not needed for its results to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Exact search: bounds and best moves out of the transposition table.
    Table,
    /// Exact search: bounds of boards with few empty squares that a thread keeps for
    /// itself.
    OwnBounds,
    /// Exact search: a child that the table knows cuts off before any is searched.
    Lookahead,
    /// Exact search: stable discs bound the score.
    Stability,
    /// Exact search: first where an odd number of squares is empty.
    Parity,
    /// Exact search: moves ordered by short searches of the trained evaluation.
    ValueOrder,
    /// Exact search: a selective search to the end goes before.
    Rehearsal,
    /// Exact search: a less selective one follows it where many squares are empty.
    CarefulRehearsal,
    /// Exact search: moves that searches by values found best are tried first.
    Hints,
    /// Searches by values: what is improbable is left out (multi-probcut).
    Probcut,
    /// Searches by values: bounds and best moves out of their table.
    ValueTable,
    /// Searches by values: what the network said of a board lately.
    RecentValues,
    /// Searches by values: narrow windows around the value of the depth before.
    Aspiration,
    /// Searches by values: the best move is chosen by what several depths say of it.
    Smoothing,
}

/// A text that names no feature.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown feature {0:?}: expected {expected}", expected = Feature::names())]
pub struct FeatureError(String);

impl Feature {
    /// All of them, those of the exact search first.
    pub const ALL: [Self; 14] = [
        Self::Table,
        Self::OwnBounds,
        Self::Lookahead,
        Self::Stability,
        Self::Parity,
        Self::ValueOrder,
        Self::Rehearsal,
        Self::CarefulRehearsal,
        Self::Hints,
        Self::Probcut,
        Self::ValueTable,
        Self::RecentValues,
        Self::Aspiration,
        Self::Smoothing,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::OwnBounds => "own-bounds",
            Self::Lookahead => "lookahead",
            Self::Stability => "stability",
            Self::Parity => "parity",
            Self::ValueOrder => "value-order",
            Self::Rehearsal => "rehearsal",
            Self::CarefulRehearsal => "careful-rehearsal",
            Self::Hints => "hints",
            Self::Probcut => "probcut",
            Self::ValueTable => "value-table",
            Self::RecentValues => "recent-values",
            Self::Aspiration => "aspiration",
            Self::Smoothing => "smoothing",
        }
    }

    /// Whether it changes which moves are searched exactly, or only searches by
    /// values.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        (self as u8) < Self::Probcut as u8
    }

    fn names() -> String {
        Self::ALL.map(Self::name).join(", ")
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
pub(crate) struct Switched(u16);

impl Switched {
    pub(super) const fn with(self, feature: Feature) -> Self {
        Self(self.0 | 1 << feature as u16)
    }

    /// Whether a feature is switched off.
    pub(super) const fn off(self, feature: Feature) -> bool {
        self.0 >> (feature as u16) & 1 == 1
    }
}
