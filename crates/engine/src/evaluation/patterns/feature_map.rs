//! How discs change the feature indices of pattern instances.

use super::pattern_set::Instance;
use super::{Count, MAX_INSTANCES, configurations};

/// Number of entries after those of a stage's tables: a zero entry for unused indices, and one more
/// so that 32 bits can be read from it.
pub(crate) const SPARE_ENTRIES: usize = 2;

/// Number of squares of the largest boards.
const SQUARES: usize = 128;

/// Maps squares to feature indices: each instance has one index, and unused indices look up a zero.
pub(crate) struct FeatureMap<const N: usize> {
    /// For each index, the entry of the empty configuration.
    pub(crate) centres: Centres<N>,
    /// For each square, the power of three that a disc adds to each index.
    pub(crate) powers: [FeatureIndices<N>; SQUARES],
    /// Number of instances.
    count: usize,
    /// Number of entries of a lookup table.
    table: usize,
    /// The first entry of each count.
    counts: [u32; Count::ALL.len()],
    /// The largest number that has its own entry in a count.
    most: u32,
}

/// One number for each index.
#[repr(C, align(64))]
pub(crate) struct Centres<const N: usize>(pub(crate) [i32; N]);

/// The feature indices of a board, seen from its mover: balanced ternary numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct FeatureIndices<const N: usize>(pub(crate) [i16; N]);

/// The feature indices of all instances.
pub(crate) type FullIndices = FeatureIndices<MAX_INSTANCES>;

impl<const N: usize> FeatureMap<N> {
    /// No instances, for shapes without weights.
    pub(crate) const BLANK: Self = Self {
        centres: Centres([0; N]),
        powers: [FeatureIndices([0; N]); SQUARES],
        count: 0,
        table: 0,
        counts: [0; Count::ALL.len()],
        most: 0,
    };

    /// Makes the map of at most `N` instances. The tables of their patterns begin at the
    /// entries `starts`; the counts follow, with `count_entries` each.
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

    /// Returns `true` if there are no instances.
    #[inline(always)]
    pub(crate) const fn is_blank(&self) -> bool {
        self.count == 0
    }

    /// Returns the number of entries of a lookup table, [`SPARE_ENTRIES`] included. No index looks
    /// up the last entry.
    #[inline(always)]
    pub(crate) const fn table(&self) -> usize {
        self.table
    }

    /// Returns the entry of a count.
    #[inline(always)]
    pub(crate) fn entry(&self, count: Count, number: u32) -> usize {
        (self.counts[count as usize] + number.min(self.most)) as usize
    }
}
