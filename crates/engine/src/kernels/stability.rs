//! Discs that can never be flipped again, found from full lines by iterating to a fixed point. This
//! kernel has no vector form: each round needs the result of the one before, and scalar instructions
//! have lower latency.

/// The first and last row and column: squares with no neighbour on one side.
const EDGE_COLUMNS: u64 = 0x8181_8181_8181_8181;
const EDGE_ROWS: u64 = 0xFF00_0000_0000_00FF;

/// Squares of the 8×8 board whose line along an axis is full from edge to edge. `occupied` must
/// include the squares off a smaller shape, because they never change.
///
/// The order is rows, columns, diagonals (upper left to lower right), anti-diagonals.
#[inline(always)]
fn full_lines(occupied: u64) -> [u64; 4] {
    let mut rows = occupied;
    rows &= rows >> 4;
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & 0x0101_0101_0101_0101).wrapping_mul(0xFF);

    let mut columns = occupied;
    columns &= columns.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);

    [
        rows,
        columns,
        full_diagonals(occupied, 9),
        full_diagonals(occupied, 7),
    ]
}

/// Squares whose diagonal with steps of `shift` bits has no gap, found by spreading gaps along the
/// diagonal.
#[inline(always)]
fn full_diagonals(occupied: u64, shift: u32) -> u64 {
    let gaps = !occupied;
    // A step up never enters the column where it would have wrapped.
    let (enter_up, enter_down) = if shift == 9 {
        (!0x0101_0101_0101_0101_u64, !0x8080_8080_8080_8080_u64)
    } else {
        (!0x8080_8080_8080_8080_u64, !0x0101_0101_0101_0101_u64)
    };
    let spread = |mut set: u64, mut enter: u64, up: bool| {
        for step in 0..3 {
            let distance = shift << step;
            let moved = if up { set << distance } else { set >> distance };
            set |= enter & moved;
            let moved = if up {
                enter << distance
            } else {
                enter >> distance
            };
            enter &= moved;
        }
        set
    };
    !(spread(gaps, enter_up, true) | spread(gaps, enter_down, false))
}

/// Discs of `mover` that can never be flipped: along each axis the line is full, ends at the disc,
/// or continues with another stable disc of the mover.
///
/// `mask` holds the squares of the shape. Every disc returned is stable, but not all stable discs
/// are found.
// Not inlined: inlining takes registers from the surrounding search and costs 4 % of a solve's time.
#[inline(never)]
pub(crate) fn stable(mover: u64, opponent: u64, mask: u64) -> u64 {
    let off = !mask;
    let lines = full_lines(mover | opponent | off);
    let mut stable = lines[0] & lines[1] & lines[2] & lines[3] & mover;
    loop {
        // A shift that wraps around ends on an edge, which is safe along that axis anyway.
        let held = stable | off;
        let beside = |shift: u32| (held << shift) | (held >> shift);
        let more = mover
            & (beside(1) | EDGE_COLUMNS | lines[0])
            & (beside(8) | EDGE_ROWS | lines[1])
            & (beside(9) | EDGE_ROWS | EDGE_COLUMNS | lines[2])
            & (beside(7) | EDGE_ROWS | EDGE_COLUMNS | lines[3]);
        if more | stable == stable {
            return stable;
        }
        stable |= more;
    }
}
