//! Alpha-beta in negamax form: one branch serves both sides. With tests by null
//! windows it is the principal variation search; with aids it has a table and
//! cuts by more than the window.

use std::hash::Hash;

use crate::aids::{Advice, Aids, Basis, Pruning, Table, Unaided};
use crate::game::{Game, Heuristic, Player, Value};
use crate::limits::Limits;
use crate::observer::{Cause, Ending, Observer, Pass, Purpose, Unobserved};
use crate::result::SearchResult;
use crate::walker::{Coming, Entered, FULL_WINDOW, Interrupted, Remaining, Walker, check_window};

/// The value of `root` seen from Max, by alpha-beta with values seen from the
/// side to move.
///
/// Values and window change sign between a state and its child only if the
/// mover changes: a side may move twice running.
#[must_use]
pub fn negamax<G: Game, H: Heuristic<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
) -> SearchResult<G::Move> {
    negamax_window(game, root, heuristic, limits, FULL_WINDOW)
}

/// Negamax with a given window, seen from Max. A value inside the window is
/// exact; one outside is a bound, as in [`alphabeta_window`](crate::alphabeta_window),
/// and a move is given only where one is good enough for the mover.
///
/// # Panics
///
/// If α is not below β, or is below -[`INFINITY`](crate::INFINITY).
#[must_use]
pub fn negamax_window<G: Game, H: Heuristic<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    window: (Value, Value),
) -> SearchResult<G::Move> {
    negamax_observed(game, root, heuristic, limits, window, Unobserved)
}

/// [`negamax_window`], followed by an observer.
///
/// # Panics
///
/// If α is not below β, or is below -[`INFINITY`](crate::INFINITY).
#[must_use]
pub fn negamax_observed<G: Game, H: Heuristic<G>, O: Observer<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    window: (Value, Value),
    observer: O,
) -> SearchResult<G::Move> {
    let walker = Walker::new(game, heuristic, limits, observer);
    Negamax::new(walker, Unaided, Tests::No).search(root, limits, window)
}

/// The value of `root` seen from Max by principal variation search: every move
/// but the first is only tested with a null window, whether it beats the best
/// so far, and searched again if it does (Marsland and Campbell 1982, "Parallel
/// search of strongly ordered game trees"; fail-soft as by Reinefeld 1983).
/// Value and move are those of [`minimax`](crate::minimax).
#[must_use]
pub fn principal_variation<G: Game, H: Heuristic<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
) -> SearchResult<G::Move> {
    principal_variation_observed(game, root, heuristic, limits, Unobserved)
}

/// [`principal_variation`], followed by an observer.
#[must_use]
pub fn principal_variation_observed<G: Game, H: Heuristic<G>, O: Observer<G>>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    observer: O,
) -> SearchResult<G::Move> {
    let walker = Walker::new(game, heuristic, limits, observer);
    Negamax::new(walker, Unaided, Tests::Yes).search(root, limits, FULL_WINDOW)
}

/// Alpha-beta with a transposition table of at most `most_entries` states, in
/// one pass to the depth, and with the cuts of `pruning`.
///
/// Without ProbCut, value and move are those of [`minimax`](crate::minimax).
/// States that are equal must have equal futures: a game whose heuristic looks
/// at the path needs the path in its states.
pub fn alphabeta_with_table<G, H, O>(
    game: &G,
    root: &G::State,
    heuristic: &H,
    limits: &Limits,
    (most_entries, pruning): (usize, Pruning),
    observer: O,
) -> SearchResult<G::Move>
where
    G: Game<State: Eq + Hash>,
    H: Heuristic<G>,
    O: Observer<G>,
{
    let walker = Walker::new(game, heuristic, limits, observer);
    let table = Table::new(most_entries, pruning);
    Negamax::new(walker, table, Tests::No).search(root, limits, FULL_WINDOW)
}

/// How a state is visited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    /// The side from which values are seen: the mover, if there is one.
    pub(crate) side: Player,
    pub(crate) remaining: Remaining,
    pub(crate) ply: usize,
    /// Whether the path to the state is the line to be tried first.
    pub(crate) on_line: bool,
}

/// The side to move, `otherwise` if the game is over.
pub(crate) fn side_of<G: Game>(game: &G, state: &G::State, otherwise: Player) -> Player {
    match game.terminal_value(state) {
        Some(_) => otherwise,
        None => game.mover(state),
    }
}

/// A window seen from Max as `side` sees it.
pub(crate) const fn seen_from(side: Player, (alpha, beta): (Value, Value)) -> (Value, Value) {
    match side {
        Player::Max => (alpha, beta),
        Player::Min => (-beta, -alpha),
    }
}

/// Whether moves behind the first are tested with a null window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tests {
    No,
    Yes,
}

/// A search in negamax form.
pub(crate) struct Negamax<'a, G: Game, H, O, A> {
    pub(crate) walker: Walker<'a, G, H, O>,
    aids: A,
    tests: Tests,
}

impl<'a, G, H, O, A> Negamax<'a, G, H, O, A>
where
    G: Game,
    H: Heuristic<G>,
    O: Observer<G>,
    A: Aids<G>,
{
    pub(crate) const fn new(walker: Walker<'a, G, H, O>, aids: A, tests: Tests) -> Self {
        Self {
            walker,
            aids,
            tests,
        }
    }

    /// Searches the root once, with a window seen from Max.
    fn search(
        mut self,
        root: &G::State,
        limits: &Limits,
        window: (Value, Value),
    ) -> SearchResult<G::Move> {
        check_window(window);
        self.walker.begin_pass(Pass::Whole);
        let mut best = None;
        let value = self.root(root, Remaining::new(limits.depth), window, &mut best);
        self.walker.into_result(value, best, limits.depth)
    }

    /// The value of the root, all seen from Max. No line is kept where it falls
    /// short of the window.
    pub(crate) fn root(
        &mut self,
        root: &G::State,
        remaining: Remaining,
        window: (Value, Value),
        best: &mut Option<Value>,
    ) -> Result<Value, Interrupted> {
        let side = side_of(self.walker.game, root, Player::Max);
        let visit = Visit {
            side,
            remaining,
            ply: 0,
            on_line: false,
        };
        let coming = Coming::to_root(Some(window));
        let relative = seen_from(side, window);
        let value = self.node(root, visit, relative, coming, best);
        if best.is_some_and(|best| best <= relative.0) {
            self.walker.forget_line();
        }
        *best = best.map(|best| side.sign() * best);
        value.map(|value| side.sign() * value)
    }

    /// The value of the state after `mv` for the side that plays it.
    pub(crate) fn child_value(
        &mut self,
        state: &G::State,
        visit: Visit,
        mv: G::Move,
        (alpha, beta): (Value, Value),
        purpose: Purpose,
    ) -> Result<Value, Interrupted> {
        let child = self.walker.game.play(state, mv);
        let side = side_of(self.walker.game, &child, visit.side);
        let below = Visit {
            side,
            remaining: self.walker.below(visit.remaining, visit.side, &child),
            ply: visit.ply + 1,
            on_line: visit.on_line && self.walker.is_on_line(visit.ply, mv),
        };
        let coming = Coming {
            mv: Some(mv),
            window: Some(seen_from(visit.side, (alpha, beta))),
            purpose,
        };
        if side == visit.side {
            self.node(&child, below, (alpha, beta), coming, &mut None)
        } else {
            Ok(-self.node(&child, below, (-beta, -alpha), coming, &mut None)?)
        }
    }

    /// The value of a move behind the first for the side that plays it: by a
    /// test first, where there are tests and room in the window for one.
    fn later_value(
        &mut self,
        state: &G::State,
        visit: Visit,
        mv: G::Move,
        (alpha, beta): (Value, Value),
    ) -> Result<Value, Interrupted> {
        let is_null = i64::from(beta) - i64::from(alpha) <= 1;
        if self.tests == Tests::No || is_null {
            return self.child_value(state, visit, mv, (alpha, beta), Purpose::Value);
        }
        let value = self.child_value(state, visit, mv, (alpha, alpha + 1), Purpose::Test)?;
        if value <= alpha || value >= beta {
            return Ok(value);
        }
        self.child_value(state, visit, mv, (value - 1, beta), Purpose::Again)
    }

    /// The value of a state for its mover, fail-soft. `best` is that of the
    /// moves finished so far, which is all there is after an interruption.
    fn node(
        &mut self,
        state: &G::State,
        visit: Visit,
        (mut alpha, beta): (Value, Value),
        coming: Coming<G::Move>,
        best: &mut Option<Value>,
    ) -> Result<Value, Interrupted> {
        let Visit { ply, side, .. } = visit;
        let window = seen_from(side, (alpha, beta));
        let guesses = self.walker.guesses();
        if let Entered::Leaf(value) = self.walker.touch(state, visit.remaining, ply, coming)? {
            return Ok(side.sign() * value);
        }
        let mut first = None;
        // The root shall give a move, so nothing answers for it.
        if ply > 0 {
            match self
                .aids
                .advise(self.walker.game, state, visit.remaining, window)
            {
                Advice::Enough(value, cause, basis) => {
                    if basis == Basis::Guesses {
                        self.walker.note_guess();
                    }
                    self.walker.leave_by(value, cause);
                    return Ok(side.sign() * value);
                }
                Advice::TryFirst(mv) => first = mv,
            }
            if let Some(value) = self.guess(state, visit, (alpha, beta), coming.purpose)? {
                let from_max = side.sign() * value;
                self.walker.leave_by(from_max, Cause::ProbCut);
                return Ok(value);
            }
        }
        self.walker.expand(state, ply);
        if let Some(first) = first {
            self.walker.put_first(ply, first);
        }
        if visit.on_line {
            self.walker.put_line_first(ply);
        }
        self.walker.tell_moves(ply);
        let mut best_move = None;
        let mut place = 0;
        let mut ending = Ending::AllMoves;
        while let Some(mv) = self.walker.move_at(ply, place) {
            let value = if place == 0 {
                self.child_value(state, visit, mv, (alpha, beta), Purpose::Value)?
            } else {
                self.later_value(state, visit, mv, (alpha, beta))?
            };
            if best.is_none_or(|best| value > best) {
                *best = Some(value);
                best_move = Some(mv);
                self.walker.keep_line(ply, mv);
            }
            alpha = alpha.max(value);
            if value >= beta {
                ending = self.walker.count_cut(side, ply, place);
                break;
            }
            place += 1;
        }
        let value = best.expect("a game that is not over has a legal move");
        let from_max = side.sign() * value;
        // Where no move reaches α, which is best is not known.
        let best_move = best_move.filter(|_| value > seen_from(side, window).0);
        let basis = if self.walker.guesses() == guesses {
            Basis::Outcomes
        } else {
            Basis::Guesses
        };
        self.aids
            .learn(state, visit.remaining, window, (from_max, basis), best_move);
        self.walker.leave(from_max, ending);
        Ok(value)
    }

    /// Guesses by a shallow search that the value is outside the window, and
    /// gives the bound that it is beyond, for the mover.
    fn guess(
        &mut self,
        state: &G::State,
        visit: Visit,
        (alpha, beta): (Value, Value),
        purpose: Purpose,
    ) -> Result<Option<Value>, Interrupted> {
        // A guess within a guess would err twice.
        if purpose == Purpose::Shallow {
            return Ok(None);
        }
        let Some(shallow) = self.aids.shallow(visit.remaining) else {
            return Ok(None);
        };
        let below = Visit {
            remaining: shallow.remaining,
            ply: visit.ply + 1,
            on_line: false,
            ..visit
        };
        // The bounds of the whole search are no values to be guessed at.
        if let Some(bound) = beta.checked_add(shallow.margin)
            && beta < crate::INFINITY
            && self.shallow_value(state, below, (bound - 1, bound))? >= bound
        {
            return Ok(Some(beta));
        }
        if let Some(bound) = alpha.checked_sub(shallow.margin)
            && alpha > -crate::INFINITY
            && bound > -crate::INFINITY
            && self.shallow_value(state, below, (bound, bound + 1))? <= bound
        {
            return Ok(Some(alpha));
        }
        Ok(None)
    }

    fn shallow_value(
        &mut self,
        state: &G::State,
        below: Visit,
        window: (Value, Value),
    ) -> Result<Value, Interrupted> {
        let coming = Coming {
            mv: None,
            window: Some(seen_from(below.side, window)),
            purpose: Purpose::Shallow,
        };
        self.node(state, below, window, coming, &mut None)
    }
}
