//! Whether the claim of a reason is true on the boards of the two lines.
//!
//! These checks are independent of the code that finds the reasons. They play lines out move by
//! move, try legal moves one by one, and test stable discs with random games.

use outflank_othello::{Color, Position, Shape, Square, SquareSet};
use rand::seq::IteratorRandom;

use super::Reason;
use outflank_engine::ScoredMove;

/// Number of random games that a disc must survive if it is claimed to be stable.
const GAMES: u64 = 20;

/// Returns whether the claim of a reason is true, or `None` if a line is illegal.
pub(super) fn is_true(
    position: &Position,
    played: &ScoredMove,
    best: &ScoredMove,
    reason: &Reason,
) -> Option<bool> {
    let mover = position.mover();
    let opponent = mover.opponent();
    let after = play(position, &[played.square])?;
    let after_best = play(position, &[best.square])?;
    Some(match reason {
        Reason::GivesUpCorner { corner } => {
            is_corner(position.shape(), *corner)
                && can_move(&after, opponent, *corner)
                && !can_move(&after_best, opponent, *corner)
        }
        Reason::PassesUpCorner { corner } => {
            is_corner(position.shape(), *corner)
                && can_move(position, mover, *corner)
                && best.square == *corner
                && played.square != *corner
        }
        Reason::LosesCorner { corner, line } => {
            corner_falls(position, line, played, *corner, opponent)?
                && no_corner(position, best.pv.get(..line.len())?, opponent)?
        }
        Reason::MissesCorner { corner, line } => {
            corner_falls(position, line, best, *corner, mover)?
                && no_corner(position, played.pv.get(..line.len())?, mover)?
        }
        Reason::MissesWipeOut { best: square } => {
            best.square == *square && after_best.count(opponent) == 0
        }
        Reason::RunsOutOfMoves { line } => {
            begins(line, played) && must_pass(&play(position, line)?, mover)
        }
        Reason::MissesPass { line } => {
            begins(line, best) && must_pass(&play(position, line)?, opponent)
        }
        Reason::Stability {
            side,
            played: count,
            best: other,
            discs,
            line,
        } => {
            let end = play(position, line)?;
            let end_best = play(position, best.pv.get(..line.len())?)?;
            let change = i64::from(*count) - i64::from(*other);
            let is_own = *side == mover;
            let where_stable = if is_own { &end_best } else { &end };
            begins(line, played)
                && (if is_own { change < 0 } else { change > 0 })
                && discs.len() as i64 >= change.abs()
                && discs
                    .into_iter()
                    .all(|disc| survives(where_stable, disc, *side))
        }
        Reason::Mobility {
            opponent: side,
            opponent_moves,
            opponent_moves_after_best,
            opened,
        } => {
            let fewer = count_moves(&after_best, opponent);
            *side == opponent
                && count_moves(&after, opponent) == *opponent_moves
                && fewer == *opponent_moves_after_best
                && *opponent_moves >= fewer + 2
                && opened.len() as u32 >= *opponent_moves - fewer
                && opened.into_iter().all(|to| can_move(&after, opponent, to))
                && !opened
                    .into_iter()
                    .any(|to| can_move(&after_best, opponent, to))
        }
        Reason::MovesTakenAway {
            mover: side,
            moves,
            moves_after_best,
            taken,
            line,
        } => {
            let end = play(position, line)?;
            let end_best = play(position, best.pv.get(..line.len())?)?;
            *side == mover
                && begins(line, played)
                && count_moves(&end, mover) == *moves
                && count_moves(&end_best, mover) == *moves_after_best
                && *moves_after_best >= *moves + 2
                && taken.len() as u32 >= *moves_after_best - *moves
                && taken.into_iter().all(|to| can_move(&end_best, mover, to))
                && !taken.into_iter().any(|to| can_move(&end, mover, to))
        }
        Reason::Parity {
            opponent: side,
            region,
        } => {
            let is_odd = |position: &Position, square| flood(position, square).len() % 2 == 1;
            *side == opponent
                && region.first().is_some_and(|square| {
                    is_odd(&after, square)
                        && flood(&after, square).into_iter().collect::<SquareSet>() == *region
                })
                && region.into_iter().any(|to| can_move(&after, opponent, to))
                && !after_best.empties().into_iter().any(|square| {
                    can_move(&after_best, opponent, square) && is_odd(&after_best, square)
                })
        }
        Reason::Frontier {
            played: more,
            best: fewer,
            exposed,
        } => {
            let all = |position: &Position| {
                let squares = position.shape().squares_in_order();
                let frontier = squares.filter(|&disc| is_frontier(position, mover, disc));
                frontier.count() as u32
            };
            all(&after) == *more
                && all(&after_best) == *fewer
                && *more >= *fewer + 2
                && exposed
                    .into_iter()
                    .all(|disc| is_frontier(&after, mover, disc))
                && !exposed
                    .into_iter()
                    .any(|disc| is_frontier(&after_best, mover, disc))
        }
        Reason::EdgeSquare {
            opponent: side,
            square,
            line,
        } => {
            let before = play(position, &line[..line.len() - 1])?;
            *side == opponent
                && begins(line, played)
                && line.last() == Some(square)
                && best.square == *square
                && (before.mover() == opponent || must_pass(&before, mover))
        }
        Reason::LosesGroup {
            opponent: side,
            group,
            line,
        } => {
            let (end, end_best) = (play(position, line)?, play(position, &best.pv)?);
            *side == opponent
                && *line == played.pv
                && end.is_over()
                && end_best.is_over()
                && group
                    .into_iter()
                    .all(|disc| end.disc(disc) == Some(opponent))
                && group
                    .into_iter()
                    .all(|disc| end_best.disc(disc) == Some(mover))
        }
        Reason::Line { line, best_line } => *line == played.pv && *best_line == best.pv,
    })
}

/// Plays squares one after another, with forced passes between them.
fn play(position: &Position, line: &[Square]) -> Option<Position> {
    let mut position = *position;
    for &square in line {
        if let Ok(passed) = position.pass() {
            position = passed;
        }
        position = position.play(square).ok()?;
    }
    Some(position)
}

fn begins(line: &[Square], mv: &ScoredMove) -> bool {
    mv.pv.starts_with(line) && !line.is_empty()
}

fn is_corner(shape: Shape, square: Square) -> bool {
    outflank_textbook::corners(shape).any(|corner| corner == square)
}

/// Returns whether a side could move to a square if it were its turn.
fn can_move(position: &Position, side: Color, square: Square) -> bool {
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

fn must_pass(position: &Position, side: Color) -> bool {
    count_moves(position, side) == 0 && count_moves(position, side.opponent()) > 0
}

/// Returns whether the last move of a line is a corner taken by a side.
fn corner_falls(
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

/// Returns whether a side takes no corner in a line.
fn no_corner(position: &Position, line: &[Square], side: Color) -> Option<bool> {
    for length in 1..=line.len() {
        let last = line[length - 1];
        if is_corner(position.shape(), last)
            && play(position, &line[..length])?.disc(last) == Some(side)
        {
            return Some(false);
        }
    }
    Some(true)
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

fn is_frontier(position: &Position, side: Color, disc: Square) -> bool {
    let empties = position.empties();
    position.disc(disc) == Some(side) && neighbours(disc).any(|next| empties.contains(next))
}

/// Returns the region of empty squares around a square.
fn flood(position: &Position, square: Square) -> Vec<Square> {
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
fn survives(position: &Position, disc: Square, side: Color) -> bool {
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
