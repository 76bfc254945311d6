//! The rules of Othello, square by square.

/// An empty square.
pub const EMPTY: u8 = 0;
/// A black disc, or Black as the mover.
pub const BLACK: u8 = 1;
/// A white disc, or White as the mover.
pub const WHITE: u8 = 2;
/// Off the board: the frame and the holes. They end lines of discs.
const OFF: u8 = 3;

/// The symbols of these four values.
const SYMBOLS: &str = "-XO#";

/// The number of places of the largest board with its frame: 16 columns and 8 rows need 171.
const PLACES: usize = 192;

/// The content of each place, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    places: [u8; PLACES],
    /// [`BLACK`] or [`WHITE`].
    pub mover: u8,
}

/// A board: a rectangle, possibly with holes.
///
/// A place is an index into the rectangle extended by a frame: one column on the left, one row at
/// the top and one at the bottom.
#[derive(Clone, Debug)]
pub struct Shape {
    columns: usize,
    /// Offsets from a place to its eight neighbours.
    steps: [isize; 8],
    /// The places of the rectangle, row by row from the left.
    rectangle: Vec<usize>,
    /// The places of the rectangle that are not holes.
    pub squares: Vec<usize>,
}

impl Shape {
    /// Parses the size of a board, columns and rows, as in `8x8`, and a position on it: for each
    /// square, row by row, `X` for black, `O` for white, `-` for empty or `#` for a hole, then a
    /// space and the symbol of the mover.
    #[must_use]
    pub fn parse(size: &str, position: &str) -> Option<(Self, Position)> {
        let (columns, rows) = size.split_once('x')?;
        let (columns, rows): (usize, usize) = (columns.parse().ok()?, rows.parse().ok()?);
        let (signs, mover) = position.split_once(' ')?;
        let disc = |symbol| Some(SYMBOLS.find(symbol)? as u8);
        let discs: Vec<u8> = signs.chars().map(disc).collect::<Option<_>>()?;
        let mover = if mover == "X" { BLACK } else { WHITE };
        let can_be = |side: usize| (3..=16).contains(&side);
        let count = discs.len();
        if !can_be(columns) || !can_be(rows) || count != columns * rows || count > 128 {
            return None;
        }
        let place = |at: usize| at + columns + 2 + at / columns;
        let rectangle: Vec<usize> = (0..count).map(place).collect();
        let below = columns as isize + 1;
        let (left, right) = (below - 1, below + 1);
        let mut all = Self {
            columns,
            steps: [1, left, below, right, -1, -left, -below, -right],
            squares: rectangle.clone(),
            rectangle,
        };
        let position_found = all.position(&discs, mover);
        all.squares
            .retain(|&place| position_found.places[place] != OFF);
        (all.text(&position_found) == position).then_some((all, position_found))
    }

    /// Formats a position for [`parse`](Self::parse).
    #[must_use]
    pub fn text(&self, position: &Position) -> String {
        let symbol = |disc: u8| char::from(SYMBOLS.as_bytes()[usize::from(disc)]);
        let places = self.rectangle.iter();
        let board: String = places
            .map(|&place| symbol(position.places[place]))
            .collect();
        format!("{board} {}", symbol(position.mover))
    }

    /// Names the square of a place; `a1` is at the top left.
    #[must_use]
    pub fn name(&self, place: usize) -> String {
        let (row, column) = (place / (self.columns + 1), place % (self.columns + 1));
        format!("{}{row}", char::from(b'a' + column as u8 - 1))
    }

    /// Makes a position from the contents of its squares, in order.
    #[must_use]
    pub fn position(&self, discs: &[u8], mover: u8) -> Position {
        let mut position = Position {
            places: [OFF; PLACES],
            mover,
        };
        for (&place, &disc) in self.squares.iter().zip(discs) {
            position.places[place] = disc;
        }
        position
    }

    /// Returns the places that contain `disc`, which may be [`EMPTY`], in order.
    #[must_use]
    pub fn places_with(&self, disc: u8, position: &Position) -> Vec<usize> {
        let squares = self.squares.iter().copied();
        squares
            .filter(|&place| position.places[place] == disc)
            .collect()
    }

    /// Counts the discs that a disc of the mover flips in a direction: a line of opposing discs
    /// that ends at a disc of the mover.
    fn flips(position: &Position, place: usize, step: isize) -> usize {
        let mut end = place.wrapping_add_signed(step);
        let mut length = 0;
        while position.places[end] == other(position.mover) {
            end = end.wrapping_add_signed(step);
            length += 1;
        }
        usize::from(position.places[end] == position.mover) * length
    }

    /// Iterates over the legal moves among `squares`, in their order: empty squares where a disc
    /// flips at least one disc.
    pub fn legal(&self, position: &Position, squares: &[usize]) -> impl Iterator<Item = usize> {
        let empty = |place: &usize| position.places[*place] == EMPTY;
        let empty = squares.iter().copied().filter(empty);
        empty.filter(|&place| {
            let mut steps = self.steps.iter();
            steps.any(|&step| Self::flips(position, place, step) > 0)
        })
    }

    /// Returns the position after a legal move.
    #[must_use]
    pub fn play(&self, position: &Position, place: usize) -> Position {
        let mut after = pass(position);
        after.places[place] = position.mover;
        for step in self.steps {
            let mut flipped = place;
            for _ in 0..Self::flips(position, place, step) {
                flipped = flipped.wrapping_add_signed(step);
                after.places[flipped] = position.mover;
            }
        }
        after
    }

    /// Returns the legal moves among `squares`, each with the position after it.
    #[must_use]
    pub fn moves(&self, position: &Position, squares: &[usize]) -> Vec<(usize, Position)> {
        let legal = self.legal(position, squares);
        let moves = legal.map(|place| (place, self.play(position, place)));
        moves.collect()
    }

    /// Returns the score of a finished game for a side: its discs minus the other side's, empty
    /// squares going to the side with more discs.
    #[must_use]
    pub fn score(&self, position: &Position, side: u8) -> i32 {
        let count = |disc: u8| self.places_with(disc, position).len() as i32;
        let difference = count(side) - count(other(side));
        difference + difference.signum() * count(EMPTY)
    }
}

/// Returns the other side.
#[must_use]
pub const fn other(side: u8) -> u8 {
    BLACK + WHITE - side
}

/// Returns the same discs with the other side to move.
#[must_use]
pub const fn pass(position: &Position) -> Position {
    Position {
        mover: other(position.mover),
        ..*position
    }
}
