//! The rays from each square of the 8×8 board, by direction.

/// The eight rays of one square: four towards lower bit indices (west, north-east, north,
/// north-west), then four towards higher indices (east, south-west, south, south-east), aligned so
/// that one load fills a vector register.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Rays {
    pub(super) falling: [u64; 4],
    pub(super) rising: [u64; 4],
}

/// The bit of each square, and 0 for the index 64, which stands for no square.
#[cfg(target_arch = "x86_64")]
pub(super) static SQUARES: [u64; 65] = all_squares();

#[cfg(target_arch = "x86_64")]
const fn all_squares() -> [u64; 65] {
    let mut table = [0; 65];
    let mut square = 0;
    while square < 64 {
        table[square] = 1 << square;
        square += 1;
    }
    table
}

/// Distance in bits of one step along each of the four axes, in the order of [`Rays`].
#[cfg(target_arch = "x86_64")]
pub(super) const STEPS: [u64; 4] = [1, 7, 8, 9];

/// The rays of every square, by bit index.
pub(super) static RAYS: [Rays; 64] = all_rays();

const fn all_rays() -> [Rays; 64] {
    let none = Rays {
        falling: [0; 4],
        rising: [0; 4],
    };
    let mut table = [none; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            table[square].falling[axis] = ray(square as i32, axis, -1);
            table[square].rising[axis] = ray(square as i32, axis, 1);
            axis += 1;
        }
        square += 1;
    }
    table
}

/// The squares from `square` along an axis towards higher (`sign` 1) or lower (-1) bit indices.
const fn ray(square: i32, axis: usize, sign: i32) -> u64 {
    let (columns, rows) = [(1, 0), (-1, 1), (0, 1), (1, 1)][axis];
    let (columns, rows) = (sign * columns, sign * rows);
    let (mut column, mut row) = (square % 8 + columns, square / 8 + rows);
    let mut ray = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        ray |= 1 << (row * 8 + column);
        column += columns;
        row += rows;
    }
    ray
}
