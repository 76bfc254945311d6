//! The pairs that threads bring together, and when there are enough of them.

use std::collections::BTreeMap;

use super::GamePair;
use crate::statistics::{Sprt, SprtVerdict, Tally};

/// What the threads have brought together.
pub(super) struct Collector<F> {
    pairs: BTreeMap<usize, GamePair>,
    test: Option<Test>,
    on_pair: F,
}

/// A test in work. Games between equals end at other times than short ones, so
/// the pairs that end first are no fair sample: the test hears of pairs in the
/// order of their numbers, of each once all before it have ended.
struct Test {
    sprt: Sprt,
    tally: Tally,
    /// Number of the pair that the test hears of next.
    next: usize,
    is_decided: bool,
}

impl<F: FnMut(&GamePair)> Collector<F> {
    /// Begins with pairs that were played before.
    pub(super) fn new(earlier: Vec<GamePair>, sprt: Option<Sprt>, on_pair: F) -> Self {
        let test = sprt.map(|sprt| Test {
            sprt,
            tally: Tally::default(),
            next: 0,
            is_decided: false,
        });
        let pairs = earlier.into_iter().map(|pair| (pair.number, pair));
        let mut collector = Self {
            pairs: pairs.collect(),
            test,
            on_pair,
        };
        collector.go_on_testing();
        collector
    }

    /// Whether a pair is there.
    pub(super) fn has(&self, number: usize) -> bool {
        self.pairs.contains_key(&number)
    }

    /// Whether nothing more needs to be played.
    pub(super) fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.is_decided)
    }

    /// Takes in a pair.
    pub(super) fn add(&mut self, mut pair: GamePair) {
        // Ended while the test was decided by another.
        if self.is_decided() {
            return;
        }
        (self.on_pair)(&pair);
        // Of a long tournament against a program that fails each time they would
        // fill the memory.
        for forfeit in pair
            .games
            .iter_mut()
            .filter_map(|game| game.forfeit.as_mut())
        {
            forfeit.conversation = Vec::new();
        }
        self.pairs.insert(pair.number, pair);
        self.go_on_testing();
    }

    fn go_on_testing(&mut self) {
        let Some(test) = &mut self.test else {
            return;
        };
        while !test.is_decided
            && let Some(pair) = self.pairs.get(&test.next)
        {
            test.next += 1;
            test.tally.add_pair(pair.discs());
            let state = test.sprt.state(test.tally.pentanomial());
            test.is_decided = state.verdict != SprtVerdict::Continue;
        }
    }

    /// The pairs in their order; of a test those that it heard of.
    pub(super) fn finish(self) -> Vec<GamePair> {
        let heard_of = self.test.map_or(usize::MAX, |test| test.next);
        self.pairs.into_values().take(heard_of).collect()
    }
}
