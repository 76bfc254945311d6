//! What a network sees of a position.

use std::ops::Range;

use outflank_engine::evaluation::network::{DISCS_OF_ONE, bucket};
use outflank_engine::evaluation::{Count, Features, PatternSet, UNITS_PER_DISC};

use super::samples::Packed;

/// Instances of the patterns of 8×8, and counts.
pub(super) const PLACES: usize = 62 + Count::ALL.len();

/// The rows of a position, its head, and what the network should say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prepared {
    /// By place: the kind of the entry there.
    pub(super) kinds: [u32; PLACES],
    /// The head.
    pub(super) bucket: u32,
    /// The score as the network's output.
    pub(super) score: f32,
}

impl Prepared {
    /// Nothing yet.
    pub(super) const BLANK: Self = Self {
        kinds: [0; PLACES],
        bucket: 0,
        score: 0.0,
    };

    /// What is seen of a sample with these features.
    pub(super) fn new(patterns: &PatternSet, features: &Features, sample: Packed) -> Self {
        let kind_of_entries = patterns.kind_of_entries();
        let mut kinds = [0; PLACES];
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

/// A table whose rows are brought up to date by one task: that of a pattern, or those
/// of the counts together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Table {
    /// The kinds of its entries.
    pub(super) kinds: Range<usize>,
    /// The places whose entries lie in it.
    pub(super) places: Range<usize>,
}

/// All tables, in the order of their kinds and of their places.
pub(super) fn tables(patterns: &PatternSet) -> Vec<Table> {
    let kind_of_entries = patterns.kind_of_entries();
    let (mut first_kind, mut first_place) = (0, 0);
    let mut tables: Vec<Table> = (0..patterns.patterns().len())
        .map(|pattern| {
            let entries = &kind_of_entries[patterns.entries_of(pattern)];
            let last = entries.iter().max().map_or(first_kind, |&k| k as usize + 1);
            let instances = patterns.instances().iter();
            let places = instances.filter(|i| i.pattern == pattern).count();
            let table = Table {
                kinds: first_kind..last,
                places: first_place..first_place + places,
            };
            (first_kind, first_place) = (table.kinds.end, table.places.end);
            table
        })
        .collect();
    tables.push(Table {
        kinds: first_kind..patterns.kinds(),
        places: first_place..first_place + Count::ALL.len(),
    });
    tables
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_othello::{Board, Layout};

    #[test]
    fn every_place_has_its_kinds_in_its_table() {
        let patterns = PatternSet::standard();
        let tables = tables(patterns);
        assert_eq!(tables.len(), 16);
        assert_eq!(tables[15].places.end, PLACES);
        assert_eq!(tables[15].kinds.end, patterns.kinds());
        let features = Features::new(patterns, Board::start(&Layout::STANDARD).widen());
        assert_eq!(features.entries().len(), PLACES);
        let kinds = patterns.kind_of_entries();
        for table in &tables {
            for place in table.places.clone() {
                let kind = kinds[features.entries()[place] as usize] as usize;
                assert!(table.kinds.contains(&kind), "{table:?} {place} {kind}");
            }
        }
    }
}
