//! Number of discs that the last disc of the game flips, for either side.

#![expect(unsafe_code, reason = "a lookup without a bounds check")]

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod portable;
pub(crate) use portable as baseline;

/// Number of entries of the table: `length · 2^length` for each length of a line.
const ENTRIES: usize = 3586;

/// Where the counts for a square of a line begin in [`LINE_FLIPS`]. Lines are sorted by length, the
/// shortest first.
const fn start(length: usize, place: usize) -> usize {
    let mut start = 0;
    let mut shorter = 1;
    while shorter < length {
        start += shorter << shorter;
        shorter += 1;
    }
    start + (place << length)
}

/// For a line, the place of its only empty square and the mover's discs on the line: the lower byte
/// has the number of discs that the mover flips there, the upper byte the number that the opponent
/// flips.
static LINE_FLIPS: [u16; ENTRIES] = line_flips();

const fn line_flips() -> [u16; ENTRIES] {
    let mut table = [0; ENTRIES];
    let mut length = 1;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let mut mover: usize = 0;
            while mover < 1 << length {
                let opponent = !mover & ((1 << length) - 1);
                table[start(length, place) + mover] =
                    flips(length, place, mover) | flips(length, place, opponent) << 8;
                mover += 1;
            }
            place += 1;
        }
        length += 1;
    }
    table
}

/// How many discs a disc at `place` flips if the other side has all other squares of the line that
/// are not in `own`.
const fn flips(length: usize, place: usize, own: usize) -> u16 {
    let mut flips = 0;
    let mut at = place;
    while at > 0 {
        at -= 1;
        if own >> at & 1 == 1 {
            flips += place - at - 1;
            break;
        }
    }
    at = place + 1;
    while at < length {
        if own >> at & 1 == 1 {
            flips += at - place - 1;
            break;
        }
        at += 1;
    }
    flips as u16
}

/// Returns the counts that begin at `start` for the mover's discs `discs` of the line.
#[inline(always)]
fn counts(start: u16, discs: u64) -> u16 {
    let place = usize::from(start) + discs as usize;
    debug_assert!(place < ENTRIES);
    // SAFETY: `discs` has no more bits than the line has squares, and the table has counts for all
    // such sets.
    unsafe { *LINE_FLIPS.get_unchecked(place) }
}

/// A line through a square, and how multiplication packs its discs.
#[derive(Clone, Copy)]
struct Line {
    squares: u64,
    /// The factor whose product has the line's discs side by side in its upper byte.
    gather: u64,
    /// How far that product is shifted so that the line begins at bit 0.
    shift: u32,
    /// Where the counts of the line begin in [`LINE_FLIPS`].
    start: u16,
    /// The same if the lowest square is at bit 0, as after bit extraction: a diagonal that rises
    /// to the right begins at its other end.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(dead_code, reason = "only x86-64 extracts bits")
    )]
    start_from_low: u16,
}

/// The row, the column and the two diagonals through each square.
static LINES: [[Line; 4]; 64] = lines();

const fn lines() -> [[Line; 4]; 64] {
    let none = Line {
        squares: 0,
        gather: 0,
        shift: 0,
        start: 0,
        start_from_low: 0,
    };
    let mut table = [[none; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            table[square][axis] = line(square, axis);
            axis += 1;
        }
        square += 1;
    }
    table
}

/// The axis of a column in [`LINES`].
const COLUMN: usize = 1;
/// The factor that adds up the rows. Rows and diagonals have at most one square in each column.
const ADD_ROWS: u64 = 0x0101_0101_0101_0101;
/// The factor that moves the bit of the last column from `8r + 7` to `56 + r` for each row `r`.
const GATHER_LAST_COLUMN: u64 = 0x0002_0408_1020_4081;

const fn line(square: usize, axis: usize) -> Line {
    let (column, row) = (square % 8, square / 8);
    let (mut squares, mut length, mut place) = (0, 0, 0);
    let mut leftmost = 7;
    let mut other = 0;
    while other < 64 {
        let (other_column, other_row) = (other % 8, other / 8);
        let is_on_line = match axis {
            0 => other_row == row,
            COLUMN => other_column == column,
            2 => other_column + row == column + other_row,
            _ => other_column + other_row == column + row,
        };
        if is_on_line {
            squares |= 1 << other;
            length += 1;
            place += (other_column < column || axis == COLUMN && other_row < row) as usize;
            if other_column < leftmost {
                leftmost = other_column;
            }
        }
        other += 1;
    }
    let (gather, shift) = match axis {
        COLUMN => (GATHER_LAST_COLUMN << (7 - column), 56),
        _ => (ADD_ROWS, 56 + leftmost as u32),
    };
    Line {
        squares,
        gather,
        shift,
        start: start(length, place) as u16,
        start_from_low: start(length, if axis == 3 { length - 1 - place } else { place }) as u16,
    }
}
