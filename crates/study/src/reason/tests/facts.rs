//! Facts about positions and lines, found without the code under test: lines are played out move by
//! move, legal moves are tried one by one, and stable discs are tested with random games.

use outflank_engine::ScoredMove;
use outflank_othello::{Color, Position, Shape, Square, SquareSet};
use rand::seq::IteratorRandom;

use super::{BesideCorner, SquareClass};

/// Number of random games that a disc must survive if it is claimed to be stable.
const GAMES: u64 = 20;

/// Plays squares one after another, with forced passes between them.
pub(super) fn play(position: &Position, line: &[Square]) -> Option<Position> {
    let mut position = *position;
    for &square in line {
        if let Ok(passed) = position.pass() {
            position = passed;
        }
        position = position.play(square).ok()?;
    }
    Some(position)
}

pub(super) fn begins(line: &[Square], mv: &ScoredMove) -> bool {
    mv.pv.starts_with(line) && !line.is_empty()
}

pub(super) fn is_corner(shape: Shape, square: Square) -> bool {
    outflank_textbook::corners(shape).any(|corner| corner == square)
}

/// Returns whether a side could move to a square if it were its turn.
pub(super) fn can_move(position: &Position, side: Color, square: Square) -> bool {
    let is_turn = position.mover() == side;
    let position = if is_turn {
        *position
    } else {
        position.with_other_mover()
    };
    position.play(square).is_ok()
}

fn count_moves(position: &Position, side: Color) -> u32 {
    let empties = position.empties().into_iter();
    empties
        .filter(|&square| can_move(position, side, square))
        .count() as u32
}

pub(super) fn must_pass(position: &Position, side: Color) -> bool {
    count_moves(position, side) == 0 && count_moves(position, side.opponent()) > 0
}

/// Returns whether the last move of a line is a corner taken by a side.
pub(super) fn corner_falls(
    position: &Position,
    line: &[Square],
    mv: &ScoredMove,
    corner: Square,
    side: Color,
) -> Option<bool> {
    let end = play(position, line)?;
    let is_last = is_corner(position.shape(), corner) && line.last() == Some(&corner);
    Some(begins(line, mv) && is_last && end.disc(corner) == Some(side))
}

/// Returns whether a side takes a corner in the first moves of a line.
pub(super) fn falls_within(
    position: &Position,
    line: &[Square],
    corner: Square,
    side: Color,
    within: usize,
) -> Option<bool> {
    let at = line
        .iter()
        .take(within)
        .position(|&square| square == corner);
    match at {
        Some(at) => Some(play(position, &line[..=at])?.disc(corner)? == side),
        None => Some(false),
    }
}

/// Returns how many corners the mover takes in a line more than the opponent.
pub(super) fn balance(position: &Position, line: &[Square]) -> Option<i64> {
    let mut balance = 0;
    for corner in outflank_textbook::corners(position.shape()) {
        for side in Color::ALL {
            let sign = if side == position.mover() { 1 } else { -1 };
            if falls_within(position, line, corner, side, line.len())? {
                balance += sign;
            }
        }
    }
    Some(balance)
}

/// Returns the class of a square beside a corner, by its neighbours.
pub(super) fn class(square: Square, corner: Square) -> Option<SquareClass> {
    if !neighbours(corner).any(|near| near == square) {
        return None;
    }
    let is_diagonal = square.column() != corner.column() && square.row() != corner.row();
    Some(if is_diagonal {
        SquareClass::X
    } else {
        SquareClass::C
    })
}

/// Returns whether a square is described as beside a corner exactly if it is.
pub(super) fn is_beside(beside: Option<&BesideCorner>, square: Square, corner: Square) -> bool {
    let described = beside.map(|beside| (beside.square, beside.class));
    described == class(square, corner).map(|class| (square, class))
}

/// Returns whether the mover's last move beside a corner in a line is the one described.
pub(super) fn is_last_beside(
    position: &Position,
    line: &[Square],
    beside: Option<&BesideCorner>,
    corner: Square,
) -> bool {
    let is_own = |&end: &usize| {
        let after = play(position, &line[..end]);
        let disc = after.and_then(|after| after.disc(line[end - 1]));
        disc == Some(position.mover()) && class(line[end - 1], corner).is_some()
    };
    let last = (1..=line.len()).rev().find(is_own);
    let last = last.map(|end| line[end - 1]);
    last == beside.map(|beside| beside.square)
        && last.is_none_or(|square| is_beside(beside, square, corner))
}

pub(super) fn on_one_edge(shape: Shape, squares: &[Square]) -> bool {
    let [right, bottom] = [shape.width() - 1, shape.height() - 1];
    let all = |test: &dyn Fn(&Square) -> bool| squares.iter().all(test);
    all(&|square| square.column() == 0)
        || all(&|square| square.column() == right)
        || all(&|square| square.row() == 0)
        || all(&|square| square.row() == bottom)
}

/// Returns the two opposing discs between which a disc stands on an edge with an empty corner.
pub(super) fn wedged_between(position: &Position, square: Square) -> Option<[Square; 2]> {
    let (shape, side) = (position.shape(), position.disc(square)?);
    let step = |from: Square, (right, down): (i8, i8)| {
        let column = from.column().checked_add_signed(right)?;
        let next = Square::new(column, from.row().checked_add_signed(down)?)?;
        shape.contains(next).then_some(next)
    };
    let walk = |(right, down)| {
        let mut at = square;
        while position.disc(at) == Some(side) {
            at = step(at, (right, down))?;
        }
        (position.disc(at) == Some(side.opponent())).then_some(at)
    };
    [(1, 0), (0, 1)].into_iter().find_map(|(right, down)| {
        let ends = [walk((-right, -down))?, walk((right, down))?];
        let mut corners = outflank_textbook::corners(shape);
        let has_corner = corners.any(|corner| {
            position.disc(corner).is_none()
                && on_one_edge(shape, &[square, ends[0], ends[1], corner])
        });
        has_corner.then_some(ends)
    })
}

/// Returns whether a move of a side is legal and safe, trying the opponent's replies one by one.
pub(super) fn is_safe(position: &Position, side: Color, square: Square) -> bool {
    if !can_move(position, side, square) {
        return false;
    }
    let corners: Vec<Square> = outflank_textbook::corners(position.shape()).collect();
    let position = if position.mover() == side {
        *position
    } else {
        position.with_other_mover()
    };
    let Ok(after) = position.play(square) else {
        return false;
    };
    let is_empty = |corner: &&Square| position.disc(**corner).is_none();
    let mut empty = corners.iter().filter(is_empty);
    corners.contains(&square)
        || empty.all(|&corner| {
            let other = side.opponent();
            class(square, corner).is_none()
                && (!can_move(&after, other, corner) || can_move(&position, other, corner))
        })
}

pub(super) fn count_safe(position: &Position, side: Color) -> u32 {
    let empties = position.empties().into_iter();
    empties
        .filter(|&square| is_safe(position, side, square))
        .count() as u32
}

/// Returns whether squares are one region of empty squares.
pub(super) fn is_region(position: &Position, region: SquareSet) -> bool {
    let first = region
        .first()
        .filter(|&first| position.disc(first).is_none());
    first.is_some_and(|first| flood(position, first).into_iter().collect::<SquareSet>() == region)
}

fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    let around = (-1..=1_i8).flat_map(|down| (-1..=1_i8).map(move |right| (right, down)));
    around
        .filter(|&step| step != (0, 0))
        .filter_map(move |(right, down)| {
            let column = square.column().checked_add_signed(right)?;
            Square::new(column, square.row().checked_add_signed(down)?)
        })
}

pub(super) fn is_frontier(position: &Position, side: Color, disc: Square) -> bool {
    let empties = position.empties();
    position.disc(disc) == Some(side) && neighbours(disc).any(|next| empties.contains(next))
}

/// Returns the region of empty squares around a square.
pub(super) fn flood(position: &Position, square: Square) -> Vec<Square> {
    let empties = position.empties();
    let mut region = vec![square];
    let mut next = 0;
    while next < region.len() {
        for near in neighbours(region[next]) {
            if empties.contains(near) && !region.contains(&near) {
                region.push(near);
            }
        }
        next += 1;
    }
    region.sort_unstable();
    region
}

/// Returns whether a disc keeps its colour in random games.
pub(super) fn survives(position: &Position, disc: Square, side: Color) -> bool {
    (0..GAMES).all(|seed| {
        let mut random = crate::sparring::seeded(seed, position);
        let mut next = Some(*position);
        while let Some(position) = next {
            if position.disc(disc) != Some(side) {
                return false;
            }
            let square = position.legal_moves().into_iter().choose(&mut random);
            next = match square {
                Some(square) => position.play(square).ok(),
                None => position.pass().ok(),
            };
        }
        true
    })
}
