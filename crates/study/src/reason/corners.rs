//! Corners and the squares beside them.

use outflank_othello::{Color, Square, SquareSet};
use outflank_textbook::corners;

use super::Reason;
use super::comparison::{Comparison, NEAR};
use super::line::{Line, moves};
use super::squares::{BesideCorner, SquareClass, empty_corners_beside};

impl Comparison {
    fn all_corners(&self) -> SquareSet {
        corners(self.position.shape()).collect()
    }

    /// Returns how many corners the mover takes more than the opponent.
    fn corner_balance(&self, line: &Line, within: usize) -> i64 {
        let count = |side| line.corners(side, within).count() as i64;
        count(self.mover) - count(self.opponent)
    }

    fn taken(line: &Line, side: Color, corner: Square, within: usize) -> bool {
        line.corners(side, within).any(|(taken, _)| taken == corner)
    }

    /// Finds a corner that the opponent can take at once. If the line is long enough to show it,
    /// the opponent takes the corner there.
    pub(super) fn corner_given(&self) -> Option<Reason> {
        let (after_played, after_best) = self.after()?;
        let open = moves(after_played, self.opponent) - moves(after_best, self.opponent);
        // The best move may itself have taken the corner.
        let open = open & self.all_corners() & after_best.empties();
        let is_short = self.played.len() < 2;
        let is_taken =
            |&corner: &Square| is_short || Self::taken(&self.played, self.opponent, corner, NEAR);
        let corner = open.into_iter().find(is_taken)?;
        let opponent = self.opponent;
        Some(match moves(&self.position, opponent).contains(corner) {
            true => Reason::LeavesCorner { opponent, corner },
            false => Reason::GivesUpCorner {
                opponent,
                corner,
                beside: BesideCorner::new(self.square, corner),
            },
        })
    }

    pub(super) fn corner_passed_up(&self) -> Option<Reason> {
        let corner = self.best_square;
        let is_passed_up = self.all_corners().contains(corner)
            && !Self::taken(&self.played, self.mover, corner, NEAR);
        is_passed_up.then_some(Reason::PassesUpCorner { corner })
    }

    /// Finds a corner that the opponent takes only in the line played, or the mover only in the best
    /// line, if the line played is worse in corners.
    pub(super) fn corner_in_line(&self, within: usize) -> Option<Reason> {
        let within = self.common(within);
        let (played, best) = (&self.played, &self.best);
        let is_worse =
            |moves| self.corner_balance(played, moves) < self.corner_balance(best, moves);
        if !is_worse(within) {
            return None;
        }
        let first = |line: &Line, other: &Line, side| {
            let mut corners = line.corners(side, within);
            corners.find(|&(corner, moves)| {
                is_worse(moves) && !Self::taken(other, side, corner, within)
            })
        };
        if let Some((corner, moves)) = first(played, best, self.opponent) {
            return Some(Reason::LosesCorner {
                corner,
                beside: self.beside(corner, moves),
                line: played.head(moves),
            });
        }
        let (corner, moves) = first(best, played, self.mover)?;
        let line = best.head(moves);
        Some(Reason::MissesCorner { corner, line })
    }

    /// Returns the mover's last move beside a corner in the line played.
    fn beside(&self, corner: Square, within: usize) -> Option<BesideCorner> {
        let moves = self.played.moves(within);
        let own = moves.filter(|&(_, side, _)| side == self.mover);
        own.filter_map(|(.., square)| BesideCorner::new(square, corner))
            .last()
    }

    /// Finds a corner that the opponent can take after some moves of the line played, but not after
    /// as many of the best line, nor before them.
    pub(super) fn corner_opened(&self, within: usize) -> Option<Reason> {
        // The opponent moves next, unless somebody passed.
        (1..=self.common(within)).step_by(2).find_map(|number| {
            let (after_played, after_best) = (self.played.after(number)?, self.best.after(number)?);
            if after_played.mover() != self.opponent {
                return None;
            }
            let before = moves(&self.position, self.opponent);
            let open = after_played.legal_moves() - moves(after_best, self.opponent) - before;
            let corner = (open & self.all_corners() & after_best.empties()).first()?;
            Some(Reason::OpensCorner {
                opponent: self.opponent,
                corner,
                beside: self.beside(corner, number),
                line: self.played.head(number),
            })
        })
    }

    /// Finds an empty corner beside which the move played leaves a disc for the whole line.
    pub(super) fn corner_weakened(&self, class: SquareClass) -> Option<Reason> {
        let number = self.played.len().min(NEAR);
        let after = self.played.after(number)?;
        let stays = after.disc(self.square) == Some(self.mover);
        let mut found = empty_corners_beside(&self.position, self.square);
        let (corner, beside) = found.find(|&(corner, beside)| {
            beside.class == class
                && after.disc(corner).is_none()
                && SquareClass::of(self.best_square, corner).is_none()
        })?;
        (stays && number > 1).then(|| Reason::WeakensCorner {
            corner,
            beside,
            line: self.played.head(number),
        })
    }

    /// The last resort for a move to the X-square of an empty corner.
    pub(super) fn x_square(&self) -> Option<Reason> {
        let mut found = empty_corners_beside(&self.position, self.square);
        let (corner, beside) = found.find(|&(corner, beside)| {
            let is_won = Self::taken(&self.played, self.mover, corner, self.played.len());
            beside.class == SquareClass::X
                && !is_won
                && SquareClass::of(self.best_square, corner).is_none()
        })?;
        let line = self.played.head(1);
        Some(Reason::WeakensCorner {
            corner,
            beside,
            line,
        })
    }
}
