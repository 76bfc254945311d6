//! Cut-off statistics, which measure the quality of a move order.

use crate::{CutoffCause, Entry, Game, NodeEnd, Observer, Pass, Purpose, Value};

/// The number of ranks counted separately. Later ranks share a count.
const RANKS: usize = 64;

/// Counts cut-offs by the rank of the move that caused them. With a perfect order, every cut-off
/// comes from the first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutoffStats {
    /// Cut-offs by the rank of the move, first move first; the last entry counts all later ranks.
    pub cuts: Vec<u64>,
    /// States with a bound whose moves were all searched without a cut-off.
    pub without_cut: u64,
    /// Whether each open state has a bound.
    open: Vec<bool>,
}

impl Default for CutoffStats {
    fn default() -> Self {
        Self {
            cuts: vec![0; RANKS],
            without_cut: 0,
            open: Vec::new(),
        }
    }
}

impl CutoffStats {
    /// Returns the number of cut-offs by moves.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.cuts.iter().sum()
    }

    /// Returns the share of cut-offs, in 0..=1, caused by one of the first `moves` moves, or `None`
    /// if there were no cut-offs.
    #[must_use]
    pub fn share_of_first(&self, moves: usize) -> Option<f64> {
        let total = self.total();
        let first: u64 = self.cuts.iter().take(moves).sum();
        (total > 0).then(|| first as f64 / total as f64)
    }

    /// Returns the mean number of moves searched before a cut-off, the one that caused it included,
    /// or `None` if there were no cut-offs.
    #[must_use]
    pub fn mean_moves(&self) -> Option<f64> {
        let total = self.total();
        let searched = self.cuts.iter().zip(1u64..).map(|(cuts, rank)| cuts * rank);
        (total > 0).then(|| searched.sum::<u64>() as f64 / total as f64)
    }
}

impl std::ops::AddAssign<&Self> for CutoffStats {
    fn add_assign(&mut self, other: &Self) {
        for (own, cuts) in self.cuts.iter_mut().zip(&other.cuts) {
            *own += cuts;
        }
        self.without_cut += other.without_cut;
    }
}

impl<G: Game> Observer<G> for CutoffStats {
    fn begin_pass(&mut self, _: Pass) {
        self.open.clear();
    }

    fn enter(&mut self, entry: Entry<'_, G>) {
        let has_bound = entry.window.is_some_and(|window| !window.is_open());
        self.open.push(has_bound || entry.purpose == Purpose::Test);
    }

    fn leave(&mut self, _: Value, end: NodeEnd) {
        let has_bound = self.open.pop().unwrap_or(false);
        match end {
            NodeEnd::Cutoff {
                cause: CutoffCause::Alpha | CutoffCause::Beta,
                rank: Some(rank),
            } => self.cuts[rank.min(RANKS - 1)] += 1,
            NodeEnd::AllMoves if has_bound => self.without_cut += 1,
            _ => {}
        }
    }
}
