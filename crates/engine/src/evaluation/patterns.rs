//! The patterns: sets of squares whose discs are valued together.
//!
//! A pattern is laid onto the board in every way that the eight symmetries of
//! the square give; all these instances share one table of weights (Buro 1999,
//! "From simple features to sophisticated evaluation functions").
//!
//! The discs on the squares of an instance are the digits of a number to the
//! base three: 1 for the mover, −1 for the opponent, 0 for an empty square, the
//! first square lowest. In this *balanced* form a change of sides turns the sign
//! of the number, and needs no second table.

/// A set of squares of the 8×8 board.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// What it is called.
    pub name: &'static str,
    /// The squares of its first instance, run together, from the lowest digit
    /// up.
    pub squares: &'static str,
}

/// All patterns, in the order of the instances on the board.
pub const PATTERNS: [Pattern; 15] = [
    pattern("corner", "a1b1c1a2b2c2a3b3c3"),
    pattern("edge", "a1b1c1d1e1f1g1h1b2g2"),
    pattern("wing", "a1b1c1d1e1a2b2c2d2e2"),
    pattern("triangle", "a1b1c1d1a2b2c2a3b3a4"),
    pattern("block", "a1c1d1e1f1h1c2d2e2f2"),
    pattern("kite", "a1b1a2b2c2b3c3d3c4d4"),
    pattern("line 2", "a2b2c2d2e2f2g2h2"),
    pattern("line 3", "a3b3c3d3e3f3g3h3"),
    pattern("line 4", "a4b4c4d4e4f4g4h4"),
    pattern("centre", "c3d3e3f3c4d4e4f4"),
    pattern("diagonal 8", "a1b2c3d4e5f6g7h8"),
    pattern("diagonal 7", "b1c2d3e4f5g6h7"),
    pattern("diagonal 6", "c1d2e3f4g5h6"),
    pattern("diagonal 5", "d1e2f3g4h5"),
    pattern("diagonal 4", "e1f2g3h4"),
];

const fn pattern(name: &'static str, squares: &'static str) -> Pattern {
    Pattern { name, squares }
}

/// Places for instances: two registers of 512 bits with a word for each.
pub const LANES: usize = 64;

/// Most squares of a pattern.
pub(super) const MOST_SQUARES: usize = 10;

/// One pattern laid onto the board.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    /// Its place in [`PATTERNS`].
    pub pattern: usize,
    /// Bit indices (`8·row + column`) of its squares, the lowest digit first;
    /// [`squares`](Self::squares) of them count.
    indices: [u8; MOST_SQUARES],
    length: usize,
}

impl Instance {
    /// Bit indices (`8·row + column`) of its squares, the lowest digit first.
    #[must_use]
    pub fn squares(&self) -> &[u8] {
        &self.indices[..self.length]
    }

    /// The set of its squares.
    const fn set(&self) -> u64 {
        let mut set = 0;
        let mut place = 0;
        while place < self.length {
            set |= 1 << self.indices[place];
            place += 1;
        }
        set
    }
}

/// The instances, those of a pattern beside one another.
pub const INSTANCES: [Instance; COUNT] = instances();

/// Number of instances on the board.
pub const COUNT: usize = count();

/// A place for an instance that is none.
const BLANK: Instance = Instance {
    pattern: 0,
    indices: [0; MOST_SQUARES],
    length: 0,
};

const fn count() -> usize {
    lay_out().1
}

const fn instances() -> [Instance; COUNT] {
    let (all, _) = lay_out();
    let mut instances = [BLANK; COUNT];
    let mut place = 0;
    while place < COUNT {
        instances[place] = all[place];
        place += 1;
    }
    instances
}

/// Lays every pattern out by the eight symmetries; images of the same squares
/// count once.
const fn lay_out() -> ([Instance; LANES], usize) {
    let mut all = [BLANK; LANES];
    let mut count = 0;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        let first_of_pattern = count;
        let mut symmetry = 0;
        while symmetry < 8 {
            let instance = image(pattern, symmetry);
            let mut other = first_of_pattern;
            while other < count && all[other].set() != instance.set() {
                other += 1;
            }
            if other == count {
                all[count] = instance;
                count += 1;
            }
            symmetry += 1;
        }
        pattern += 1;
    }
    (all, count)
}

/// A pattern under a symmetry: bit 0 mirrors columns, bit 1 rows, bit 2 then
/// swaps both.
const fn image(pattern: usize, symmetry: u8) -> Instance {
    let text = PATTERNS[pattern].squares.as_bytes();
    let mut instance = BLANK;
    instance.pattern = pattern;
    instance.length = text.len() / 2;
    let mut place = 0;
    while place < instance.length {
        let mut column = text[2 * place] - b'a';
        let mut row = text[2 * place + 1] - b'1';
        if symmetry & 1 != 0 {
            column = 7 - column;
        }
        if symmetry & 2 != 0 {
            row = 7 - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        instance.indices[place] = 8 * row + column;
        place += 1;
    }
    instance
}

/// Whether two texts are the same, where `==` is not yet to be had.
pub(super) const fn same_text(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut place = 0;
    while place < a.len() && place < b.len() && a[place] == b[place] {
        place += 1;
    }
    place == a.len() && place == b.len()
}

/// Number of configurations of so many squares.
pub(crate) const fn configurations(squares: usize) -> usize {
    3_usize.pow(squares as u32)
}

/// For each pattern the first entry of its table; behind the last the number of
/// entries of all.
pub(crate) const STARTS: [usize; PATTERNS.len() + 1] = {
    let mut starts = [0; PATTERNS.len() + 1];
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        let squares = PATTERNS[pattern].squares.len() / 2;
        starts[pattern + 1] = starts[pattern] + configurations(squares);
        pattern += 1;
    }
    starts
};

/// Counts beside the patterns that have tables of their own: the mover's legal
/// moves, the opponent's (were it his turn), and the discs on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Legal moves of the mover.
    Moves,
    /// Squares where the opponent could move.
    Replies,
    /// Discs on the board: who moves last, and a constant.
    Discs,
}

impl Count {
    /// All counts, in the order of their tables.
    pub const ALL: [Self; 3] = [Self::Moves, Self::Replies, Self::Discs];

    /// Entries of a table; greater counts take the last one.
    pub const ENTRIES: usize = 64;

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Replies => "replies",
            Self::Discs => "discs",
        }
    }

    /// The entry of a count.
    #[inline(always)]
    pub(crate) const fn entry(self, count: u32) -> usize {
        let count = if count < 63 { count as usize } else { 63 };
        STARTS[PATTERNS.len()] + self as usize * Self::ENTRIES + count
    }
}

/// Entries of the tables of one stage: those of the patterns, one by one, then
/// those of the counts.
pub(crate) const ENTRIES: usize = STARTS[PATTERNS.len()] + Count::ALL.len() * Count::ENTRIES;

/// The entry that a blank lane looks up, which is zero. One more follows, so
/// that 32 bits may be read from it.
pub(crate) const ZERO_ENTRY: usize = ENTRIES;

/// Entries of a table as it is looked up.
pub(crate) const TABLE: usize = ENTRIES + 2;

/// Where instances stand: each has a lane, and lanes left over look up a zero.
pub(crate) struct Places<const N: usize> {
    /// For each lane the entry of the configuration with number 0.
    pub(crate) centres: Centres<N>,
    /// For each square the power of three that a disc on it adds to each lane.
    pub(crate) powers: [Lanes<N>; 64],
}

/// One number a lane.
#[repr(C, align(64))]
pub(crate) struct Centres<const N: usize>(pub(crate) [i32; N]);

/// The numbers of all instances on a board, seen from its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Lanes<const N: usize>(pub(crate) [i16; N]);

/// Where all instances stand.
pub(crate) static ALL: Places<LANES> = Places::new(&INSTANCES);

impl<const N: usize> Places<N> {
    /// Places for at most `N` instances.
    pub(super) const fn new(instances: &[Instance]) -> Self {
        let mut centres = [ZERO_ENTRY as i32; N];
        let mut powers = [Lanes([0; N]); 64];
        let mut lane = 0;
        while lane < instances.len() {
            let instance = &instances[lane];
            let half = configurations(instance.length) / 2;
            centres[lane] = (STARTS[instance.pattern] + half) as i32;
            let mut place = 0;
            while place < instance.length {
                let square = instance.indices[place] as usize;
                powers[square].0[lane] = configurations(place) as i16;
                place += 1;
            }
            lane += 1;
        }
        Self {
            centres: Centres(centres),
            powers,
        }
    }
}

/// The mirror image of each entry, itself where there is none: entries that
/// symmetry makes equal and that share a weight. The lowest of its kind.
pub(crate) fn canonical_entries() -> Vec<u32> {
    let mut canonical: Vec<u32> = (0..ENTRIES as u32).collect();
    for (pattern, &start) in STARTS[..PATTERNS.len()].iter().enumerate() {
        let base = image(pattern, 0);
        for symmetry in 1..8 {
            let mirrored = image(pattern, symmetry);
            if mirrored.set() != base.set() {
                continue;
            }
            let place_of = |index: u8| base.squares().iter().position(|&other| other == index);
            // The digit at a place moves to the place of its square's image.
            let places: Vec<usize> = mirrored
                .squares()
                .iter()
                .filter_map(|&i| place_of(i))
                .collect();
            for configuration in 0..configurations(base.length) {
                let image = places.iter().enumerate().fold(0, |sum, (place, &to)| {
                    let digit = configuration / configurations(place) % 3;
                    sum + digit * configurations(to)
                });
                let (entry, other) = (start + configuration, start + image);
                canonical[entry] = canonical[entry].min(other as u32).min(canonical[other]);
            }
        }
    }
    canonical
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_pattern_lies_in_all_its_ways() {
        assert_eq!(COUNT, 62);
        let counts: Vec<usize> = (0..PATTERNS.len())
            .map(|pattern| INSTANCES.iter().filter(|i| i.pattern == pattern).count())
            .collect();
        assert_eq!(counts, [4, 4, 8, 4, 4, 4, 4, 4, 4, 4, 2, 4, 4, 4, 4]);
        for instance in &INSTANCES {
            assert_eq!(instance.set().count_ones() as usize, instance.length);
        }
        let covered = INSTANCES
            .iter()
            .fold(0, |set, instance| set | instance.set());
        assert_eq!(covered, u64::MAX);
    }

    #[test]
    fn mirrored_configurations_share_an_entry() {
        let canonical = canonical_entries();
        for (entry, &shared) in canonical.iter().enumerate() {
            assert!(shared as usize <= entry);
            assert_eq!(canonical[shared as usize], shared);
        }
        let kinds = |pattern: usize| {
            let entries = &canonical[STARTS[pattern]..STARTS[pattern + 1]];
            entries.iter().collect::<HashSet<_>>().len()
        };
        // A line of eight: (3⁸ + 3⁴) / 2 kinds.
        assert_eq!(kinds(6), (6561 + 81) / 2);
        // A corner: its diagonal of three stays.
        assert_eq!(kinds(0), (19683 + 729) / 2);
        // A wing has no mirror.
        assert_eq!(kinds(2), 59049);
    }
}
