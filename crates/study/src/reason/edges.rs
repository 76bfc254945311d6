//! Wedges and Stoner traps.

use outflank_othello::{Color, Square};

use super::Reason;
use super::comparison::{Comparison, NEAR};
use super::line::{Line, moves};
use super::squares::{SquareClass, edges};

/// Number of moves from the attack of a Stoner trap to the corner.
const TRAP: usize = 4;

/// A disc between two opposing discs on an edge.
struct Wedge {
    square: Square,
    between: [Square; 2],
    moves: usize,
}

/// An attack on an edge that wins the corner at its other end.
struct Trap {
    square: Square,
    x_square: Square,
    corner: Square,
    moves: usize,
}

impl Comparison {
    /// Finds a side's first wedge: a move to an edge with an empty corner, whose disc stands between
    /// two opposing discs and still belongs to the side after the last of the first moves.
    fn find_wedge(line: &Line, side: Color, within: usize) -> Option<Wedge> {
        let stays = |square| line.after(within)?.disc(square);
        line.moves(within).find_map(|(number, mover, square)| {
            if mover != side || stays(square) != Some(side) {
                return None;
            }
            let after = line.after(number)?;
            edges(after.shape()).find_map(|edge| {
                let at = edge.iter().position(|&other| other == square)?;
                let other = |&square: &Square| after.disc(square) != Some(side);
                let low = *edge[..at].iter().rev().find(|square| other(square))?;
                let high = *edge[at + 1..].iter().find(|square| other(square))?;
                let is_enemy = |square| after.disc(square) == Some(side.opponent());
                let ends = [edge[0], edge[edge.len() - 1]];
                let has_corner = ends.iter().any(|&end| after.empties().contains(end));
                (is_enemy(low) && is_enemy(high) && has_corner).then_some(Wedge {
                    square,
                    between: [low, high],
                    moves: number,
                })
            })
        })
    }

    pub(super) fn wedge(&self) -> Option<Reason> {
        let (found, is_allowed) = self.alone(NEAR, Self::find_wedge)?;
        let (side, line) = if is_allowed {
            (self.opponent, &self.played)
        } else {
            (self.mover, &self.best)
        };
        Some(Reason::Wedge {
            side,
            is_allowed,
            square: found.square,
            between: found.between,
            line: line.head(found.moves),
        })
    }

    /// Finds a side's first Stoner trap. With a disc on the X-square at one end of an edge, the side
    /// moves to the edge and attacks the other end, and it takes that corner soon after.
    fn find_trap(line: &Line, side: Color, within: usize) -> Option<Trap> {
        line.moves(within).find_map(|(number, mover, square)| {
            if mover != side {
                return None;
            }
            let (before, after) = (line.after(number - 1)?, line.after(number)?);
            let edges = edges(after.shape()).filter(|edge| edge.contains(&square));
            let ways = edges.flat_map(|edge| {
                let (low, high) = (edge[0], edge[edge.len() - 1]);
                [(edge.clone(), low, high), (edge, high, low)]
            });
            ways.into_iter().find_map(|(edge, near, corner)| {
                let is_empty = |corner| after.empties().contains(corner);
                let attacks = is_empty(near)
                    && is_empty(corner)
                    && moves(after, side).contains(corner)
                    && !moves(before, side).contains(corner);
                let own = after.discs(side).into_iter();
                let x_square =
                    own.filter(|&disc| SquareClass::of(disc, near) == Some(SquareClass::X));
                let x_square = x_square.into_iter().next().filter(|_| attacks)?;
                let soon = within.min(number + TRAP);
                let (taken, _, _) = line
                    .moves(soon)
                    .skip(number)
                    .find(|&(_, mover, taken)| mover == side && taken == corner)?;
                let flips = line.turn(taken - 1).flips(corner);
                edge.iter()
                    .any(|&disc| flips.contains(disc))
                    .then_some(Trap {
                        square,
                        x_square,
                        corner,
                        moves: taken,
                    })
            })
        })
    }

    pub(super) fn stoner_trap(&self) -> Option<Reason> {
        let (found, is_allowed) = self.alone(NEAR, Self::find_trap)?;
        let (side, line, other) = if is_allowed {
            (self.opponent, &self.played, &self.best)
        } else {
            (self.mover, &self.best, &self.played)
        };
        let mut corners = other.corners(side, NEAR);
        if corners.any(|(corner, _)| corner == found.corner) {
            return None;
        }
        Some(Reason::StonerTrap {
            side,
            is_allowed,
            square: found.square,
            x_square: found.x_square,
            corner: found.corner,
            line: line.head(found.moves),
        })
    }
}
