//! Values of a search and what they mean to a player.

use std::fmt;

use outflank_gametree::Value;

/// Added to the hundredths of a won game's score, taken from those of a lost
/// one, so that a certain win beats every heuristic value.
pub const WIN: Value = 1_000_000;

/// Heuristic values, in hundredths, stay within `-HEURISTIC_LIMIT..=HEURISTIC_LIMIT`.
pub const HEURISTIC_LIMIT: Value = WIN / 2;

/// The search value of a finished game with the given disc score: its
/// hundredths, and [`WIN`] on the winner's side. A draw is 0.
#[inline]
#[must_use]
pub const fn outcome_value(discs: i32) -> Value {
    discs * 100 + discs.signum() * WIN
}

/// What a value from a search means, seen from the side to move.
///
/// It prints as discs with two decimals and a sign, `+3.50`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    value: Value,
    certainty: Certainty,
}

/// How much a [`Score`] promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Certainty {
    /// A heuristic stands for the outcome.
    Heuristic,
    /// The winner can force at least this final score.
    Forced,
    /// The final score under perfect play.
    Exact,
}

impl Score {
    /// The meaning of `value`, which is seen from the side to move, on a board
    /// of `squares` squares. `to_the_end` says that every line of the search
    /// reached a finished game.
    #[must_use]
    pub fn from_value(value: Value, to_the_end: bool, squares: u32) -> Self {
        let is_outcome = value.abs() > HEURISTIC_LIMIT;
        let best_possible = value.abs() == outcome_value(squares as i32);
        let certainty = match (to_the_end || best_possible, is_outcome) {
            (true, _) => Certainty::Exact,
            (false, true) => Certainty::Forced,
            (false, false) => Certainty::Heuristic,
        };
        Self { value, certainty }
    }

    /// The score in discs for the side to move, with a meaning to two
    /// decimals: the final score (empty squares to the winner) if the search
    /// saw the end of the game, else the evaluation's estimate.
    #[must_use]
    pub fn discs(self) -> f64 {
        f64::from(self.hundredths()) / 100.0
    }

    /// [`Score::discs`] in hundredths of a disc.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        if self.value.abs() > HEURISTIC_LIMIT {
            self.value - self.value.signum() * WIN
        } else {
            self.value
        }
    }

    /// The value that the search compared: hundredths of a disc, with [`WIN`]
    /// on top for a won game.
    #[must_use]
    pub const fn value(self) -> Value {
        self.value
    }

    /// Whether this is the final score under perfect play of both sides.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.certainty == Certainty::Exact
    }

    /// Whether the winner is certain: one side can force at least this final
    /// score, though a deeper search might find it more. Exact scores,
    /// draws among them, are certain too.
    #[must_use]
    pub fn is_decided(self) -> bool {
        self.certainty != Certainty::Heuristic
    }

    /// The same score seen from the other side.
    #[must_use]
    pub const fn seen_from_opponent(self) -> Self {
        Self {
            value: -self.value,
            ..self
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+.2}", self.discs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_come_back_as_whole_discs() {
        for discs in -128..=128 {
            let score = Score::from_value(outcome_value(discs), true, 128);
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
        let score = |value, to_the_end| Score::from_value(value, to_the_end, 64);
        assert!(!score(0, false).is_decided());
        assert!(score(0, true).is_exact());
        let win = score(outcome_value(10), false);
        assert!(win.is_decided() && !win.is_exact());
        assert!(score(outcome_value(-64), false).is_exact());
        assert_eq!(score(-350, false).to_string(), "-3.50");
    }
}
