//! Game clocks.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The clock of one side, as in `10+0.1`.
///
/// ```
/// use std::time::Duration;
/// use outflank_engine::Clock;
///
/// let clock: Clock = "10+0.1".parse()?;
/// assert_eq!(clock.left, Duration::from_secs(10));
/// let later = clock.after_move(Duration::from_secs(2)).unwrap();
/// assert_eq!(later.left, Duration::from_millis(8_100));
/// assert_eq!(later.after_move(Duration::from_secs(9)), None);
/// # Ok::<(), outflank_engine::ClockError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    /// Time remaining for the game.
    pub left: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl Clock {
    /// Returns the clock after a move that took `spent`, with the increment, or `None` if time
    /// ran out.
    #[must_use]
    pub fn after_move(self, spent: Duration) -> Option<Self> {
        let left = self.left.checked_sub(spent)?;
        Some(Self {
            left: left.saturating_add(self.increment),
            ..self
        })
    }
}

/// Formats the seconds and the increment, if any: `10+0.1`.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.left.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The error for text that is not a clock.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is not a clock: expected seconds per game and optionally an increment per move, such as 10 or \
     10+0.1"
)]
pub struct ClockError(String);

impl FromStr for Clock {
    type Err = ClockError;

    /// Parses `SECONDS` or `SECONDS+INCREMENT`.
    ///
    /// # Errors
    ///
    /// Returns an error for any other text, or if the clock has no time.
    fn from_str(text: &str) -> Result<Self, ClockError> {
        let (left, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(left), seconds(increment)) {
            (Some(left), Some(increment)) if !left.is_zero() => Ok(Self { left, increment }),
            _ => Err(ClockError(text.to_owned())),
        }
    }
}

/// Parses a number of seconds in plain digits.
fn seconds(text: &str) -> Option<Duration> {
    if !text.bytes().all(|c| c.is_ascii_digit() || c == b'.') {
        return None;
    }
    // A limit of a thousand years leaves room for arithmetic.
    let seconds = text.parse().ok().filter(|&seconds: &f64| seconds < 3e10)?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_round_trip() {
        for text in ["1", "0.25", "10+0.1", "600+5"] {
            assert_eq!(text.parse::<Clock>().unwrap().to_string(), text);
        }
        assert_eq!("1+0".parse::<Clock>().unwrap().to_string(), "1");
    }

    #[test]
    fn invalid_clocks_are_rejected() {
        for text in [
            "",
            "0",
            "0+1",
            "-1",
            "1+-1",
            "1e3",
            "nan",
            "inf",
            "1+",
            "+1",
            "1+1+1",
            "1 s",
            ".",
            "99999999999",
        ] {
            let error = text.parse::<Clock>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("{text:?} is not a clock")),
                "{error}"
            );
        }
    }
}
