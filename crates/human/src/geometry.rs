//! The patterns that the model reads.
//!
//! A pattern is a list of squares; its instances are its images under the symmetries of the board.
//! The discs of an instance form a number in base 3: 0 for an empty square, 1 for the mover, 2 for
//! the opponent, the first square being the lowest digit.

use std::sync::LazyLock;

use outflank_othello::{Shape, Square, Symmetry};

/// The maximum number of squares in a pattern.
const MAX_SQUARES: usize = 9;

/// How the network uses a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// For the whole board before and after a move, and for moves on each square of the pattern.
    Everywhere,
    /// Only for moves on the middle square of the pattern.
    Middle,
}

/// A pattern and its offsets in the table of rows.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// The mirror image of each number, if a symmetry maps the pattern to itself; otherwise empty.
    mirrored: Vec<u16>,
    /// The square to which that symmetry maps each square.
    mirror: [u8; MAX_SQUARES],
    /// The first row of the whole pattern before the move, and the first row after it.
    before: u32,
    after: u32,
    /// The first row of a move on each square.
    places: [u32; MAX_SQUARES],
}

/// An instance: a pattern placed on the board.
#[derive(Clone, Copy, Debug)]
struct Instance {
    pattern: usize,
    is_everywhere: bool,
}

/// A square of an instance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) instance: u8,
    /// Its index in the pattern.
    pub(crate) place: u8,
    /// 3 to the power of the index.
    pub(crate) power: u16,
    /// Whether the model has rows for a move on this square.
    pub(crate) is_playable: bool,
}

pub(crate) const INSTANCES: usize = 82;

/// All patterns and their instances.
pub(crate) struct Geometry {
    patterns: Vec<Pattern>,
    instances: Vec<Instance>,
    /// The cells of each square.
    pub(crate) cells: [Vec<Cell>; 64],
    /// The instances whose pattern is used [`Everywhere`](Use::Everywhere).
    pub(crate) everywhere: u128,
    /// The instances through each square.
    pub(crate) through: [u128; 64],
    /// The symmetry class of each square, 0 to 9.
    pub(crate) classes: [u8; 64],
    /// The total number of rows, over all patterns.
    pub(crate) rows: u32,
    /// The class of each ordered pair of squares, shared by its symmetric images.
    pairs: Vec<u16>,
}

/// The number of symmetry classes of squares.
pub(crate) const CLASSES: u32 = 10;

/// The number of symmetry classes of ordered pairs of squares.
pub(crate) const PAIRS: u32 = 528;

impl Geometry {
    pub(crate) fn get() -> &'static Self {
        static GEOMETRY: LazyLock<Geometry> = LazyLock::new(Geometry::new);
        &GEOMETRY
    }

    fn new() -> Self {
        let mut geometry = Self {
            patterns: Vec::new(),
            instances: Vec::new(),
            cells: [const { Vec::new() }; 64],
            everywhere: 0,
            through: [0; 64],
            classes: classes(),
            rows: 0,
            pairs: pairs(),
        };
        for row in 0..4 {
            geometry.add(&line((0, row), (1, 0), 8), Use::Everywhere);
        }
        for length in 4..=8 {
            geometry.add(&line((8 - length, 0), (1, 1), length), Use::Everywhere);
        }
        geometry.add(&block((0, 0), 3, 3), Use::Everywhere);
        geometry.add(&block((0, 0), 4, 2), Use::Everywhere);
        for column in 1..4 {
            for row in 1..=column {
                geometry.add(&block((column - 1, row - 1), 3, 3), Use::Middle);
            }
        }
        assert_eq!(geometry.instances.len(), INSTANCES);
        geometry
    }

    fn add(&mut self, squares: &[u8], of: Use) {
        let pattern = self.patterns.len();
        let (mut seen, mut mirror) = (Vec::new(), None);
        for symmetry in Symmetry::ALL {
            let image: Vec<u8> = squares.iter().map(|&s| image(symmetry, s)).collect();
            let set = set_of(&image);
            if set == set_of(squares) && image != squares {
                mirror = Some(image.clone());
            }
            if !seen.contains(&set) {
                seen.push(set);
                self.add_instance(pattern, &image, of);
            }
        }
        let mirror = mirror.map(|image| {
            let place = |square: &u8| squares.iter().position(|other| other == square);
            let places = image.iter().filter_map(place);
            places.map(|place| place as u8).collect::<Vec<u8>>()
        });
        self.add_rows(squares.len(), mirror.as_deref(), of);
    }

    fn add_instance(&mut self, pattern: usize, squares: &[u8], of: Use) {
        let instance = self.instances.len();
        let is_everywhere = of == Use::Everywhere;
        self.instances.push(Instance {
            pattern,
            is_everywhere,
        });
        if is_everywhere {
            self.everywhere |= 1 << instance;
        }
        for (place, &square) in squares.iter().enumerate() {
            self.through[usize::from(square)] |= 1 << instance;
            self.cells[usize::from(square)].push(Cell {
                instance: instance as u8,
                place: place as u8,
                power: 3_u16.pow(place as u32),
                is_playable: is_everywhere || place == squares.len() / 2,
            });
        }
    }

    fn add_rows(&mut self, squares: usize, mirror: Option<&[u8]>, of: Use) {
        let numbers = 3_u32.pow(squares as u32);
        let mirrored = mirror.map_or(Vec::new(), |mirror| {
            (0..numbers).map(|n| mirrored(n, mirror)).collect()
        });
        let mut places = [0; MAX_SQUARES];
        let mut turned = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        let (before, after) = (self.rows, self.rows + numbers);
        if of == Use::Everywhere {
            self.rows += 2 * numbers;
        }
        for (place, first) in places.iter_mut().enumerate().take(squares) {
            let other = mirror.map_or(place, |mirror| mirror[place].into());
            turned[place] = other as u8;
            let is_played = of == Use::Everywhere || place == squares / 2;
            if is_played && place <= other {
                *first = self.rows;
                self.rows += numbers / 3;
            }
        }
        self.patterns.push(Pattern {
            mirrored,
            mirror: turned,
            before,
            after,
            places,
        });
    }

    /// Returns the class of a move that follows another.
    pub(crate) fn pair(&self, last: u8, square: u8) -> u32 {
        self.pairs[64 * usize::from(last & 63) + usize::from(square & 63)].into()
    }

    /// Returns whether an instance is used [`Everywhere`](Use::Everywhere).
    pub(crate) fn is_everywhere(&self, instance: usize) -> bool {
        self.instances[instance].is_everywhere
    }

    /// Returns the row of an instance before the move, by its number.
    #[inline]
    pub(crate) fn before(&self, instance: usize, number: u16) -> u32 {
        let pattern = &self.patterns[self.instances[instance].pattern];
        pattern.before + pattern.canonical(number)
    }

    /// Returns the row that an instance with this number has after the move.
    #[inline]
    pub(crate) fn after(&self, instance: usize, number: u16) -> u32 {
        let pattern = &self.patterns[self.instances[instance].pattern];
        pattern.after + pattern.canonical(number)
    }

    /// Returns the row of a move on an empty square of an instance.
    #[inline]
    pub(crate) fn played(&self, cell: Cell, number: u16) -> u32 {
        let instance = usize::from(cell.instance);
        let pattern = &self.patterns[self.instances[instance].pattern];
        let place = usize::from(cell.place);
        let mirror = usize::from(pattern.mirror[place]);
        let without = |number: u16, place: usize| {
            let power = 3_u32.pow(place as u32);
            let number = u32::from(number);
            number / (3 * power) * power + number % power
        };
        if place < mirror || pattern.mirrored.is_empty() {
            return pattern.places[place] + without(number, place);
        }
        let turned = without(pattern.mirrored[usize::from(number)], mirror);
        if place > mirror {
            return pattern.places[mirror] + turned;
        }
        pattern.places[place] + turned.min(without(number, place))
    }
}

impl Pattern {
    fn canonical(&self, number: u16) -> u32 {
        let mirrored = self.mirrored.get(usize::from(number));
        mirrored.map_or(number, |&other| other.min(number)).into()
    }
}

/// Returns a number with its digits permuted by `mirror`.
fn mirrored(mut number: u32, mirror: &[u8]) -> u16 {
    let mut result = 0;
    for &place in mirror {
        result += number % 3 * 3_u32.pow(place.into());
        number /= 3;
    }
    result as u16
}

fn line((column, row): (u8, u8), (right, down): (u8, u8), length: u8) -> Vec<u8> {
    let square = |step| 8 * (row + step * down) + column + step * right;
    (0..length).map(square).collect()
}

fn block((column, row): (u8, u8), columns: u8, rows: u8) -> Vec<u8> {
    let squares = (0..rows).flat_map(|down| (0..columns).map(move |right| (right, down)));
    let squares = squares.map(|(right, down)| 8 * (row + down) + column + right);
    squares.collect()
}

fn image(symmetry: Symmetry, square: u8) -> u8 {
    let Some(square) = Square::new(square % 8, square / 8) else {
        unreachable!("squares of 8x8 are on every board")
    };
    let image = symmetry.square(square, Shape::STANDARD);
    8 * image.row() + image.column()
}

fn set_of(squares: &[u8]) -> u64 {
    squares.iter().fold(0, |set, square| set | 1 << square)
}

fn classes() -> [u8; 64] {
    let least = |square: u8| Symmetry::ALL.map(|s| image(s, square)).into_iter().min();
    let least: Vec<Option<u8>> = (0..64).map(least).collect();
    let mut distinct = least.clone();
    distinct.sort_unstable();
    distinct.dedup();
    std::array::from_fn(|square| {
        let place = distinct.iter().position(|&other| other == least[square]);
        place.unwrap_or(0) as u8
    })
}

fn pairs() -> Vec<u16> {
    let mut classes: Vec<u16> = vec![u16::MAX; 64 * 64];
    let mut next = 0;
    for pair in 0..64 * 64 {
        if classes[pair] < u16::MAX {
            continue;
        }
        for symmetry in Symmetry::ALL {
            let [first, second] = [pair / 64, pair % 64].map(|s| image(symmetry, s as u8));
            classes[64 * usize::from(first) + usize::from(second)] = next;
        }
        next += 1;
    }
    assert_eq!(u32::from(next), PAIRS);
    classes
}
