//! How good the order of moves is: where the cuts come.

use crate::game::{Game, Value};
use crate::observer::{Cause, Ending, Entry, Observer, Purpose};

/// Places counted one by one; cuts behind them are counted together.
const PLACES: usize = 64;

/// Counts at which move cuts come. A perfect order cuts at the first move
/// wherever it cuts at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutPlaces {
    /// Cuts by the move in each place of the order, from the first on; the last
    /// entry holds all behind it.
    pub cuts: Vec<u64>,
    /// States all of whose moves were tried, that had a window to cut by.
    pub without_cut: u64,
    /// For the states open now, whether there was a bound to cut by.
    open: Vec<bool>,
}

impl Default for CutPlaces {
    fn default() -> Self {
        Self {
            cuts: vec![0; PLACES],
            without_cut: 0,
            open: Vec::new(),
        }
    }
}

impl CutPlaces {
    /// Cuts by a move.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.cuts.iter().sum()
    }

    /// The share of the cuts, in 0..=1, that the first `moves` moves made; none
    /// if there was no cut.
    #[must_use]
    pub fn share_by(&self, moves: usize) -> Option<f64> {
        let total = self.total();
        let first: u64 = self.cuts.iter().take(moves).sum();
        (total > 0).then(|| first as f64 / total as f64)
    }

    /// The mean number of moves tried where there was a cut; none if there was
    /// none.
    #[must_use]
    pub fn mean_moves(&self) -> Option<f64> {
        let total = self.total();
        let tried = self
            .cuts
            .iter()
            .zip(1u64..)
            .map(|(cuts, moves)| cuts * moves);
        (total > 0).then(|| tried.sum::<u64>() as f64 / total as f64)
    }
}

impl std::ops::AddAssign<&Self> for CutPlaces {
    fn add_assign(&mut self, other: &Self) {
        for (own, cuts) in self.cuts.iter_mut().zip(&other.cuts) {
            *own += cuts;
        }
        self.without_cut += other.without_cut;
    }
}

impl<G: Game> Observer<G> for CutPlaces {
    fn begin_pass(&mut self, _: crate::Pass) {
        self.open.clear();
    }

    fn enter(&mut self, entry: Entry<'_, G>) {
        let has_bound = entry.window.is_some_and(|window| !window.is_open());
        self.open.push(has_bound || entry.purpose == Purpose::Test);
    }

    fn leave(&mut self, _: Value, ending: Ending) {
        let has_bound = self.open.pop().unwrap_or(false);
        match ending {
            Ending::Cut {
                cause: Cause::Alpha | Cause::Beta,
                place: Some(place),
            } => self.cuts[place.min(PLACES - 1)] += 1,
            Ending::AllMoves if has_bound => self.without_cut += 1,
            _ => {}
        }
    }
}
