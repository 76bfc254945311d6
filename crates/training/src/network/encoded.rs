//! Samples as inputs of the network.

use std::ops::Range;

use outflank_engine::evaluation::network::{DISCS_OF_ONE, bucket};
use outflank_engine::evaluation::{Count, Features, PatternSet, UNITS_PER_DISC};

use super::samples::Packed;

/// Number of features of a position: the pattern instances of 8×8 and the counts.
pub(super) const FEATURES: usize = 62 + Count::ALL.len();

/// The active rows of a position, its head and the target output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Encoded {
    /// The row of each feature.
    pub(super) kinds: [u32; FEATURES],
    /// Index of the head.
    pub(super) bucket: u32,
    /// The score in units of the network's output.
    pub(super) score: f32,
}

impl Encoded {
    pub(super) const BLANK: Self = Self {
        kinds: [0; FEATURES],
        bucket: 0,
        score: 0.0,
    };

    /// Encodes a sample with these features.
    pub(super) fn new(patterns: &PatternSet, features: &Features, sample: Packed) -> Self {
        let kind_of_entries = patterns.kind_of_entries();
        let mut kinds = [0; FEATURES];
        for (kind, &entry) in kinds.iter_mut().zip(features.entries()) {
            *kind = kind_of_entries[entry as usize];
        }
        Self {
            kinds,
            bucket: bucket(features.discs) as u32,
            score: f32::from(sample.score()) / (UNITS_PER_DISC * DISCS_OF_ONE) as f32,
        }
    }
}

/// The rows of a pattern, or those of all counts together, which one task updates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    /// Its rows.
    pub(super) kinds: Range<usize>,
    /// The features that select one of its rows.
    pub(super) features: Range<usize>,
}

/// Returns all tables, in the order of rows and of features.
pub(super) fn tables(patterns: &PatternSet) -> Vec<Table> {
    let kind_of_entries = patterns.kind_of_entries();
    let (mut first_kind, mut first_feature) = (0, 0);
    let mut tables: Vec<Table> = (0..patterns.patterns().len())
        .map(|pattern| {
            let entries = &kind_of_entries[patterns.entries_of(pattern)];
            let last = entries.iter().max().map_or(first_kind, |&k| k as usize + 1);
            let instances = patterns.instances().iter();
            let count = instances.filter(|i| i.pattern == pattern).count();
            let table = Table {
                kinds: first_kind..last,
                features: first_feature..first_feature + count,
            };
            (first_kind, first_feature) = (table.kinds.end, table.features.end);
            table
        })
        .collect();
    tables.push(Table {
        kinds: first_kind..patterns.kinds(),
        features: first_feature..first_feature + Count::ALL.len(),
    });
    tables
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_othello::{Board, Layout};

    #[test]
    fn every_feature_selects_a_row_of_its_table() {
        let patterns = PatternSet::standard();
        let tables = tables(patterns);
        assert_eq!(tables.len(), 16);
        assert_eq!(tables[15].features.end, FEATURES);
        assert_eq!(tables[15].kinds.end, patterns.kinds());
        let features = Features::new(patterns, Board::start(&Layout::STANDARD).widen()).unwrap();
        assert_eq!(features.entries().len(), FEATURES);
        let kinds = patterns.kind_of_entries();
        for table in &tables {
            for feature in table.features.clone() {
                let kind = kinds[features.entries()[feature] as usize] as usize;
                assert!(table.kinds.contains(&kind), "{table:?} {feature} {kind}");
            }
        }
    }
}
