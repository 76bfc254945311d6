//! Parity and tempo: who opens a region of empty squares, and who moves last in it.

use outflank_othello::{Color, Position, SquareSet};

use super::Reason;
use super::comparison::{Comparison, NEAR};
use super::line::{Line, moves};

/// Share of empty squares below which parity matters.
const LATE: f64 = 0.35;
/// Maximum number of squares in a region: in larger ones, who moves last is open.
const REGION: usize = 8;

/// Returns the first move to a region and its side.
fn first_move(line: &Line, region: SquareSet, within: usize) -> Option<(usize, Color)> {
    let mut moves = line.moves(within);
    let (number, side, _) = moves.find(|&(.., square)| region.contains(square))?;
    Some((number, side))
}

/// Returns the last move to a region and its side, if the line fills the region.
fn last_move(line: &Line, region: SquareSet) -> Option<(usize, Color)> {
    let moves = line.moves(line.len());
    let filling = moves.filter(|&(.., square)| region.contains(square));
    let (number, side, _) = filling.last()?;
    region
        .is_disjoint(line.end().empties())
        .then_some((number, side))
}

impl Comparison {
    /// Returns the regions of empty squares that are small enough, if it is late enough.
    fn regions(&self) -> impl Iterator<Item = SquareSet> {
        let empties = if self.empty < LATE {
            self.position.empties()
        } else {
            SquareSet::EMPTY
        };
        empties.regions().filter(|region| region.len() <= REGION)
    }

    /// Returns the regions that neither the move played nor the best move enters.
    fn untouched(&self) -> impl Iterator<Item = SquareSet> {
        let is_entered =
            |region: &SquareSet| region.contains(self.square) || region.contains(self.best_square);
        self.regions().filter(move |region| !is_entered(region))
    }

    /// Finds an even region that the mover has to open in the line played, and the opponent opens in
    /// the best line.
    pub(super) fn region_opened(&self) -> Option<Reason> {
        let within = self.common(NEAR);
        let mut even = self.untouched().filter(|region| region.len() % 2 == 0);
        even.find_map(|region| {
            let (number, side) = first_move(&self.played, region, within)?;
            let (_, other) = first_move(&self.best, region, within)?;
            let legal = self.played.turn(number - 1).legal_moves();
            let is_forced = side == self.mover && legal.is_subset(region);
            (is_forced && other == self.opponent).then(|| Reason::OpensRegion {
                region,
                line: self.played.head(number),
            })
        })
    }

    /// Finds an odd region that the opponent cannot enter and in which the mover plays too soon.
    pub(super) fn tempo_spent(&self) -> Option<Reason> {
        let (_, after_best) = self.after()?;
        let is_kept = |region: &SquareSet| {
            region.len() % 2 == 1
                && region.contains(self.square)
                && !region.contains(self.best_square)
                && region.is_disjoint(moves(&self.position, self.opponent))
                && region.is_disjoint(moves(after_best, self.opponent))
                && moves(after_best, self.mover).contains(self.square)
        };
        let region = self.regions().find(is_kept)?;
        let opponent = self.opponent;
        Some(Reason::SpendsTempo { opponent, region })
    }

    /// Finds an odd region that the opponent can enter after the move played, but not after the best
    /// move, when only the mover can.
    pub(super) fn region_entered(&self) -> Option<Reason> {
        let (after_played, after_best) = self.after()?;
        let is_entered = |region: &SquareSet| {
            region.len() % 2 == 1
                && region.is_disjoint(moves(after_best, self.opponent))
                && !region.is_disjoint(moves(after_best, self.mover))
                && !region.is_disjoint(moves(after_played, self.opponent))
        };
        let region = self.untouched().find(is_entered)?;
        let opponent = self.opponent;
        Some(Reason::LetsIntoRegion { opponent, region })
    }

    /// Finds a region that both lines fill, the line played with the opponent's move last and the
    /// best line with the mover's.
    pub(super) fn last_move(&self) -> Option<Reason> {
        let filled = self.regions().filter(|region| region.len() > 1);
        let lost = filled.filter_map(|region| {
            let (number, side) = last_move(&self.played, region)?;
            let (_, other) = last_move(&self.best, region)?;
            ((side, other) == (self.opponent, self.mover)).then_some((region, number))
        });
        let (region, number) = lost.min_by_key(|(region, _)| region.len())?;
        Some(Reason::LosesLastMove {
            opponent: self.opponent,
            region,
            line: self.played.head(number),
        })
    }

    /// Finds an odd region in which the opponent can move, if there is none after the best move.
    pub(super) fn parity(&self) -> Option<Reason> {
        if self.empty >= LATE {
            return None;
        }
        let odd = |after: &Position| {
            let legal = moves(after, self.opponent);
            let odd = after.empties().regions();
            odd.filter(move |region| region.len() % 2 == 1 && !region.is_disjoint(legal))
        };
        let (after_played, after_best) = self.after()?;
        if odd(after_best).next().is_some() {
            return None;
        }
        let region = odd(after_played).min_by_key(|region| region.len())?;
        let opponent = self.opponent;
        (region.len() <= REGION).then_some(Reason::Parity { opponent, region })
    }
}
