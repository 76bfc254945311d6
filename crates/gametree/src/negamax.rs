//! Alpha-beta in negamax form: one branch for both sides, optionally with null-window
//! tests (principal variation search), a transposition table and forward pruning.

use crate::context::{Context, Edge, Interrupted, side_to_move};
use crate::table::{Basis, Table};
use crate::{
    CutoffCause, Depth, Game, Heuristic, INFINITY, MinimaxResult, NodeEnd, Observer, Pass, Pruning,
    Purpose, Search, Side, Value,
};

/// A node of a search in negamax form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    /// The side from whose point of view values are given: the side to move, unless the game is
    /// over.
    pub(crate) side: Side,
    pub(crate) remaining: Depth,
    pub(crate) ply: usize,
    /// Whether the path to the state is the previous PV.
    pub(crate) on_pv: bool,
}

/// Converts a window between Max's and `side`'s point of view.
pub(crate) const fn window_for(side: Side, (alpha, beta): (Value, Value)) -> (Value, Value) {
    match side {
        Side::Max => (alpha, beta),
        Side::Min => (-beta, -alpha),
    }
}

/// A search in negamax form.
///
/// Values and windows change sign between a state and its child only if the side to move changes.
pub(crate) struct Negamax<'a, G: Game, H, O> {
    pub(crate) context: Context<'a, G, H, O>,
    /// Whether moves after the first are tested with a null window.
    has_tests: bool,
    table: Option<Table<G>>,
    pruning: Pruning,
}

impl<'a, G: Game, H: Heuristic<G>, O: Observer<G>> Negamax<'a, G, H, O> {
    /// Creates a plain alpha-beta search.
    pub(crate) fn new(search: Search<'a, G, H, O>) -> Self {
        Self {
            context: Context::new(search),
            has_tests: false,
            table: None,
            pruning: Pruning::default(),
        }
    }

    /// Creates a principal variation search (Marsland and Campbell 1982, "Parallel search
    /// of strongly ordered game trees"; fail-soft as in Reinefeld 1983).
    pub(crate) fn with_tests(search: Search<'a, G, H, O>) -> Self {
        Self {
            has_tests: true,
            ..Self::new(search)
        }
    }

    /// Creates an alpha-beta search with a transposition table (Greenblatt, Eastlake and
    /// Crocker 1967) and the search's pruning.
    pub(crate) fn with_table(search: Search<'a, G, H, O>) -> Self {
        let (table, pruning) = (Table::new(search.table_entries), search.pruning);
        Self {
            table: Some(table),
            pruning,
            ..Self::new(search)
        }
    }

    /// Searches the root once, with a window from Max's point of view.
    pub(crate) fn search(
        mut self,
        root: &G::State,
        depth: Depth,
        window: (Value, Value),
    ) -> MinimaxResult<G::Move> {
        self.context.begin_pass(Pass::Single);
        let mut best = None;
        let value = self.root(root, depth, window, &mut best);
        self.context.into_result(value, best, depth)
    }

    /// Returns the value of the root; all values are from Max's point of view. Clears the
    /// principal variation if every move fails low.
    pub(crate) fn root(
        &mut self,
        root: &G::State,
        remaining: Depth,
        window: (Value, Value),
        best: &mut Option<Value>,
    ) -> Result<Value, Interrupted> {
        let side = side_to_move(self.context.game, root, Side::Max);
        let (ply, on_pv) = (0, false);
        let visit = Visit {
            side,
            remaining,
            ply,
            on_pv,
        };
        let relative = window_for(side, window);
        let value = self.node(root, visit, relative, Edge::root(Some(window)), best);
        if best.is_some_and(|best| best <= relative.0) {
            self.context.clear_root_line();
        }
        *best = best.map(|best| side.sign() * best);
        value.map(|value| side.sign() * value)
    }

    /// Returns the value of the state after `mv` for the side that plays it.
    pub(crate) fn child_value(
        &mut self,
        state: &G::State,
        visit: Visit,
        mv: G::Move,
        (alpha, beta): (Value, Value),
        purpose: Purpose,
    ) -> Result<Value, Interrupted> {
        let context = &self.context;
        let child = context.game.play(state, mv);
        let side = side_to_move(context.game, &child, visit.side);
        let below = Visit {
            side,
            remaining: context.depth_below(visit.remaining, visit.side, &child),
            ply: visit.ply + 1,
            on_pv: visit.on_pv && context.is_pv_move(visit.ply, mv),
        };
        let edge = Edge::to(mv, window_for(visit.side, (alpha, beta)), purpose);
        if side == visit.side {
            self.node(&child, below, (alpha, beta), edge, &mut None)
        } else {
            Ok(-self.node(&child, below, (-beta, -alpha), edge, &mut None)?)
        }
    }

    /// Returns the value of a move after the first. If tests are on and the window is wide enough,
    /// uses a null-window test and, if it fails high, a re-search.
    fn later_value(
        &mut self,
        state: &G::State,
        visit: Visit,
        mv: G::Move,
        (alpha, beta): (Value, Value),
    ) -> Result<Value, Interrupted> {
        let is_null = i64::from(beta) - i64::from(alpha) <= 1;
        if !self.has_tests || is_null {
            return self.child_value(state, visit, mv, (alpha, beta), Purpose::Value);
        }
        let value = self.child_value(state, visit, mv, (alpha, alpha + 1), Purpose::Test)?;
        if value <= alpha || value >= beta {
            return Ok(value);
        }
        self.child_value(state, visit, mv, (value - 1, beta), Purpose::ReSearch)
    }

    /// Returns the value of a state for the side to move, fail-soft. Keeps the best value so far in
    /// `best`, so that it survives an interruption.
    fn node(
        &mut self,
        state: &G::State,
        visit: Visit,
        (mut alpha, beta): (Value, Value),
        edge: Edge<G::Move>,
        best: &mut Option<Value>,
    ) -> Result<Value, Interrupted> {
        let (ply, side, remaining) = (visit.ply, visit.side, visit.remaining);
        let window = window_for(side, (alpha, beta));
        let heuristic_values = self.context.heuristic_values;
        if let Some(value) = self.context.enter(state, remaining, ply, edge)? {
            return Ok(side.sign() * value);
        }
        // The root must return a move, so it is always expanded.
        if ply > 0 {
            if let Some((value, cause)) = self.known_value(state, remaining, window) {
                self.context.leave_unexpanded(value, cause);
                return Ok(side.sign() * value);
            }
            if let Some(value) = self.probcut(state, visit, (alpha, beta), edge.purpose)? {
                let (from_max, cause) = (side.sign() * value, CutoffCause::ProbCut);
                self.context.leave_unexpanded(from_max, cause);
                return Ok(value);
            }
        }
        self.context.expand(state, remaining, ply);
        let table_move = self.table.as_ref().filter(|_| ply > 0);
        if let Some(mv) = table_move.and_then(|table| table.best_move(state)) {
            self.context.move_to_front(ply, mv);
        }
        if visit.on_pv {
            self.context.pv_move_to_front(ply);
        }
        self.context.report_moves(ply);
        let mut best_move = None;
        let mut rank = 0;
        let mut end = NodeEnd::AllMoves;
        while let Some(mv) = self.context.move_at(ply, rank) {
            let value = if rank == 0 {
                self.child_value(state, visit, mv, (alpha, beta), Purpose::Value)?
            } else {
                self.later_value(state, visit, mv, (alpha, beta))?
            };
            if best.is_none_or(|best| value > best) {
                *best = Some(value);
                best_move = Some(mv);
                self.context.update_line(ply, mv);
            }
            alpha = alpha.max(value);
            if value >= beta {
                end = self.context.count_cutoff(side, ply, rank);
                break;
            }
            rank += 1;
        }
        let value = best.expect("an unfinished game has a legal move");
        let from_max = side.sign() * value;
        if let Some(table) = &mut self.table {
            // If every move fails low, the best one is unknown.
            let best_move = best_move.filter(|_| value > window_for(side, window).0);
            let basis = match self.context.heuristic_values == heuristic_values {
                true => Basis::Outcomes,
                false => Basis::Heuristic,
            };
            table.store(state, remaining, window, (from_max, basis), best_move);
        }
        self.context.leave(from_max, end);
        Ok(value)
    }

    /// Returns the value, or a bound that causes a cut-off, from proven bounds or the table. The
    /// window and the value are from Max's point of view.
    fn known_value(
        &mut self,
        state: &G::State,
        remaining: Depth,
        (alpha, beta): (Value, Value),
    ) -> Option<(Value, CutoffCause)> {
        // Only outcomes have proven bounds; a heuristic value may lie outside them.
        if self.pruning.bounds
            && remaining == Depth::Unlimited
            && let Some((lower, upper)) = self.context.game.proven_bounds(state)
        {
            if lower >= beta {
                return Some((lower, CutoffCause::Stability));
            }
            if upper <= alpha {
                return Some((upper, CutoffCause::Stability));
            }
        }
        let table = self.table.as_ref()?;
        let (value, basis) = table.probe(state, remaining, (alpha, beta))?;
        self.context.heuristic_values += u64::from(basis == Basis::Heuristic);
        Some((value, CutoffCause::Table))
    }

    /// Returns the bound that the value exceeds according to a shallow search.
    fn probcut(
        &mut self,
        state: &G::State,
        visit: Visit,
        (alpha, beta): (Value, Value),
        purpose: Purpose,
    ) -> Result<Option<Value>, Interrupted> {
        // No ProbCut within a shallow search: the errors would add up.
        let probcut = self.pruning.probcut.filter(|_| purpose != Purpose::Shallow);
        let remaining = probcut.and_then(|probcut| probcut.shallow_depth(visit.remaining));
        let (Some(probcut), Some(remaining)) = (probcut, remaining) else {
            return Ok(None);
        };
        let mut below = visit;
        (below.remaining, below.ply, below.on_pv) = (remaining, visit.ply + 1, false);
        let margin = probcut.margin.max(0);
        // An infinite bound cannot be exceeded.
        if let Some(bound) = beta.checked_add(margin)
            && beta < INFINITY
            && self.shallow_value(state, below, (bound - 1, bound))? >= bound
        {
            return Ok(Some(beta));
        }
        if let Some(bound) = alpha.checked_sub(margin)
            && alpha > -INFINITY
            && bound > -INFINITY
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
        let edge = Edge {
            purpose: Purpose::Shallow,
            ..Edge::root(Some(window_for(below.side, window)))
        };
        self.node(state, below, window, edge, &mut None)
    }
}
