//! Time controls.

use std::fmt;
use std::str::FromStr;

/// The time control of a player in the notation of the Generic Game Server
/// (<https://www.skatgame.net/mburo/ggsa/clock>):
/// `[ini[,[N]m1]]/[inc[,[N]m2]]/[ext[,[N]m3]]`, such as `05:00//02:00`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    /// The time at the start.
    pub initial: Option<Period>,
    /// The increment, added as moves are made.
    pub increment: Option<Period>,
    /// The extension, added once when the initial time runs out.
    pub extension: Option<Period>,
}

/// An amount of time in a [`Clock`], and the moves it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Period {
    /// The time, in seconds.
    pub seconds: u32,
    /// The number of moves that the time covers, and whether the flag `N` precedes it. With `N`,
    /// running out of the initial time does not lose the game, and the other times do not
    /// accumulate.
    pub moves: Option<(u32, bool)>,
}

/// The error for text that is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a time control: expected one such as 15:00 or 05:00//02:00")]
pub struct ClockError(String);

impl Clock {
    /// Returns a time control of `seconds` for the whole game.
    #[must_use]
    pub const fn from_seconds(seconds: u32) -> Self {
        let moves = None;
        Self {
            initial: Some(Period { seconds, moves }),
            increment: None,
            extension: None,
        }
    }
}

impl FromStr for Clock {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Self, ClockError> {
        let wrong = || ClockError(text.to_owned());
        let mut periods = [None; 3];
        for (place, part) in text.split('/').enumerate() {
            let period = periods.get_mut(place).ok_or_else(wrong)?;
            if !part.is_empty() {
                *period = Some(parse_period(part).ok_or_else(wrong)?);
            }
        }
        let [initial, increment, extension] = periods;
        if periods.iter().all(Option::is_none) {
            return Err(wrong());
        }
        Ok(Self {
            initial,
            increment,
            extension,
        })
    }
}

fn parse_period(text: &str) -> Option<Period> {
    let (time, moves) = match text.split_once(',') {
        Some((time, moves)) => (time, Some(moves)),
        None => (text, None),
    };
    let mut seconds = 0_u32;
    for (place, part) in time.split(':').enumerate() {
        let number: u32 = digits(part).filter(|_| place < 3)?;
        seconds = seconds.checked_mul(60)?.checked_add(number)?;
    }
    let moves = match moves {
        None => None,
        Some(text) => {
            let number = text.strip_prefix('N');
            Some((digits(number.unwrap_or(text))?, number.is_some()))
        }
    };
    Some(Period { seconds, moves })
}

fn digits(text: &str) -> Option<u32> {
    let all = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| text.parse().ok()).flatten()
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let periods = [self.initial, self.increment, self.extension];
        let last = periods.iter().rposition(Option::is_some).unwrap_or(0);
        for (place, period) in periods[..=last].iter().enumerate() {
            if place > 0 {
                f.write_str("/")?;
            }
            if let Some(period) = period {
                period.fmt(f)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seconds, moves } = *self;
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        if hours > 0 {
            write!(f, "{hours:02}:")?;
        }
        write!(f, "{minutes:02}:{seconds:02}")?;
        if let Some((moves, flag)) = moves {
            write!(f, ",{}{moves}", if flag { "N" } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_round_trip() {
        let texts =
            "15:00//02:00 05:00 01:00/00:00/02:00 02:00:00,N40//30:00 30:00/00:12,N1 /00:05";
        for text in texts.split(' ') {
            let clock: Clock = text.parse().unwrap();
            assert_eq!(clock.to_string(), text);
        }
        let clock: Clock = "300".parse().unwrap();
        assert_eq!(clock, Clock::from_seconds(300));
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in "|//|x|1:2:3:4|5,|5,N|1/2/3/4|99999999:00:00|-5".split('|') {
            assert!(text.parse::<Clock>().is_err(), "{text:?}");
        }
    }
}
