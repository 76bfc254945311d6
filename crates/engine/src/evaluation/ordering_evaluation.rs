//! A smaller evaluation, which orders the moves of the endgame search.
//!
//! It has half as many pattern instances, so that their indices fill one register, and a third as
//! many entries, so that the weights stay in the cache. Near the end of the game it orders moves
//! almost as well.

use std::sync::LazyLock;

use super::Evaluation;
use super::patterns::{FeatureMap, PatternSet};

/// Names of the patterns of the ordering evaluation.
pub(crate) const ORDERING_PATTERNS: [&str; 8] = [
    "corner",
    "edge",
    "line 2",
    "line 3",
    "line 4",
    "diagonal 8",
    "diagonal 7",
    "diagonal 6",
];

/// Maximum number of instances: one 512-bit register holds a 16-bit number for each.
pub(crate) const MAX_ORDERING_INSTANCES: usize = 32;

/// Returns the feature map of the ordering patterns. Entries are those of the full evaluation.
pub(crate) fn ordering_feature_map() -> &'static FeatureMap<MAX_ORDERING_INSTANCES> {
    static PLACES: LazyLock<FeatureMap<MAX_ORDERING_INSTANCES>> =
        LazyLock::new(|| PatternSet::standard().feature_map_of(&ORDERING_PATTERNS));
    &PLACES
}

crate::data_file!(
    /// The linear weights that order moves; they are zero for patterns other than
    /// `ORDERING_PATTERNS`.
    ORDERING_WEIGHTS,
    "8x8-order.weights",
    include_bytes!("../../weights/8x8-order.weights")
);

impl Evaluation {
    /// Returns the built-in ordering evaluation.
    #[must_use]
    pub fn ordering() -> &'static Self {
        static EVALUATION: LazyLock<Evaluation> =
            LazyLock::new(|| Evaluation::built_in(&ORDERING_WEIGHTS, None));
        &EVALUATION
    }
}

#[cfg(test)]
mod tests {
    use super::super::KNOTS;
    use super::*;

    #[test]
    fn every_ordering_pattern_exists() {
        let patterns = PatternSet::standard().patterns();
        for name in ORDERING_PATTERNS {
            assert!(
                patterns.iter().any(|pattern| pattern.name == name),
                "{name}"
            );
        }
    }

    #[test]
    fn no_other_pattern_has_weights() {
        let weights = Evaluation::ordering().weights();
        let set = weights.patterns();
        let kinds = set.kind_of_entries();
        let knots = || (0..KNOTS).map(|knot| weights.knot(knot));
        for (number, pattern) in set.patterns().iter().enumerate() {
            let weighs = |entry: usize| knots().any(|knot| knot[kinds[entry] as usize] != 0);
            assert_eq!(
                set.entries_of(number).any(weighs),
                ORDERING_PATTERNS.contains(&&*pattern.name),
                "{}",
                pattern.name
            );
        }
    }
}
