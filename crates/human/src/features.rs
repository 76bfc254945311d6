//! The input rows that a position and its moves activate.

use outflank_engine::Score;
use outflank_engine::evaluation::{self, Evaluation};
use outflank_othello::{Bitboard, Board, Layout};

use crate::geometry::{CLASSES, Geometry, INSTANCES, PAIRS};

/// The number of stages, of five plies each. Each has its own head.
pub const STAGES: usize = 12;

/// The number of ratings that have their own row, 100 points apart.
pub(crate) const RATINGS: usize = 15;

/// The lowest of these ratings.
const FIRST_RATING: f64 = 1000.0;

/// The distance between neighbouring ratings, in points.
const RATING_STEP: f64 = 100.0;

/// The number of values that a count distinguishes.
const COUNTS: u32 = 24;

/// Returns the stage of a position with the given number of empty squares.
#[must_use]
pub const fn stage(empties: u32) -> usize {
    let stage = 60_u32.saturating_sub(empties) as usize / 5;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// Returns the layout of the 8×8 board.
pub(crate) const fn layout() -> &'static Layout<u64> {
    &Layout::STANDARD
}

/// The features counted for a move. Their rows follow those of the patterns.
#[derive(Clone, Copy, Debug)]
enum Count {
    /// The symmetry class of the square, by stage.
    Class,
    /// The discs flipped, by stage.
    Flips,
    /// The opponent's replies, by stage.
    Replies,
    /// The moves that the mover would have next if the opponent passed, by stage.
    OwnMoves,
    /// The opponent's potential mobility: empty squares next to the mover's discs, by stage.
    Exposed,
    /// The corners that the opponent can take after the move, and whether it could take any before,
    /// by stage.
    Corners,
    /// The size of the move's parity region, and the parity of all empties, by stage.
    Region,
    /// The discs that the move loses by the static evaluation, by stage.
    Loss,
    /// The number of moves that the static evaluation prefers, by stage.
    Rank,
    /// The distance to the opponent's last move, and whether the move flips that disc, by stage.
    Last,
}

/// The lower bounds, in discs, of the classes of losses from the second class on.
const LOSSES: [f64; COUNTS as usize - 1] = [
    0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 12.0, 14.0, 16.0,
    20.0, 24.0, 32.0, 40.0, 56.0,
];

impl Count {
    /// The number of features.
    const FEATURES: u32 = Self::Last as u32 + 1;

    /// Returns the row of a count.
    fn row(self, stage: usize, number: u32) -> u32 {
        let first = Geometry::get().rows + self as u32 * STAGES as u32 * COUNTS;
        first + stage as u32 * COUNTS + number.min(COUNTS - 1)
    }
}

const _: () = assert!(CLASSES < COUNTS);

/// Returns the number of rows of the table.
#[must_use]
pub fn rows() -> usize {
    first_rating() as usize + RATINGS
}

fn first_rating() -> u32 {
    first_answer() + STAGES as u32 * PAIRS
}

/// Returns the first row of the pairs of the opponent's last square and the move's square, by
/// stage.
fn first_answer() -> u32 {
    Geometry::get().rows + Count::FEATURES * STAGES as u32 * COUNTS
}

/// Returns the rows of the two nearest ratings and the weight of the second.
#[must_use]
pub fn rating_rows(rating: f64) -> ([u32; 2], f64) {
    let last = (RATINGS - 1) as f64;
    let place = ((rating - FIRST_RATING) / RATING_STEP).clamp(0.0, last);
    let below = place.floor().min(last - 1.0);
    let row = first_rating() + below as u32;
    ([row, row + 1], place - below)
}

/// The rows of a position and its moves.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// Rows of the position.
    pub common: Vec<u32>,
    /// The legal moves: bits of 8×8, in ascending order.
    pub moves: Vec<u8>,
    /// The end of the rows of each move in `rows`.
    ends: Vec<usize>,
    rows: Vec<u32>,
    /// The value of each move by the static evaluation.
    values: Vec<Score>,
    /// The stage of the game.
    pub stage: usize,
}

impl Features {
    /// Replaces the rows with those of a board and its moves.
    ///
    /// `last` is the bit index of the opponent's last move, if there was one and it is known.
    pub fn set(&mut self, board: Board<u64>, last: Option<u8>) {
        let geometry = Geometry::get();
        self.common.clear();
        self.moves.clear();
        self.ends.clear();
        self.rows.clear();
        self.stage = stage(board.empties(layout()).count_ones());
        let numbers = numbers(board);
        for (instance, &number) in numbers.iter().enumerate() {
            if geometry.is_everywhere(instance) {
                self.common.push(geometry.before(instance, number));
            }
        }
        let moves = board.legal_moves(layout());
        let squares = moves.indices();
        self.moves.extend(squares.map(|square| square as u8));
        self.values.clear();
        self.values
            .extend(squares.map(|square| static_value(board, square)));
        for index in 0..self.moves.len() {
            self.add_move(board, index, &numbers);
            if let Some(last) = last {
                self.add_answer(board, index, last);
            }
            self.ends.push(self.rows.len());
        }
    }

    /// Returns the rows of a move by its index in `moves`.
    #[must_use]
    pub fn rows_of(&self, index: usize) -> &[u32] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.rows[start..self.ends[index]]
    }

    fn add_move(&mut self, board: Board<u64>, index: usize, numbers: &[u16; INSTANCES]) {
        let square = u32::from(self.moves[index]);
        let geometry = Geometry::get();
        let flips = board.flips(square, layout());
        let mut after = *numbers;
        for &cell in &geometry.cells[square as usize] {
            let instance = usize::from(cell.instance);
            if cell.is_playable {
                self.rows.push(geometry.played(cell, numbers[instance]));
            }
            after[instance] += cell.power;
        }
        let mut changed = geometry.through[square as usize];
        for flipped in flips.indices().map(|flipped| flipped as usize) {
            changed |= geometry.through[flipped];
            for cell in &geometry.cells[flipped] {
                after[usize::from(cell.instance)] -= cell.power;
            }
        }
        changed &= geometry.everywhere;
        for instance in changed.indices().map(|instance| instance as usize) {
            self.rows.push(geometry.after(instance, after[instance]));
        }
        self.add_counts(board, square, flips);
        self.add_value(self.values[index]);
    }

    /// Adds the row of a move as a reply to the opponent's last move.
    fn add_answer(&mut self, board: Board<u64>, index: usize, last: u8) {
        let square = self.moves[index];
        let flips = board.flips(square.into(), layout());
        let [columns, rows] =
            [(square % 8, last % 8), (square / 8, last / 8)].map(|(a, b)| a.abs_diff(b));
        let distance = columns.max(rows);
        let flips_last = u32::from(flips >> last & 1 == 1);
        let number = u32::from(distance) + 8 * flips_last;
        self.rows.push(Count::Last.row(self.stage, number));
        let pair = Geometry::get().pair(last, square);
        let first = first_answer() + self.stage as u32 * PAIRS;
        self.rows.push(first + pair);
    }

    fn add_value(&mut self, value: Score) {
        let values = self.values.iter();
        let better = values.filter(|other| other.units() > value.units());
        let best = self.values.iter().max_by_key(|value| value.units());
        let loss = best.map_or(0.0, |best| best.discs() - value.discs());
        let loss = LOSSES.iter().filter(|&&most| loss >= most).count();
        for (count, number) in [(Count::Loss, loss), (Count::Rank, better.count())] {
            self.rows.push(count.row(self.stage, number as u32));
        }
    }

    fn add_counts(&mut self, board: Board<u64>, square: u32, flips: u64) {
        let stage = self.stage;
        let child = board.after(square, flips);
        let replies = child.legal_moves(layout());
        let empties = board.empties(layout());
        let exposed = neighbours(child.opponent()) & empties & !(1 << square);
        let own = child.pass().legal_moves(layout());
        let before = board.pass().legal_moves(layout()) & CORNERS;
        let corners = (replies & CORNERS).count_ones() + 5 * u32::from(before != 0);
        let region = region(empties, square).count_ones().min(11);
        let odd = empties.count_ones() % 2;
        let class = Geometry::get().classes[square as usize];
        for (count, number) in [
            (Count::Class, u32::from(class)),
            (Count::Flips, flips.count_ones()),
            (Count::Replies, replies.count_ones()),
            (Count::OwnMoves, own.count_ones()),
            (Count::Exposed, exposed.count_ones()),
            (Count::Corners, corners),
            (Count::Region, region + 12 * odd),
        ] {
            self.rows.push(count.row(stage, number));
        }
    }
}

pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Returns the base-3 number of each instance.
fn numbers(board: Board<u64>) -> [u16; INSTANCES] {
    let geometry = Geometry::get();
    let mut numbers = [0; INSTANCES];
    for (discs, digit) in [(board.mover(), 1), (board.opponent(), 2)] {
        for square in discs.indices() {
            for cell in &geometry.cells[square as usize] {
                numbers[usize::from(cell.instance)] += digit * cell.power;
            }
        }
    }
    numbers
}

/// Returns the static evaluation of the board after a move, for the side that plays it.
fn static_value(board: Board<u64>, square: u32) -> Score {
    let child = board.play(square, layout());
    let moves = child.legal_moves(layout());
    let passed = child.pass();
    if moves != 0 {
        -value(child)
    } else if passed.legal_moves(layout()) != 0 {
        value(passed)
    } else {
        Score::exact(passed.final_score(layout()))
    }
}

fn value(board: Board<u64>) -> Score {
    let evaluation = Evaluation::shipped();
    let features = evaluation::Features::new_unchecked(evaluation.patterns(), board.widen());
    Score::from_units(evaluation.value_of(&features), false)
}

/// Returns the squares next to a set, including diagonally.
const fn neighbours(set: u64) -> u64 {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let wide = set | (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    (wide | wide << 8 | wide >> 8) & !set
}

/// Returns the empty squares connected with `square`.
const fn region(empties: u64, square: u32) -> u64 {
    let mut region = 1 << square;
    loop {
        let grown = (region | neighbours(region)) & empties;
        if grown == region {
            return region;
        }
        region = grown;
    }
}

#[cfg(test)]
mod tests {
    use outflank_othello::{Game, Position, Shape, Symmetry};

    use super::*;

    #[test]
    fn images_of_a_position_activate_the_same_rows() {
        let mut game = Game::new(Shape::STANDARD);
        while !game.is_over() {
            let moves = game.position().legal_moves();
            game.play(moves.into_iter().last().unwrap()).unwrap();
        }
        assert!(game.positions().len() > 20);
        for position in game.positions() {
            let sorted = |symmetry| {
                let image: Position = position.under(symmetry);
                let mut features = Features::default();
                let last = symmetry.square("f5".parse().unwrap(), Shape::STANDARD);
                let last = 8 * last.row() + last.column();
                features.set(image.standard_board().unwrap(), Some(last));
                let mut common = features.common.clone();
                common.sort_unstable();
                let moves = (0..features.moves.len()).map(|index| {
                    let mut rows = features.rows_of(index).to_vec();
                    rows.sort_unstable();
                    rows
                });
                let mut moves: Vec<Vec<u32>> = moves.collect();
                moves.sort_unstable();
                (common, moves)
            };
            let first = sorted(Symmetry::IDENTITY);
            for symmetry in Symmetry::ALL {
                assert_eq!(sorted(symmetry), first);
            }
        }
    }

    #[test]
    fn ratings_lie_between_two_rows() {
        let (first, share) = rating_rows(1000.0);
        assert_eq!((first[0] as usize, share), (rows() - RATINGS, 0.0));
        let (rows_of, share) = rating_rows(1250.0);
        assert_eq!((rows_of[0] - first[0], share), (2, 0.5));
        let (last, share) = rating_rows(9000.0);
        assert_eq!((last[1] as usize, share), (rows() - 1, 1.0));
    }
}
