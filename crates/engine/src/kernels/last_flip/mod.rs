//! Number of discs flipped by the last disc of the game.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod portable;

/// For a square `p` of a line of eight and the mover's discs on the line, all
/// other squares of it holding opposing discs: how many a disc on `p` flips.
static LINE_FLIPS: [[u8; 256]; 8] = line_flips();

const fn line_flips() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut mover = 0;
        while mover < 256 {
            let (mut left, mut right) = (0, 0);
            let mut at = place;
            while at > 0 {
                at -= 1;
                if mover >> at & 1 == 1 {
                    left = place - at - 1;
                    break;
                }
            }
            at = place + 1;
            while at < 8 {
                if mover >> at & 1 == 1 {
                    right = at - place - 1;
                    break;
                }
                at += 1;
            }
            table[place][mover] = (left + right) as u8;
            mover += 1;
        }
        place += 1;
    }
    table
}

/// The two diagonals through each square and its column, as masks.
#[derive(Clone, Copy)]
struct Lines {
    column: u64,
    /// From the upper left to the lower right.
    diagonal: u64,
    /// From the upper right to the lower left.
    anti_diagonal: u64,
    /// Where the square stands among the squares of either diagonal, counted
    /// from the lowest bit.
    diagonal_place: u8,
    anti_diagonal_place: u8,
}

static LINES: [Lines; 64] = lines();

const fn lines() -> [Lines; 64] {
    let none = Lines {
        column: 0,
        diagonal: 0,
        anti_diagonal: 0,
        diagonal_place: 0,
        anti_diagonal_place: 0,
    };
    let mut table = [none; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square % 8, square / 8);
        let mut lines = none;
        let mut other = 0;
        while other < 64 {
            let (other_column, other_row) = (other % 8, other / 8);
            if other_column == column {
                lines.column |= 1 << other;
            }
            if other_column + row == column + other_row {
                lines.diagonal |= 1 << other;
                lines.diagonal_place += (other < square) as u8;
            }
            if other_column + other_row == column + row {
                lines.anti_diagonal |= 1 << other;
                lines.anti_diagonal_place += (other < square) as u8;
            }
            other += 1;
        }
        table[square] = lines;
        square += 1;
    }
    table
}
