//! The rays from each square of the 8×8 board, by direction.

/// Steps (column, row) towards higher bit indices.
const RISING: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];

/// The rays from each square towards higher bit indices: east, south-west, south, south-east.
pub(super) static RISING_RAYS: [[u64; 4]; 64] = rays(1);

/// The rays from each square towards lower bit indices: west, north-east, north, north-west.
pub(super) static FALLING_RAYS: [[u64; 4]; 64] = rays(-1);

const fn rays(sign: i32) -> [[u64; 4]; 64] {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (columns, rows) = RISING[direction];
            let mut column = square as i32 % 8 + sign * columns;
            let mut row = square as i32 / 8 + sign * rows;
            while column >= 0 && column < 8 && row >= 0 && row < 8 {
                table[square][direction] |= 1 << (row * 8 + column);
                column += sign * columns;
                row += sign * rows;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}
