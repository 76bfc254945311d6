//! Cut-offs beyond those of the window and the transposition table.

use crate::{Depth, Value};

/// The forward pruning and proven cut-offs of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pruning {
    /// Whether to cut off using [`Game::proven_bounds`](crate::Game::proven_bounds) in searches to
    /// the end of the game.
    pub bounds: bool,
    /// ProbCut, in searches to a depth in plies. The value may then differ from that of minimax.
    pub probcut: Option<ProbCut>,
}

/// ProbCut (Buro 1995, "ProbCut: An Effective Selective Extension of the α-β Algorithm"):
/// a search `reduction` plies shallower replaces the deep one if its value lies outside
/// the window by more than its usual error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCut {
    /// Minimum remaining depth, in plies, at which ProbCut is tried.
    pub min_depth: u32,
    /// Depth reduction of the shallow search, in plies. It should be even, since values at even and
    /// odd depths often differ systematically.
    pub reduction: u32,
    /// Distance outside the window, in units of the game's values: usually a multiple of the
    /// standard error of the shallow search.
    pub margin: Value,
}

impl ProbCut {
    /// Returns the depth of the shallow search, or `None` if ProbCut does not apply.
    pub(crate) fn shallow_depth(&self, remaining: Depth) -> Option<Depth> {
        match remaining {
            Depth::Plies(plies) if plies >= self.min_depth => {
                plies.checked_sub(self.reduction.max(1)).map(Depth::Plies)
            }
            _ => None,
        }
    }
}
