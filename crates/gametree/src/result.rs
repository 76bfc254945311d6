//! What a search gives.

use crate::game::Value;
use crate::limits::Depth;

/// What a search did. Every state entered is expanded, a leaf, or answered for
/// by one of the last three kinds of cut, the root included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States whose moves were generated.
    pub expanded: u64,
    /// States valued: finished games, and those at the depth limit.
    pub leaves: u64,
    /// Cuts at Min nodes: the value was not over α.
    pub alpha_cuts: u64,
    /// Cuts at Max nodes: the value was not under β.
    pub beta_cuts: u64,
    /// Children of expanded states that a cut left unentered.
    pub pruned_children: u64,
    /// States that the transposition table answered for.
    pub table_cuts: u64,
    /// States whose proven bounds were outside the window.
    pub stability_cuts: u64,
    /// States that a shallow search answered for.
    pub probcut_cuts: u64,
}

impl Counts {
    /// States entered, the root included.
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

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The worth of the root seen from Max. If the search was interrupted,
    /// that of the best root move finished by then, and 0, which says nothing,
    /// if there is none.
    pub value: Value,
    /// The first of the best moves; none if the game is over, the depth is
    /// zero, no move was finished, or all of them are known only by bounds
    /// because they fall short of a window.
    pub best_move: Option<M>,
    /// The moves of best play, as far as the search saw them. Behind the first
    /// move searches may differ where several lines are equally good.
    pub pv: Vec<M>,
    /// What the search did.
    pub counts: Counts,
    /// The depth searched.
    pub depth: Depth,
    /// Whether no limit but the depth ended the search.
    pub completed: bool,
    /// Whether the heuristic had a part in the value, or the search was
    /// interrupted. If not, the value is the outcome under best play.
    pub guessed: bool,
}
