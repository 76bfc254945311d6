//! What helps a search beyond the window: a table, proven bounds, guesses.

mod pruning;
mod table;

use crate::game::{Game, Value};
use crate::observer::Cause;
use crate::walker::Remaining;

pub(crate) use pruning::Shallow;
pub use pruning::{ProbCut, Pruning};
pub(crate) use table::Table;

/// What an aid says of a state before its moves are looked at.
pub(crate) enum Advice<M> {
    /// The value, or a bound that is enough, seen from Max.
    Enough(Value, Cause, Basis),
    /// Nothing but perhaps a move to be tried first.
    TryFirst(Option<M>),
}

/// What a value rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Basis {
    /// Finished games alone.
    Outcomes,
    /// The heuristic had a part in it.
    Guesses,
}

/// Helps a search in negamax form. Windows and values are seen from Max.
pub(crate) trait Aids<G: Game> {
    /// Looks at a state before its moves are.
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        remaining: Remaining,
        window: (Value, Value),
    ) -> Advice<G::Move> {
        let _ = (game, state, remaining, window);
        Advice::TryFirst(None)
    }

    /// The shallow searches that may stand for the deep one of a state.
    fn shallow(&self, remaining: Remaining) -> Option<Shallow> {
        let _ = remaining;
        None
    }

    /// Learns what the search of a state gave.
    fn learn(
        &mut self,
        state: &G::State,
        remaining: Remaining,
        window: (Value, Value),
        (value, basis): (Value, Basis),
        best: Option<G::Move>,
    ) {
        let _ = (state, remaining, window, value, basis, best);
    }
}

/// No help.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unaided;

impl<G: Game> Aids<G> for Unaided {}
