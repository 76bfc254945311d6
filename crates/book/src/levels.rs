//! Search levels by ply.

use std::fmt;
use std::str::FromStr;

use outflank_engine::MAX_LEVEL;

/// The search level for each range of plies from the start.
///
/// As text, `20:8,16:14,12` means level 20 up to ply 8, level 16 up to ply 14 and level 12 after
/// that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// Each level with the last ply at which it is used, in order.
    early: Vec<(u8, u32)>,
    /// The level of all later plies.
    late: u8,
}

impl Levels {
    /// Uses one level for all plies.
    #[must_use]
    pub const fn all(level: u8) -> Self {
        Self {
            early: Vec::new(),
            late: level,
        }
    }

    /// Returns the level for a ply; the start is ply 0.
    #[must_use]
    pub fn at(&self, ply: u32) -> u8 {
        let early = self.early.iter().find(|(_, last)| ply <= *last);
        early.map_or(self.late, |(level, _)| *level)
    }
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (level, last) in &self.early {
            write!(f, "{level}:{last},")?;
        }
        write!(f, "{}", self.late)
    }
}

impl FromStr for Levels {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = |text: &str| -> Result<u8, String> {
            let level = text.parse::<u8>().ok();
            let level = level.filter(|&level| (1..=MAX_LEVEL).contains(&level.into()));
            level.ok_or_else(|| format!("level \"{text}\": expected 1 to {MAX_LEVEL}"))
        };
        let (early, late) = text.rsplit_once(',').unwrap_or(("", text));
        let mut levels = Self::all(level(late)?);
        for part in early.split(',').filter(|part| !part.is_empty()) {
            let expected =
                || format!("\"{part}\": expected LEVEL:PLY, such as 20:8, with plies in order");
            let (text, last) = part.split_once(':').ok_or_else(expected)?;
            let last = last.parse::<u32>().map_err(|_| expected())?;
            let before = levels.early.last();
            if before.is_some_and(|(_, before)| last <= *before) {
                return Err(expected());
            }
            levels.early.push((level(text)?, last));
        }
        Ok(levels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_round_trip_as_text() {
        let levels: Levels = "20:8,16:14,12".parse().unwrap();
        let found: Vec<u8> = [0, 8, 9, 14, 15, 60].map(|ply| levels.at(ply)).to_vec();
        assert_eq!(found, [20, 20, 16, 16, 12, 12]);
        assert_eq!(levels.to_string(), "20:8,16:14,12");
        assert_eq!("7".parse(), Ok(Levels::all(7)));
        for wrong in "|0|61|a|20:8|20:8,|20,12|20:8,16:8,12|20:x,1".split('|') {
            assert!(wrong.parse::<Levels>().is_err(), "{wrong}");
        }
    }
}
