//! Recorded results.

use std::fmt;
use std::str::FromStr;

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

/// A score, in the form in which it was recorded.
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

    /// Returns the ending with the given name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let all = [Self::Resigned, Self::Time, Self::Agreed];
        all.into_iter().find(|ending| ending.name() == name)
    }
}

/// `42-22`, `+20` or `Black won`.
impl fmt::Display for RecordedScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discs { black, white } => write!(f, "{black}-{white}"),
            Self::Difference(difference) => write!(f, "{difference:+}"),
            Self::Winner(color) => write!(f, "{color} won"),
        }
    }
}

/// The score and, after a comma, why the game ended early: `Black won, resigned`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ending {
            Some(ending) => write!(f, "{}, {}", self.score, ending.name()),
            None => write!(f, "{}", self.score),
        }
    }
}

/// The error for text that is not a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a score such as 42-22, +20 or Black won, optionally followed by `, resigned`, \
     `, time` or `, agreed`"
)]
pub struct ResultError;

/// Parses what [`Display`](fmt::Display) writes; `black` is short for `Black won`, and the comma is
/// optional.
impl FromStr for GameResult {
    type Err = ResultError;

    fn from_str(text: &str) -> Result<Self, ResultError> {
        let (score, ending) = match text.trim().rsplit_once([',', ' ']) {
            Some((score, ending)) if ending != "won" => {
                let ending = Ending::from_name(ending).ok_or(ResultError)?;
                (score.trim_end().trim_end_matches(','), Some(ending))
            }
            _ => (text.trim(), None),
        };
        let winner = score.strip_suffix(" won").unwrap_or(score);
        let mut colors = Color::ALL.into_iter();
        let score =
            if let Some(color) = colors.find(|color| color.name().eq_ignore_ascii_case(winner)) {
                RecordedScore::Winner(color)
            } else if score.starts_with(['+', '-']) {
                let difference = score.parse().ok().filter(|score: &f64| score.is_finite());
                RecordedScore::Difference(difference.ok_or(ResultError)?)
            } else {
                let (black, white) = score.split_once('-').ok_or(ResultError)?;
                let discs = |text: &str| text.parse().map_err(|_| ResultError);
                RecordedScore::Discs {
                    black: discs(black)?,
                    white: discs(white)?,
                }
            };
        Ok(Self { score, ending })
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
                match difference {
                    0.0 => Some(0.0),
                    _ => Some(difference + difference.signum() * empty.max(0.0)),
                }
            }
            Self::Difference(difference) => Some(difference),
            Self::Winner(_) => None,
        }
    }
}

impl GameResult {
    /// Returns the result of a game played to the end with this disc difference for Black.
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

    #[test]
    fn results_round_trip_through_text() {
        let scores = [
            GameResult::discs(33, 31).score,
            RecordedScore::Difference(-2.5),
            RecordedScore::Difference(0.0),
            RecordedScore::Difference(-0.0),
            RecordedScore::Winner(Color::White),
        ];
        for score in scores {
            for ending in ["", "resigned", "time", "agreed"].map(Ending::from_name) {
                let result = GameResult { score, ending };
                assert_eq!(result.to_string().parse(), Ok(result));
                // The short form, which archives use.
                let short = result.to_string().replace(',', "").replace(" won", "");
                assert_eq!(short.to_lowercase().parse(), Ok(result), "{short}");
            }
        }
        for text in "|33|33-|grey|won|+|+inf|+2 lost|33-31-2|33-31,|,".split('|') {
            assert_eq!(text.parse::<GameResult>(), Err(ResultError), "{text:?}");
        }
    }
}
