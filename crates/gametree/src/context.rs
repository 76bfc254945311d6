//! The state that all algorithms share: limits, counts, move lists and principal variations.

use crate::limits::LimitCheck;
use crate::{
    Counts, CutoffCause, Depth, Entry, Game, Heuristic, INFINITY, MinimaxResult, NodeEnd, Observer,
    Order, Pass, Purpose, Search, Side, Value, Window,
};

pub(crate) const FULL_WINDOW: (Value, Value) = (-INFINITY, INFINITY);

/// A limit other than the depth ended the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interrupted;

/// The edge that leads to a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<M> {
    /// The move. `None` at the root and in shallow searches.
    pub(crate) mv: Option<M>,
    /// The window from Max's point of view.
    pub(crate) window: Option<(Value, Value)>,
    pub(crate) purpose: Purpose,
}

impl<M> Edge<M> {
    pub(crate) fn root(window: Option<(Value, Value)>) -> Self {
        let (mv, purpose) = (None, Purpose::Value);
        Self {
            mv,
            window,
            purpose,
        }
    }

    pub(crate) fn to(mv: M, window: (Value, Value), purpose: Purpose) -> Self {
        let (mv, window) = (Some(mv), Some(window));
        Self {
            mv,
            window,
            purpose,
        }
    }
}

/// Returns the side to move, or `otherwise` if the game is over.
pub(crate) fn side_to_move<G: Game>(game: &G, state: &G::State, otherwise: Side) -> Side {
    match game.terminal_value(state) {
        Some(_) => otherwise,
        None => game.mover(state),
    }
}

/// A search in progress. It reuses its lists from node to node, so it allocates nothing after the
/// first few nodes.
pub(crate) struct Context<'a, G: Game, H, O> {
    pub(crate) game: &'a G,
    heuristic: &'a H,
    order: Option<&'a dyn Order<G>>,
    observer: O,
    limits: LimitCheck,
    pub(crate) counts: Counts,
    /// States entered; [`Counts::nodes`] at the end.
    entered: u64,
    /// The number of values so far that depend on the heuristic. If a subtree does not increase it,
    /// every leaf of the subtree is a finished game.
    pub(crate) heuristic_values: u64,
    /// The moves of the node at each ply.
    moves: Vec<Vec<G::Move>>,
    /// The principal variation from the node at each ply.
    lines: Vec<Vec<G::Move>>,
    /// The principal variation of the previous iteration.
    previous_pv: Vec<G::Move>,
    /// How much deeper the last iteration searches than this one, for the move order.
    later_depth: u32,
}

impl<'a, G: Game, H: Heuristic<G>, O: Observer<G>> Context<'a, G, H, O> {
    pub(crate) fn new(search: Search<'a, G, H, O>) -> Self {
        Self {
            game: search.game,
            heuristic: search.heuristic,
            order: search.order,
            observer: search.observer,
            limits: LimitCheck::new(&search.limits),
            counts: Counts::default(),
            entered: 0,
            heuristic_values: 0,
            moves: Vec::new(),
            lines: Vec::new(),
            previous_pv: Vec::new(),
            later_depth: 0,
        }
    }

    pub(crate) fn begin_pass(&mut self, pass: Pass) {
        self.observer.begin_pass(pass);
    }

    /// Begins an iteration that tries the moves of `previous_pv` first. The last iteration is
    /// deeper by `later`.
    pub(crate) fn begin_iteration(&mut self, depth: Depth, previous_pv: Vec<G::Move>, later: u32) {
        (self.previous_pv, self.later_depth) = (previous_pv, later);
        self.begin_pass(Pass::Depth(depth));
    }

    /// Enters a state. If it is a leaf, leaves it again and returns its value.
    pub(crate) fn enter(
        &mut self,
        state: &G::State,
        remaining: Depth,
        ply: usize,
        edge: Edge<G::Move>,
    ) -> Result<Option<Value>, Interrupted> {
        if self.limits.is_reached(self.entered) {
            return Err(Interrupted);
        }
        self.entered += 1;
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
            self.moves.resize_with(ply + 1, Vec::new);
        }
        self.lines[ply].clear();
        self.observer.enter(Entry {
            state,
            mv: edge.mv,
            window: edge.window.map(Window::from),
            remaining,
            purpose: edge.purpose,
        });
        let (value, end) = match self.game.terminal_value(state) {
            Some(value) => (value, NodeEnd::Outcome),
            None if remaining.is_zero() => {
                self.heuristic_values += 1;
                (self.heuristic.value(self.game, state), NodeEnd::Heuristic)
            }
            None => return Ok(None),
        };
        self.counts.leaves += 1;
        self.leave(value, end);
        Ok(Some(value))
    }

    /// Generates and orders the moves of a state. The caller calls [`Context::report_moves`] once
    /// their order is final.
    pub(crate) fn expand(&mut self, state: &G::State, remaining: Depth, ply: usize) {
        self.counts.expanded += 1;
        let moves = &mut self.moves[ply];
        moves.clear();
        self.game.moves(state, moves);
        self.game.order_moves(state, moves);
        if let Some(order) = self.order {
            let depth = match remaining.number() {
                Some(number) => remaining.with_number(number.saturating_add(self.later_depth)),
                None => remaining,
            };
            order.arrange(self.game, state, depth, moves);
        }
    }

    pub(crate) fn report_moves(&mut self, ply: usize) {
        self.observer.expand(&self.moves[ply]);
    }

    /// Expands a state whose moves stay in the game's order, and returns its mover.
    pub(crate) fn expand_in_order(
        &mut self,
        state: &G::State,
        remaining: Depth,
        ply: usize,
    ) -> Side {
        self.expand(state, remaining, ply);
        self.report_moves(ply);
        self.game.mover(state)
    }

    /// Leaves the innermost open state with a value from Max's point of view.
    pub(crate) fn leave(&mut self, value: Value, end: NodeEnd) {
        self.observer.leave(value, end);
    }

    /// Leaves the innermost open state after a cut-off before any move is searched.
    pub(crate) fn leave_unexpanded(&mut self, value: Value, cause: CutoffCause) {
        match cause {
            CutoffCause::Table => self.counts.table_cuts += 1,
            CutoffCause::Stability => self.counts.stability_cuts += 1,
            CutoffCause::ProbCut => self.counts.probcut_cuts += 1,
            CutoffCause::Alpha | CutoffCause::Beta => {}
        }
        self.leave(value, NodeEnd::Cutoff { cause, rank: None });
    }

    pub(crate) fn move_to_front(&mut self, ply: usize, first: G::Move) {
        let moves = &mut self.moves[ply];
        if let Some(rank) = moves.iter().position(|&mv| mv == first) {
            moves[..=rank].rotate_right(1);
        }
    }

    /// Moves the previous PV move to the front. The path to the node must be the previous PV.
    pub(crate) fn pv_move_to_front(&mut self, ply: usize) {
        if let Some(&first) = self.previous_pv.get(ply) {
            self.move_to_front(ply, first);
        }
    }

    pub(crate) fn is_pv_move(&self, ply: usize, mv: G::Move) -> bool {
        self.previous_pv.get(ply) == Some(&mv)
    }

    pub(crate) fn move_at(&self, ply: usize, rank: usize) -> Option<G::Move> {
        self.moves[ply].get(rank).copied()
    }

    pub(crate) fn moves_at(&self, ply: usize) -> &[G::Move] {
        &self.moves[ply]
    }

    pub(crate) fn line_at(&self, ply: usize) -> &[G::Move] {
        &self.lines[ply]
    }

    /// Returns the depth left for `child`, reached by a move of `mover`.
    pub(crate) fn depth_below(&self, remaining: Depth, mover: Side, child: &G::State) -> Depth {
        remaining.below(|| side_to_move(self.game, child, mover) != mover)
    }

    /// Counts a cut-off at a node of `mover` by the move of this rank.
    pub(crate) fn count_cutoff(&mut self, mover: Side, ply: usize, rank: usize) -> NodeEnd {
        let (count, cause) = match mover {
            Side::Max => (&mut self.counts.beta_cuts, CutoffCause::Beta),
            Side::Min => (&mut self.counts.alpha_cuts, CutoffCause::Alpha),
        };
        *count += 1;
        self.counts.pruned_children += (self.moves[ply].len() - rank - 1) as u64;
        let rank = Some(rank);
        NodeEnd::Cutoff { cause, rank }
    }

    /// Makes `mv` and the line below it the principal variation at `ply`.
    pub(crate) fn update_line(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = lower.first() {
            line.extend_from_slice(rest);
        }
    }

    /// Clears the principal variation of a root at which all moves failed low: their
    /// values are bounds, and the move with the greatest bound need not be the best.
    pub(crate) fn clear_root_line(&mut self) {
        if let Some(line) = self.lines.first_mut() {
            line.clear();
        }
    }

    /// Returns the result of a search of the root. It returned `value`, or was interrupted with
    /// `best` as the best value so far.
    pub(crate) fn into_result(
        self,
        value: Result<Value, Interrupted>,
        best: Option<Value>,
        depth: Depth,
    ) -> MinimaxResult<G::Move> {
        let pv = self.lines.into_iter().next().unwrap_or_default();
        MinimaxResult {
            value: value.unwrap_or(best.unwrap_or(0)),
            best_move: pv.first().copied(),
            pv,
            counts: self.counts,
            depth,
            completed: value.is_ok(),
            exact: value.is_ok() && self.heuristic_values == 0,
        }
    }
}
