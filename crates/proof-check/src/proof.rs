//! The proof of a lemma.
//!
//! A claim says that one side, the *winner*, gets at least a *target* score from the root. Its
//! proof is a list of lemmas. Each lemma states a position from which the winner gets at least the
//! target; the first states the root. The proof of a lemma is a tree. At each of its positions,
//!
//! 1. if at most `cut` squares are empty, the checker tries all moves to the end of the game;
//! 2. if the mover has no legal move, the mover passes, or the game is over and its score decides;
//! 3. if the winner's opponent is to move, the tree continues after *each* legal move;
//! 4. if the winner is to move, the certificate gives *one* legal move, after which the tree
//!    continues, or refers to the same position earlier in this tree or in a later lemma.
//!
//! References are never circular: each move fills a square, so a position that recurs in a tree is
//! not an ancestor of itself, and a lemma refers only to later ones.

use crate::rules::{BLACK, EMPTY, Position, Shape, WHITE, pass};

/// What a proof must show.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The winner.
    pub winner: u8,
    /// The least score that the winner must get.
    pub target: i32,
    /// The checker solves positions with at most this many empty squares.
    pub cut: usize,
}

/// Counts of the positions checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions for which the certificate gives a move.
    pub choices: u64,
    /// Positions that the checker solved.
    pub leaves: u64,
    /// Positions visited to solve the leaves.
    pub tried: u64,
}

/// A reader of the proof of one lemma.
#[derive(Debug)]
pub struct Proof<'a> {
    /// The board.
    pub shape: &'a Shape,
    /// The goal to prove.
    pub goal: Goal,
    /// The statements of the later lemmas.
    pub later: &'a [u8],
    /// The bytes from the start of the proof.
    pub bytes: &'a [u8],
    /// The number of bits read.
    pub bits: usize,
    /// The positions so far for which the certificate gives a move.
    pub met: Vec<Position>,
    /// The moves from the lemma's position to the current one.
    pub path: Vec<usize>,
    /// Counts of the positions checked.
    pub counts: Counts,
}

/// Returns the length of a statement in bytes: five squares per byte, and the mover.
#[must_use]
pub const fn statement_length(shape: &Shape) -> usize {
    (shape.squares.len() + 1).div_ceil(5)
}

/// Decodes a statement. Each byte holds five base-3 digits, lowest first: the squares in order,
/// then the mover.
///
/// # Errors
///
/// Returns an error if the bytes do not encode a position.
pub fn read_statement(shape: &Shape, bytes: &[u8]) -> Result<Position, String> {
    let digits = bytes.iter();
    let digits = digits.flat_map(|byte| [1, 3, 9, 27, 81].map(|power| byte / power % 3));
    let mut discs: Vec<u8> = digits.collect();
    let rest = discs.split_off(shape.squares.len());
    let is_whole =
        bytes.iter().all(|&byte| byte < 243) && rest[1..].iter().all(|&digit| digit == 0);
    if !is_whole || ![BLACK, WHITE].contains(&rest[0]) {
        return Err("its statement is not a position".to_owned());
    }
    Ok(shape.position(&discs, rest[0]))
}

impl Proof<'_> {
    /// Reads a number below `values` in as few bits as possible, highest bit first.
    fn read(&mut self, values: usize) -> Result<usize, String> {
        let (mut number, mut most) = (0, 1);
        while most < values {
            let byte = self.bytes.get(self.bits / 8);
            let byte = byte.ok_or("the chunk ends within the proof")?;
            number = 2 * number + usize::from(byte >> (7 - self.bits % 8) & 1);
            self.bits += 1;
            most *= 2;
        }
        let wrong = || format!("found the number {number} where {values} are possible");
        (number < values).then_some(number).ok_or_else(wrong)
    }

    /// Checks the proof of a lemma that states a position, to the end of its last byte.
    ///
    /// # Errors
    ///
    /// Returns the reason why the position is not proven; [`path`](Self::path) leads to the fault.
    pub fn check(&mut self, statement: &Position) -> Result<(), String> {
        self.check_position(statement)?;
        while !self.bits.is_multiple_of(8) {
            if self.read(2)? != 0 {
                return Err("expected zeros after the proof".to_owned());
            }
        }
        Ok(())
    }

    /// Checks that the winner gets the target from a position.
    fn check_position(&mut self, position: &Position) -> Result<(), String> {
        let empty = self.shape.places_with(EMPTY, position);
        let moves = self.shape.moves(position, &empty);
        if empty.len() <= self.goal.cut {
            self.counts.leaves += 1;
            let is_proven = self.solve(position, &empty, false);
            return self.settle(is_proven);
        }
        if moves.is_empty() {
            let passed = pass(position);
            if self.shape.legal(&passed, &empty).next().is_some() {
                return self.check_position(&passed);
            }
            return self.settle(self.is_reached(position));
        }
        if position.mover != self.goal.winner {
            return moves.iter().try_for_each(|reply| self.check_after(reply));
        }
        let choice = self.read(moves.len() + 2)?;
        if let Some(chosen) = moves.get(choice) {
            self.counts.choices += 1;
            self.met.push(*position);
            return self.check_after(chosen);
        }
        let referred = if choice == moves.len() {
            let number = self.read(self.met.len())?;
            self.met[number]
        } else {
            let length = statement_length(self.shape);
            let number = self.read(self.later.len() / length)?;
            read_statement(self.shape, &self.later[number * length..][..length])?
        };
        let wrong = || "refers to another position".to_owned();
        (referred == *position).then_some(()).ok_or_else(wrong)
    }

    fn check_after(&mut self, (place, after): &(usize, Position)) -> Result<(), String> {
        self.path.push(*place);
        self.check_position(after)?;
        self.path.pop();
        Ok(())
    }

    /// Returns whether the winner gets the target in a finished game.
    fn is_reached(&self, position: &Position) -> bool {
        self.shape.score(position, self.goal.winner) >= self.goal.target
    }

    fn settle(&self, is_proven: bool) -> Result<(), String> {
        let wrong = || format!("the score is below {}", self.goal.target);
        is_proven.then_some(()).ok_or_else(wrong)
    }

    /// Solves a position by trying moves to the end of the game; returns whether the winner gets
    /// the target. `passed` says whether the other side has just passed.
    fn solve(&mut self, position: &Position, empty: &[usize], passed: bool) -> bool {
        self.counts.tried += 1;
        let wins = position.mover == self.goal.winner;
        let shape = self.shape;
        let mut moves = shape.moves(position, empty);
        // The order affects only the time: moves that leave few replies are often good.
        moves.sort_by_cached_key(|(_, after)| shape.legal(after, empty).count());
        // One good move is enough for either side.
        let mut tried = moves.iter();
        if tried.any(|(_, after)| self.solve(after, empty, false) == wins) {
            return wins;
        }
        match (moves.is_empty(), passed) {
            (false, _) => !wins,
            (true, false) => self.solve(&pass(position), empty, true),
            (true, true) => self.is_reached(position),
        }
    }
}
