//! MTD(f): the value found by tests alone.

use std::hash::Hash;

use crate::aids::{Pruning, Table};
use crate::game::{Game, Heuristic, INFINITY, Player, Value};
use crate::limits::Limits;
use crate::negamax::{Negamax, Tests, seen_from, side_of};
use crate::observer::{Observer, Pass, Window};
use crate::result::SearchResult;
use crate::walker::{Interrupted, Remaining, Walker};

/// The value of `root` by null-window searches that close in on it from a
/// first guess, with a table of at most `most_entries` states that remembers
/// what they found (Plaat, Schaeffer, Pijls and de Bruin 1996, "Best-first
/// fixed-depth minimax algorithms").
///
/// Value and move are those of [`minimax`](crate::minimax): at the root the
/// order of the game holds. After an interruption there is no move unless a
/// test had shown one to be good enough.
pub fn mtdf<G, H, O>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    (first_guess, most_entries): (Value, usize),
    observer: O,
) -> SearchResult<G::Move>
where
    G: Game<State: Eq + Hash>,
    H: Heuristic<G>,
    O: Observer<G>,
{
    let walker = Walker::new(game, heuristic, limits, observer);
    let table = Table::new(most_entries, Pruning::default());
    let mut search = Negamax::new(walker, table, Tests::No);
    let side = side_of(game, root, Player::Max);
    let mut closing = Closing {
        guess: side.sign() * first_guess,
        at_least: -INFINITY,
        at_most: INFINITY,
        line: Vec::new(),
    };
    let remaining = Remaining::new(limits.depth);
    let mut outcome = Ok(());
    while outcome.is_ok() && closing.at_least < closing.at_most {
        outcome = closing.test(&mut search, root, remaining, side);
    }
    let proven = (closing.at_least > -INFINITY).then_some(side.sign() * closing.at_least);
    let value = outcome.map(|()| side.sign() * closing.at_least);
    let mut result = search.walker.into_result(value, proven, limits.depth);
    result.best_move = closing.line.first().copied();
    result.pv = closing.line;
    result
}

/// What is known of the root so far, seen from its mover.
struct Closing<M> {
    /// Where the next test is made.
    guess: Value,
    at_least: Value,
    at_most: Value,
    /// The line that shows the value to be at least that much.
    line: Vec<M>,
}

impl<M: Copy> Closing<M> {
    /// Tests whether the value is at least some bound.
    fn test<G, H, O>(
        &mut self,
        search: &mut Negamax<'_, G, H, O, Table<G>>,
        root: &G::State,
        remaining: Remaining,
        side: Player,
    ) -> Result<(), Interrupted>
    where
        G: Game<State: Eq + Hash, Move = M>,
        H: Heuristic<G>,
        O: Observer<G>,
    {
        let beta = self.guess.max(self.at_least.saturating_add(1));
        let window = seen_from(side, (beta - 1, beta));
        search.walker.begin_pass(Pass::Test(Window::from(window)));
        let value = search.root(root, remaining, window, &mut None)?;
        self.guess = side.sign() * value;
        if self.guess < beta {
            self.at_most = self.guess;
        } else {
            self.at_least = self.guess;
            self.line = search.walker.line_at(0).to_vec();
        }
        Ok(())
    }
}
