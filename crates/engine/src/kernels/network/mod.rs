//! The value of a board by a network, from the numbers of its pattern instances.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod portable;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
use crate::evaluation::network::MAX_WIDTH;
use crate::evaluation::network::{ADDED, INSTANCES, Network};
use crate::evaluation::{Count, FeatureIndices, FeatureMap, MAX_INSTANCES};

/// Calls a function that is made for each width with that of the network, its first
/// argument.
macro_rules! by_width {
    ($function:ident($network:ident $(, $argument:ident)*)) => {
        match $network.width() {
            16 => $function::<16>($network $(, $argument)*),
            32 => $function::<32>($network $(, $argument)*),
            64 => $function::<64>($network $(, $argument)*),
            _ => $function::<128>($network $(, $argument)*),
        }
    };
}
use by_width;

/// The rows that a board's value begins with; every one is a row of the network.
#[derive(Clone, Copy)]
struct RowNumbers([u32; ADDED]);

/// The pairs of a board, 127 being 1.0; zeros behind those of a narrow network.
#[cfg(target_arch = "x86_64")]
#[repr(C, align(64))]
struct Pairs([u8; MAX_WIDTH / 2]);

impl RowNumbers {
    /// The rows for the numbers of a board's instances and for its counts: the mover's
    /// moves, the opponent's, and the discs.
    ///
    /// # Panics
    ///
    /// If the feature_map are not those of the network's patterns.
    #[inline(always)]
    fn new(
        network: &Network,
        feature_map: &FeatureMap<MAX_INSTANCES>,
        indices: &FeatureIndices<MAX_INSTANCES>,
        [moves, replies, discs]: [u32; 3],
    ) -> Self {
        assert!(
            network.rows().count() == feature_map.table(),
            "the patterns are those of the network"
        );
        // The number of a lane is at most half its pattern's configurations away from
        // zero, so its entry lies within the pattern's table.
        let mut rows: [u32; ADDED] = std::array::from_fn(|lane| {
            (feature_map.centres.0[lane % MAX_INSTANCES]
                + i32::from(indices.0[lane % MAX_INSTANCES])) as u32
        });
        let count = |count, number| feature_map.entry(count, number) as u32;
        rows[INSTANCES] = count(Count::Moves, moves);
        rows[INSTANCES + 1] = count(Count::Replies, replies);
        rows[INSTANCES + 2] = count(Count::Discs, discs);
        Self(rows)
    }
}
