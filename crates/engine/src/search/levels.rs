//! The table of playing levels, and the defaults that follow from it.

use super::limits::Limits;

/// The level used if none is given.
pub const DEFAULT_LEVEL: u32 = 12;

/// The highest level.
pub const MAX_LEVEL: u32 = 60;

/// Empties at or below which scores are exact if a depth is given instead of a level.
pub const DEFAULT_EXACT_FROM: u32 = 18;

impl Limits {
    /// Returns the limits of a playing level; levels outside 1 to [`MAX_LEVEL`] are clamped.
    ///
    /// | level | midgame depth, at 73 % | exact from (empties) | to the end at 73 % from |
    /// |---|---|---|---|
    /// | 1–10 | level | 2 · level | exact + 4 |
    /// | 11–29 | level | 15 + level / 2 | exact + 4 |
    /// | 30–60 | level | level | exact + 4 |
    #[must_use]
    pub const fn level(level: u32) -> Self {
        let level = match level {
            0 => 1,
            1..=MAX_LEVEL => level,
            _ => MAX_LEVEL,
        };
        let exact_from = match level {
            ..=10 => 2 * level,
            11..30 => 15 + level / 2,
            _ => level,
        };
        Self {
            depth: level,
            exact_from,
            end_from: exact_from + 4,
            ..Self::UNLIMITED
        }
    }
}

impl Default for Limits {
    /// [`DEFAULT_LEVEL`].
    fn default() -> Self {
        Self::level(DEFAULT_LEVEL)
    }
}
