//! Where instances stand among the indices of registers, and what a lane looks up.

use super::pattern_set::Instance;
use super::{Count, configurations};

/// Entries behind those of a stage's tables: one that blank indices look up, which is
/// zero, and one more, so that 32 bits may be read from it.
pub(crate) const SPARE_ENTRIES: usize = 2;

/// Squares of the largest boards.
const SQUARES: usize = 128;

/// Where instances stand: each has a lane, and indices left over look up a zero.
pub(crate) struct FeatureMap<const N: usize> {
    /// For each lane the entry of the configuration with number 0.
    pub(crate) centres: Centres<N>,
    /// For each square the power of three that a disc on it adds to each lane.
    pub(crate) powers: [FeatureIndices<N>; SQUARES],
    /// FeatureIndices with an instance.
    count: usize,
    /// Entries of a table as it is looked up.
    table: usize,
    /// The first entry of each count.
    counts: [u32; Count::ALL.len()],
    /// The greatest number that a count has an entry for.
    most: u32,
}

/// One number a lane.
#[repr(C, align(64))]
pub(crate) struct Centres<const N: usize>(pub(crate) [i32; N]);

/// The numbers of all instances on a board, seen from its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct FeatureIndices<const N: usize>(pub(crate) [i16; N]);

impl<const N: usize> FeatureMap<N> {
    /// No instances at all, for shapes without weights.
    pub(crate) const BLANK: Self = Self {
        centres: Centres([0; N]),
        powers: [FeatureIndices([0; N]); SQUARES],
        count: 0,
        table: 0,
        counts: [0; Count::ALL.len()],
        most: 0,
    };

    /// FeatureMap for instances, at most `N`, of patterns whose tables start at the
    /// entries `starts`; behind the last pattern those of the counts, with
    /// `count_entries` each.
    pub(super) fn new<'a>(
        instances: impl Iterator<Item = &'a Instance>,
        starts: &[usize],
        count_entries: usize,
    ) -> Self {
        let counts_from = starts.last().copied().unwrap_or(0);
        let entries = counts_from + Count::ALL.len() * count_entries;
        let mut feature_map = Self {
            centres: Centres([entries as i32; N]),
            table: entries + SPARE_ENTRIES,
            counts: Count::ALL.map(|count| (counts_from + count as usize * count_entries) as u32),
            most: count_entries as u32 - 1,
            ..Self::BLANK
        };
        for instance in instances {
            let lane = feature_map.count;
            let squares = instance.squares();
            let half = configurations(squares.len()) / 2;
            feature_map.centres.0[lane] = (starts[instance.pattern] + half) as i32;
            for (place, &square) in squares.iter().enumerate() {
                feature_map.powers[usize::from(square)].0[lane] = configurations(place) as i16;
            }
            feature_map.count += 1;
        }
        feature_map
    }

    /// Whether there are no instances.
    #[inline(always)]
    pub(crate) const fn is_blank(&self) -> bool {
        self.count == 0
    }

    /// Entries of a table as it is looked up, [`SPARE_ENTRIES`] included: whatever a
    /// lane looks up lies two entries before its end or earlier.
    #[inline(always)]
    pub(crate) const fn table(&self) -> usize {
        self.table
    }

    /// The entry of a count.
    #[inline(always)]
    pub(crate) fn entry(&self, count: Count, number: u32) -> usize {
        (self.counts[count as usize] + number.min(self.most)) as usize
    }
}
