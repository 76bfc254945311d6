//! A variation played out on the board.

use outflank_engine::ScoredMove;
use outflank_othello::{Color, Position, Square, SquareSet};
use outflank_textbook::corners;

/// A variation, with the position after each of its moves.
pub(super) struct Line {
    squares: Vec<Square>,
    /// The position after each number of moves, from 0, before any pass.
    after: Vec<Position>,
}

impl Line {
    pub(super) fn new(position: &Position, mv: &ScoredMove) -> Self {
        let pv = if mv.pv.is_empty() {
            &[mv.square][..]
        } else {
            &mv.pv
        };
        let mut line = Self {
            squares: Vec::new(),
            after: vec![*position],
        };
        for &square in pv {
            let Ok(next) = line.turn(line.len()).play(square) else {
                break;
            };
            line.squares.push(square);
            line.after.push(next);
        }
        line
    }

    /// Returns the number of moves.
    pub(super) fn len(&self) -> usize {
        self.squares.len()
    }

    pub(super) fn head(&self, moves: usize) -> Vec<Square> {
        self.squares[..moves.min(self.len())].to_vec()
    }

    /// Returns the squares of the first moves.
    pub(super) fn played(&self, moves: usize) -> SquareSet {
        self.squares.iter().take(moves).copied().collect()
    }

    /// Returns the position after a number of moves, before any pass.
    pub(super) fn after(&self, moves: usize) -> Option<&Position> {
        self.after.get(moves)
    }

    /// Returns the position after the last move.
    pub(super) fn end(&self) -> &Position {
        &self.after[self.len()]
    }

    /// Returns the position after a number of moves and a forced pass.
    pub(super) fn turn(&self, moves: usize) -> Position {
        let position = self.after[moves];
        position.pass().unwrap_or(position)
    }

    /// Returns the number of each of the first moves, from 1, its side and its square.
    pub(super) fn moves(&self, within: usize) -> impl Iterator<Item = (usize, Color, Square)> {
        let numbered = (1..).zip(&self.squares).take(within);
        numbered.map(|(number, &square)| (number, self.turn(number - 1).mover(), square))
    }

    /// Returns the corners that `side` takes and the number of moves up to each.
    pub(super) fn corners(
        &self,
        side: Color,
        within: usize,
    ) -> impl Iterator<Item = (Square, usize)> {
        let corners: SquareSet = corners(self.end().shape()).collect();
        self.moves(within)
            .filter(move |&(_, mover, square)| mover == side && corners.contains(square))
            .map(|(number, _, square)| (square, number))
    }

    /// Returns the number of moves before the first pass of `side`.
    pub(super) fn pass(&self, side: Color, within: usize) -> Option<usize> {
        let mut places = self.after.iter().take(within + 1);
        places.position(|position| position.mover() == side && position.must_pass())
    }
}

/// Returns the legal moves of a side, as if it were to move.
pub(super) fn moves(position: &Position, side: Color) -> SquareSet {
    if position.mover() == side {
        position.legal_moves()
    } else {
        position.with_other_mover().legal_moves()
    }
}
