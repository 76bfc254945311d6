//! Generated patterns for boards other than 8×8.

use std::cmp::Reverse;

use outflank_othello::{Shape, Square};

use super::{MAX_SQUARES, Pattern};

/// Maximum length of a line in one pattern; longer lines are split.
const LONGEST: usize = MAX_SQUARES;

/// Number of squares in each part of a longer line.
const PIECE: usize = 8;

/// Minimum number of squares of a pattern.
const MIN_LENGTH: usize = 3;

/// A column and a row, possibly off the board.
type Cell = (i32, i32);

/// Returns the patterns for a shape, the most important first: 3×3 corners, edges with
/// X-squares, 5×2 blocks and triangles in the corners, lines, diagonals. Some are equivalent by
/// symmetry, and there may be more patterns than fit.
pub(super) fn patterns(shape: Shape) -> Vec<Pattern> {
    let size @ (columns, rows) = (i32::from(shape.width()), i32::from(shape.height()));
    let square = |(column, row): Cell| {
        let square = Square::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
        shape.contains(square).then_some(square)
    };
    let mut patterns = Vec::new();
    let mut add = |kind: &str, cells: Vec<Cell>| {
        // Holes are skipped. Miri takes minutes to fill larger tables.
        let most = if cfg!(miri) { MIN_LENGTH } else { usize::MAX };
        let squares = cells.into_iter().filter_map(square).take(most);
        let squares: Vec<Square> = squares.collect();
        if let ([first, .., last], true) = (&squares[..], squares.len() >= MIN_LENGTH) {
            let name = format!("{kind} {first}-{last}");
            patterns.push(Pattern { name, squares });
        }
    };
    let corners = [
        (0, 0),
        (0, rows - 1),
        (columns - 1, 0),
        (columns - 1, rows - 1),
    ];
    for corner in corners {
        add("corner", in_corner(corner, &[3; 3]));
    }
    for piece in lines_at(0, size) {
        add("edge", with_inner(piece, size));
    }
    for corner in corners {
        add("wing", in_corner(corner, &[5; 2]));
        add("wing", in_corner(corner, &[2; 5]));
    }
    let side = 4.min(columns).min(rows);
    let triangle: Vec<i32> = (1..=side).rev().collect();
    for corner in corners {
        add("triangle", in_corner(corner, &triangle));
    }
    for distance in 1..columns.max(rows) / 2 + 1 {
        for piece in lines_at(distance, size) {
            add("line", piece);
        }
    }
    for piece in diagonals(size) {
        add("diagonal", piece);
    }
    patterns
}

/// Returns rows of the given lengths, from a corner inwards.
fn in_corner((column, row): Cell, lengths: &[i32]) -> Vec<Cell> {
    let inward = |at: i32, steps: i32| if at == 0 { steps } else { at - steps };
    let rows = (0..).zip(lengths);
    let cells = rows.flat_map(|(down, &length)| {
        (0..length).map(move |right| (inward(column, right), inward(row, down)))
    });
    cells.collect()
}

/// Returns whole lines, or the parts at both ends of long lines.
fn pieces(lines: impl IntoIterator<Item = Vec<Cell>>) -> Vec<Vec<Cell>> {
    let pieces = lines.into_iter().flat_map(|line| match line.len() {
        ..=LONGEST => vec![line],
        length => vec![line[..PIECE].to_vec(), line[length - PIECE..].to_vec()],
    });
    pieces.collect()
}

/// Returns the rows and columns at a distance from the nearer edge.
fn lines_at(distance: i32, (columns, rows): Cell) -> Vec<Vec<Cell>> {
    let places = |count: i32| {
        let mut places = vec![distance, count - 1 - distance];
        places.dedup();
        places.retain(|_| 2 * distance < count);
        places.into_iter()
    };
    let row = |row| (0..columns).map(|column| (column, row)).collect();
    let column = |column| (0..rows).map(|row| (column, row)).collect();
    pieces(places(rows).map(row).chain(places(columns).map(column)))
}

/// Returns all diagonals, in both directions, the longest first.
fn diagonals((columns, rows): Cell) -> Vec<Vec<Cell>> {
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    for down in [1, -1] {
        let first_row = if down == 1 { 0 } else { rows - 1 };
        let along_row = (0..columns).map(|column| (column, first_row));
        let below = (1..rows).map(|step| (0, first_row + down * step));
        for (column, row) in along_row.chain(below) {
            let cells = (0..columns - column).map(|step| (column + step, row + down * step));
            lines.push(cells.filter(|(_, row)| (0..rows).contains(row)).collect());
        }
    }
    lines.sort_by_key(|line| Reverse(line.len()));
    pieces(lines)
}

/// Returns a part of an edge with the X-squares of its corners, if they fit.
fn with_inner(piece: Vec<Cell>, (columns, rows): Cell) -> Vec<Cell> {
    let inward = |at: i32, count: i32| match at {
        0 => Some(1),
        at if at == count - 1 => Some(at - 1),
        _ => None,
    };
    let mut cells = piece.clone();
    for (column, row) in piece {
        let room = cells.len() < MAX_SQUARES;
        let inner = inward(column, columns).zip(inward(row, rows));
        cells.extend(inner.filter(|inner| room && !cells.contains(inner)));
    }
    cells
}
