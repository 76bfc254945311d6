//! Progress of a running search, for other threads.

use std::sync::atomic::{AtomicU64, Ordering};

use outflank_othello::Square;

/// Progress of a running search, to be read from another thread.
///
/// Nodes and bounds are updated one after the other, so they may be some milliseconds
/// apart.
#[derive(Debug, Default)]
pub struct SearchProgress {
    nodes: AtomicU64,
    /// Lower bound, upper bound, score being tested and best square, packed.
    bounds: AtomicU64,
}

/// Proven bounds of the position being solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveBounds {
    /// Lower bound of the score in discs.
    pub lower: i32,
    /// Upper bound of the score in discs.
    pub upper: i32,
    /// The running null-window search tests whether the score is at least this many discs.
    pub tested: i32,
    /// The move that reaches the lower bound.
    pub best: Option<Square>,
}

impl SearchProgress {
    /// Returns the nodes, some thousands of the latest left out.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the proven bounds, or `None` before the first search.
    #[must_use]
    pub fn bounds(&self) -> Option<SolveBounds> {
        SolveBounds::unpack(self.bounds.load(Ordering::Relaxed))
    }

    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    pub(crate) fn report(&self, bounds: SolveBounds) {
        self.bounds.store(bounds.pack(), Ordering::Relaxed);
    }
}

impl SolveBounds {
    /// Packs lower, upper and tested plus 129, so that none is zero, then column and row of
    /// the best square plus one.
    fn pack(self) -> u64 {
        let score = |score: i32| (score.clamp(-128, 129) + 129) as u64;
        let square = self.best.map_or(0, |square| {
            (u64::from(square.column()) + 1) | (u64::from(square.row()) + 1) << 8
        });
        score(self.lower) | score(self.upper) << 12 | score(self.tested) << 24 | square << 36
    }

    fn unpack(word: u64) -> Option<Self> {
        let score = |shift: u32| (word >> shift & 0xfff) as i32 - 129;
        let part = |shift: u32| ((word >> shift & 0xff) as u8).checked_sub(1);
        (word != 0).then(|| Self {
            lower: score(0),
            upper: score(12),
            tested: score(24),
            best: part(36)
                .zip(part(44))
                .and_then(|(column, row)| Square::new(column, row)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_come_out_as_they_went_in() {
        let progress = SearchProgress::default();
        assert_eq!(progress.bounds(), None);
        for best in [None, Square::new(0, 0), Square::new(15, 7)] {
            for (lower, upper, tested) in [(-64, 64, 0), (-128, 128, 129), (2, 2, 2)] {
                let bounds = SolveBounds {
                    lower,
                    upper,
                    tested,
                    best,
                };
                progress.report(bounds);
                assert_eq!(progress.bounds(), Some(bounds));
            }
        }
        progress.add_nodes(3);
        assert_eq!(progress.nodes(), 3);
    }
}
