//! Dates of games.

use std::fmt;
use std::str::FromStr;

use time::{Month, OffsetDateTime};

/// A date; at least the year is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Date {
    year: u16,
    /// The month and, if known, the day.
    month: Option<(u8, Option<u8>)>,
    /// The time of day and its zone, as recorded.
    time: Option<String>,
}

/// The error for text that is not a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a date: expected one such as 2003.12.15")]
pub struct DateError(String);

impl Date {
    /// Returns a date of which only the year is known.
    #[must_use]
    pub const fn from_year(year: u16) -> Self {
        Self {
            year,
            month: None,
            time: None,
        }
    }

    /// Returns the date of a day, if it exists.
    #[must_use]
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let name = Month::try_from(month).ok()?;
        let date = time::Date::from_calendar_date(i32::from(year), name, day);
        date.is_ok().then_some(Self {
            year,
            month: Some((month, Some(day))),
            time: None,
        })
    }

    /// Returns the UTC date of a Unix time in seconds, as in the oldest games of the
    /// Generic Game Server.
    #[must_use]
    pub fn from_unix_seconds(seconds: i64) -> Option<Self> {
        let moment = OffsetDateTime::from_unix_timestamp(seconds).ok()?;
        let (hour, minute, second) = moment.to_hms();
        let year = u16::try_from(moment.year()).ok()?;
        let date = Self::new(year, moment.month().into(), moment.day())?;
        let time = Some(format!("{hour:02}:{minute:02}:{second:02}.UTC"));
        Some(Self { time, ..date })
    }

    /// Returns the year.
    #[must_use]
    pub const fn year(&self) -> u16 {
        self.year
    }

    /// Returns the month, 1 to 12.
    #[must_use]
    pub fn month(&self) -> Option<u8> {
        self.month.map(|(month, _)| month)
    }

    /// Returns the day of the month.
    #[must_use]
    pub fn day(&self) -> Option<u8> {
        self.month?.1
    }

    /// Returns the time of day with its zone, such as `12:33:18.MST`.
    #[must_use]
    pub fn time(&self) -> Option<&str> {
        self.time.as_deref()
    }

    /// Returns the known parts of the date without the time, joined by `separator`.
    #[must_use]
    pub fn day_text(&self, separator: char) -> String {
        let mut text = format!("{:04}", self.year);
        if let Some((month, day)) = self.month {
            text.push_str(&format!("{separator}{month:02}"));
            if let Some(day) = day {
                text.push_str(&format!("{separator}{day:02}"));
            }
        }
        text
    }
}

/// `2003.12.15`, with the time `2003.12.15_12:33:18.MST`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.day_text('.'))?;
        match &self.time {
            Some(time) => write!(f, "_{time}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Date {
    type Err = DateError;

    /// Parses a year, a month or a day such as `2003`, `2003-12` or `2003.12.15` (also
    /// with `/`, unknown parts as `??`), optionally followed by `_`, `T` or a space and
    /// the time of day; or a Unix time in seconds (eight digits or more).
    fn from_str(text: &str) -> Result<Self, DateError> {
        parse(text).ok_or_else(|| DateError(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Date> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == text.len() && digits >= 8 {
        return Date::from_unix_seconds(text.parse().ok()?);
    }
    let (day, time) = match text.split_once(['_', 'T', ' ']) {
        Some((day, time)) => (day, Some(time.trim())),
        None => (text, None),
    };
    let mut parts = day.splitn(3, ['.', '-', '/']);
    let year = parts.next().filter(|year| year.len() == 4)?;
    let year = number(year)?;
    let month = part(parts.next())?;
    let day = part(parts.next())?;
    let date = match (month, day) {
        (Some(month), Some(day)) => Date::new(year, month, day)?,
        (Some(month), None) if (1..=12).contains(&month) => Date {
            month: Some((month, None)),
            ..Date::from_year(year)
        },
        (None, None) => Date::from_year(year),
        _ => return None,
    };
    let is_plain = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
    let fits = |time: &&str| time.len() <= 32 && time.bytes().all(is_plain);
    let time = match time {
        Some(time) if !time.is_empty() => Some(Some(time).filter(fits)?.replace(['[', ']'], "")),
        _ => None,
    };
    let time = time.map(|time| time.trim().to_owned());
    Some(Date {
        time: time.filter(|time| !time.is_empty()),
        ..date
    })
}

/// Parses a month or a day; `Some(None)` if it is unknown.
fn part(text: Option<&str>) -> Option<Option<u8>> {
    match text {
        None | Some("" | "?" | "??") => Some(None),
        Some(text) => number(text).and_then(|n| u8::try_from(n).ok()).map(Some),
    }
}

fn number(text: &str) -> Option<u16> {
    let all = text.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_are_read() {
        for (text, expected) in [
            ("2003.12.15_12:33:18.MST", "2003.12.15_12:33:18.MST"),
            ("947375357", "2000.01.08_23:49:17.UTC"),
            ("2014-02-21 20:52:27 GMT", "2014.02.21_20:52:27 GMT"),
            ("2005.11.12", "2005.11.12"),
            ("1996-05", "1996.05"),
            ("2005.??.??", "2005"),
            ("1999", "1999"),
            ("2007_41:3:0 ]", "2007_41:3:0"),
        ] {
            let date: Date = text.parse().unwrap();
            assert_eq!(date.to_string(), expected);
            assert_eq!(expected.parse(), Ok(date));
        }
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in "|..|2005.13|2005.02.30|2005.??.07|12.11.2005|20051112é".split('|') {
            assert!(text.parse::<Date>().is_err(), "{text:?}");
        }
    }
}
