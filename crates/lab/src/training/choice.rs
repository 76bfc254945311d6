//! Which patterns are learned from.

use std::fmt;
use std::str::FromStr;

use outflank_engine::evaluation::{Features, INSTANCES, PATTERNS};
use thiserror::Error;

/// Patterns that are learned from. The counts always are; weights of other patterns
/// stay zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternChoice {
    chosen: [bool; PATTERNS.len()],
}

impl PatternChoice {
    /// All patterns.
    pub const ALL: Self = Self {
        chosen: [true; PATTERNS.len()],
    };

    /// Whether no pattern is left out.
    #[must_use]
    pub fn is_all(self) -> bool {
        self == Self::ALL
    }

    /// The places of the chosen instances and of the counts among the entries of
    /// [`Features`].
    pub(super) fn places(self) -> Vec<usize> {
        let is_chosen = |place: &usize| match INSTANCES.get(*place) {
            Some(instance) => self.chosen[instance.pattern],
            None => true,
        };
        (0..Features::COUNT).filter(is_chosen).collect()
    }
}

impl Default for PatternChoice {
    fn default() -> Self {
        Self::ALL
    }
}

/// The names, in the order of the patterns.
impl fmt::Display for PatternChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chosen = PATTERNS.iter().zip(self.chosen).filter(|(_, is)| *is);
        let names: Vec<&str> = chosen.map(|(pattern, _)| pattern.name).collect();
        f.write_str(&names.join(","))
    }
}

/// A list that names no choice of patterns.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no pattern is called {0:?}: expected some of {all}", all = PatternChoice::ALL)]
pub struct PatternChoiceError(String);

impl FromStr for PatternChoice {
    type Err = PatternChoiceError;

    /// Reads names with commas between them.
    fn from_str(text: &str) -> Result<Self, PatternChoiceError> {
        let mut chosen = [false; PATTERNS.len()];
        for name in text.split(',').map(str::trim) {
            let place = PATTERNS.iter().position(|pattern| pattern.name == name);
            let place = place.ok_or_else(|| PatternChoiceError(name.to_owned()))?;
            chosen[place] = true;
        }
        Ok(Self { chosen })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_they_are_written() {
        let choice: PatternChoice = "line 2, corner".parse().unwrap();
        assert_eq!(choice.to_string(), "corner,line 2");
        assert!(!choice.is_all());
        // Four corners, four lines, three counts.
        assert_eq!(choice.places().len(), 11);
        let all = PatternChoice::ALL;
        assert_eq!(all.to_string().parse(), Ok(all));
        assert_eq!(all.places().len(), Features::COUNT);
    }

    #[test]
    fn unknown_names_are_refused_with_the_known_ones() {
        for text in ["", "corner,", "corner,line 9"] {
            let error = text.parse::<PatternChoice>().unwrap_err().to_string();
            assert!(error.contains("corner,edge,wing"), "{error}");
        }
    }
}
