//! A transposition table that never errs.

use std::collections::HashMap;
use std::hash::Hash;

use super::pruning::{Pruning, Shallow};
use super::{Advice, Aids, Basis};
use crate::game::{Game, INFINITY, Value};
use crate::observer::Cause;
use crate::walker::Remaining;

/// What is known of a state searched to some depth: its value lies between
/// the bounds, seen from Max.
#[derive(Clone, Copy, Debug)]
struct Known {
    at_least: Value,
    at_most: Value,
    basis: Basis,
}

/// Values of states by state and depth, whole states being compared, so that
/// the table never takes one for another. It forgets nothing; it is full at
/// some number of entries and then learns no new ones.
pub(crate) struct Table<G: Game> {
    known: HashMap<(G::State, Remaining), Known>,
    /// The best move of a state at whatever depth searched last.
    best: HashMap<G::State, G::Move>,
    most_entries: usize,
    pruning: Pruning,
}

impl<G: Game> Table<G> {
    /// An empty table that takes so many entries at most; 0 is a search without
    /// a table, which may prune all the same.
    pub(crate) fn new(most_entries: usize, pruning: Pruning) -> Self {
        Self {
            known: HashMap::new(),
            best: HashMap::new(),
            most_entries,
            pruning,
        }
    }
}

impl<G: Game<State: Eq + Hash>> Aids<G> for Table<G> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        remaining: Remaining,
        (alpha, beta): (Value, Value),
    ) -> Advice<G::Move> {
        // Only the outcome is bounded: a heuristic may say anything.
        if self.pruning.bounds
            && remaining == Remaining::Unlimited
            && let Some((at_least, at_most)) = game.proven_bounds(state)
        {
            if at_least >= beta {
                return Advice::Enough(at_least, Cause::Stability, Basis::Outcomes);
            }
            if at_most <= alpha {
                return Advice::Enough(at_most, Cause::Stability, Basis::Outcomes);
            }
        }
        if self.most_entries == 0 {
            return Advice::TryFirst(None);
        }
        if let Some(known) = self.known.get(&(state.clone(), remaining)) {
            if known.at_least >= beta || known.at_least == known.at_most {
                return Advice::Enough(known.at_least, Cause::Table, known.basis);
            }
            if known.at_most <= alpha {
                return Advice::Enough(known.at_most, Cause::Table, known.basis);
            }
        }
        Advice::TryFirst(self.best.get(state).copied())
    }

    fn shallow(&self, remaining: Remaining) -> Option<Shallow> {
        self.pruning.probcut.as_ref()?.shallow(remaining)
    }

    fn learn(
        &mut self,
        state: &G::State,
        remaining: Remaining,
        (alpha, beta): (Value, Value),
        (value, basis): (Value, Basis),
        best: Option<G::Move>,
    ) {
        let key = (state.clone(), remaining);
        let is_full = self.known.len() >= self.most_entries;
        if is_full && !self.known.contains_key(&key) {
            return;
        }
        let known = self.known.entry(key).or_insert(Known {
            at_least: -INFINITY,
            at_most: INFINITY,
            basis,
        });
        if basis == Basis::Guesses {
            known.basis = basis;
        }
        // Fail-soft: within the window the value is both bounds.
        if value > alpha {
            known.at_least = known.at_least.max(value);
        }
        if value < beta {
            known.at_most = known.at_most.min(value);
        }
        if let Some(best) = best {
            self.best.insert(state.clone(), best);
        }
    }
}
