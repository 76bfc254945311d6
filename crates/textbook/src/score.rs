//! Search values as scores.

use std::fmt;

use outflank_gametree::Value;

/// The bonus for a won game, added to its score in hundredths so that a proven win beats every
/// heuristic value.
pub const WIN: Value = 1_000_000;

/// Heuristic values, in hundredths, are clamped to `-HEURISTIC_LIMIT..=HEURISTIC_LIMIT`.
pub const HEURISTIC_LIMIT: Value = WIN / 2;

/// Returns the search value of a finished game with the given disc score: the score in hundredths
/// plus [`WIN`] for the winner. A draw is 0.
#[inline]
#[must_use]
pub const fn outcome_value(discs: i32) -> Value {
    discs * 100 + discs.signum() * WIN
}

/// A search value from the mover's point of view.
///
/// It is displayed as discs with a sign and two decimals: `+3.50`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TextbookScore {
    value: Value,
    certainty: Certainty,
}

/// What a [`TextbookScore`] guarantees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Certainty {
    /// A heuristic estimate.
    Heuristic,
    /// The winner can force at least this score.
    Forced,
    /// The final score under perfect play.
    Exact,
}

impl TextbookScore {
    /// Returns the score of `value`, from the mover's point of view, on a board of `squares`
    /// squares. `exact` means that every variation searched ends in a finished game.
    #[must_use]
    pub fn from_value(value: Value, exact: bool, squares: u32) -> Self {
        let is_outcome = value.abs() > HEURISTIC_LIMIT;
        let best_possible = value.abs() == outcome_value(squares as i32);
        let certainty = match (exact || best_possible, is_outcome) {
            (true, _) => Certainty::Exact,
            (false, true) => Certainty::Forced,
            (false, false) => Certainty::Heuristic,
        };
        Self { value, certainty }
    }

    /// Returns the score in discs for the mover. If the search reached the end of the game, this is
    /// the final score, with empties going to the winner. Otherwise, it is an estimate to two
    /// decimals.
    #[must_use]
    pub fn discs(self) -> f64 {
        f64::from(self.hundredths()) / 100.0
    }

    /// Returns [`TextbookScore::discs`] in hundredths.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        let is_proven = self.value.abs() > HEURISTIC_LIMIT;
        let bonus = if is_proven { WIN } else { 0 };
        self.value - self.value.signum() * bonus
    }

    /// Returns the search value: hundredths of a disc, plus [`WIN`] for a won game.
    #[must_use]
    pub const fn value(self) -> Value {
        self.value
    }

    /// Returns whether this is the final score under perfect play.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.certainty == Certainty::Exact
    }

    /// Returns whether the winner is proven: one side can force at least this score, or
    /// the score is exact.
    #[must_use]
    pub fn is_decided(self) -> bool {
        self.certainty != Certainty::Heuristic
    }

    /// Returns the score from the other side's point of view.
    #[must_use]
    pub const fn seen_from_opponent(self) -> Self {
        let value = -self.value;
        Self { value, ..self }
    }
}

impl fmt::Display for TextbookScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+.2}", self.discs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_round_trip_as_whole_discs() {
        for discs in -128..=128 {
            let score = TextbookScore::from_value(outcome_value(discs), true, 128);
            assert_eq!(score.discs(), f64::from(discs));
            assert!(score.is_exact() && score.is_decided());
            assert_eq!(score.seen_from_opponent().discs(), f64::from(-discs));
        }
    }

    #[test]
    fn any_win_beats_any_heuristic() {
        assert!(outcome_value(1) > HEURISTIC_LIMIT);
        assert!(outcome_value(-1) < -HEURISTIC_LIMIT);
    }

    #[test]
    fn certainty_is_not_overstated() {
        let score = |value, to_the_end| TextbookScore::from_value(value, to_the_end, 64);
        assert!(!score(0, false).is_decided());
        assert!(score(0, true).is_exact());
        let win = score(outcome_value(10), false);
        assert!(win.is_decided() && !win.is_exact());
        assert!(score(outcome_value(-64), false).is_exact());
        assert_eq!(score(-350, false).to_string(), "-3.50");
    }
}
