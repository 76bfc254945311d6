//! Search results.

use crate::{Depth, Value};

/// Counts of a search. Every state entered, including the root, is expanded, is a leaf, or is cut
/// off by the table, proven bounds or ProbCut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States whose moves were generated.
    pub expanded: u64,
    /// States evaluated: finished games, and those at the depth limit.
    pub leaves: u64,
    /// Cut-offs at Min nodes: a value of at most α.
    pub alpha_cuts: u64,
    /// Cut-offs at Max nodes: a value of at least β.
    pub beta_cuts: u64,
    /// Children of expanded states that a cut-off left unsearched.
    pub pruned_children: u64,
    /// Cut-offs by the transposition table.
    pub table_cuts: u64,
    /// Cut-offs by proven bounds outside the window.
    pub stability_cuts: u64,
    /// Cut-offs by ProbCut.
    pub probcut_cuts: u64,
}

impl Counts {
    /// Returns the number of states entered, including the root.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.expanded + self.leaves + self.table_cuts + self.stability_cuts + self.probcut_cuts
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.expanded += other.expanded;
        self.leaves += other.leaves;
        self.alpha_cuts += other.alpha_cuts;
        self.beta_cuts += other.beta_cuts;
        self.pruned_children += other.pruned_children;
        self.table_cuts += other.table_cuts;
        self.stability_cuts += other.stability_cuts;
        self.probcut_cuts += other.probcut_cuts;
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinimaxResult<M> {
    /// The value of the root from Max's point of view. After an interruption, the value of the best
    /// root move searched so far, or 0 if there is none.
    pub value: Value,
    /// The first of the best moves. `None` if the game is over, the depth is zero, no move was
    /// searched completely, or every move failed low.
    pub best_move: Option<M>,
    /// The principal variation. Algorithms may differ after the first move if several
    /// variations are equally good.
    pub pv: Vec<M>,
    /// Counts of nodes and cut-offs.
    pub counts: Counts,
    /// The depth searched.
    pub depth: Depth,
    /// Whether the search ended without reaching any limit other than the depth.
    pub completed: bool,
    /// Whether the value is the outcome under best play: it does not depend on the heuristic, and
    /// no limit ended the search.
    pub exact: bool,
}
