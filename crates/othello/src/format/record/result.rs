//! Recorded results.

use crate::color::Color;

/// A recorded result.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameResult {
    /// The recorded score.
    pub score: RecordedScore,
    /// How the game ended early.
    pub ending: Option<Ending>,
}

/// A recorded score, in the form in which it is recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RecordedScore {
    /// The discs of both sides. Sources differ in whether the winner gets the empties.
    Discs {
        /// Discs of Black.
        black: u16,
        /// Discs of White.
        white: u16,
    },
    /// The disc difference for Black, after komi.
    Difference(f64),
    /// Only the winner is known.
    Winner(Color),
}

/// How a game ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ending {
    /// A player resigned.
    Resigned,
    /// A player ran out of time.
    Time,
    /// The players agreed on the score.
    Agreed,
}

impl Ending {
    /// Returns `resigned`, `time` or `agreed`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Agreed => "agreed",
        }
    }

    /// Returns the ending with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Resigned, Self::Time, Self::Agreed];
        all.into_iter().find(|ending| ending.name() == name)
    }
}

impl RecordedScore {
    /// Returns the disc difference for Black on a board of `squares` squares, empties to
    /// the winner, if it is known.
    #[must_use]
    pub fn black_score(self, squares: u32) -> Option<f64> {
        match self {
            Self::Discs { black, white } => {
                let difference = f64::from(black) - f64::from(white);
                let empty = f64::from(squares) - f64::from(black) - f64::from(white);
                let winners = if difference == 0.0 {
                    0.0
                } else {
                    difference.signum()
                };
                Some(difference + winners * empty.max(0.0))
            }
            Self::Difference(difference) => Some(difference),
            Self::Winner(_) => None,
        }
    }
}

impl GameResult {
    /// Returns the result of a game played to the end with this disc difference for
    /// Black.
    #[must_use]
    pub const fn difference(black: f64) -> Self {
        Self {
            score: RecordedScore::Difference(black),
            ending: None,
        }
    }

    /// Returns the result of a game played to the end with these discs.
    #[must_use]
    pub const fn discs(black: u16, white: u16) -> Self {
        Self {
            score: RecordedScore::Discs { black, white },
            ending: None,
        }
    }

    /// Returns the winner, if there is one.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        let difference = match self.score {
            RecordedScore::Winner(color) => return Some(color),
            RecordedScore::Difference(difference) => difference,
            RecordedScore::Discs { black, white } => f64::from(black) - f64::from(white),
        };
        match difference {
            difference if difference > 0.0 => Some(Color::Black),
            difference if difference < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empties_go_to_the_winner() {
        let score = |black, white| GameResult::discs(black, white).score.black_score(64);
        assert_eq!(score(60, 3), Some(58.0));
        assert_eq!(score(3, 60), Some(-58.0));
        assert_eq!(score(31, 31), Some(0.0));
        assert_eq!(score(33, 31), Some(2.0));
        assert_eq!(GameResult::discs(3, 60).winner(), Some(Color::White));
        assert_eq!(GameResult::difference(0.0).winner(), None);
    }
}
