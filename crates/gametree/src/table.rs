//! A transposition table without hash collisions.

use std::collections::HashMap;

use crate::{Depth, Game, INFINITY, Value};

/// The kinds of leaves that a value depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Basis {
    /// Finished games only.
    Outcomes,
    /// Finished games and heuristic values.
    Heuristic,
}

/// Bounds on the value of a state at some depth, from Max's point of view.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    lower: Value,
    upper: Value,
    basis: Basis,
}

/// Bounds by state and depth. The table compares complete states, so it never confuses two. It
/// replaces no entries: a full table accepts no new states.
pub(crate) struct Table<G: Game> {
    bounds: HashMap<(G::State, Depth), Bounds>,
    /// The best move of the last search of a state, at any depth.
    best_moves: HashMap<G::State, G::Move>,
    max_entries: usize,
}

impl<G: Game> Table<G> {
    pub(crate) fn new(max_entries: usize) -> Self {
        Self {
            bounds: HashMap::new(),
            best_moves: HashMap::new(),
            max_entries,
        }
    }

    /// Returns the value, or a bound outside the window, and its basis.
    pub(crate) fn probe(
        &self,
        state: &G::State,
        remaining: Depth,
        (alpha, beta): (Value, Value),
    ) -> Option<(Value, Basis)> {
        if self.max_entries == 0 {
            return None;
        }
        let known = self.bounds.get(&(state.clone(), remaining))?;
        let value = if known.lower >= beta || known.lower == known.upper {
            known.lower
        } else if known.upper <= alpha {
            known.upper
        } else {
            return None;
        };
        Some((value, known.basis))
    }

    pub(crate) fn best_move(&self, state: &G::State) -> Option<G::Move> {
        self.best_moves.get(state).copied()
    }

    /// Stores the fail-soft result of a search with the window (α, β).
    pub(crate) fn store(
        &mut self,
        state: &G::State,
        remaining: Depth,
        (alpha, beta): (Value, Value),
        (value, basis): (Value, Basis),
        best_move: Option<G::Move>,
    ) {
        let key = (state.clone(), remaining);
        if self.bounds.len() >= self.max_entries && !self.bounds.contains_key(&key) {
            return;
        }
        let known = self.bounds.entry(key).or_insert(Bounds {
            lower: -INFINITY,
            upper: INFINITY,
            basis,
        });
        if basis == Basis::Heuristic {
            known.basis = basis;
        }
        if value > alpha {
            known.lower = known.lower.max(value);
        }
        if value < beta {
            known.upper = known.upper.min(value);
        }
        if let Some(mv) = best_move {
            self.best_moves.insert(state.clone(), mv);
        }
    }
}
