//! All patterns of a shape.

use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, Mutex, PoisonError};

use outflank_othello::{Layout, Shape, Square, Symmetry};
use thiserror::Error;

use super::feature_map::{FeatureMap, SPARE_ENTRIES};
use super::{Count, MAX_INSTANCES, MAX_SQUARES, Pattern, configurations, other_shapes, standard};
use crate::evaluation::reserve;
use crate::evaluation::stages::Stages;

/// Minimum number of squares of a board that has patterns.
const MIN_SQUARES: u32 = 16;

/// A board too small for patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("board {shape}: expected at least {MIN_SQUARES} squares (smaller boards have no patterns)")]
pub struct TooFewSquares {
    /// The shape of the board.
    pub shape: Shape,
}

/// An instance of a pattern.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// Index of the pattern in [`PatternSet::patterns`].
    pub pattern: usize,
    /// Bit indices of the squares; the first `length` are used.
    indices: [u8; MAX_SQUARES],
    length: usize,
}

impl Instance {
    /// Returns the bit indices of the squares as in [`Layout`] (`8·row + column` on 8×8), lowest
    /// digit first.
    #[must_use]
    pub fn squares(&self) -> &[u8] {
        &self.indices[..self.length]
    }

    /// Returns the set of squares.
    fn set(&self) -> u128 {
        let squares = self.squares().iter();
        squares.fold(0, |set, &square| set | 1 << square)
    }
}

/// The layout of a shape.
#[derive(Debug)]
pub(in crate::evaluation) enum ShapeLayout {
    /// In 64 bits.
    Narrow(Layout<u64>),
    /// In 128 bits.
    Wide(Layout<u128>),
}

impl ShapeLayout {
    fn new(shape: Shape) -> Self {
        match (Layout::new(shape), Layout::new(shape)) {
            (Some(narrow), _) => Self::Narrow(narrow),
            (None, Some(wide)) => Self::Wide(wide),
            (None, None) => unreachable!("every shape fits into 128 bits"),
        }
    }

    fn index(&self, square: Square) -> Option<u8> {
        let index = match self {
            Self::Narrow(layout) => layout.index(square),
            Self::Wide(layout) => layout.index(square),
        };
        index.and_then(|index| u8::try_from(index).ok())
    }
}

/// The patterns and stages of a shape.
///
/// The tables of a stage are concatenated, first those of the patterns, then those of the counts. A
/// place in them is an *entry*. Entries that are equivalent by symmetry share a weight. Their
/// equivalence classes are called *kinds*, and a stage has one weight for each kind.
pub struct PatternSet {
    shape: Shape,
    patterns: Vec<Pattern>,
    instances: Vec<Instance>,
    /// The first entry of each pattern's table, then the first entry of the counts.
    starts: Vec<usize>,
    /// Number of entries of a count; larger counts use the last one.
    pub(in crate::evaluation) count_entries: usize,
    /// The kind of each entry.
    kind_of_entries: Vec<u32>,
    kinds: usize,
    stages: Stages,
    pub(in crate::evaluation) layout: ShapeLayout,
    feature_map: FeatureMap<MAX_INSTANCES>,
}

/// The sets in use. There are few of them, and they are never freed.
static SETS: LazyLock<Mutex<HashMap<Shape, &'static PatternSet>>> = LazyLock::new(Mutex::default);

impl PatternSet {
    /// Returns the patterns of a shape. They are made once and never freed.
    ///
    /// # Errors
    ///
    /// Returns an error if the board has fewer than 16 squares.
    pub fn of(shape: Shape) -> Result<&'static Self, TooFewSquares> {
        if shape.squares() < MIN_SQUARES {
            return Err(TooFewSquares { shape });
        }
        let mut sets = SETS.lock().unwrap_or_else(PoisonError::into_inner);
        let set = sets
            .entry(shape)
            .or_insert_with(|| Box::leak(Box::new(Self::new(shape))));
        Ok(set)
    }

    /// Returns the patterns of the 8×8 board.
    #[must_use]
    pub fn standard() -> &'static Self {
        static STANDARD: LazyLock<&PatternSet> =
            LazyLock::new(|| match PatternSet::of(Shape::STANDARD) {
                Ok(set) => set,
                Err(error) => unreachable!("{error}"),
            });
        &STANDARD
    }

    fn new(shape: Shape) -> Self {
        let layout = ShapeLayout::new(shape);
        let candidates = if shape == Shape::STANDARD {
            standard::patterns()
        } else {
            other_shapes::patterns(shape)
        };
        let (mut patterns, mut instances) = (Vec::new(), Vec::<Instance>::new());
        let (mut starts, mut canonical) = (vec![0], Vec::new());
        for pattern in candidates {
            let images = images(&pattern, shape, &layout, patterns.len());
            let is_new = |image: &Instance| instances.iter().all(|i| i.set() != image.set());
            if !images.iter().all(is_new) {
                continue;
            }
            let mut distinct = Vec::<Instance>::new();
            for image in &images {
                if distinct.iter().all(|other| other.set() != image.set()) {
                    distinct.push(*image);
                }
            }
            if instances.len() + distinct.len() > MAX_INSTANCES {
                continue;
            }
            append_canonical_entries(&images, &mut canonical);
            starts.push(canonical.len());
            instances.extend(distinct);
            patterns.push(pattern);
        }
        let count_entries = if shape.squares() <= 64 { 64 } else { 128 };
        let entries = canonical.len() + Count::ALL.len() * count_entries;
        reserve(&mut canonical, Count::ALL.len() * count_entries);
        canonical.extend(canonical.len() as u32..entries as u32);
        let kinds = number(&mut canonical);
        Self {
            shape,
            feature_map: FeatureMap::new(instances.iter(), &starts, count_entries),
            patterns,
            instances,
            starts,
            count_entries,
            kind_of_entries: canonical,
            kinds,
            stages: Stages::new(shape.squares()),
            layout,
        }
    }

    /// Returns the shape of the board.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the patterns, in the order of their tables.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Returns the instances; those of a pattern are adjacent.
    #[must_use]
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// Returns the entries of a pattern's table.
    #[must_use]
    pub fn entries_of(&self, pattern: usize) -> std::ops::Range<usize> {
        self.starts[pattern]..self.starts[pattern + 1]
    }

    /// Returns the kind of each entry of a stage's tables, below [`kinds`](Self::kinds).
    #[must_use]
    pub fn kind_of_entries(&self) -> &[u32] {
        &self.kind_of_entries
    }

    /// Returns the number of kinds, which is the number of weights of a knot.
    #[must_use]
    pub const fn kinds(&self) -> usize {
        self.kinds
    }

    /// Returns the stages of a game.
    #[must_use]
    pub const fn stages(&self) -> &Stages {
        &self.stages
    }

    /// Returns the feature map of all instances.
    pub(crate) const fn feature_map(&self) -> &FeatureMap<MAX_INSTANCES> {
        &self.feature_map
    }

    /// Returns the feature map of the named patterns. Entries are those of all patterns.
    pub(crate) fn feature_map_of<const N: usize>(&self, names: &[&str]) -> FeatureMap<N> {
        let is_chosen =
            |instance: &&Instance| names.contains(&self.patterns[instance.pattern].name.as_str());
        let chosen = self.instances.iter().filter(is_chosen);
        FeatureMap::new(chosen, &self.starts, self.count_entries)
    }

    /// Returns the number of entries of a lookup table.
    pub(crate) fn table(&self) -> usize {
        self.kind_of_entries.len() + SPARE_ENTRIES
    }

    /// Returns a fingerprint of patterns, counts and stages (FNV-1a). Weights with another
    /// fingerprint belong to other patterns.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let patterns = self.patterns.iter().map(|pattern| {
            let names = pattern.squares.iter().map(ToString::to_string);
            names.collect::<String>()
        });
        let counts = Count::ALL.iter().map(|count| count.name().to_owned());
        let words = patterns
            .chain(counts)
            .flat_map(|word| word.into_bytes().into_iter().chain([0]));
        let bytes = words.chain(self.stages.knots().map(|knot| knot as u8));
        bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
        })
    }
}

impl fmt::Debug for PatternSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PatternSet").field(&self.shape).finish()
    }
}

/// Returns a pattern under each symmetry of the shape, the identity first; some images may have the
/// same squares.
fn images(pattern: &Pattern, shape: Shape, layout: &ShapeLayout, number: usize) -> Vec<Instance> {
    let image = |symmetry: Symmetry| {
        let mut instance = Instance {
            pattern: number,
            indices: [0; MAX_SQUARES],
            length: 0,
        };
        for &square in pattern.squares.iter().take(MAX_SQUARES) {
            if let Some(index) = layout.index(symmetry.square(square, shape)) {
                instance.indices[instance.length] = index;
                instance.length += 1;
            }
        }
        instance
    };
    shape.symmetries().map(image).collect()
}

/// Appends, for each configuration of a pattern, the entry of the first equivalent configuration.
fn append_canonical_entries(images: &[Instance], entries: &mut Vec<u32>) {
    let base = &images[0];
    let start = entries.len();
    reserve(entries, configurations(base.length));
    entries.extend((start..start + configurations(base.length)).map(|entry| entry as u32));
    let canonical = &mut entries[start..];
    for mirrored in images
        .iter()
        .skip(1)
        .filter(|image| image.set() == base.set())
    {
        let place_of = |index: u8| base.squares().iter().position(|&other| other == index);
        // The image of each configuration of the first squares. A digit moves to the image of its
        // square.
        let mut mirror = vec![0_u32];
        for place in mirrored
            .squares()
            .iter()
            .filter_map(|&index| place_of(index))
        {
            let power = configurations(place) as u32;
            for digit in 1..=2 {
                mirror.extend_from_within(..mirror.len() / digit);
                let from = mirror.len() - mirror.len() / (digit + 1);
                for image in &mut mirror[from..] {
                    *image += digit as u32 * power;
                }
            }
        }
        for (configuration, &image) in mirror.iter().enumerate() {
            let shared = canonical[image as usize].min(start as u32 + image);
            canonical[configuration] = canonical[configuration].min(shared);
        }
    }
}

/// Numbers the kinds in the order of their first entries. Replaces each element, the first entry
/// equivalent to its own, with the number of their kind. Returns the number of kinds.
fn number(canonical: &mut [u32]) -> usize {
    let mut next = 0;
    for entry in 0..canonical.len() {
        let first = canonical[entry] as usize;
        if first == entry {
            canonical[entry] = next;
            next += 1;
        } else {
            canonical[entry] = canonical[first];
        }
    }
    next as usize
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn set(shape: &str) -> &'static PatternSet {
        PatternSet::of(shape.parse().unwrap()).unwrap()
    }

    #[test]
    fn every_pattern_has_all_symmetric_instances() {
        let set = PatternSet::standard();
        let counts: Vec<usize> = (0..set.patterns().len())
            .map(|pattern| {
                let of_pattern = |instance: &&Instance| instance.pattern == pattern;
                set.instances().iter().filter(of_pattern).count()
            })
            .collect();
        assert_eq!(counts, [4, 4, 8, 4, 4, 4, 4, 4, 4, 4, 2, 4, 4, 4, 4]);
    }

    #[test]
    fn the_fingerprint_of_the_standard_board_is_unchanged() {
        // The fingerprint in all weights files for 8×8.
        assert_eq!(PatternSet::standard().fingerprint(), 0x81a8_290a_0b27_a364);
    }

    #[test]
    fn patterns_cover_boards_of_every_size() {
        for shape in [
            "4x4", "5x4", "6x6", "7x7", "9x7", "8x9", "10x10", "11x11", "16x8",
        ] {
            let set = set(shape);
            let instances = set.instances();
            assert!(instances.len() <= MAX_INSTANCES, "{shape}");
            let sets: HashSet<u128> = instances.iter().map(Instance::set).collect();
            assert_eq!(sets.len(), instances.len(), "{shape}");
            let covered = sets.iter().fold(0, |all, set| all | set).count_ones();
            assert_eq!(covered, set.shape().squares(), "{shape}");
            for instance in instances {
                assert_eq!(instance.set().count_ones() as usize, instance.length);
                let entries = set.entries_of(instance.pattern);
                assert_eq!(entries.len(), configurations(instance.length));
            }
            let names: HashSet<&str> = set.patterns().iter().map(|p| &*p.name).collect();
            assert_eq!(names.len(), set.patterns().len(), "{shape}");
        }
    }

    #[test]
    fn boards_with_holes_have_patterns_next_to_the_holes() {
        let shape: Shape = "8x8".parse().unwrap();
        let hole = |name: &str| name.parse().unwrap();
        let shape = shape.with_holes(&[hole("a1"), hole("c5")]).unwrap();
        let set = PatternSet::of(shape).unwrap();
        let covered = set.instances().iter().fold(0, |all, i| all | i.set());
        assert_eq!(covered.count_ones(), shape.squares());
    }

    #[test]
    fn small_boards_are_rejected() {
        let error = PatternSet::of("3x5".parse().unwrap()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "board 3x5: expected at least 16 squares (smaller boards have no patterns)"
        );
    }

    #[test]
    fn mirrored_configurations_share_a_kind() {
        let kinds = |set: &PatternSet, pattern: usize| {
            let kinds = &set.kind_of_entries()[set.entries_of(pattern)];
            kinds.iter().collect::<HashSet<_>>().len()
        };
        let standard = PatternSet::standard();
        // A line of eight: (3⁸ + 3⁴) / 2 kinds.
        assert_eq!(kinds(standard, 6), (6561 + 81) / 2);
        // A corner: the three squares of its diagonal are fixed.
        assert_eq!(kinds(standard, 0), (19683 + 729) / 2);
        // A wing has no mirror image.
        assert_eq!(kinds(standard, 2), 59049);
        // On a board that is not square, a corner has none either.
        assert_eq!(kinds(set("9x7"), 0), 19683);
    }
}
