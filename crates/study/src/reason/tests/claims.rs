//! Whether the claim of a reason is true on the boards of the two lines.
//!
use outflank_engine::ScoredMove;
use outflank_othello::{Position, Square, SquareSet};

use super::facts::{
    balance, begins, can_move, class, corner_falls, count_safe, falls_within, flood, is_beside,
    is_corner, is_frontier, is_last_beside, is_region, is_safe, must_pass, on_one_edge, play,
    survives, wedged_between,
};
use super::{Reason, SquareClass};

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
    let is_after = |line: &[Square], mv: &ScoredMove| begins(line, mv);
    // After the end of the game, there are no more moves.
    let head = |mv: &ScoredMove, moves: usize| {
        let is_over = play(position, &mv.pv)?.is_over();
        let shown = if is_over { mv.pv.len() } else { moves };
        Some(mv.pv.get(..moves.min(shown))?.to_vec())
    };
    let best_head = |line: &[Square]| head(best, line.len());
    Some(match reason {
        Reason::GivesUpCorner {
            opponent: side,
            corner,
            beside,
        } => {
            let is_taken =
                played.pv.len() < 2 || falls_within(position, &played.pv, *corner, opponent, 6)?;
            *side == opponent
                && is_corner(position.shape(), *corner)
                && !can_move(position, opponent, *corner)
                && can_move(&after, opponent, *corner)
                && !can_move(&after_best, opponent, *corner)
                && is_taken
                && is_beside(beside.as_ref(), played.square, *corner)
        }
        Reason::LeavesCorner {
            opponent: side,
            corner,
        } => {
            *side == opponent
                && is_corner(position.shape(), *corner)
                && can_move(position, opponent, *corner)
                && can_move(&after, opponent, *corner)
                && !can_move(&after_best, opponent, *corner)
        }
        Reason::PassesUpCorner { corner } => {
            is_corner(position.shape(), *corner)
                && can_move(position, mover, *corner)
                && best.square == *corner
                && played.square != *corner
                && !falls_within(position, &played.pv, *corner, mover, 6)?
        }
        Reason::LosesCorner {
            corner,
            beside,
            line,
        } => {
            corner_falls(position, line, played, *corner, opponent)?
                && !falls_within(position, &best_head(line)?, *corner, opponent, line.len())?
                && balance(position, line)? < balance(position, &best_head(line)?)?
                && is_last_beside(position, line, beside.as_ref(), *corner)
        }
        Reason::MissesCorner { corner, line } => {
            let other = &head(played, line.len())?;
            corner_falls(position, line, best, *corner, mover)?
                && !falls_within(position, other, *corner, mover, line.len())?
                && balance(position, other)? < balance(position, line)?
        }
        Reason::OpensCorner {
            opponent: side,
            corner,
            beside,
            line,
        } => {
            let (end, end_best) = (play(position, line)?, play(position, &best_head(line)?)?);
            *side == opponent
                && is_after(line, played)
                && is_corner(position.shape(), *corner)
                && end.mover() == opponent
                && can_move(&end, opponent, *corner)
                && !can_move(&end_best, opponent, *corner)
                && end_best.disc(*corner).is_none()
                && is_last_beside(position, line, beside.as_ref(), *corner)
        }
        Reason::WeakensCorner {
            corner,
            beside,
            line,
        } => {
            let end = play(position, line)?;
            is_after(line, played)
                && beside.square == played.square
                && is_beside(Some(beside), played.square, *corner)
                && is_corner(position.shape(), *corner)
                && position.disc(*corner).is_none()
                && end.disc(*corner).is_none()
                && end.disc(beside.square) == Some(mover)
                && class(best.square, *corner).is_none()
        }
        Reason::Wedge {
            side,
            is_allowed,
            square,
            between,
            line,
        } => {
            let (own, other) = if *is_allowed {
                (played, best)
            } else {
                (best, played)
            };
            let end = play(position, line)?;
            let others = (1..=line.len()).map(|length| {
                let head = &other.pv[..length.min(other.pv.len())];
                let end = play(position, head)?;
                let last = *head.last()?;
                Some(end.disc(last) == Some(*side) && wedged_between(&end, last).is_some())
            });
            (*side == opponent) == *is_allowed
                && is_after(line, own)
                && line.last() == Some(square)
                && end.disc(*square) == Some(*side)
                && wedged_between(&end, *square) == Some(*between)
                && !others.collect::<Option<Vec<_>>>()?.contains(&true)
        }
        Reason::StonerTrap {
            side,
            is_allowed,
            square,
            x_square,
            corner,
            line,
        } => {
            let (own, other) = if *is_allowed {
                (played, best)
            } else {
                (best, played)
            };
            let at = line.iter().position(|to| to == square)?;
            let (before, attacked) = (play(position, &line[..at])?, play(position, &line[..=at])?);
            let corners = outflank_textbook::corners(position.shape());
            let mut near = corners.filter(|&near| {
                on_one_edge(position.shape(), &[near, *square, *corner])
                    && class(*x_square, near) == Some(SquareClass::X)
                    && attacked.disc(near).is_none()
            });
            (*side == opponent) == *is_allowed
                && near.any(|near| near != *corner)
                && corner_falls(position, line, own, *corner, *side)?
                && line.len() - at <= 5
                && attacked.disc(*square) == Some(*side)
                && attacked.disc(*x_square) == Some(*side)
                && can_move(&attacked, *side, *corner)
                && !can_move(&before, *side, *corner)
                && !falls_within(position, &other.pv, *corner, *side, line.len())?
        }
        Reason::MissesWipeOut { best: square } => {
            best.square == *square && after_best.count(opponent) == 0
        }
        Reason::AllowsWipeOut { line } => {
            is_after(line, played) && play(position, line)?.count(mover) == 0
        }
        Reason::RunsOutOfMoves { line } => {
            is_after(line, played) && must_pass(&play(position, line)?, mover)
        }
        Reason::MissesPass {
            opponent: side,
            line,
        } => {
            *side == opponent && is_after(line, best) && must_pass(&play(position, line)?, opponent)
        }
        Reason::OpensRegion { region, line } => {
            let before = play(position, &line[..line.len() - 1])?;
            let before = before.pass().unwrap_or(before);
            let first = |pv: &[Square]| {
                let at = pv.iter().position(|&square| region.contains(square))?;
                Some((at + 1, play(position, &pv[..=at])?.disc(pv[at])?))
            };
            let legal = before.empties().into_iter();
            let mut legal = legal.filter(|&square| can_move(&before, mover, square));
            is_region(position, *region)
                && region.len() % 2 == 0
                && is_after(line, played)
                && before.mover() == mover
                && legal.all(|square| region.contains(square))
                && first(&played.pv) == Some((line.len(), mover))
                && first(&best.pv).is_some_and(|(_, side)| side == opponent)
        }
        Reason::SpendsTempo {
            opponent: side,
            region,
        } => {
            let mut squares = region.into_iter();
            *side == opponent
                && is_region(position, *region)
                && region.len() % 2 == 1
                && region.contains(played.square)
                && !region.contains(best.square)
                && can_move(&after_best, mover, played.square)
                && !squares.any(|to| {
                    can_move(position, opponent, to) || can_move(&after_best, opponent, to)
                })
        }
        Reason::LetsIntoRegion {
            opponent: side,
            region,
        } => {
            let any = |position, side| region.into_iter().any(|to| can_move(position, side, to));
            *side == opponent
                && [position, &after, &after_best].map(|at| is_region(at, *region)) == [true; 3]
                && region.len() % 2 == 1
                && any(&after, opponent)
                && !any(&after_best, opponent)
                && any(&after_best, mover)
        }
        Reason::LosesLastMove {
            opponent: side,
            region,
            line,
        } => {
            let last = |pv: &[Square]| {
                let at = pv.iter().rposition(|&square| region.contains(square))?;
                let end = play(position, &pv[..=at])?;
                let is_full = region.into_iter().all(|square| end.disc(square).is_some());
                is_full.then_some(end.disc(pv[at])?)
            };
            *side == opponent
                && is_region(position, *region)
                && is_after(line, played)
                && last(line) == Some(opponent)
                && last(&best.pv) == Some(mover)
        }
        Reason::Stability {
            side,
            played: count,
            best: other,
            discs,
            line,
        } => {
            let end = play(position, line)?;
            let end_best = play(position, &best_head(line)?)?;
            let change = i64::from(*count) - i64::from(*other);
            let is_own = *side == mover;
            let where_stable = if is_own { &end_best } else { &end };
            is_after(line, played)
                && (if is_own { change < 0 } else { change > 0 })
                && discs.len() as i64 >= change.abs()
                && discs
                    .into_iter()
                    .all(|disc| survives(where_stable, disc, *side))
        }
        Reason::SafeMoves {
            side,
            played: count,
            best: other,
            differing,
            line,
        } => {
            let (end, end_best) = (play(position, line)?, play(position, &best_head(line)?)?);
            let is_own = *side == mover;
            let (more, fewer) = if is_own {
                (&end_best, &end)
            } else {
                (&end, &end_best)
            };
            let mut named = differing.into_iter();
            is_after(line, played)
                && (is_own || line.len() == 1)
                && (if is_own {
                    *count + 2 <= *other
                } else {
                    *count >= *other + 2
                })
                && count_safe(&end, *side) == *count
                && count_safe(&end_best, *side) == *other
                && !differing.is_empty()
                && named.all(|to| {
                    position.disc(to).is_none()
                        && !line.contains(&to)
                        && !best_head(line).unwrap_or_default().contains(&to)
                        && is_safe(more, *side, to)
                        && !can_move(fewer, *side, to)
                })
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
        Reason::LeavesSquare {
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
        Reason::LeavesMove {
            opponent: side,
            square,
            best: prevents,
        } => {
            *side == opponent
                && *prevents == best.square
                && played.pv.get(1) == Some(square)
                && after.mover() == opponent
                && can_move(&after, opponent, *square)
                && !can_move(&after_best, opponent, *square)
        }
        Reason::MissesQuietMove { best: quiet } => {
            let is_quiet = |after: &Position, square| {
                let mut squares = position.shape().squares_in_order();
                !squares.any(|disc| {
                    disc != square
                        && position.disc(disc) == Some(opponent)
                        && is_frontier(after, mover, disc)
                })
            };
            *quiet == best.square
                && is_quiet(&after_best, best.square)
                && !is_quiet(&after, played.square)
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
        Reason::Result {
            mover: side,
            played: result,
            best: other,
        } => {
            let score = |pv: &[Square]| {
                let end = play(position, pv)?;
                end.is_over().then(|| end.score(mover))
            };
            *side == mover
                && result < other
                && score(&played.pv) == Some(*result)
                && score(&best.pv) == Some(*other)
        }
        Reason::Line { line, best_line } => *line == played.pv && *best_line == best.pv,
    })
}
