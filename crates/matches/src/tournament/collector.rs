//! Collecting finished pairs, and applying the SPRT.

use std::collections::BTreeMap;

use super::GamePair;
use crate::statistics::{Sprt, SprtVerdict, Tally};

/// The pairs finished so far.
pub(super) struct Collector<F> {
    pairs: BTreeMap<usize, GamePair>,
    test: Option<Test>,
    on_pair: F,
}

/// A running test. Short games end first, so the first pairs to finish are a biased
/// sample; the test therefore counts pairs in the order of their numbers.
struct Test {
    sprt: Sprt,
    tally: Tally,
    /// The number of the next pair to count.
    next: usize,
    is_decided: bool,
}

impl<F: FnMut(&GamePair)> Collector<F> {
    /// Creates a collector that starts with earlier pairs.
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
        collector.update_test();
        collector
    }

    /// Returns whether a pair is finished.
    pub(super) fn has(&self, number: usize) -> bool {
        self.pairs.contains_key(&number)
    }

    pub(super) fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.is_decided)
    }

    pub(super) fn add(&mut self, mut pair: GamePair) {
        // Another pair has decided the test in the meantime.
        if self.is_decided() {
            return;
        }
        (self.on_pair)(&pair);
        // Conversations would fill the memory if a program failed in every game.
        for forfeit in pair
            .games
            .iter_mut()
            .filter_map(|game| game.forfeit.as_mut())
        {
            forfeit.conversation = Vec::new();
        }
        self.pairs.insert(pair.number, pair);
        self.update_test();
    }

    fn update_test(&mut self) {
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

    /// Returns the pairs in order. With a test, returns only the pairs that it counted.
    pub(super) fn finish(self) -> Vec<GamePair> {
        let counted = self.test.map_or(usize::MAX, |test| test.next);
        self.pairs.into_values().take(counted).collect()
    }
}
