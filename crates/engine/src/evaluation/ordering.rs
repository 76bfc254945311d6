//! A smaller evaluation, which ranks the moves of exact searches.
//!
//! It looks at half of the pattern instances, so that the numbers of a board fill
//! one register and the weights used stay in the cache: a third of the entries of
//! the whole evaluation, and hardly worse near the end of the game.

use std::sync::LazyLock;

use super::Evaluation;
use super::patterns::{COUNT, INSTANCES, Instance, PATTERNS, Places, same_text};

/// Names of the patterns that it looks at.
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

/// Places for instances: one register of 512 bits with a word for each.
pub(crate) const ORDERING_LANES: usize = 32;

/// Where the chosen instances stand. Their entries are those of the whole
/// evaluation's tables.
pub(crate) static ORDERING: Places<ORDERING_LANES> = {
    let (chosen, count) = chosen();
    Places::new(chosen.split_at(count).0)
};

/// The instances of the chosen patterns, and how many they are.
const fn chosen() -> ([Instance; COUNT], usize) {
    let mut all = INSTANCES;
    let mut count = 0;
    let mut place = 0;
    while place < COUNT {
        let mut choice = 0;
        while choice < ORDERING_PATTERNS.len() {
            if same_text(
                ORDERING_PATTERNS[choice],
                PATTERNS[INSTANCES[place].pattern].name,
            ) {
                all[count] = INSTANCES[place];
                count += 1;
            }
            choice += 1;
        }
        place += 1;
    }
    (all, count)
}

/// The weights that the program carries for it: zeros for other patterns.
static SHIPPED: &[u8] = include_bytes!("../../weights/8x8-order.weights");

impl Evaluation {
    /// The smaller evaluation that the program carries, by which exact searches
    /// rank moves.
    #[must_use]
    pub fn ordering() -> &'static Self {
        static EVALUATION: LazyLock<Evaluation> = LazyLock::new(|| Evaluation::carried(SHIPPED));
        &EVALUATION
    }
}

#[cfg(test)]
mod tests {
    use super::super::patterns::STARTS;
    use super::super::{KNOTS, Weights};
    use super::*;

    #[test]
    fn every_chosen_pattern_is_there() {
        let (instances, count) = chosen();
        for name in ORDERING_PATTERNS {
            let is_there = |instance: &Instance| PATTERNS[instance.pattern].name == name;
            assert!(instances[..count].iter().any(is_there), "{name}");
        }
    }

    #[test]
    fn no_other_pattern_has_weights() {
        let weights = Evaluation::ordering().weights();
        let kinds = Weights::kind_of_entries();
        let knots = || (0..KNOTS.len()).map(|knot| weights.knot(knot));
        for (pattern, entries) in STARTS.windows(2).enumerate() {
            let weighs = |entry: usize| knots().any(|knot| knot[kinds[entry] as usize] != 0);
            let name = PATTERNS.get(pattern).map(|pattern| pattern.name);
            assert_eq!(
                (entries[0]..entries[1]).any(weighs),
                name.is_some_and(|name| ORDERING_PATTERNS.contains(&name)),
                "{name:?}"
            );
        }
    }
}
