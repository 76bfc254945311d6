//! The patterns to train.

use std::str::FromStr;

use outflank_engine::evaluation::{Count, PatternSet};

use crate::error::TrainingError;

/// The set of patterns to train. The counts are always trained; weights of other patterns
/// stay zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatternChoice {
    /// Names, or `None` for all patterns.
    names: Option<Vec<String>>,
}

impl PatternChoice {
    /// Checks that the patterns of a board have all these names.
    ///
    /// # Errors
    ///
    /// Returns an error for the first name that is not a pattern.
    pub fn check(&self, patterns: &PatternSet) -> Result<(), TrainingError> {
        let is_known = |name: &&String| patterns.patterns().iter().any(|p| p.name == **name);
        let mut names = self.names.iter().flatten();
        match names.find(|name| !is_known(name)) {
            Some(name) => {
                let known = Self::default().names(patterns).join(",");
                Err(TrainingError::Settings(format!(
                    "no pattern is called {name:?}: expected some of {known}"
                )))
            }
            None => Ok(()),
        }
    }

    /// Returns the names of the chosen patterns, in the order of the patterns.
    #[must_use]
    pub fn names<'a>(&self, patterns: &'a PatternSet) -> Vec<&'a str> {
        let names = patterns.patterns().iter().map(|pattern| &*pattern.name);
        names.filter(|name| self.has(name)).collect()
    }

    fn has(&self, name: &str) -> bool {
        match &self.names {
            Some(names) => names.iter().any(|chosen| chosen == name),
            None => true,
        }
    }

    /// Returns the indices of the chosen instances and of the counts in the entries of
    /// [`Features`](outflank_engine::evaluation::Features).
    pub(super) fn feature_indices(&self, patterns: &PatternSet) -> Vec<usize> {
        let instances = patterns.instances();
        let is_chosen = |index: &usize| match instances.get(*index) {
            Some(instance) => self.has(&patterns.patterns()[instance.pattern].name),
            None => true,
        };
        let entries = instances.len() + Count::ALL.len();
        (0..entries).filter(is_chosen).collect()
    }
}

impl FromStr for PatternChoice {
    type Err = std::convert::Infallible;

    /// Parses names separated by commas.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let names = text.split(',').map(|name| name.trim().to_owned());
        Ok(Self {
            names: Some(names.collect()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(text: &str) -> PatternChoice {
        let Ok(choice) = text.parse();
        choice
    }

    #[test]
    fn patterns_are_chosen_by_name() {
        let patterns = PatternSet::standard();
        let some = choice("line 2, corner");
        assert_eq!(some.names(patterns), ["corner", "line 2"]);
        some.check(patterns).unwrap();
        // Four corners, four lines, three counts.
        assert_eq!(some.feature_indices(patterns).len(), 11);
        let all = PatternChoice::default();
        let named = choice(&all.names(patterns).join(","));
        named.check(patterns).unwrap();
        assert_eq!(
            all.feature_indices(patterns).len(),
            patterns.instances().len() + 3
        );
    }

    #[test]
    fn unknown_names_are_refused_with_the_known_ones() {
        for text in ["", "corner,", "corner,line 9"] {
            let error = choice(text).check(PatternSet::standard()).unwrap_err();
            let error = error.to_string();
            assert!(error.contains("corner,edge,wing"), "{error}");
        }
        let small = PatternSet::of("6x6".parse().unwrap()).unwrap();
        let error = choice("corner").check(small).unwrap_err().to_string();
        assert!(error.contains("corner a1-c3"), "{error}");
    }
}
