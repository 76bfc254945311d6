//! Counts: safe moves, stable discs, frontier discs and the discs at the end.

use outflank_othello::{Color, Position, SquareSet};
use outflank_textbook::{DiscStatus, disc_statuses};

use super::Reason;
use super::comparison::Comparison;
use super::line::moves;
use super::squares::safe_moves;

/// Numbers of moves after which the safe moves and stable discs of both lines are compared. The
/// mover is then to move again, unless somebody passed.
const STEPS: [usize; 3] = [2, 4, 6];
/// Number of safe moves from which a small difference no longer matters.
const MANY: usize = 8;
/// Share of empty squares below which mobility, the frontier and quiet moves no longer matter.
pub(super) const LATE: f64 = 0.2;
/// Minimum number of squares in a group that is a reason.
const GROUP: usize = 3;

fn stable(position: &Position, side: Color) -> SquareSet {
    let discs = disc_statuses(position).into_iter();
    let own = discs.filter(|(_, owner, status)| *owner == side && *status == DiscStatus::Stable);
    own.map(|(square, ..)| square).collect()
}

/// Returns the discs of a side that are next to an empty square.
fn frontier(position: &Position, side: Color) -> SquareSet {
    position.discs(side) & position.empties().neighbours()
}

impl Comparison {
    /// Returns both positions after the same number of moves, at each step.
    fn steps(&self) -> impl Iterator<Item = (usize, &Position, &Position)> {
        STEPS.into_iter().filter_map(|moves| {
            let (played, best) = (self.played.after(moves)?, self.best.after(moves)?);
            Some((moves, played, best))
        })
    }

    /// Compares the safe moves that the opponent has at once and that the mover has in the lines.
    pub(super) fn safe_moves(&self, least: usize) -> Option<Reason> {
        if self.empty < LATE {
            return None;
        }
        let (after_played, after_best) = self.after()?;
        let [theirs, theirs_best] =
            [after_played, after_best].map(|after| safe_moves(after, self.opponent));
        let difference = |more: SquareSet, fewer: SquareSet| {
            let difference = more.len().saturating_sub(fewer.len());
            let is_enough = difference >= least || (fewer.is_empty() && difference > 1);
            let matters = difference > 2 || fewer.len() < MANY;
            (is_enough && matters).then_some(difference)
        };
        let gained = difference(theirs, theirs_best);
        let taken = self.steps().find_map(|(step, played, best)| {
            let [own, own_best] = [played, best].map(|after| safe_moves(after, self.mover));
            let lost = difference(own_best, own)?;
            // A square filled in a line says nothing about mobility.
            let filled = self.played.played(step) | self.best.played(step);
            let squares = own_best - moves(played, self.mover) - filled;
            (!squares.is_empty()).then_some((lost, step, own, own_best, squares))
        });
        if gained.is_some()
            && taken
                .as_ref()
                .is_none_or(|(lost, ..)| gained >= Some(*lost))
        {
            let filled = SquareSet::from_iter([self.square, self.best_square]);
            let squares = theirs - moves(after_best, self.opponent) - filled;
            if !squares.is_empty() {
                return Some(Reason::SafeMoves {
                    side: self.opponent,
                    played: theirs.len() as u32,
                    best: theirs_best.len() as u32,
                    differing: squares,
                    line: self.played.head(1),
                });
            }
        }
        let (_, step, own, own_best, squares) = taken?;
        Some(Reason::SafeMoves {
            side: self.mover,
            played: own.len() as u32,
            best: own_best.len() as u32,
            differing: squares,
            line: self.played.head(step),
        })
    }

    pub(super) fn stability(&self, least: usize) -> Option<Reason> {
        let (moves, played, best) = self.steps().last()?;
        let (own, own_best) = (stable(played, self.mover), stable(best, self.mover));
        let (theirs, theirs_best) = (stable(played, self.opponent), stable(best, self.opponent));
        let lost = own_best.len() as i64 - own.len() as i64;
        let given = theirs.len() as i64 - theirs_best.len() as i64;
        // A gain of the other side must not outweigh this.
        if (lost + given).min(lost.max(given)) < least as i64 {
            return None;
        }
        let (side, played, best, discs) = if lost >= given {
            (self.mover, own, own_best, own_best - own)
        } else {
            (self.opponent, theirs, theirs_best, theirs - theirs_best)
        };
        Some(Reason::Stability {
            side,
            played: played.len() as u32,
            best: best.len() as u32,
            discs,
            line: self.played.head(moves),
        })
    }

    pub(super) fn frontier(&self, least: usize) -> Option<Reason> {
        if self.empty < LATE {
            return None;
        }
        let (after_played, after_best) = self.after()?;
        let [played, best] = [after_played, after_best].map(|after| frontier(after, self.mover));
        (played.len() >= best.len() + least).then(|| Reason::Frontier {
            played: played.len() as u32,
            best: best.len() as u32,
            exposed: played - best,
        })
    }

    /// Finds a group of squares that changes hands at the end.
    pub(super) fn group(&self) -> Option<Reason> {
        let (played, best) = (self.played.end(), self.best.end());
        if !played.is_over() || !best.is_over() {
            return None;
        }
        let lost = played.discs(self.opponent) & best.discs(self.mover);
        let group = lost.regions().max_by_key(|group| group.len())?;
        (group.len() >= GROUP).then(|| Reason::LosesGroup {
            opponent: self.opponent,
            group,
            line: self.played.head(self.played.len()),
        })
    }

    /// Compares the results, if both lines reach the end of the game.
    pub(super) fn result(&self) -> Option<Reason> {
        let [played, best] = [self.played.end(), self.best.end()];
        let is_over = played.is_over() && best.is_over();
        let [score, best_score] = [played, best].map(|end| end.score(self.mover));
        (is_over && score < best_score).then_some(Reason::Result {
            mover: self.mover,
            played: score,
            best: best_score,
        })
    }
}
